// Punctuation marks. The marks of a model are mapped to the three that Chinese output may have (specification 2,
// section 2.4).

export type Mark = '，' | '。' | '？';

/** The mark after each character (code point) of a draft's text, as the model wrote it; '' for none. */
export type GivenMarks = readonly string[];

const markOf: ReadonlyMap<string, Mark> = new Map([
  ...[...'，、；：,;:'].map((each): [string, Mark] => [each, '，']),
  ...[...'。！.!'].map((each): [string, Mark] => [each, '。']),
  ...[...'？?'].map((each): [string, Mark] => [each, '？']),
]);

/** Maps a mark of the model to one of the three marks; undefined: no mark. */
export function toMark(given: string | undefined): Mark | undefined {
  return given === undefined || given === '' ? undefined : markOf.get(given);
}

/** Reads the marks from a text that a model has punctuated. `text` is the same text without them. */
export function marksOf(text: string, marked: string): GivenMarks {
  const marks: string[] = [];
  const rest = [...marked];
  let at = 0;
  for (const character of text) {
    if (rest[at] === character) at++;
    const next = rest[at];
    const mark = next !== undefined && markOf.has(next) ? next : '';
    if (mark !== '') at++;
    marks.push(mark);
  }
  return marks;
}

export function endsSentence(mark: Mark | undefined): boolean {
  return mark === '。' || mark === '？';
}
