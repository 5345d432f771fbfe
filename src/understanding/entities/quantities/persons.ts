// Names of persons that begin like a weekday: 周一鸣 and 周日升.
import { hidden } from '../../../text/itn/protected.js';
import { givenCharacters, surnames, titles } from '../names/lists/person-names.js';

const likeWeekday = /(?<=(.{0,6}))周[一二三四五六日](?=([一-鿿])(.{0,4}))/g;
/** Words that announce a name. */
const announcement =
  /(?:[我他她]叫|名叫|叫做|(?:姓名|名字|联系人|收件人|收货人|寄件人|户主|机主|病人|患者|客户名)(?:是|叫|为|:)?)$/;

/** Hides the beginnings of such names. The text keeps its length. */
export function hidePersons(text: string): string {
  return text.replace(likeWeekday, (found, before: string, given: string, after: string) => {
    if (!givenCharacters.has(given)) return found;
    const isName =
      announcement.test(before) || (!surnames.has(given) && titles.some((title) => after.startsWith(title)));
    return isName ? hidden.repeat(2) : found;
  });
}
