// Reads the text files in a recogniser's directory: tokens, normalisation, front end.

export interface TokenFacts {
  readonly form: 'lines' | 'symbol-id';
  readonly kind: 'characters' | 'bpe';
  readonly count: number;
  readonly blank: number;
}

const blankNames = ['<blk>', '<blank>', '<eps>', '<pad>'];
const han = /^\p{Script=Han}$/u;

/** The facts, or an error message about the file. */
export function tokenFacts(text: string): TokenFacts | string {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  while (lines.at(-1) === '') lines.pop();
  if (lines.length < 2) return `has ${lines.length} tokens, must have at least 2`;
  const numbered = lines.map((line) => /^(\S+)[ \t]+(\d{1,7})$/.exec(line));
  const form = numbered.every((match) => match !== null) ? 'symbol-id' : 'lines';
  const names = form === 'lines' ? lines : numbered.map((match) => match?.[1] ?? '');
  const ids = form === 'lines' ? lines.map((_, id) => id) : numbered.map((match) => Number(match?.[2]));
  const at = names.findIndex((name) => blankNames.includes(name));
  if (at < 0) return `has no blank; one token must be ${blankNames.join(', ')}`;
  const characters = names.filter((name) => han.test(name)).length;
  const kind = characters > lines.length / 2 ? 'characters' : 'bpe';
  return { form, kind, count: lines.length, blank: ids[at] as number };
}

/** Length of the two lists of a Kaldi nnet file; undefined if the file has none. */
export function normalisationWidth(text: string): number | undefined {
  const match = /<AddShift>\s+(\d{1,5})\s/.exec(text.slice(0, 4_096));
  return match === null ? undefined : Number(match[1]);
}

export interface FrontEndFacts {
  readonly sampleRateHz?: number;
  readonly bins?: number;
  readonly stackLength?: number;
  readonly stackStep?: number;
}

/** The facts in FunASR's config.yaml, which has one key per line. */
export function configFacts(text: string): FrontEndFacts {
  return frontEndFacts((key) => new RegExp(`^[ \\t]*${key}:[ \\t]*(\\d{1,6})[ \\t\\r]*$`, 'm').exec(text)?.[1], {
    sampleRateHz: 'fs',
    bins: 'n_mels',
    stackLength: 'lfr_m',
    stackStep: 'lfr_n',
  });
}

/** The facts in the metadata of an export for sherpa-onnx. */
export function metadataFacts(metadata: ReadonlyMap<string, string>): FrontEndFacts {
  return frontEndFacts((key) => metadata.get(key), {
    sampleRateHz: 'sample_rate',
    bins: 'feature_dim',
    stackLength: 'lfr_window_size',
    stackStep: 'lfr_window_shift',
  });
}

function frontEndFacts(
  textOf: (key: string) => string | undefined,
  keys: Readonly<Record<keyof FrontEndFacts, string>>,
): FrontEndFacts {
  const found = Object.entries(keys).map(([fact, key]) => [fact, textOf(key)] as const);
  return Object.fromEntries(
    found.filter(([, text]) => /^[1-9]\d{0,5}$/.test(text ?? '')).map(([fact, text]) => [fact, Number(text)]),
  );
}

/**
 * The two lists of the metadata (neg_mean, inv_stddev) as a Kaldi nnet file; undefined if they are missing or do not
 * fit.
 */
export function normalisationText(metadata: ReadonlyMap<string, string>): string | undefined {
  const list = (key: string) => {
    const numbers = (metadata.get(key) ?? '').split(',').map(Number);
    return numbers.length >= 4 && numbers.every(Number.isFinite) ? numbers : undefined;
  };
  const [shift, scale] = [list('neg_mean'), list('inv_stddev')];
  if (shift === undefined || scale === undefined || shift.length !== scale.length) return undefined;
  const size = shift.length;
  const part = (tag: string, numbers: readonly number[]) =>
    `<${tag}> ${size} ${size}\n<LearnRateCoef> 0 [ ${numbers.join(' ')} ]\n`;
  return `<Nnet>\n${part('AddShift', shift)}${part('Rescale', scale)}</Nnet>\n`;
}
