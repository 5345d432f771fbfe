// SYS.person. A Chinese name is a surname with one or two characters that occur in given names. Ordinary words look the
// same, so a name counts only with evidence: 我叫 before it, a title after it, or nothing else next to it. 张先生 is found
// as a whole; in 张伟先生 the entity is 张伟; after 姓 a surname alone counts.

import { isHan } from '../../sounds/han.js';
import {
  compoundSurnames,
  foreignCharacters,
  givenCharacters,
  notPersons,
  rareSurnames,
  surnames,
  titles,
} from './lists/person-names.js';
import { longestFirst, type Span } from './span.js';

const introduction =
  /(?:我|本人|他|她|名字|大名|全名|[老先]公|太太|爱人|儿子|女儿)(?:就|也)?叫(?:做)?|(?:姓名|名字|全名)(?:是|叫|为|:|：)+|(?:联系人|收件人|收货人|户主|机主)(?:是|叫|为|:|：)*/g;
const mention = /(?:我(?:就)?是|这里是|这边是|[你您]是|[找查](?:一下)?|联系|转接?|呼叫|给|帮|替|请|跟|叫|问|是)/g;
const surnameAlone = /(?:免贵|我|他|她|就|也|^|[，。,. ])姓/g;
/** Words that may follow a name directly. */
const cut =
  /^(?:明天|明年|明早|明晚|今天|今年|今晚|现在|以前|之前|方便|家住|家里|马上|刚|发(?:短信|消息|一|个|过|送|的)|开(?:会|门|票|通|的)|放款|同意|同学|可以|可能|先生|女士|小姐|老师|经理|主任|医生|师傅|和|之后|以后|早上|晚上|中午|一下|有|成功|在|正在|全家|女儿|小朋友|大概|其实|如果)/;
/** Characters that no given name contains. */
const closed = new Set(
  '的了吗呢啊吧是在和跟与我你您他她它们这那哪要想请问有没不也就都还又很会能可叫住去到打给把被让对什么个已从刚先身手号码电话说做买上下出现得着过',
);
const opening = /^(?:喂|你好|您好|请问|嗯|呃|啊|哦|那个|麻烦|就是|我是|我叫|叫|是|[\p{P}\s])*/u;
const closing = /(?:[\p{P}\s]|吧|啊|呀|的|呢|哈|嘛)*$/u;
const isThere = /^(?:在吗|在不在|在家吗|你好|您好|的电话|本人|[，。,.！!？?])/;

interface Name {
  readonly end: number;
  readonly surnameEnd: number;
}

function surnameAt(text: string, at: number): { readonly end: number; readonly isRare: boolean } | undefined {
  const pair = text.slice(at, at + 2);
  if (compoundSurnames.includes(pair)) return { end: at + 2, isRare: false };
  const first = text.charAt(at);
  return surnames.has(first) ? { end: at + 1, isRare: rareSurnames.has(first) } : undefined;
}

/**
 * A surname with one or two more characters. If the name is announced, the characters need not be typical of given
 * names.
 */
function nameAt(text: string, at: number, isAnnounced: boolean): Name | undefined {
  const surname = surnameAt(text, at);
  if (!surname || (surname.isRare && !isAnnounced)) return undefined;
  let end = surname.end;
  let known = 0;
  while (end < surname.end + 2) {
    const character = text.charAt(end);
    const isGiven = givenCharacters.has(character);
    if (!isHan(text.charCodeAt(end)) || closed.has(character) || cut.test(text.slice(end, end + 4))) break;
    if (!isGiven && !isAnnounced) break;
    known += isGiven ? 1 : 0;
    end += 1;
  }
  const given = text.slice(surname.end, end);
  if (given === '' || given === '家' || (known === 0 && surname.isRare)) return undefined;
  const isWord = notPersons.has(text.slice(at, end)) || notPersons.has(text.slice(at, at + 2));
  return isWord ? undefined : { end, surnameEnd: surname.end };
}

const spanOf = (text: string, start: number, end: number): Span => ({ start, end, normValue: text.slice(start, end) });

function* announced(text: string): Generator<Span> {
  for (const match of text.matchAll(introduction)) {
    const start = match.index + match[0].length;
    const name = nameAt(text, start, true);
    if (name) yield spanOf(text, start, name.end);
  }
  for (const match of text.matchAll(mention)) {
    const start = match.index + match[0].length;
    const name = nameAt(text, start, false);
    if (name) yield spanOf(text, start, name.end);
  }
  for (const match of text.matchAll(surnameAlone)) {
    const start = match.index + match[0].length;
    const surname = surnameAt(text, start);
    if (surname && text.charAt(surname.end) !== '名') yield spanOf(text, start, surname.end);
  }
}

