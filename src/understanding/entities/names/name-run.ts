// Finds the beginning of a name whose end is known: it follows the nearest word that no name contains.

const words =
  '[一这那哪几两某][家个所间]|地址|住址|位于|属于|毕业于|离开|办理|联系|拨打|打给|咨询|投诉|预约|挂号|起诉|加入|进入|附近|周边|关于|通过|经过|根据|代表|作为|成为|' +
  '感谢|选择|使用|需要|知道|认识|转接|前往|就读|考取|考入|任职|入职|开户行|然后|或者|以及|还有|比如|例如|推荐|第[0-9一二三四五六七八九十]+[届次]|们|' +
  '[的了吗呢啊吧是在跟与我你您他她它这那哪请问去从给把被让叫找说也还没住寄送]|和(?![平谐睦美])|(?<![成首京])都|(?<!未)来(?!福)|有(?![色限])|(?<![理联])想|(?<!重)要|' +
  '(?<!成)就|(?<!方)向|往|(?<![普])及|(?<![收])到|(?<!面)对|(?<!华)为(?!民)|不(?!夜)|会(?=去)|[^\\p{Script=Han}A-Za-z0-9·]';

const each = new RegExp(words, 'gu');
const here = new RegExp(words, 'yu');

/** The offset at which the name before `at` begins, at most `most` units back and not before `from`. */
export function nameStart(text: string, at: number, from: number, most: number): number {
  const start = Math.max(from, at - most);
  let end = 0;
  for (const match of text.slice(start, at).matchAll(each)) end = match.index + match[0].length;
  return start + end;
}

/** The end of a word at `at` that no name contains; `at` if there is none. */
export function outsideEnd(text: string, at: number): number {
  here.lastIndex = at;
  return here.test(text) ? here.lastIndex : at;
}
