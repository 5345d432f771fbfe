// The meaning of the tags of markup text. Tags outside the subset are skipped with warning 100, and their text is read.
import type { Prosody, SynthesisWarning } from '../../protocol/engine/synthesis.js';
import { parseSyllable } from '../../text/spoken-syllable.js';
import { parsePhones } from '../english/letters.js';
import { normalise } from '../normalise.js';
import type { Piece } from '../pieces.js';
import { languageOf, type ReadingParams } from '../read-text.js';
import type { Part } from '../source.js';
import { type Element, markupError, type Node, parseMarkup } from './parse.js';
import { sayAs } from './say-as.js';
import { breakStrength, durationMs, neutralProsody, pitchChange, rateChange, volumeChange } from './values.js';

export interface Marked {
  readonly parts: readonly Part[];
  readonly warnings: readonly SynthesisWarning[];
}

interface Context {
  readonly params: ReadingParams;
  readonly isVoiceKnown: (name: string) => boolean;
  readonly parts: Part[];
  readonly warnings: SynthesisWarning[];
}

/** Parses markup into parts. Throws INVALID_ARGUMENT if the markup is broken or a phoneme is unknown. */
export function readMarkup(source: string, params: ReadingParams, isVoiceKnown: (name: string) => boolean): Marked {
  const context: Context = { params, isVoiceKnown, parts: [], warnings: [] };
  addNodes(parseMarkup(source), undefined, context);
  return { parts: context.parts, warnings: context.warnings };
}

function addNodes(nodes: readonly Node[], prosody: Prosody | undefined, context: Context): void {
  for (const node of nodes) {
    if (node.kind === 'element') addElement(node, prosody, context);
    else context.parts.push({ kind: 'text', text: node.text, places: node.places, ...(prosody ? { prosody } : {}) });
  }
}

function addElement(element: Element, prosody: Prosody | undefined, context: Context): void {
  switch (element.name) {
    case 'speak':
      addNodes(element.children, prosody, context);
      break;
    case 'break':
      addBreak(element, prosody, context);
      break;
    case 'prosody':
      addNodes(element.children, prosodyOf(element, prosody, context), context);
      break;
    case 'voice':
      addNodes(element.children, voiceOf(element, prosody, context), context);
      break;
    case 'sub':
      addSubstitute(element, prosody, context);
      break;
    case 'say-as':
      addSayAs(element, prosody, context);
      break;
    case 'phoneme':
      addPhoneme(element, prosody, context);
      break;
    default:
      warn(context, 100, `markup tag <${element.name}> is not supported; its text is read`);
      addNodes(element.children, prosody, context);
  }
}

function warn(context: Context, code: 100 | 101, message: string): void {
  if (!context.warnings.some((each) => each.message === message)) context.warnings.push({ code, message });
}

function warnValue(context: Context, { name }: Element, attribute: string, value: string | undefined): void {
  const given = value === undefined ? 'missing' : `"${value}"`;
  warn(context, 100, `markup tag <${name}>: ${attribute} ${given} is not supported`);
}

function addPieces(element: Element, pieces: readonly Piece[], context: Context): void {
  context.parts.push({ kind: 'pieces', pieces, start: element.start, end: element.end });
}

function placed(
  { start, end }: Element,
  prosody: Prosody | undefined,
): Pick<Piece, 'start' | 'end'> & { prosody?: Prosody } {
  return { start, end, ...(prosody ? { prosody } : {}) };
}

function addBreak(element: Element, prosody: Prosody | undefined, context: Context): void {
  const time = element.attributes.get('time');
  const strength = element.attributes.get('strength');
  const ms = time === undefined ? undefined : durationMs(time);
  if (time !== undefined && ms === undefined) warnValue(context, element, 'time', time);
  const boundary = breakStrength(strength ?? 'medium');
  if (boundary === undefined) warnValue(context, element, 'strength', strength);
  const place = placed(element, prosody);
  if (ms !== undefined) addPieces(element, [{ kind: 'pause', ms, ...place }], context);
  else addPieces(element, [{ kind: 'mark', boundary: boundary ?? 'clause', ...place }], context);
}

