// Specification 2, 2.3 and 4.2: START with every field of the configuration table, in every streaming mode, over a real
// gateway and a real engine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { coded, doubled, streamCodings } from '../../helpers/audio/codings.js';
import {
  type AsrClient,
  finalsOf,
  type StreamModeName,
  stepsOf,
  streamModes,
} from '../../helpers/gateway/asr-client.js';
import { fieldCases } from '../../helpers/gateway/asr-fields.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { spoken } from '../../helpers/models/tone-recogniser.js';

const audioFormat = 'pcm_s16le_8k';

let gateway: AsrGateway;
beforeAll(async () => {
  // Refusals are counted, and here there are many on one connection.
  gateway = await startAsrGateway({ settings: { 'stream.errorCount': 10_000 } });
});
afterAll(() => gateway.discard());

describe.each(streamModes)('%s', (mode: StreamModeName) => {
  let client: AsrClient;
  beforeAll(async () => {
    client = await gateway.connect({ mode });
  });
  afterAll(() => client.close());

  /** The answer to START; the session is ended again. */
  async function started(config: object, rest: object = {}) {
    client.start(config, rest);
    const answer = await client.next();
    if (answer.respType !== 'START') return answer;
    client.end(true);
    expect(stepsOf(await client.session())).toEqual(['END CANCEL']);
    return answer;
  }

  async function refused(config: object, rest: object = {}): Promise<string> {
    const answer = await started(config, rest);
    expect(answer).toMatchObject({ respType: 'ERROR', errCode: errorRow('INVALID_ARGUMENT').code });
    return answer.respType === 'ERROR' ? answer.errMessage : '';
  }

  describe.each(fieldCases.map((field) => [field.key, field] as const))('config.%s', (key, field) => {
    it('takes every valid value, boundaries included', async () => {
      for (const value of field.valid) {
        expect(await started({ audioFormat, [key]: value })).toMatchObject({ respType: 'START' });
      }
    });

    it('refuses everything else with ERROR, its name and its range', async () => {
      for (const value of [...field.outOfRange, ...field.wrongType]) {
        const message = await refused({ audioFormat, [key]: value });
        expect(message).toContain(`config.${key}`);
        if (field.outOfRange.includes(value)) expect(message).toContain(field.range);
      }
    });
  });

  it('names unknown keys', async () => {
    expect(await refused({ audioFormat, vadtail: 500 })).toBe('unknown key config.vadtail');
    expect(await refused({ audioFormat, sa: { outputSilence: true } })).toBe('unknown key config.sa.outputSilence');
    expect(await refused({ audioFormat }, { audio: '' })).toBe('unknown key audio');
  });

  it('requires audioFormat, of the streaming list', async () => {
    expect(await refused({})).toContain('config.audioFormat: required');
    for (const wrong of ['auto', 'AUTO', 'wav', 'ogg', 'pcm', '']) {
      expect(await refused({ audioFormat: wrong })).toContain('config.audioFormat: must be one of pcm_s16le_8k');
    }
  });

  it.each([
    ['', 'ar is required'],
    ['ac:1', 'ar is required'],
    ['ar:44100;ac:1', 'ar must be one of'],
    ['ar:8000;ac:2', 'ac must be 1'],
    ['ar:8000;bitrate:1', 'unknown key "bitrate"'],
  ])('for svc_opus and svc_speex refuses encParams "%s"', async (encParams, reason) => {
    for (const packed of ['svc_opus', 'svc_speex']) {
      const message = await refused({ audioFormat: packed, encParams });
      expect(message).toContain('config.encParams: ');
      expect(message).toContain(reason);
    }
  });

  it('ignores encParams for raw formats', async () => {
    expect(await started({ audioFormat, encParams: 'anything' })).toMatchObject({ respType: 'START' });
  });

  it('warns in the START response, the sample rate first, and not at all when there is nothing', async () => {
    const vocabId = 'nothing';
    const all = {
      audioFormat: 'pcm_s16le_16k',
      vocabId,
      vocab: '张三 9',
      senswordId: vocabId,
      sensword: '长'.repeat(100),
      wordFilter: true,
      profile: 'nobody',
      olmId: vocabId,
    };
    const answer = await started(all);
    const codes = answer.respType === 'START' ? answer.warning?.map(({ code }) => code) : [];
    expect(codes).toEqual([100, 105, 102, 101, 103, 104, 106]);
    expect(Object.keys(await started({ audioFormat, vocab: '张三丰 3' }))).toEqual(['respType', 'traceToken']);
  });

  it('takes extraInfo, recordId and userId', async () => {
    const rest = { extraInfo: 'line 3', recordId: `${mode}/1`, userId: 'alice' };
    expect(await started({ audioFormat }, rest)).toMatchObject({ respType: 'START' });
    expect(gateway.logText()).toContain(`"record":"${mode}_1"`);
    expect(await refused({ audioFormat }, { userId: 3 })).toContain('userId: must be a string');
  });

  it('takes two word lists of 100K, each of their characters escaped', async () => {
    const line = `${'\\u5f20'.repeat(84)}\\n`; // 84 characters of 3 bytes
    const list = line.repeat(Math.floor(102_400 / (84 * 3 + 1)));
    client.send(`{"command":"START","config":{"audioFormat":"alaw_8k","vocab":"${list}","sensword":"${list}"}}`);
    expect(await client.next()).toMatchObject({ respType: 'START' });
    client.end(true);
    await client.session();
  });

  it.each(streamCodings)(
    'hears $audioFormat at $rateHz Hz',
    async ({ audioFormat: name, coding, rateHz, encParams }) => {
      const samples = spoken('2一二三8');
      const slices = coded(rateHz === 8_000 ? samples : doubled(samples), coding, rateHz, 100);
      client.start({ audioFormat: name, ...(encParams && { encParams }) });
      const start = await client.expect('START');
      expect(start.warning?.map(({ code }) => code)).toEqual(rateHz === 8_000 ? undefined : [100]);
      client.audio(...slices);
      client.end();
      const session = await client.session();
      expect(finalsOf(session).map(({ result }) => result.text)).toEqual(['一二三']);
      expect(session.at(-1)).toMatchObject({ respType: 'END', reason: 'NORMAL' });
      if (mode === 'utterance_stream') await client.quiet(); // its END may have crossed with the service's
    },
  );
});

it('a START beyond the limit of a text message ends the connection', async () => {
  const client = await gateway.connect();
  client.start({ audioFormat, vocab: 'x'.repeat(limits.stream.textFrameBytes) });
  expect((await client.untilClosed()).code).toBe(1009);
});
