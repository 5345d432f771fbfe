// Specification 2, section 4.4: sa.diarization and sa.checkRole in mono, through an engine process. Tones are characters;
// low tones are one voice and high tones the other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptAnalysis } from '../../../src/protocol/engine/transcription.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { spoken, toneRecogniser } from '../../helpers/models/tone-recogniser.js';
import { toneVoices } from '../../helpers/models/tone-voices.js';
import { type FileEngine, startFileEngine } from '../../helpers/transcription/file-engine.js';
import { noAnalysis, wanting } from '../../helpers/transcription/transcript-request.js';

const request = (changes: Partial<TranscriptAnalysis> = {}) =>
  wanting({ analysis: { ...noAnalysis, diarization: true, ...changes } });

let engine: FileEngine;
beforeAll(async () => {
  engine = await startFileEngine((shipped) => {
    for (const { draft, files } of [toneRecogniser, toneVoices]) writeModel(shipped, draft, files);
  });
});
afterAll(() => engine.stop());

async function transcribe(samples: Int16Array, wanted = request(), signal?: AbortSignal) {
  const { sentences } = await engine.transcribe(engine.pcmOf(samples), wanted, undefined, signal);
  return sentences.map(({ role, text }) => `${role}: ${text}`);
}

describe('diarization', () => {
  it('gives role_0 to who speaks first and role_1 to the other', async () => {
    const heard = await transcribe(spoken('5八九七八九七9一二三一二三9九八七九八七9三二一三二一9'));
    expect(heard).toEqual([
      'role_0: 八九七八九七',
      'role_1: 一二三一二三',
      'role_0: 九八七九八七',
      'role_1: 三二一三二一',
    ]);
  });

  it('ends a sentence where the other one begins to speak', async () => {
    const heard = await transcribe(spoken('5一二三一二三一二三九八七九八七九八七一二三三二一一二三9'));
    expect(heard).toEqual(['role_0: 一二三一二三一二三', 'role_1: 九八七九八七九八七', 'role_0: 一二三三二一一二三']);
  });

  it('gives role_0 to all sentences where one person speaks', async () => {
    const heard = await transcribe(spoken('5一二三一二三9三二一三二一9二二三一一三9'));
    expect(heard).toEqual(['role_0: 一二三一二三', 'role_0: 三二一三二一', 'role_0: 二二三一一三']);
  });

  it('names agent and user where checkRole asks for it', async () => {
    const heard = await transcribe(spoken('5八九七八九七9一二三一二三9九八七九八七9'), request({ checkRole: true }));
    expect(heard.map((line) => line.split(':')[0])).toEqual(['agent', 'user', 'agent']);
  });

  it('of a recording without speech is empty', async () => {
    expect(await transcribe(spoken('999'))).toEqual([]);
  });

  it('says the same of the same recording again', async () => {
    const samples = spoken('5八九七八九七一二三一二三9一一二三九八七九八七9三二一三二一9');
    expect(await transcribe(samples)).toEqual(await transcribe(samples));
  });

  it('can be cancelled', async () => {
    const given = new AbortController();
    const reason = new Error('nobody waits for it');
    const over = transcribe(spoken('八九七八九七9一二三一二三9'.repeat(20)), request(), given.signal);
    given.abort(reason);
    await expect(over).rejects.toBe(reason);
    expect(await transcribe(spoken('5一二三一二三9'))).toEqual(['role_0: 一二三一二三']);
  });
});
