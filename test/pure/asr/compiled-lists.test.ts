// Compiled word lists: read once, kept by what they hold within bounds of count and bytes, and read in a thread where they
// are long.
import { describe, expect, it } from 'vitest';
import { WordListFault } from '../../../src/asr/requested-words.js';
import { contentOf, type ListContent } from '../../../src/asr/resources.js';
import { CompiledLists } from '../../../src/asr/word-lists.js';
import { type ListKind, type ListReader, parseList } from '../../../src/text/word-lists/read.js';

const content = (text: string): ListContent => contentOf(Buffer.from(text));
/** More than is read at once, and unlike every other. */
const long = (first: string): string => `${first}\n${`# ${'x'.repeat(200)}\n`.repeat(6)}`;

function scene(kept = { entries: 10, bytes: 1_000_000 }) {
  const asked: string[] = [];
  const read: string[] = [];
  const reader: ListReader = {
    read: async (kind, bytes, ignoreTone) => {
      read.push(Buffer.from(bytes).toString().split('\n', 1)[0] as string);
      return parseList(kind, bytes, ignoreTone);
    },
  };
  const onAsked = (kind: ListKind, outcome: string) => void asked.push(`${kind} ${outcome}`);
  const lists = new CompiledLists({ ignoreTone: false, reader, onAsked, kept });
  const hotwords = (list: ListContent) => lists.with((readers) => readers.hotwords(list).map(({ text }) => text));
  return { lists, asked, read, hotwords };
}

describe('a list', () => {
  it('that is short is there at once, and the next time without being read', () => {
    const { hotwords, asked, read } = scene();
    expect(hotwords(content('张三 3\n'))).toEqual(['张三']);
    const same: ListContent = {
      key: content('张三 3\n').key,
      bytes: () => {
        throw new Error('read again');
      },
    };
    expect(hotwords(same)).toEqual(['张三']);
    expect({ asked, read }).toEqual({ asked: ['hotwords miss', 'hotwords hit'], read: [] });
  });

  it('that is long is read by the reader, once for all who wait for it, and is then there at once', async () => {
    const { hotwords, asked, read } = scene();
    const first = hotwords(content(long('李四')));
    expect(first).toBeInstanceOf(Promise);
    expect(await Promise.all([first, hotwords(content(long('李四')))])).toEqual([['李四'], ['李四']]);
    expect(read).toEqual(['李四']);
    expect(hotwords(content(long('李四')))).toEqual(['李四']);
    expect(asked).toEqual(['hotwords miss', 'hotwords miss', 'hotwords hit']);
  });

  it('says line by line what will not work in it, of many lines the first ten and how many more there are', () => {
    const { lists } = scene();
    const notes = (text: string) => lists.with((readers) => readers.hotwordNotes(content(text)));
    expect(notes('张三 3\nhello [HH QX] 2')).toEqual([
      expect.stringMatching(/^line 2: "QX" is not an English phoneme.*; expected English phonemes/),
    ]);
    const many = notes('hello [HH QX] 2\n'.repeat(12)) as string[];
    expect(many).toHaveLength(11);
    expect(many[10]).toBe('and 2 more lines');
  });

  it('is of its kind: the same content as sensitive words is another list', () => {
    const { lists } = scene();
    const both = lists.with((readers) => [
      readers.hotwords(content('张三 3')).length,
      ...readers.sensitiveWords(content('张三 3')),
    ]);
    expect(both).toEqual([1, '张三 3']);
  });

  it('that is illegal stays so without being read again', async () => {
    const { hotwords, read } = scene();
    const bad = content(long('张三 9'));
    for (let times = 0; times < 2; times++) {
      await expect(async () => hotwords(bad)).rejects.toThrow(WordListFault);
    }
    await expect(async () => hotwords(bad)).rejects.toThrow('line 1');
    expect(read).toHaveLength(1);
  });

  it('that changes while another is read is used as it is when the work is done', async () => {
    const { lists } = scene();
    let latest = content(long('旧'));
    const words = lists.with((readers) => readers.hotwords(latest).map(({ text }) => text));
    latest = content(long('新'));
    expect(await words).toEqual(['新']);
  });

  it('that cannot be read refuses the call, and is read again for the next one', async () => {
    let faults = 1;
    const reader: ListReader = {
      read: async (kind, bytes, ignoreTone) => {
        if (faults-- > 0) throw new Error('no thread');
        return parseList(kind, bytes, ignoreTone);
      },
    };
    const lists = new CompiledLists({ ignoreTone: false, reader });
    const words = async () => lists.with((readers) => readers.sensitiveWords(content(long('字'))));
    await expect(words()).rejects.toThrow('no thread');
    expect(await words()).toEqual(['字']);
  });
});

describe('what is kept', () => {
  it('may be less than one call needs: the call has its lists all the same', async () => {
    const { lists } = scene({ entries: 1, bytes: 1_000_000 });
    const names = ['甲', '乙', '丙'];
    const all = await lists.with((readers) =>
      names.flatMap((name) => readers.hotwords(content(long(name))).map(({ text }) => text)),
    );
    expect(all).toEqual(names);
  });
});
