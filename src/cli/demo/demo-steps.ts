// The steps of the demonstration. Each prints what it did and how long that took.
import type { KeywordRow } from '../../protocol/engine/ring.js';
import { SynthesisConfig } from '../../protocol/wire/synthesis-config.js';
import { defaultTables } from '../../ring/default-tables.js';
import { compileKeywords, findKeyword } from '../../ring/keywords.js';
import { openSoundFile } from '../synth/synth-file.js';
import { factsLine, inSeconds, paceText } from '../synth/synth-speech.js';
import type { DemoEngine, Screened } from './demo-engine.js';
import { busyPattern, lineMs, lineRateHz, ringPattern, toneLine } from './demo-line.js';

export interface DemoRequest {
  readonly text: string;
  /** The meaning in English; empty if there is none. */
  readonly means: string;
  readonly voice: string;
  readonly out: string | undefined;
}

export interface DemoReport {
  readonly text: string;
  readonly synthesis: object;
  readonly screening: object;
  readonly recognition: { readonly text: string; readonly tookMs: number };
  readonly busyLine: object;
  /** True if both lines were recognised for what they were, and words were heard. */
  readonly fine: boolean;
}

type Print = (line: string) => void;

const indent = 16;
const step = (print: Print, title: string, ...lines: readonly string[]) => {
  for (const [at, line] of lines.entries()) print(`${at === 0 ? title.padEnd(indent) : ' '.repeat(indent)}${line}`);
};

export async function runDemo(engine: DemoEngine, request: DemoRequest, print: Print): Promise<DemoReport> {
  const { text } = request;
  const { models, startMs } = engine;
  print('');
  step(print, '1 Engine', `${models.length} models loaded in ${inSeconds(startMs)}`);
  const { spoken, synthesis } = await synthesise(engine, request, print);
  const call = await makeCall(spoken, request, print);
  const expected = findKeyword(compileKeywords(defaultTables.keywords), text);
  const screened = await engine.screen(call);
  const isScreened = screenedAs(screened, expected);
  step(print, '4 Screening', ...screenedLines(screened), ...(isScreened ? [] : [missed(expected)]));
  const recognition = await recognise(engine, call, print);
  const busy = await engine.screen(toneLine(busyPattern));
  const isBusy = busy.verdict.keyword === '#BUSY#';
  step(print, '6 Busy line', ...screenedLines(busy), ...(isBusy ? [] : ['but it was a busy tone']));
  const fine = isScreened && isBusy && recognition.text !== '';
  print('');
  print(fine ? 'Fine: both calls were screened correctly.' : 'Something went wrong: see the lines that contain `but`.');
  return {
    text,
    synthesis,
    screening: screenedFacts(screened),
    recognition,
    busyLine: screenedFacts(busy),
    fine,
  };
}

async function synthesise(engine: DemoEngine, { text, means, voice }: DemoRequest, print: Print) {
  const config = SynthesisConfig.parse({ format: 'alaw', sampleRate: lineRateHz });
  const slices: Uint8Array[] = [];
  const facts = await engine.speak({ text, voice, config }, (bytes) => void slices.push(bytes));
  step(print, '2 Synthesis', `${facts.voice} says ${text}`, ...(means === '' ? [] : [`(${means})`]), paceText(facts));
  return { spoken: Buffer.concat(slices), synthesis: factsLine(facts) };
}

async function makeCall(spoken: Uint8Array, { out }: DemoRequest, print: Print): Promise<Uint8Array> {
  const ringing = toneLine(ringPattern);
  const call = Buffer.concat([ringing, spoken]);
  const lasts = inSeconds(lineMs(call));
  const lines = [
    `8 kHz A-law: one ring at 450 Hz, then the announcement from ${inSeconds(lineMs(ringing))} on; ${lasts} in all`,
  ];
  if (out !== undefined) {
    const file = openSoundFile(out, 'alaw', lineRateHz);
    await file.write(call);
    file.close();
    lines.push(`written to ${out}`);
  }
  step(print, '3 The line', ...lines);
  return call;
}

/** True if the screening found the expected keyword, or none where none was in the text. */
function screenedAs({ verdict }: Screened, expected: KeywordRow | undefined): boolean {
  if (expected !== undefined) return verdict.resultId === expected.resultId && !isTone(verdict.keyword);
  return verdict.keyword === '' || isTone(verdict.keyword);
}

const isTone = (keyword: string): boolean => keyword.startsWith('#');

const missed = (expected: KeywordRow | undefined): string =>
  expected === undefined
    ? 'but the text contains no keyword'
    : `but it should be ${expected.resultId} ${expected.resultName} (${expected.word})`;

function screenedLines({ verdict, evidence, tookMs }: Screened): string[] {
  const { resultId, resultName, keyword, endMs } = verdict;
  const heard = evidence.decided.map(({ kind, atMs }) => `${kind} at ${inSeconds(atMs)}`);
  if (evidence.keyword) heard.push(`the words ${evidence.keyword.word} at ${inSeconds(evidence.keyword.atMs)}`);
  return [
    ...(heard.length > 0 ? [`heard ${heard.join(', ')} into the call`] : []),
    `verdict ${resultId} ${resultName}${keyword === '' ? '' : ` (${keyword})`} at ${inSeconds(endMs)} into the call; took ${inSeconds(tookMs)}`,
  ];
}

function screenedFacts({ verdict, evidence, tookMs }: Screened): object {
  const { resultId, resultName, keyword, result, endMs } = verdict;
  const heard = evidence.decided.map(({ kind, atMs }) => ({ kind, atMs }));
  return { resultId, resultName, keyword, result, atMs: endMs, heard, tookMs: Math.round(tookMs) };
}

async function recognise(engine: DemoEngine, call: Uint8Array, print: Print) {
  const startedMs = performance.now();
  const sentences: { fromMs: number; text: string }[] = [];
  const config = { addPunc: true, digitNorm: true, interimResults: false, vadHead: 0 };
  const request = { mode: 'continue', property: 'cn_8k_common', format: 'alaw_8k', config } as const;
  await engine.transcribe(call, request, (heard) => {
    if (heard.type !== 'sentence' || !heard.sentence.isFinal || heard.sentence.result.text === '') return;
    sentences.push({ fromMs: heard.sentence.startTime, text: heard.sentence.result.text });
  });
  const tookMs = Math.round(performance.now() - startedMs);
  const lines = sentences.map(({ fromMs, text }) => `heard ${text} from ${inSeconds(fromMs)} into the call`);
  if (lines.length === 0) lines.push('but no words were recognised');
  step(print, '5 Recognition', ...lines, `took ${inSeconds(tookMs)}`);
  return { text: sentences.map(({ text }) => text).join(''), tookMs };
}
