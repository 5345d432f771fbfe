// `tonegate nlu hotwords`: the words of a robot that a caller may say and a recogniser may not know, or not expect, as a hotword list.
import type { RobotHotwords } from '../cli/nlu/hotwords.js';
import { limits } from '../protocol/limits.js';
import { parseHotwords } from '../text/word-lists/hotwords.js';
import { recurringWords } from '../text/word-lists/recurring-words.js';
import { EntityFinder } from '../understanding/entities/finder.js';
import { parseSimpleEntry, parseWordEntry } from '../understanding/notation/entries.js';
import { parseQuestion } from '../understanding/notation/question.js';
import type { PackageRecord, QuestionRecord } from '../understanding/package/records.js';
import { RobotRecords } from './robot-records.js';

/** `path`: a document, a directory or a package. @throws CommandFailure */
export function hotwordsAt(path: string, weight: number): RobotHotwords {
  const robots = new RobotRecords();
  try {
    return robotHotwords(robots.of(path), weight);
  } finally {
    robots.close();
  }
}

/** Questions of more texts have words of every kind. */
const mostRecurring = 200;

/** The words of the custom lexicons that slots and questions name, the names that stand in questions, and the words that recur in them. */
export function robotHotwords(records: readonly PackageRecord[], weight: number): RobotHotwords {
  const questions: QuestionRecord[] = [];
  const named = new Set<string>();
  for (const { section, record } of records) {
    if (section === 'questions') questions.push(record);
    if (section === 'intents') for (const { lexicon } of record.slots) named.add(lexicon);
  }
  const texts = questions.flatMap(({ text, ext }) => [text, ...ext.map((each) => each.text)]).map(parseQuestion);
  const sentences = texts.flatMap((question) => (question.kind === 'sentence' ? [question.parts] : []));
  for (const part of sentences.flat()) if (part.kind === 'slot' && part.lexicon !== undefined) named.add(part.lexicon);
  const said = sentences.flatMap((parts) => parts.map((part) => (part.kind === 'text' ? part.text : '，')).join(''));
  const words = [...lexiconWords(records, named), ...namesIn(said), ...recurringWords(said, mostRecurring)];
  return listOf(words, weight);
}

/** The standard words before the synonyms: a list that is too long loses those. */
function lexiconWords(records: readonly PackageRecord[], named: ReadonlySet<string>): string[] {
  const isSimple = new Map<number, boolean>();
  for (const { section, record } of records) {
    if (section === 'lexicons' && named.has(record.name)) isSimple.set(record.id, record.type === 'SIMPLE');
  }
  const standards: string[] = [];
  const others: string[] = [];
  for (const { section, record } of records) {
    const simple = section === 'entries' ? isSimple.get(record.lexiconId) : undefined;
    if (section !== 'entries' || simple === undefined) continue;
    const { standard, synonyms } = simple ? parseSimpleEntry(record.content) : parseWordEntry(record.content);
    standards.push(standard);
    others.push(...synonyms);
  }
  return [...standards, ...others];
}

const nameLexicons = ['SYS.person', 'SYS.org'];

function namesIn(texts: readonly string[]): string[] {
  const finder = new EntityFinder([], []);
  const circumstances = { moment: { nowMs: 0, timeZone: 'UTC' }, variables: () => undefined };
  return texts.flatMap((text) => finder.find(text, nameLexicons, circumstances).map(({ value }) => value));
}

function listOf(words: readonly string[], weight: number): RobotHotwords {
  const lines = new Map<string, string>();
  const left: RobotHotwords['left'][number][] = [];
  let bytes = 0;
  for (const word of new Set(words)) {
    const line = `${word} ${weight}`;
    const why = faultOf(word, line);
    const size = Buffer.byteLength(line) + 1;
    if (why !== undefined) left.push({ word, why });
    else if (bytes + size > limits.wordList.bytes) left.push({ word, why: 'the list is full' });
    else {
      lines.set(word, line);
      bytes += size;
    }
  }
  const sorted = [...lines].sort(([one], [other]) => (one < other ? -1 : 1));
  return { words: sorted.length, content: sorted.map(([, line]) => `${line}\n`).join(''), left };
}

/** The reason why a recogniser cannot use the word; undefined if it can. */
function faultOf(word: string, line: string): string | undefined {
  const { rules, diagnostics } = parseHotwords(line, { ignoreTone: false });
  const [found] = diagnostics;
  if (found !== undefined) return `${found.wrong}; expected ${found.right}`;
  const [rule] = rules;
  if (rule?.kind !== 'weighted' || rule.text !== word) return 'a line of the list cannot hold it';
  if (rule.readings.every((reading) => !reading.includes(' ')))
    return 'a single syllable would be recognised everywhere';
  return undefined;
}