const changes = { rate: rateChange, pitch: pitchChange, volume: volumeChange } as const;

function prosodyOf(element: Element, around: Prosody | undefined, context: Context): Prosody {
  let prosody = around ?? neutralProsody;
  for (const [name, value] of element.attributes) {
    const change = name === 'rate' || name === 'pitch' || name === 'volume' ? changes[name](value.trim()) : undefined;
    if (change) prosody = change(prosody);
    else warnValue(context, element, name, value);
  }
  return prosody;
}

function voiceOf(element: Element, around: Prosody | undefined, context: Context): Prosody | undefined {
  const name = element.attributes.get('name');
  if (name === undefined) {
    warnValue(context, element, 'name', undefined);
    return around;
  }
  const voice = name.trim().toLowerCase();
  if (context.isVoiceKnown(voice)) return { ...(around ?? neutralProsody), voice };
  warn(context, 101, `voice "${name}" not found; the voice of the session continues`);
  return around;
}

function textWithin(nodes: readonly Node[]): string {
  return nodes.map((node) => (node.kind === 'text' ? node.text : textWithin(node.children))).join('');
}

function addSubstitute(element: Element, prosody: Prosody | undefined, context: Context): void {
  const alias = element.attributes.get('alias');
  if (alias === undefined) {
    warnValue(context, element, 'alias', undefined);
    addNodes(element.children, prosody, context);
    return;
  }
  context.parts.push({
    kind: 'substitute',
    text: alias,
    start: element.start,
    end: element.end,
    ...(prosody ? { prosody } : {}),
  });
}

function addSayAs(element: Element, prosody: Prosody | undefined, context: Context): void {
  const how = element.attributes.get('interpret-as');
  const text = normalise(textWithin(element.children), 0).text;
  const said = how === undefined ? 'unknown' : sayAs(how, text, languageOf(text, context.params.language));
  if (said === 'unknown') warnValue(context, element, 'interpret-as', how);
  if (said === 'unknown' || said === undefined) addNodes(element.children, prosody, context);
  else addPieces(element, [{ kind: 'spoken', notation: said, ...placed(element, prosody) }], context);
}

const pinyinNames = new Set(['py', 'pinyin', 'x-pinyin', 'sapi']);
const phoneNames = new Set(['arpabet', 'x-arpabet', 'cmu']);

function addPhoneme(element: Element, prosody: Prosody | undefined, context: Context): void {
  const ph = element.attributes.get('ph')?.trim().toLowerCase();
  const alphabet = element.attributes.get('alphabet') ?? 'pinyin';
  if (ph === undefined || ph === '' || !(pinyinNames.has(alphabet) || phoneNames.has(alphabet))) {
    if (ph === undefined || ph === '') warnValue(context, element, 'ph', ph);
    else warnValue(context, element, 'alphabet', alphabet);
    addNodes(element.children, prosody, context);
    return;
  }
  const place = placed(element, prosody);
  if (pinyinNames.has(alphabet)) {
    const syllables = ph.split(/[\s,]+/).map((each) => (/[1-5]$/.test(each) ? each : `${each.replace(/0$/, '')}5`));
    const wrong = syllables.find((each) => parseSyllable(each) === undefined);
    if (wrong !== undefined)
      throw markupError(element.start, `ph: "${wrong.slice(0, 16)}" is not a pinyin syllable such as zhong1`);
    addPieces(element, [{ kind: 'syllables', syllables, ...place }], context);
    return;
  }
  const phones = parsePhones(ph);
  if (!phones)
    throw markupError(element.start, `ph: "${ph.slice(0, 32)}" must be a list of phones such as HH AH0 L OW1`);
  addPieces(element, [{ kind: 'phones', text: textWithin(element.children), phones, ...place }], context);
}
