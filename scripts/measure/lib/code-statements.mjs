// The code of a source file without comments, layout, imports, types and the words of messages: statements that two versions
// of the file can be compared by. A statement ends at a semicolon or a brace; in Python and in directives of C++ at the end
// of the line. A message is a text of at least two English words that is not SQL.
import { minifySync, parseSync, transformSync } from 'rolldown/experimental';

/** Statements of a file, by its name; undefined: it is not code, and its bytes count. @param {string} name @param {string} text */
export function statementsOf(name, text) {
  const [, extension = ''] = /\.(\w+)$/.exec(name) ?? [];
  switch (extension) {
    case 'ts':
    case 'mts':
    case 'js':
    case 'mjs':
      return ofScript(name, text);
    case 'cc':
    case 'h':
    case 'inc':
      return split(plainCpp(text)).filter((each) => !each.startsWith('#include'));
    case 'py':
      return pythonLines(text).filter((each) => !/^\d+ (import|from) /.test(each));
    case 'sql':
      return split(squeezed(text.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, ' ')));
    case 'json':
      return ofJson(text);
    case 'md':
      return []; // a document
    default:
      return undefined;
  }
}

const split = (/** @type {string} */ code) => code.split(/[;{}\n]/).filter((each) => each.trim() !== '');

/** @param {string} name @param {string} text */
function ofScript(name, text) {
  const plain = transformSync(name, text);
  const bare = { compress: false, mangle: false, codegen: { removeWhitespace: true }, module: true };
  const small = minifySync(`${name}.js`, withoutMessages(plain.code), bare);
  if (plain.errors.length > 0 || small.errors.length > 0) return split(squeezed(text));
  const code = small.code
    .replace(/^(?:import(?:[^"';]*?from)?"[^"]*";)+/, '')
    .replace(/\bexport(?:\*(?:as \w+)?|\{[^}]*\})from"[^"]*";?/g, '');
  return split(code).map((each) => each.replace(/^export (default )?/, ''));
}

/** @param {string} code JavaScript */
function withoutMessages(code) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const cuts = [];
  const walk = (/** @type {any} */ node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'Literal' && typeof node.value === 'string' && isMessage(node.value))
      cuts.push({ start: node.start, end: node.end, text: '""' });
    if (node.type === 'TemplateLiteral') {
      /** @type {{ start: number, end: number }[]} */
      const quasis = node.quasis;
      const whole = quasis.map(({ start, end }) => code.slice(start, end)).join(' ');
      if (isMessage(whole)) for (const { start, end } of quasis) cuts.push({ start, end, text: '' });
    }
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync('code.js', code).program.body);
  cuts.sort((a, b) => b.start - a.start);
  return cuts.reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}

/** @param {string} text */
function isMessage(text) {
  if (/\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|VALUES|PRAGMA|CREATE|ALTER|JOIN|BEGIN)\b/.test(text)) return false;
  return text.split(/\s+/).filter((word) => /^["'(`]*[A-Za-z][\w-]*[)"'`.,:;?]*$/.test(word)).length >= 2;
}

/** @param {string} text */
function ofJson(text) {
  try {
    return [JSON.stringify(JSON.parse(text))];
  } catch {
    return [text];
  }
}

const squeezed = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').trim();

/** Text with spaces only where two tokens would become one without them. */
class Squeezed {
  text = '';
  #hasSpace = false;

  space() {
    this.#hasSpace = true;
  }

  /** @param {string} token */
  add(token) {
    const [last, next] = [this.text.at(-1) ?? '', token[0] ?? ''];
    if (this.#hasSpace && ((/\w/.test(last) && /\w/.test(next)) || last === next)) this.text += ' ';
    this.text += token;
    this.#hasSpace = false;
  }
}

const cppTokens = {
  space: /[ \t\r\f\v]+|\\\r?\n/y,
  comment: /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?\*\//y,
  raw: /(?:u8|[uUL])?R"([^()\\\s]*)\([\s\S]*?\)\1"/y,
  text: /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/y,
  word: /\w(?:'(?=\w)|[\w.])*/y, // a number may hold apostrophes
};

/** @param {string} text */
function plainCpp(text) {
  const out = new Squeezed();
  let isDirective = false;
  for (let at = 0; at < text.length; ) {
    const [kind, token] = tokenAt(cppTokens, text, at) ?? ['sign', text[at]];
    at += token.length;
    if (kind === 'space' || kind === 'comment') out.space();
    else if (token === '\n') {
      if (isDirective) out.text += '\n';
      isDirective = false;
      out.space();
    } else {
      if (token === '#' && /(^|\n)\s*$/.test(text.slice(Math.max(0, at - 200), at - 1))) {
        isDirective = true;
        out.text += '\n';
      }
      out.add(kind === 'text' && isMessage(token.slice(1, -1)) ? '""' : token);
    }
  }
  return out.text;
}

const pythonTokens = {
  space: /[ \t\r\f]+|\\\r?\n/y,
  comment: /#[^\n]*/y,
  text: /[rbfuRBFU]{0,2}(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')/y,
  word: /\w+/y,
};

/** The logical lines, each after its depth of indentation. Lines that are only a text are documentation. @param {string} text */
function pythonLines(text) {
  const lines = [];
  const indents = [0];
  let line = new Squeezed();
  let depth = 0;
  let isOnlyText = true;
  let indent = 0;
  for (let at = 0; at <= text.length; ) {
    if (line.text === '') indent = at - (text.lastIndexOf('\n', at - 1) + 1);
    const [kind, token] = tokenAt(pythonTokens, text, at) ?? ['sign', text[at] ?? '\n'];
    at += token.length;
    if (kind === 'space' || kind === 'comment') line.space();
    else if (token === '\n') {
      if (depth > 0 && at <= text.length) line.space();
      else {
        if (line.text !== '') {
          while (indent < (indents.at(-1) ?? 0)) indents.pop();
          if (indent > (indents.at(-1) ?? 0)) indents.push(indent);
          if (!isOnlyText) lines.push(`${indents.length - 1} ${line.text}`);
        }
        [line, depth, isOnlyText] = [new Squeezed(), 0, true];
      }
    } else {
      if ('([{'.includes(token)) depth++;
      if (')]}'.includes(token)) depth--;
      if (kind !== 'text') isOnlyText = false;
      line.add(token);
    }
  }
  return lines;
}

/** @param {Readonly<Record<string, RegExp>>} kinds @param {string} text @param {number} at */
function tokenAt(kinds, text, at) {
  for (const [kind, form] of Object.entries(kinds)) {
    form.lastIndex = at;
    const token = form.exec(text)?.[0];
    if (token !== undefined && token !== '') return /** @type {const} */ ([kind, token]);
  }
  return undefined;
}
