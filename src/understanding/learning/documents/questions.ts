// Builds the question that a section answers from its heading and the enclosing headings.
import type { Heading } from './outline/heading.js';

const asks =
  /[？?]\s*[”"』」]?$|(?:什么|怎么|怎样|如何|为何|为什么|哪些|哪里|哪个|哪种|哪儿|多少|多久|多长|几[天年个次种月日]|是否|能否|可否|能不能|可不可以|是不是|有没有|会不会|要不要|需不需要|谁[是能可有来]|吗|呢)|^(?:how|what|when|where|why|who|which|can|could|do|does|is|are|should|may)\b/i;
/** Endings of document names: 如何退票的说明 names a document, as 退票的说明 does. */
const isNamed = /(?:说明|介绍|简介|方法|指南|步骤|流程|办法|规定|教程)$/;

export const isQuestion = (title: string): boolean =>
  asks.test(title) && !(isNamed.test(title) && !/[？?]$/.test(title));

/**
 * The question of a section. A heading that asks stays as it is; a noun is combined with the enclosing headings: 退票 and
 * 手续费 become 退票的手续费.
 */
export function questionOf({ title, label }: Heading, ancestors: readonly Heading[]): string {
  const names = ancestors.map((each) => each.title || each.label);
  if (title === '') return [...names, label].join('');
  if (isQuestion(title)) return [...names.map((name) => `${name}：`), title].join('');
  const last = names.at(-1);
  if (last === undefined) return title;
  // 退票 / 退票手续费: the heading contains it already
  const before = names.slice(0, -1).map((name) => `${name} `);
  const own = /[a-z]$/i.test(last) || /^[a-z]/i.test(title) ? `${last} ${title}` : `${last}的${title}`;
  return before.join('') + (title.startsWith(last) ? title : own);
}
