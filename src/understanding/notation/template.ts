// `{{ name }}` in answers and web calls (specification 3, section 2.3). Templates are filled in one pass and have no
// logic; `{{ name|json }}` writes the value as JSON.
import { type Effort, unlimited } from './effort.js';
import { NotationFault, quoted } from './fault.js';
import { checkedPath } from './names.js';

export type TemplatePart = string | { readonly at: number; readonly path: readonly string[]; readonly asJson: boolean };

export type Template = readonly TemplatePart[];

/** Parses a template. @throws NotationFault */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf('{{', from);
    if (open < 0) break;
    const close = text.indexOf('}}', open + 2);
    if (close < 0) throw new NotationFault(open, 'this {{ is not closed; a variable is written {{ name }}');
    if (open > from) parts.push(text.slice(from, open));
    parts.push(placeOf(text.slice(open + 2, close), open));
    from = close + 2;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function placeOf(inside: string, open: number): TemplatePart {
  const bar = inside.indexOf('|');
  const path = bar < 0 ? inside : inside.slice(0, bar);
  const filter = bar < 0 ? undefined : inside.slice(bar + 1).trim();
  const at = open + 2 + (path.length - path.trimStart().length);
  if (path.trim() === '') throw new NotationFault(open, 'the name of a variable is missing between {{ and }}');
  if (filter !== undefined && filter !== 'json') {
    throw new NotationFault(open + 2 + bar + 1, `${quoted(filter)} is not a filter; the only one is json`);
  }
  return { at: open, path: checkedPath(path.trim(), at), asJson: filter === 'json' };
}

/** Fills in the values. Missing values are empty; arrays and objects appear only as JSON. @throws TooMuchWork */
export function fillTemplate(
  template: Template,
  lookUp: (path: readonly string[]) => unknown,
  effort: Effort = unlimited,
): string {
  const written = (text: string): string => {
    effort.write(text.length);
    return text;
  };
  return template
    .map((part) => written(typeof part === 'string' ? part : shown(lookUp(part.path), part.asJson)))
    .join('');
}

function shown(value: unknown, asJson: boolean): string {
  if (asJson) return JSON.stringify(value ?? null);
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}
