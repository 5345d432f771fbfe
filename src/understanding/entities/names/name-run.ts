// Where a name begins that is known by its end: behind the nearest word that no name holds.

const before =
  /[^\p{Script=Han}A-Za-z0-9·]|[的了吗呢啊吧是在跟与我你您他她它这那哪请问去从给把被让叫找说也还没住寄送]|们|和(?![平谐睦美])|(?<![成首京])都|(?<!未)来(?!福)|有(?![色限])|(?<![理联])想|(?<!重)要|(?<!成)就|(?<!方)向|往|(?<![普])及|(?<![收])到|(?<!面)对|[一这那哪几两某][家个所间]|地址|住址|位于|离开|办理|联系|拨打|打给|咨询|投诉|预约|挂号|起诉|加入|进入|附近|关于|通过|经过|根据|代表|作为|成为|感谢|选择|使用|属于|需要|知道|认识|转接|前往|就读|毕业于|任职|入职|开户行|不(?!夜)|会(?=去)/gu;

/** The first place of the name that ends before `at`; not before `from`. */
export function nameStart(text: string, at: number, from: number, most: number): number {
  let start = Math.max(from, at - most);
  for (const match of text.slice(start, at).matchAll(before)) {
    const end = Math.max(from, at - most) + match.index + match[0].length;
    start = Math.max(start, end);
  }
  return start;
}

/** The unit at `at` can be no part of a name. */
export function isOutside(text: string, at: number): boolean {
  before.lastIndex = 0;
  const match = before.exec(text.slice(at, at + 4));
  return match?.index === 0;
}
