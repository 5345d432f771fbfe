// Specification 2, 2.3 and 2.4: word lists, text post-processing and word categories through the whole service, and what
// tppContextRange does. The recogniser hears tones as characters; marks come from the model that ships.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AsrClipReply } from '../../../src/protocol/wire/asr-messages.js';
import { wavOf } from '../../helpers/audio/tones.js';
import { finalsOf, stepsOf } from '../../helpers/gateway/asr-client.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { slicesOf, spoken } from '../../helpers/models/tone-recogniser.js';

const marksModel = fileURLToPath(new URL('../../../models/punc-zh', import.meta.url));

let gateway: AsrGateway;
beforeAll(async () => {
  gateway = await startAsrGateway({
    prepareModels: (folder) => cpSync(marksModel, join(folder, 'punc-zh'), { recursive: true }),
  });
});
afterAll(() => gateway.discard());

async function recognised(said: string, config: object) {
  const audio = wavOf(spoken(`2${said}3`)).toString('base64');
  const { status, text, json } = await gateway.json({ config: { wordType: 'WORD', wordTpp: true, ...config }, audio });
  expect(status, text).toBe(200);
  const { result, warning } = AsrClipReply.parse(json);
  return { text: result.text, words: result.words?.map(({ w, t }) => (t === undefined ? w : `${w}/${t}`)), warning };
}

describe('hotwords of vocab', () => {
  it('replace text wherever it was heard, with category U', async () => {
    const { text, words, warning } = await recognised('一二三', { vocab: '壹贰 (一二)' });
    expect({ text, warning }).toEqual({ text: '壹贰三', warning: undefined });
    expect(words?.[0]).toBe('壹贰/U');
  });

  it('replace by their readings', async () => {
    expect((await recognised('一二三', { vocab: '伍山 ([er4 san1])' })).text).toBe('一伍山');
    expect((await recognised('一二三', { vocab: '衣饵 ([yi4 er4])' })).text).toBe('一二三'); // another tone
  });

  it('of all three kinds may stand in one list; text replacement comes before phonemes', async () => {
    const vocab = '# a comment\n五四 3\n丙 ([san1])\n叁 (三)\n';
    expect((await recognised('一二三', { vocab })).text).toBe('一二叁');
  });
});

describe('sensitive words', () => {
  it('are masked in the text and stay in the words with category M', async () => {
    const { text, words } = await recognised('一二三', { sensword: '二三', wordFilter: true });
    expect(text).toBe('一**');
    expect(words?.join(' ')).toMatch(/二.*\/M/);
  });

  it('are left alone without wordFilter', async () => {
    expect((await recognised('一二三', { sensword: '二三' })).text).toBe('一二三');
  });
});

describe('post-processing', () => {
  it('writes numbers with digitNorm, with category D', async () => {
    const { text, words } = await recognised('一二三', { digitNorm: true });
    expect(text).toBe('123');
    expect(words).toEqual(['123/D']);
  });

  it('sets marks with addPunc, with category P and without length', async () => {
    const { text, words } = await recognised('一二三四五六七', { addPunc: true });
    expect(text).toMatch(/^[一二三四五六七，。？]+[。？]$/u);
    expect(words?.at(-1)).toMatch(/^[。？]\/P$/);
  });

  it('leaves the words raw, with no category but U, when wordTpp is false', async () => {
    const config = { addPunc: true, digitNorm: true, wordTpp: false, wordType: 'CHAR' };
    const { text, words } = await recognised('一二三', config);
    expect(text).toMatch(/^123/);
    expect(words).toEqual(['一', '二', '三']);
  });
});

describe('tppContextRange', () => {
  const start = { audioFormat: 'pcm_s16le_8k', addPunc: true };

  it('of 0 lets a final come before anything follows', async () => {
    const client = await gateway.connect();
    client.start({ ...start, tppContextRange: 0 });
    client.audio(...slicesOf(spoken('2一二8')));
    while (!stepsOf(client.messages).includes('final')) await client.next();
    await client.close();
  });

  it('that is not 0 lets a final wait for the sentence that follows, even after other events', async () => {
    const client = await gateway.connect();
    client.start({ ...start, tppContextRange: 30_000 });
    client.audio(...slicesOf(spoken('2一二8三四8')));
    client.end();
    const session = await client.session();
    const steps = stepsOf(session);
    expect(steps.indexOf('final')).toBeGreaterThan(steps.lastIndexOf('VOICE_START'));
    expect(finalsOf(session).map(({ result }) => result.text.slice(0, 2))).toEqual(['一二', '三四']);
    await client.close();
  });

  it('is waited for no longer than it lasts, though nothing follows', async () => {
    const client = await gateway.connect();
    client.start({ ...start, tppContextRange: 1_000 });
    client.audio(...slicesOf(spoken('2一二9')));
    const quiet100ms = new Uint8Array(1_600);
    while (!stepsOf(client.messages).includes('final')) {
      client.audio(quiet100ms);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(stepsOf(client.messages)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'final']);
    await client.close();
  });
});
