// Finds amounts of money and ages that are said without their unit, as answers to the question for them: 大概三百五, 三十五了.

import type { Entity, Moment } from '../entity.js';
import { findQuantities } from '../quantities.js';

/** The normValue of a bare number by lexicon; undefined: the number is no such amount. */
const written: Readonly<Record<string, (number: string) => string | undefined>> = {
  'SYS.money': (number) => (Number(number) > 0 ? `${number} CNY` : undefined),
  'SYS.age': (number) => (/^\d+$/.test(number) && Number(number) > 0 && Number(number) < 130 ? number : undefined),
};

/** Before a part of another number, a code or a name there is no amount. */
const isPart = /[第点.:\-/a-z\d]$/iu;
const after =
  /^(?:多|来)?(?:左右|上下|以内|出头)?(?:的?样子)?(?:吧|了|啊|呢|嘛|哦)?(?:就|都|也)?(?:可以|行|好|够)?(?:吧|了|啊|呢|吗|不)?(?:$|[\s\p{P}])/u;

export const hasBareAmounts = (lexicon: string): boolean => written[lexicon] !== undefined;

export function bareAmounts(text: string, lexicon: string, moment: Moment): Entity[] {
  const write = written[lexicon];
  if (write === undefined) return [];
  return findQuantities(text, moment).flatMap(({ lexicon: found, start, end, value, normValue }) => {
    if (found !== 'SYS.number' || isPart.test(text.slice(0, start)) || !after.test(text.slice(end))) return [];
    const amount = write(normValue);
    return amount === undefined ? [] : [{ lexicon, start, end, value, normValue: amount }];
  });
}
