// The small XML subset of markup text (useS3ML): elements, quoted attributes, the five entities, character references
// and comments. All other XML is refused. The text has at most limits.tts.markupBytes.

import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';

export interface Element {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Node[];
  /** UTF-16 offset of the element's first tag in the markup, and of the character after its last tag. */
  readonly start: number;
  readonly end: number;
}

export interface Text {
  readonly kind: 'text';
  readonly text: string;
  /** The offset in the markup of each UTF-16 unit of the text, and one more for its end. */
  readonly places: readonly number[];
}

export type Node = Element | Text;

/** An INVALID_ARGUMENT that names the UTF-16 offset in the markup. */
export function markupError(at: number, what: string): ServiceError {
  return new ServiceError('INVALID_ARGUMENT', `text: markup, character ${at + 1}: ${what}`);
}

/** Parses markup into nodes. Throws INVALID_ARGUMENT if it is broken or too long. */
export function parseMarkup(source: string): readonly Node[] {
  const bytes = Buffer.byteLength(source);
  if (bytes > limits.tts.markupBytes) {
    const most = limits.tts.markupBytes;
    throw new ServiceError('INVALID_ARGUMENT', `text: markup of ${bytes} bytes, must be at most ${most}`);
  }
  const { nodes, end } = parseNodes(source, skipProlog(source), undefined, 0);
  if (end < source.length) throw markupError(end, 'an end tag without its start');
  return nodes;
}

function skipProlog(source: string): number {
  return /^\ufeff?\s*(?:<\?xml[^<>]*\?>)?/.exec(source)?.[0].length ?? 0;
}

const startTag = /<([A-Za-z][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const endTag = /<\/([A-Za-z][\w.:-]*)\s*>/y;
const comment = /<!--[\s\S]*?-->/y;
const attribute = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function parseNodes(
  source: string,
  from: number,
  inside: string | undefined,
  depth: number,
): { nodes: Node[]; end: number } {
  const nodes: Node[] = [];
  let at = from;
  while (at < source.length) {
    if (source[at] !== '<') {
      const text = textAt(source, at);
      nodes.push(text);
      at = text.places.at(-1) as number;
      continue;
    }
    const skipped = match(comment, source, at);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    const closing = match(endTag, source, at);
    if (closing) {
      if (inside === undefined) return { nodes, end: at };
      if (closing[1] !== inside) throw markupError(at, `</${inside}> expected, not </${closing[1]}>`);
      return { nodes, end: at + closing[0].length };
    }
    const element = elementAt(source, at, depth);
    nodes.push(element);
    at = element.end;
  }
  if (inside !== undefined) throw markupError(source.length, `</${inside}> is missing`);
  return { nodes, end: at };
}

function elementAt(source: string, at: number, depth: number): Element {
  const opening = match(startTag, source, at);
  if (!opening) throw markupError(at, 'not a tag; write < as &lt;');
  if (depth >= limits.tts.markupDepth)
    throw markupError(at, `more than ${limits.tts.markupDepth} tags inside one another`);
  const [all, name = '', written = '', selfClosing] = opening;
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single] of written.matchAll(attribute)) {
    if (attributes.has(key)) throw markupError(at, `attribute ${key} twice`);
    attributes.set(key, textOf(double ?? single ?? '', at));
  }
  const inner = at + all.length;
  const { nodes, end } = selfClosing === '/' ? { nodes: [], end: inner } : parseNodes(source, inner, name, depth + 1);
  return { kind: 'element', name, attributes, children: nodes, start: at, end };
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const entity = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{1,8}));/y;

function textAt(source: string, from: number): Text {
  let text = '';
  const places: number[] = [];
  let at = from;
  while (at < source.length && source[at] !== '<') {
    const found = source[at] === '&' ? match(entity, source, at) : undefined;
    const said = source[at] === '&' ? characterOf(found, at) : source.charAt(at);
    for (let unit = 0; unit < said.length; unit++) places.push(at);
    text += said;
    at += found?.[0].length ?? 1;
  }
  places.push(at);
  return { kind: 'text', text, places };
}

function characterOf(found: RegExpExecArray | undefined, at: number): string {
  const [, decimal, hexadecimal, name] = found ?? [];
  const named = name === undefined ? undefined : Object.hasOwn(entities, name) ? entities[name] : undefined;
  if (named !== undefined) return named;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  if (!isCharacter) throw markupError(at, 'not an entity; write & as &amp;');
  return String.fromCodePoint(code);
}

function textOf(value: string, at: number): string {
  if (!value.includes('&')) return value;
  try {
    return textAt(value, 0).text;
  } catch {
    throw markupError(at, 'an attribute contains something that is not an entity; write & as &amp;');
  }
}
