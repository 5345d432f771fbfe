// How likely sentences are to the language model that ships.
import { expect, it } from 'vitest';
import { addon } from '../../../src/native/index.js';
import { likelihoodOf } from '../../../src/native/likelihood.js';
import { shippedFile } from '../../helpers/models/shipped.js';

const likelihood = likelihoodOf(
  new addon.Lexicon(shippedFile('lm-zh', 'lexicon.bin')),
  new addon.LanguageModel(shippedFile('lm-zh', 'lm.bin')),
);

it.each([
  ['怎么查询话费余额', '余额话费查询怎么'],
  ['能不能帮我改一下地址', '能不能改帮我一下地址'],
  ['我想取消预约', '想我约预消取'],
])('%s is likelier than %s', (said, jumbled) => {
  expect(likelihood(said)).toBeGreaterThan(likelihood(jumbled) + 0.5);
});

it('marks and spaces are not spoken', () => {
  expect(likelihood('怎么，查询 话费？')).toBe(likelihood('怎么查询话费'));
});

it('a word that it does not know makes a text less likely, and nothing has no likelihood', () => {
  expect(likelihood('怎么查询QXZ余额')).toBeLessThan(likelihood('怎么查询话费余额'));
  expect(likelihood('，？')).toBe(0);
});