const title = new RegExp(`(?:${[...titles].sort((one, other) => other.length - one.length).join('|')})`, 'g');
const isShortTitle = (word: string) => word === '总' || word === '董' || word === '同学';
const isPolite = (word: string) => ['先生', '女士', '小姐', '太太'].includes(word);
const afterShortTitle = /^(?:$|[\p{P}\s的您你在好]|吗|呢|啊)/u;

function* titled(text: string): Generator<Span> {
  for (const match of text.matchAll(title)) {
    const at = match.index;
    const end = at + match[0].length;
    if (isShortTitle(match[0]) && !afterShortTitle.test(text.slice(end, end + 2))) continue;
    const full = [4, 3, 2]
      .map((length) => at - length)
      .find((start) => start >= 0 && nameAt(text, start, false)?.end === at);
    if (full !== undefined) {
      yield spanOf(text, full, at);
      continue;
    }
    const start = [2, 1].map((length) => at - length).find((from) => from >= 0 && surnameAt(text, from)?.end === at);
    if (start === undefined) continue;
    const previous = text.charAt(start - 1);
    const isApart =
      !isHan(text.charCodeAt(start - 1)) || /[是姓叫找请问给让喂好了和跟与对把被的那到转帮替下]/.test(previous);
    if (start > 0 ? !isApart : surnameAt(text, start)?.isRare && !isPolite(match[0])) continue;
    yield spanOf(text, start, end);
  }
}

/** A name that is the whole input, or that opens it to ask for somebody. */
function* alone(text: string): Generator<Span> {
  const start = opening.exec(text)?.[0].length ?? 0;
  const name = nameAt(text, start, false);
  if (!name) return;
  const rest = text.slice(name.end, name.end + 12);
  if (isThere.test(rest) || (text.length <= name.end + 12 && closing.exec(rest)?.index === 0)) {
    yield spanOf(text, start, name.end);
  }
}

/** Names such as 小王 and 老张: a surname after 小 or 老, where somebody is asked for, addressed or mentioned. */
const familiar =
  /(?<=^|[\p{P}\s]|[找叫喊问请跟给帮替转是和与喂让])([小老])(\p{Script=Han})(?=$|[\p{P}\s]|(?:你好|您好|在吗|在不在|在家|在[\p{P}\s]|吗|吧|啊|呢|他|她|接|说|先|有没|的电话|的手机|的微信|来|去|帮|跟|给|那边|那里|还|什么时候|今天|明天|昨天|现在|打))/gu;
const familiarSurnames = new Set(
  '王李张刘陈杨赵吴周徐孙朱胡郭何高林罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付傅方邹熊孟秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严赖覃洪武莫孔',
);
const notFamiliar = new Set(
  '小石 小金 小夏 小方 小龙 小江 小史 小雷 小万 小钱 小钟 小毛 小田 小程 小段 小熊 小叶 小高 小余 小于 小任 老夏 老方 老史 老万 老钱 老钟 老毛 老任 老段 老于 老龙 老江 老石 老金 老高'.split(
    ' ',
  ),
);

function* familiarly(text: string): Generator<Span> {
  for (const match of text.matchAll(familiar)) {
    if (!familiarSurnames.has(match[2] ?? '')) continue;
    // 小石 and 老方 may be a stone and a direction, unless somebody is asked for
    if (notFamiliar.has(match[0]) && !/^在[吗不家]/.test(text.slice(match.index + 2))) continue;
    yield spanOf(text, match.index, match.index + 2);
  }
}

const dots = /[·•・‧]/g;
const longestPart = 8;

/** Foreign names such as 迈克尔·乔丹, which extend on both sides of the dot over characters of foreign names. */
function* foreign(text: string): Generator<Span> {
  let before = 0;
  for (const match of text.matchAll(dots)) {
    if (match.index < before) continue;
    let start = match.index;
    const isPart = (at: number) => foreignCharacters.has(text.charAt(at)) || /[A-Za-z]/.test(text.charAt(at));
    while (start > before && match.index - start < longestPart && isPart(start - 1)) start -= 1;
    let end = match.index;
    while (/[·•・‧]/.test(text.charAt(end)) && isPart(end + 1)) {
      const from = end + 1;
      end = from;
      while (end < text.length && end - from < longestPart && isPart(end)) end += 1;
    }
    // the text is 知道 and a name: 知道阿米尔·汗
    if (text.slice(start - 1, start + 1) === '知道') start += 1;
    if (start === match.index || end - match.index < 2) continue;
    yield { start, end, normValue: text.slice(start, end).replace(dots, '·') };
    before = end;
  }
}

export const findPersons = (text: string): readonly Span[] =>
  longestFirst([...announced(text), ...titled(text), ...alone(text), ...familiarly(text), ...foreign(text)]);
