// Names of persons that begin like a weekday: 周一鸣 and 周日升.
import { hidden } from '../../../text/itn/protected.js';
import { givenCharacters, rareSurnames, surnames, titles } from '../names/lists/person-names.js';

const likeWeekday = /(?<=(.{0,6}))周[一二三四五六日](?=([一-鿿])(.{0,4}))/g;
/** Words that announce a name. */
const announcement =
  /(?:[我他她]叫|名叫|叫做|(?:姓名|名字|联系人|收件人|收货人|寄件人|户主|机主|病人|患者|客户名)(?:是|叫|为|:)?)$/;

/** Words of time that may follow a weekday. */
const notGiven = /^[早晚上下中来去走前后起到见行可全天夜午明正会有]/;
const wholeName = /^周[一二三四五六日]([一-鿿])$/;
/** A name of a surname and numerals: 王十万, 吴十, 刘一刀. */
const numeralName = /^([一-鿿])[一二三四五六七八九十]([一-鿿])?$/;
const counted = /^[点时个次天年月日号块元角毛分岁斤公米度位名人件张瓶盒份折成倍级层楼班周期]/;

/** True if the whole text is such a name. */
function isWholeName(text: string): boolean {
  const given = wholeName.exec(text)?.[1];
  if (given !== undefined) return givenCharacters.has(given) && !notGiven.test(given) && !surnames.has(given);
  const found = numeralName.exec(text);
  if (!found || !surnames.has(found[1] ?? '') || rareSurnames.has(found[1] ?? '') || found[1] === '周') return false;
  return found[2] === undefined || !counted.test(found[2]);
}

/** Hides the beginnings of such names. The text keeps its length. */
export function hidePersons(text: string): string {
  if (text.length < 4 && isWholeName(text)) return hidden.repeat(text.length);
  return text.replace(likeWeekday, (found, before: string, given: string, after: string) => {
    if (!givenCharacters.has(given)) return found;
    const isName =
      announcement.test(before) || (!surnames.has(given) && titles.some((title) => after.startsWith(title)));
    return isName ? hidden.repeat(2) : found;
  });
}
