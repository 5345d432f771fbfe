// NOTICE names whatever the package and the repository hold that other people made.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const notice = read('NOTICE').replace(/\s+/g, ' ');
const models = readdirSync(new URL('models/', root));

/** The last part of a name: `hugolpz/audio-cmn: Yue Tan …, CC BY-SA 3.0` is `audio-cmn`. */
const sourceOf = (credit: string): string =>
  (/^(?:Teacher: |Noises of )?([^,:(]+)/.exec(credit)?.[1] ?? credit).trim().replace(/^.*\//, '');

describe('NOTICE', () => {
  it.each(models)('names models/%s, and every source that its manifest credits', (model) => {
    const { credit } = JSON.parse(read(`models/${model}/manifest.json`)) as { credit: string[] };
    expect(notice).toContain(`models/${model}`);
    expect(credit.length).toBeGreaterThan(0);
    const words = credit.map(sourceOf).map((source) => source.split(' ')[0] as string);
    expect(words.filter((word) => !notice.includes(word))).toEqual([]);
  });

  it('names the recorded speech in the repository, whose files are those of its page', () => {
    const folder = 'test/fixtures/speech';
    const recordings = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.wav'));
    expect(notice).toContain(`${folder} and models/asr-zh-8k/sentence.wav`);
    expect(existsSync(new URL('models/asr-zh-8k/sentence.wav', root))).toBe(true);
    expect(notice).toContain('AISHELL-1 (OpenSLR 33), © 2017 Beijing Shell Shell Technology');
    for (const name of recordings) expect(read(`${folder}/README.md`)).toContain(name);
    expect(recordings).toHaveLength(2);
  });

  it('goes into the package, and the checkpoints of training do not', () => {
    const { files, dependencies, devDependencies } = JSON.parse(read('package.json'));
    expect(files).toEqual(expect.arrayContaining(['NOTICE', 'LICENSE', '!scripts/train/checkpoints']));
    for (const peer of ['@discordjs/opus', 'speex-resampler']) {
      expect([dependencies[peer], devDependencies[peer]]).toEqual([undefined, expect.any(String)]);
    }
  });
});
