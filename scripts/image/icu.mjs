// Node's language data (ICU) without the languages of people to whom no box speaks: English, Chinese and
// language-independent data stay, and so do all character sets. A missing language falls back to the root's rules.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupFailure } from '../setup/report.mjs';
import { run } from './run.mjs';

const locale = /^(?:[a-z]+\/)?(?!res_index)(?<language>[a-z]{2,3})(?:_[A-Za-z0-9_]*)?\.res$/;
const keptLanguages = ['en', 'zh'];
/** Names of characters, transliterations and numbers as words: nothing in Node uses them. */
const unused = /^unames\.icu$|^translit\/|^rbnf\/(?!root|res_index)/;

/** @param {string} name the name of an item in ICU's data */
export function isKeptItem(name) {
  if (unused.test(name)) return false;
  const language = locale.exec(name)?.groups?.language;
  return language === undefined || keptLanguages.includes(language);
}

/**
 * Puts a smaller data library into the arm64 root file system. @param {string} libraries @param {string} name @param
 * {string} work
 */
export function shrinkIcu(libraries, name, work) {
  const library = path.join(libraries, name);
  const version = /^libicudata\.so\.(\d+)/.exec(name)?.[1];
  const data = path.join(work, `icudt${version}l.dat`);
  run('aarch64-linux-gnu-objcopy', ['-O', 'binary', '--only-section=.rodata', library, data]);
  // The data is the only content of the section; its first bytes prove it.
  if (readFileSync(data).readUInt16LE(2) !== 0x27da) throw new SetupFailure(`${name} holds no ICU data`);
  const items = run('icupkg', ['-l', data]).split('\n').filter(Boolean);
  const list = path.join(work, 'icu-unused.txt');
  writeFileSync(list, `${items.filter((item) => !isKeptItem(item)).join('\n')}\n`);
  // The names of the items begin with that of the file.
  const smaller = path.join(work, 'icu', path.basename(data));
  mkdirSync(path.dirname(smaller), { recursive: true });
  run('icupkg', ['-tl', '-r', list, data, smaller]);
  const source = path.join(work, 'icu.S');
  const symbol = `icudt${version}_dat`;
  writeFileSync(
    source,
    `.section .rodata\n.balign 16\n.globl ${symbol}\n.type ${symbol}, %object\n${symbol}:\n.incbin "${smaller}"\n` +
      `.size ${symbol}, . - ${symbol}\n.section .note.GNU-stack,"",%progbits\n`,
  );
  run('aarch64-linux-gnu-gcc', [
    ...['-shared', '-nostdlib', '-Wl,--build-id=none', '-Wl,-z,max-page-size=65536', '-Wl,-s'],
    ...[`-Wl,-soname,libicudata.so.${version}`, '-o', library, source],
  ]);
  for (const file of [data, list, smaller, source]) rmSync(file);
}
