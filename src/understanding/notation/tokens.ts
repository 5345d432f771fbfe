// The tokens of conditions and assignments (specification 3, section 2.3), one at a time.
import { NotationFault, quoted } from './fault.js';
import { checkedPath } from './names.js';

export type Token =
  | { readonly kind: 'number'; readonly at: number; readonly value: number }
  | { readonly kind: 'string'; readonly at: number; readonly value: string }
  | { readonly kind: 'word'; readonly at: number; readonly path: readonly string[] }
  | { readonly kind: 'pattern'; readonly at: number; readonly source: string }
  | { readonly kind: 'sign'; readonly at: number; readonly text: string }
  | { readonly kind: 'end'; readonly at: number };

const signs = ['==', '!=', '>=', '<=', '&&', '||', '~=', '>', '<', '!', '(', ')', ',', '=', '+', '-', '*', '/'];
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

// Sticky patterns, so that no character is examined twice.
const spaces = /\s*/y;
const numberForm = /[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const wordForm = /[A-Za-z_][A-Za-z0-9_.]*/y;
const notOne = /[0-9A-Za-z_.]/;

export class Tokens {
  readonly #text: string;
  #position = 0;
  #next: Token;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read(false);
  }

  get next(): Token {
    return this.#next;
  }

  /** Consumes and returns the next token. After `~=` it may be a regular expression between slashes. */
  take(): Token {
    const taken = this.#next;
    this.#next = this.#read(taken.kind === 'sign' && taken.text === '~=');
    return taken;
  }

  isSign(...texts: readonly string[]): boolean {
    return this.#next.kind === 'sign' && texts.includes(this.#next.text);
  }

  /** Consumes a sign. @throws NotationFault if another token comes */
  expect(sign: string, why: string): void {
    if (!this.isSign(sign)) throw new NotationFault(this.#next.at, `${sign} is missing ${why}`);
    this.take();
  }

  #match(form: RegExp): string | undefined {
    form.lastIndex = this.#position;
    return form.exec(this.#text)?.[0];
  }

  #read(mayBePattern: boolean): Token {
    this.#position += this.#match(spaces)?.length ?? 0;
    const at = this.#position;
    const character = this.#text[at];
    if (character === undefined) return { kind: 'end', at };
    if (character === '"' || character === "'") return this.#string(at, character);
    if (mayBePattern && character === '/') return this.#pattern(at);
    const number = this.#match(numberForm);
    if (number !== undefined) return this.#number(at, number);
    const word = this.#match(wordForm);
    if (word !== undefined) {
      this.#position += word.length;
      return { kind: 'word', at, path: checkedPath(word, at) };
    }
    const sign = signs.find((each) => this.#text.startsWith(each, at));
    if (sign === undefined) throw new NotationFault(at, `${quoted(character)} has no meaning here`);
    this.#position += sign.length;
    return { kind: 'sign', at, text: sign };
  }

  #number(at: number, digits: string): Token {
    const end = at + digits.length;
    const value = Number(digits);
    const isOctal = /^0[0-9]/.test(digits);
    if (isOctal || notOne.test(this.#text[end] ?? '') || !Number.isFinite(value)) {
      throw new NotationFault(at, 'this is not a decimal number; hexadecimal and octal numbers are not supported');
    }
    this.#position = end;
    return { kind: 'number', at, value };
  }

  #string(at: number, quote: string): Token {
    const parts: string[] = [];
    for (let from = at + 1, position = from; ; position++) {
      const character = this.#text[position];
      if (character === undefined) throw new NotationFault(at, `the closing ${quote} of this text is missing`);
      if (character !== quote && character !== '\\') continue;
      parts.push(this.#text.slice(from, position));
      if (character === quote) {
        this.#position = position + 1;
        return { kind: 'string', at, value: parts.join('') };
      }
      const escaped = this.#text[position + 1];
      if (escaped === undefined) throw new NotationFault(at, `the closing ${quote} of this text is missing`);
      parts.push(escapes[escaped] ?? escaped);
      position += 1;
      from = position + 1;
    }
  }

  #pattern(at: number): Token {
    for (let position = at + 1; position < this.#text.length; position++) {
      const character = this.#text[position];
      if (character === '\\') position++;
      else if (character === '/') {
        this.#position = position + 1;
        return { kind: 'pattern', at, source: this.#text.slice(at + 1, position).replaceAll('\\/', '/') };
      }
    }
    throw new NotationFault(at, 'the closing / of this regular expression is missing');
  }
}
