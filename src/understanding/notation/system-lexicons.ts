// The preset lexicons of specification 3, section 2.3. Their words are recognised and not stored.

export interface SystemLexicon {
  readonly name: string;
  readonly description: string;
  /** A word that represents all words of the lexicon. */
  readonly representWord: string;
}

const lexicon = (name: string, description: string, representWord: string): SystemLexicon => ({
  ...{ name: `SYS.${name}`, description, representWord },
});

export const systemLexicons: readonly SystemLexicon[] = [
  lexicon('number', 'Cardinal numbers.', '三十五'),
  lexicon('phone', 'Telephone numbers.', '13800138000'),
  lexicon('ordinal', 'Ordinal numbers.', '第一'),
  lexicon('age', 'Ages.', '二十岁'),
  lexicon('money', 'Amounts of money.', '一百元'),
  lexicon('date', 'Dates.', '明天'),
  lexicon('time', 'Times of day.', '上午九点'),
  lexicon('duration', 'Lengths of time.', '两个小时'),
  lexicon('date-duration', 'Periods from one date to another.', '周一到周三'),
  lexicon('country', 'Countries.', '中国'),
  lexicon('province', 'Provinces.', '江苏省'),
  lexicon('city', 'Cities.', '苏州'),
  lexicon('address', 'Addresses.', '人民路一号'),
  lexicon('person', 'Names of persons.', '张三'),
  lexicon('org', 'Names of organisations.', '人民医院'),
  lexicon('fight', 'Flight numbers; the name is spelled so in the interface.', 'MU5101'),
  lexicon('train', 'Train numbers.', 'G102'),
  lexicon('combine', 'Letters, digits and symbols together.', 'A-12'),
  lexicon('any_{x}_{y}', 'Any characters, at least x and at most y of them, for example SYS.any_2_5.', '任意'),
];

/** Correct spellings of names that the interface misspells. */
const otherSpellings: Readonly<Record<string, string>> = { 'SYS.flight': 'SYS.fight' };

const anyForm = /^SYS\.any_([1-9][0-9]{0,2})_([1-9][0-9]{0,2})$/;
/** True for SYS.any_x_y, whose slots take a whole answer. */
export const takesAnyWords = (lexicon: string): boolean => anyForm.test(lexicon);
const plainNames = new Set(systemLexicons.map(({ name }) => name).filter((name) => !name.includes('{')));

/** The name as the interface spells it; undefined: there is no such system lexicon. */
export function systemLexiconName(name: string): string | undefined {
  const spelled = otherSpellings[name] ?? name;
  if (plainNames.has(spelled)) return spelled;
  const [, least, most] = anyForm.exec(spelled) ?? [];
  return least !== undefined && Number(least) <= Number(most) ? spelled : undefined;
}
