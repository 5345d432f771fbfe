// Specification 2, section 2.6 (digitMode) and the readings of Mandarin: the tables beside this file.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DigitMode } from '../../../src/protocol/engine/synthesis.js';
import { asSpoken, asWritten } from '../../helpers/audio/spoken.js';

interface Section {
  readonly name: string;
  readonly cases: [text: string, said: string][];
}

function sectionsOf(file: string): Section[] {
  const sections: Section[] = [];
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    const split = line.lastIndexOf('=');
    if (line.startsWith('## ')) sections.push({ name: line.slice(3), cases: [] });
    else if (split > 0 && !line.startsWith('# ')) {
      sections.at(-1)?.cases.push([line.slice(0, split), line.slice(split + 1)]);
    }
  }
  return sections;
}

const numbers = sectionsOf('number-cases.txt');
const tones = sectionsOf('tone-cases.txt');

const count = (sections: readonly Section[]): number => sections.reduce((sum, { cases }) => sum + cases.length, 0);

describe.each(numbers)('digitMode $name', ({ name, cases }) => {
  it.each(cases)('reads %s as %s', (text, said) => {
    expect(asWritten(text, { digitMode: Number(name[0]) as DigitMode })).toBe(said);
  });
});

describe.each(tones)('Mandarin: $name', ({ cases }) => {
  it.each(cases)('says %s as %s', (text, said) => {
    expect(asSpoken(text)).toBe(said);
  });
});

it('has at least 300 cases of its own for numbers and 200 for tones', () => {
  expect(count(numbers)).toBeGreaterThanOrEqual(300);
  expect(count(tones)).toBeGreaterThanOrEqual(200);
});
