// The form in which the matcher compares texts.
import { expect, it } from 'vitest';
import { plainText, withoutThanks } from '../../../src/understanding/matching/plain-text.js';

const bareOf = (text: string) => withoutThanks(plainText(text).core);

it.each([
  ['不用，谢谢', '不用'],
  ['你好，我想查一下余额，谢谢你', '我想查一下余额'],
  ['帮我转人工吧，麻烦您了！', '帮我转人工吧'],
  ['cancel it, thank you', 'cancelit'],
])('closing thanks say nothing: %s', (text, bare) => {
  expect(bareOf(text)?.text).toBe(bare);
});

it.each(['谢谢', '嗯谢谢', '谢谢你', '不用了'])('thanks alone, or none, leave the text as it is: %s', (text) => {
  expect(bareOf(text)).toBeUndefined();
});

it('what is left knows where it stood', () => {
  expect(bareOf('不用，谢谢')?.origins).toEqual([0, 1, 3]);
});
