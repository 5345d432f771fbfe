// Builds a transcript from an engine's results for the channels of a recording: sentences in one order, with paragraphs
// and roles.
import {
  hasParagraphs,
  type PcmFile,
  type Role,
  type SpeakerNumber,
  type Speakers,
  type Transcript,
  type TranscriptAnalysis,
  type TranscriptOptions,
  type TranscriptSentence,
} from '../../protocol/engine/transcription.js';

export interface HeardSentence {
  readonly channel: number;
  readonly sentence: TranscriptSentence;
}

export interface HeardFile {
  readonly sentences: readonly HeardSentence[];
  readonly silences: Transcript['silences'];
  readonly speakers: Speakers | undefined;
}

export function transcriptOf(
  { sentences, silences, speakers }: HeardFile,
  channels: PcmFile['channels'],
  options: TranscriptOptions,
): Transcript {
  const { analysis } = options;
  const rows = sentences.map((each, index) => ({
    ...each,
    role: analysis && roleOf(analysis, channels, each.channel, speakers, index),
  }));
  rows.sort((a, b) => a.sentence.startMs - b.sentence.startMs || a.channel - b.channel);
  const withBreaks = channels === 2 && hasParagraphs(options);
  return {
    sentences: rows.map(({ channel, sentence, role }, index) => ({
      ...sentence,
      text: withBreaks ? paragraphOf(sentence.text, channel, rows[index - 1]?.channel) : sentence.text,
      role,
    })),
    silences: analysis?.outputSilence ? silences : undefined,
  };
}

/** Keeps the speech of two channels in separate paragraphs: a paragraph ends where the other channel speaks. */
function paragraphOf(text: string, channel: number, before: number | undefined): string {
  if (before === undefined) return text.replace(/^\n/, '');
  return before === channel || text.startsWith('\n') ? text : `\n${text}`;
}

const numbered: Record<SpeakerNumber, Role> = { 0: 'role_0', 1: 'role_1' };

/** The role of a speaker (specification 2, section 4.4, "Result formats"). */
export function roleOf(
  { channelRole, checkRole, diarization }: TranscriptAnalysis,
  channels: PcmFile['channels'],
  channel: number,
  speakers: Speakers | undefined,
  index: number,
): Role {
  if (channels === 2) {
    const isLeft = channel === 0;
    if (!checkRole) return isLeft ? 'role_0' : 'role_1';
    return isLeft === (channelRole === 'LEFT_AGENT') ? 'agent' : 'user';
  }
  if (!diarization || speakers === undefined) return 'role_0';
  const speaker = speakers.bySentence[index] ?? 0;
  if (!checkRole || speakers.agent === undefined) return numbered[speaker];
  return speaker === speakers.agent ? 'agent' : 'user';
}
