// Splits a question into opening, clauses and closing, so that each clause can be reworded while the rest stays.

export interface Clauses {
  /** An opening such as 请问, with its comma. */
  readonly opening: string;
  /** Clauses and the marks between them, in order; clauses have even indices. */
  readonly parts: readonly string[];
  /** A final particle such as 呢, which is removed from the last clause. */
  readonly particle: string;
  /** Marks and thanks at the end. */
  readonly closing: string;
}

const openingForm =
  /^(?:喂|你好|您好|嗯+|呃|啊|哎|那个|那么|(?:我)?(?:就)?(?:是)?想?(?:请问|问|咨询)(?:一下|下)?你?们?|请问(?:一下|下)?|(?:我)?想(?:了解|打听)(?:一下|下)|麻烦(?:问|请问)(?:一下|下)?|不好意思|打扰(?:一下|了))[，,、\s]*/u;
const closingForm = /(?:[，,、\s]*(?:谢谢|多谢)(?:了|你|您|啊)?)?[\s?？!！。.…~～，,、]*$/u;
const particleForm = /[呢啊呀哦哈嘛啦]$/u;
const separators = /([\s，,。；;！!？?：:、—…]+)/u;
/** The least number of characters after an opening; with fewer, the opening is the question itself: 你好. */
const leastRest = 2;

/** Splits a question. */
export function clausesOf(text: string): Clauses {
  const closing = closingForm.exec(text)?.[0] ?? '';
  let body = text.slice(0, text.length - closing.length);
  let opening = '';
  for (let turn = 0; turn < 4; turn++) {
    const [found = ''] = openingForm.exec(body) ?? [];
    if (found === '' || body.length - found.length < leastRest) break;
    opening += found;
    body = body.slice(found.length);
  }
  const particle = body.length > leastRest ? (particleForm.exec(body)?.[0] ?? '') : '';
  return { opening, parts: body.slice(0, body.length - particle.length).split(separators), particle, closing };
}
