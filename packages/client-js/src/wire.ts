// Made from docs/api/openapi.json by `npm run docs`: change the schemas of the gateway instead.

/** What went wrong: the number of the error, and words. */
export interface ErrorFacts {
  /** The number of the error; docs/errors.md lists them. */
  readonly code: number;
  /** What was wrong, where, and what would be right. */
  readonly message: string;
}

/** A refusal. */
export interface Error {
  /** The token by which the log of the gateway names this request. */
  readonly traceToken: string;
  readonly error: ErrorFacts;
}

/** A refusal of offline transcription, whose codes are 10000 and the status. */
export interface Refusal {
  /** The token by which the log of the gateway names this request. */
  readonly traceToken: string;
  /** The number of the error; docs/errors.md lists them. */
  readonly code: number;
  /** What was wrong, where, and what would be right. */
  readonly message: string;
}

/** An access token. */
export interface IssuedToken {
  /** The access token. */
  readonly token: string;
  /** The token by which the next request renews this one. */
  readonly refresh_token: string;
  /** How long the access token is good, in seconds. */
  readonly life: number;
}

/** How a recording of early media is screened. */
export interface RingClipConfig {
  /** The format of the recording: raw samples by coding and rate, wav or ogg with their header, or auto, which tells wav from ogg. Upper and lower case are the same. */
  readonly audioFormat?: 'auto' | 'pcm_s16le_8k' | 'pcm_s16le_16k' | 'alaw_8k' | 'alaw_16k' | 'ulaw_8k' | 'ulaw_16k' | 'wav' | 'ogg' | null;
  /** The channel of a stereo WAV file that is heard (extension). */
  readonly audioChannel?: 'left' | 'right' | 'mix' | null;
  /** When the call was answered, in ms of the recording: no later speech is a prompt (extension). */
  readonly answeredAtMs?: number | null;
}

/** A stretch of sound. */
export interface RingBurst {
  /** A tone, or another sound. */
  readonly kind: 'tone' | 'sound';
  /** The start, in ms of the audio. */
  readonly fromMs: number;
  /** The end, in ms of the audio. */
  readonly toMs: number;
  /** The frequency in Hz. */
  readonly frequencyHz: number;
  /** The level in dBm0. */
  readonly levelDbm0: number;
}

/** A signal that was recognised. */
export interface RingDecision {
  /** The kind of signal. */
  readonly kind: 'busy' | 'ringback' | 'congestion' | 'unobtainable' | 'call-waiting' | 'dial' | 'howler' | 'cng' | 'ced' | 'ring' | 'music' | 'speech' | 'dtmf' | 'v21' | 'sit' | 'beep' | 'foreign-busy' | 'foreign-ring';
  /** When it was certain, in ms of the audio. */
  readonly atMs: number;
  /** The start, in ms of the audio. */
  readonly fromMs: number;
  /** How sure it is, from 0 to 1. */
  readonly confidence: number;
  /** The key of a dtmf. */
  readonly key?: string;
  /** The countries whose networks have this tone. */
  readonly country?: readonly string[];
}

/** The keyword that the verdict rests on. */
export interface RingTrustedKeyword {
  /** The keyword, as its table has it. */
  readonly word: string;
  /** The start, in ms of the audio. */
  readonly fromMs: number;
  /** When it was certain, in ms of the audio. */
  readonly atMs: number;
  /** How sure it is, from 0 to 1. */
  readonly confidence: number;
  /** Why it was believed. */
  readonly rule: 'sure' | 'sure-in-music' | 'sure-when-unclear' | 'twice';
}

/** A keyword that stood in the text and was not believed. */
export interface RingDoubtedKeyword {
  /** The keyword, as its table has it. */
  readonly word: string;
  /** The start, in ms of the audio. */
  readonly fromMs: number;
  /** When it was certain, in ms of the audio. */
  readonly atMs: number;
  /** How sure it is, from 0 to 1. */
  readonly confidence: number;
}

/** How loud the audio is. */
export interface RingLevels {
  /** The mean level in dBm0; -96 is digital silence. */
  readonly meanDbm0: number;
  /** The peak level in dBm0. */
  readonly peakDbm0: number;
}

/** What the verdict rests on (extension). */
export interface RingEvidence {
  /** The newest tones and sounds, the oldest of them first. */
  readonly tones: readonly RingBurst[];
  /** The first signals that were recognised. */
  readonly decided: readonly RingDecision[];
  /** How many entries the bounds of the two lists left out. */
  readonly dropped?: number;
  readonly keyword?: RingTrustedKeyword;
  /** Keywords that were not believed. */
  readonly doubted?: readonly RingDoubtedKeyword[];
  /** When the call was answered, in ms of the audio. */
  readonly answeredAtMs?: number;
  readonly levels: RingLevels;
  /** How much audio was heard, in ms. */
  readonly audioMs: number;
  /** How far recognition was behind the audio at that moment, in ms. */
  readonly lagMs?: number;
}

/** The verdict on a recording. */
export interface RingResult {
  /** The text of the prompt as far as it was recognised. */
  readonly result: string;
  /** The keyword or the marker, such as #BUSY#, that the verdict rests on; may be empty. */
  readonly keyword: string;
  /** The number of the verdict in the tables of ring screening; 0: other situations. */
  readonly resultId: number;
  /** The name of the verdict. */
  readonly resultName: string;
  /** How sure it is, from 0 to 1. */
  readonly confidence: number;
  readonly evidence: RingEvidence;
}

/** Something that did not stop the request, but that its sender should know of. */
export interface RingWarning {
  /** 100: the audio has another sample rate than the property and is resampled. */
  readonly code: 100;
  /** What the warning is about, in plain words. */
  readonly message: string;
}

/** The verdict on a recording, with warnings. */
export interface RingClipReply {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  readonly result: RingResult;
  /** Present when there is something to warn of. */
  readonly warning?: readonly RingWarning[];
}

/** How a call is screened while it rings. */
export interface RingStreamConfig {
  /** The format of the audio messages: raw samples by coding and rate, or packets of svc_speex or svc_opus, which need encParams. Upper and lower case are the same. */
  readonly audioFormat: 'pcm_s16le_8k' | 'pcm_s16le_16k' | 'alaw_8k' | 'alaw_16k' | 'ulaw_8k' | 'ulaw_16k' | 'svc_speex' | 'svc_opus';
  /** The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1. */
  readonly encParams?: string | null;
  /** Seconds of audio after which screening stops even without a match. */
  readonly audioMax?: number | null;
}

/** The session is open. */
export interface RingStarted {
  /** The kind of this message. */
  readonly respType: 'START';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** Present when there is something to warn of. */
  readonly warning?: readonly RingWarning[];
}

/** A verdict on a call. */
export interface RingSentence {
  /** The start of what the verdict rests on, in ms of the audio. */
  readonly startTime: number;
  /** The end of what the verdict rests on, in ms of the audio. */
  readonly endTime: number;
  /** true: the session ends with this verdict. */
  readonly isFinal: boolean;
  /** The text of the prompt as far as it was recognised. */
  readonly result: string;
  /** The keyword or the marker, such as #BUSY#, that the verdict rests on; may be empty. */
  readonly keyword: string;
  /** The number of the verdict in the tables of ring screening; 0: other situations. */
  readonly resultId: number;
  /** The name of the verdict. */
  readonly resultName: string;
  /** How sure it is, from 0 to 1. */
  readonly confidence: number;
  /** true: audioMax was reached without a match. */
  readonly exceededAudio: boolean;
  readonly evidence: RingEvidence;
}

/** A verdict. */
export interface RingResultMessage {
  /** The kind of this message. */
  readonly respType: 'RESULT';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  readonly sentence: RingSentence;
}

/** The session is over; the connection can open another one. */
export interface EndMessage {
  /** The kind of this message. */
  readonly respType: 'END';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** Why the session is over. */
  readonly reason: 'NORMAL' | 'CANCEL' | 'ERROR';
}

/** A refusal. The connection stays open. */
export interface ErrorMessage {
  /** The kind of this message. */
  readonly respType: 'ERROR';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken?: string;
  /** The number of the error; docs/errors.md lists them. */
  readonly errCode: number;
  /** What was wrong, where, and what would be right. */
  readonly errMessage: string;
}

/** A refusal after which the gateway closes the connection. */
export interface FatalErrorMessage {
  /** The kind of this message. */
  readonly respType: 'FATAL_ERROR';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken?: string;
  /** The number of the error; docs/errors.md lists them. */
  readonly errCode: number;
  /** What was wrong, where, and what would be right. */
  readonly errMessage: string;
}

/** Whatever the gateway says on a connection of ring screening. */
export type RingServerMessage = RingStarted | RingResultMessage | EndMessage | ErrorMessage | FatalErrorMessage;

/** Analyses for quality inspection. */
export interface AsrAnalysesLenientInput {
  /** Tell emotions. */
  readonly checkEmotion?: boolean | null;
  /** Tell the gender of the voice. */
  readonly checkGender?: boolean | null;
  /** Tell the words a minute: syllables a second × 60. */
  readonly outputSpeed?: boolean | null;
  /** Tell the mean and the peak level, dB mapped to 0-100. */
  readonly outputVolume?: boolean | null;
}

/** How a whole recording is recognised. audioFormat is auto unless given. */
export interface AsrClipConfig {
  /** The name of the profile whose values hold where the request gives none. */
  readonly profile?: string | null;
  /** The number of results wanted: the best one, and its alternatives. */
  readonly nbest?: number | null;
  /** Add the pinyin of the text. */
  readonly outputPinyin?: boolean | null;
  /** Add punctuation. */
  readonly addPunc?: boolean | null;
  /** Write numbers as figures. */
  readonly digitNorm?: boolean | null;
  /** Leave out hesitations and repetitions. */
  readonly textSmooth?: boolean | null;
  /** Mask sensitive words. */
  readonly wordFilter?: boolean | null;
  /** Which words a final result lists: none, words, or single characters. */
  readonly wordType?: 'DISABLED' | 'WORD' | 'CHAR' | null;
  /** List the words of the finished text instead of those that were recognised. */
  readonly wordTpp?: boolean | null;
  /** The ids of stored hotword lists, with semicolons between. */
  readonly vocabId?: string | null;
  /** The text of a hotword list: a word and its weight a line. */
  readonly vocab?: string | null;
  /** The id of a stored list of sensitive words; only with wordFilter. */
  readonly senswordId?: string | null;
  /** The text of a list of sensitive words, one a line; only with wordFilter. */
  readonly sensword?: string | null;
  /** The id of a stored text from which a small-corpus model was made. */
  readonly olmId?: string | null;
  /** The analyses that are wanted for quality inspection; null for none. */
  readonly sa?: AsrAnalysesLenientInput | null;
  /** The format of the recording: raw samples by coding and rate, wav or ogg with their header, or auto, which tells wav from ogg. Upper and lower case are the same. */
  readonly audioFormat?: 'auto' | 'pcm_s16le_8k' | 'pcm_s16le_16k' | 'alaw_8k' | 'alaw_16k' | 'ulaw_8k' | 'ulaw_16k' | 'wav' | 'ogg' | null;
  /** The channel of a stereo WAV file that is heard (extension). */
  readonly audioChannel?: 'left' | 'right' | 'mix' | null;
}

/** A word of a result, or a character with wordType CHAR. */
export interface AsrWord {
  /** The start, in ms of the audio. */
  readonly st: number;
  /** The end, in ms of the audio. */
  readonly et: number;
  /** The word, or the character. */
  readonly w: string;
  /** Its pinyin; only with outputPinyin. */
  readonly py?: string;
  /** How sure the recogniser is, from 0 to 1; 0 in interim results. */
  readonly c: number;
  /** What it is: U a hotword, P punctuation, S smoothed away, M masked, D part of a number. */
  readonly t?: string;
}

/** What was said. */
export interface AsrResult {
  /** The recognised text. */
  readonly text: string;
  /** The pinyin of the text; only with outputPinyin. */
  readonly pinyin?: string;
  /** How sure the recogniser is, from 0 to 1; 0 in interim results. */
  readonly confidence: number;
  /** The words with their times; only with wordType, in final results. */
  readonly words?: readonly AsrWord[];
}

/** A stretch of speech with one emotion. */
export interface AsrEmotion {
  /** The start, in ms of the audio. */
  readonly st: number;
  /** The end, in ms of the audio. */
  readonly et: number;
  /** How sure the recogniser is, from 0 to 1; 0 in interim results. */
  readonly c: number;
  /** The emotion. */
  readonly e: 'HAPPY' | 'ANGRY' | 'SAD' | 'DISGUSTED';
}

/** The gender of the voice. */
export interface AsrGender {
  /** How sure the recogniser is, from 0 to 1; 0 in interim results. */
  readonly c: number;
  /** The gender. */
  readonly g: 'FEMALE' | 'MALE';
}

/** How it was said, as far as sa asks for it. */
export interface AsrAnalysis {
  /** Emotions, with sa.checkEmotion. */
  readonly emotions?: readonly AsrEmotion[];
  readonly gender?: AsrGender;
  /** Words a minute (syllables a second × 60), with sa.outputSpeed. */
  readonly speed?: number;
  /** The mean level, dB mapped to 0-100, with sa.outputVolume. */
  readonly avgVol?: number;
  /** The peak level, dB mapped to 0-100, with sa.outputVolume. */
  readonly maxVol?: number;
}

/** Something that did not stop the request, but that its sender should know of. */
export interface AsrWarning {
  /** 100: the audio has another sample rate than the property and is resampled; 101: vocabId: a hotword list cannot be used; 102: vocab: the hotword list cannot be used, or a line of it will not work as it may be meant; 103: senswordId: a sensitive-word list cannot be used; 104: sensword: the sensitive-word list cannot be used; 105: profile: there is no such profile, and the defaults are used; 106: olmId: the small-corpus model cannot be used; 107: sa.checkEmotion: has no effect on a whole recording, where no earlier sentences are there to compare with. */
  readonly code: 100 | 101 | 102 | 103 | 104 | 105 | 106 | 107;
  /** What the warning is about, in plain words. */
  readonly message: string;
}

/** The result of a whole recording. */
export interface AsrClipReply {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  readonly result: AsrResult;
  /** The next best results; only with nbest above 1. */
  readonly alternatives?: readonly AsrResult[];
  readonly analysis?: AsrAnalysis;
  /** Present when there is something to warn of. */
  readonly warning?: readonly AsrWarning[];
}

/** How a stream is recognised. audioFormat must be given, here or in the profile. */
export interface AsrStreamConfig {
  /** The name of the profile whose values hold where the request gives none. */
  readonly profile?: string | null;
  /** The number of results wanted: the best one, and its alternatives. */
  readonly nbest?: number | null;
  /** Add the pinyin of the text. */
  readonly outputPinyin?: boolean | null;
  /** Add punctuation. */
  readonly addPunc?: boolean | null;
  /** Write numbers as figures. */
  readonly digitNorm?: boolean | null;
  /** Leave out hesitations and repetitions. */
  readonly textSmooth?: boolean | null;
  /** Mask sensitive words. */
  readonly wordFilter?: boolean | null;
  /** Which words a final result lists: none, words, or single characters. */
  readonly wordType?: 'DISABLED' | 'WORD' | 'CHAR' | null;
  /** List the words of the finished text instead of those that were recognised. */
  readonly wordTpp?: boolean | null;
  /** The ids of stored hotword lists, with semicolons between. */
  readonly vocabId?: string | null;
  /** The text of a hotword list: a word and its weight a line. */
  readonly vocab?: string | null;
  /** The id of a stored list of sensitive words; only with wordFilter. */
  readonly senswordId?: string | null;
  /** The text of a list of sensitive words, one a line; only with wordFilter. */
  readonly sensword?: string | null;
  /** The id of a stored text from which a small-corpus model was made. */
  readonly olmId?: string | null;
  /** The analyses that are wanted for quality inspection; null for none. */
  readonly sa?: AsrAnalysesLenientInput | null;
  /** The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1. */
  readonly encParams?: string | null;
  /** The leading silence that ends the session; 0: none does. In ms. */
  readonly vadHead?: number | null;
  /** The trailing silence that ends a sentence. In ms. */
  readonly vadTail?: number | null;
  /** The silence inside a session that ends it. 0 switches it off; otherwise [200-3600000] (ms). */
  readonly vadEnd?: number | null;
  /** The length at which a sentence ends. In seconds. */
  readonly vadMaxSegment?: number | null;
  /** How likely speech must be before a sentence begins: the higher, the likelier. */
  readonly vadThreshold?: number | null;
  /** Send interim results, with isFinal false. */
  readonly interimResults?: boolean | null;
  /** Part the text into paragraphs. */
  readonly makeParagraph?: boolean | null;
  /** How long a sentence may wait for the next ones, so that its text is finished with them in view. 0 switches it off; otherwise [1000-30000] (ms). */
  readonly tppContextRange?: number | null;
  /** What is added to all timestamps. In ms. */
  readonly startOffset?: number | null;
  /** The format of the audio messages: raw samples by coding and rate, or packets of svc_speex or svc_opus, which need encParams. Upper and lower case are the same. */
  readonly audioFormat?: 'pcm_s16le_8k' | 'pcm_s16le_16k' | 'alaw_8k' | 'alaw_16k' | 'ulaw_8k' | 'ulaw_16k' | 'svc_speex' | 'svc_opus' | null;
}

/** The session is open. */
export interface AsrStarted {
  /** The kind of this message. */
  readonly respType: 'START';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** Present when there is something to warn of. */
  readonly warning?: readonly AsrWarning[];
}

/** Something was heard that is no text. */
export interface AsrEventMessage {
  /** The kind of this message. */
  readonly respType: 'EVENT';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** What was heard. */
  readonly event: 'VOICE_START' | 'VOICE_END' | 'EXCEEDED_SILENCE' | 'EXCEEDED_END_SILENCE' | 'EXCEEDED_AUDIO' | 'NOISE';
  /** When, in ms of the audio. */
  readonly timestamp: number;
}

/** A sentence of a stream. */
export interface AsrSentence {
  /** The start, in ms of the audio. */
  readonly startTime: number;
  /** The end, in ms of the audio. */
  readonly endTime: number;
  /** false: an interim result, which a later one replaces. */
  readonly isFinal: boolean;
  readonly result: AsrResult;
  /** The next best results; only with nbest above 1. */
  readonly alternatives?: readonly AsrResult[];
  readonly analysis?: AsrAnalysis;
}

/** A sentence, interim or final. */
export interface AsrResultMessage {
  /** The kind of this message. */
  readonly respType: 'RESULT';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  readonly sentence: AsrSentence;
}

/** Whatever the gateway says on a connection of recognition. */
export type AsrServerMessage = AsrStarted | AsrEventMessage | AsrResultMessage | EndMessage | ErrorMessage | FatalErrorMessage;

/** How a text is spoken. */
export interface SynthesisConfig {
  /** The pitch: 100 is a semitone. */
  readonly pitch?: number | null;
  /** The volume. */
  readonly volume?: number | null;
  /** The speaking rate. */
  readonly speed?: number | null;
  /** How figures are read. 0: by context, rather as a number; 1: by context, rather digit by digit; 2: digit by digit; 3: as a number. */
  readonly digitMode?: 0 | 1 | 2 | 3 | null;
  /** The effect. 0: none; 1: reverb; 2: echo; 3: chorus; 4: far and near; 5: robot. */
  readonly soundEffect?: number | null;
  /** Speak punctuation. */
  readonly puncMode?: boolean | null;
  /** The format of the audio. Upper and lower case are the same. */
  readonly format?: 'pcm' | 'alaw' | 'ulaw' | 'svc_speex' | 'svc_opus' | null;
  /** The sample rate in Hz; svc_speex and svc_opus are coded at the next rate that their codec has. */
  readonly sampleRate?: 8000 | 11025 | 16000 | 22050 | 32000 | 44100 | 48000 | null;
  /** The text is markup. */
  readonly useS3ML?: boolean | null;
}

/** Something that did not stop the request, but that its sender should know of. */
export interface SynthesisWarning {
  /** 100: a tag of the markup, or a value in it, is not supported; 101: a voice that the markup names does not exist. */
  readonly code: 100 | 101;
  /** What the warning is about, in plain words. */
  readonly message: string;
}

/** The session is open. */
export interface SynthesisStarted {
  /** The kind of this message. */
  readonly respType: 'START';
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** Present when there is something to warn of. */
  readonly warning?: readonly SynthesisWarning[];
}

/** Whatever the gateway says in text on a connection of synthesis. */
export type SynthesisServerMessage = SynthesisStarted | EndMessage | ErrorMessage | FatalErrorMessage;

/** An upload that was begun. */
export interface PreparedUpload {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** The request succeeded. */
  readonly code: 10200;
  /** The same in words. */
  readonly message: string;
  /** The id of the upload; upload://{fileId} names it in a task. */
  readonly fileId: string;
  /** The size of every slice but the last one, in bytes. */
  readonly sliceSize: number;
  /** How many slices there are. */
  readonly sliceCount: number;
}

/** Folders whose recordings are transcribed. */
export interface TransFolder {
  /** The addresses of the folders: file, ftp or sftp. */
  readonly paths: readonly string[];
  /** The endings of their recordings, such as .mp3. */
  readonly exts: readonly string[];
}

/** Where the results are saved. */
export interface TransSaveTo {
  /** The address of the folder. */
  readonly path: string;
  /** How result files are named: by index, by path, or by file name. */
  readonly style: 'index' | 'path' | 'name';
}

/** How words are listed. */
export interface TransWords {
  /** List words, or single characters. WORD unless given. */
  readonly type?: 'WORD' | 'CHAR' | null;
  /** List the words of the finished text instead of those that were recognised. */
  readonly tpp?: boolean | null;
}

/** The analyses that are wanted for quality inspection. */
export interface TransAnalyses {
  /** Tell the speakers of a mono recording apart. */
  readonly diarization?: boolean | null;
  /** Tell the agent from the customer. */
  readonly checkRole?: boolean | null;
  /** The channel of a stereo recording that the agent is on. LEFT_AGENT unless given. */
  readonly channelRole?: 'LEFT_AGENT' | 'RIGHT_AGENT' | null;
  /** Tell emotions. */
  readonly checkEmotion?: boolean | null;
  /** Tell the words a minute: syllables a second × 60. */
  readonly outputSpeed?: boolean | null;
  /** Tell the mean and the peak level, dB mapped to 0-100. */
  readonly outputVolume?: boolean | null;
  /** Tell the stretches of silence. */
  readonly outputSilence?: boolean | null;
}

/** How the text is finished. */
export interface TransFinish {
  /** Add punctuation. */
  readonly addPunc?: boolean | null;
  /** Leave out hesitations and repetitions. */
  readonly textSmooth?: boolean | null;
  /** Write numbers as figures. */
  readonly digitNorm?: boolean | null;
  /** Mask sensitive words. */
  readonly wordFilter?: boolean | null;
  /** Part the text into paragraphs. */
  readonly makeParagraph?: boolean | null;
  /** How readily a mark is set: the higher, the more marks. 0 unless given. */
  readonly puncWeight?: number | null;
}

/** Recordings to be transcribed, and how. */
export interface SubmitBody {
  /** The addresses of the recordings; exactly one of files and folder is given. */
  readonly files?: readonly string[] | null;
  /** Folders of recordings; exactly one of files and folder is given. */
  readonly folder?: TransFolder | null;
  /** The format of the recordings: raw samples by coding and rate, or auto, which reads it from the file. Upper and lower case are the same. */
  readonly audioFormat: 'pcm_s16le_16k' | 'pcm_s16le_8k' | 'alaw_16k' | 'alaw_8k' | 'ulaw_16k' | 'ulaw_8k' | 'vox_8k' | 'vox_6k' | 'auto';
  /** The text of a hotword list: a word and its weight a line. */
  readonly vocab?: string | null;
  /** Smaller ones go first; 0 unless given. */
  readonly priority?: number | null;
  /** The number of channels of a raw recording. With auto only 1 may be given, which merges the channels. */
  readonly channelCount?: 1 | 2 | null;
  /** The address that is called when the task is finished; the configured one unless given. */
  readonly notifyUrl?: string | null;
  /** Where the results are saved besides; nowhere unless given. */
  readonly saveTo?: TransSaveTo | null;
  /** The form of the results. JSON unless given. */
  readonly resultType?: 'JSON' | 'SRT' | 'TXT' | null;
  /** Add the pinyin of the text. */
  readonly outputPinyin?: boolean | null;
  /** Which words a result lists; none unless given. */
  readonly words?: TransWords | null;
  /** The analyses that are wanted; none unless given. */
  readonly sa?: TransAnalyses | null;
  /** How the text is finished; as it was recognised unless given. */
  readonly tpp?: TransFinish | null;
}

/** A file of a new task. */
export interface TransSubmittedFile {
  /** The place of the file in its task, from 0. */
  readonly index: number;
  /** Where the file came from, without credentials. */
  readonly path: string;
  /** The state of the file; docs/transcription.md lists them. */
  readonly code: number;
  /** The state in words. */
  readonly info: string;
}

/** A task that was made. */
export interface Submitted {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** The request succeeded. */
  readonly code: 10200;
  /** The same in words. */
  readonly message: string;
  /** The id of the task. */
  readonly taskId: string;
  /** Smaller ones go first. */
  readonly priority: number;
  /** Its files; empty when the task as a whole failed. */
  readonly files: readonly TransSubmittedFile[];
}

/** A file of a task. */
export interface TransFile {
  /** The place of the file in its task, from 0. */
  readonly index: number;
  /** Where the file came from, without credentials. */
  readonly path: string;
  /** The state of the file; docs/transcription.md lists them. */
  readonly code: number;
  /** The state in words. */
  readonly info: string;
  /** The length of the recording in ms; -1 until it is known. */
  readonly duration: number;
  /** The number of its channels; -1 until it is known. */
  readonly channels: number;
  /** When work on it began (RFC 3339). */
  readonly startTime?: string;
  /** When work on it ended (RFC 3339). */
  readonly finishTime?: string;
  /** How much of it was recognised, in percent. */
  readonly progress?: number;
}

/** A task and how far its files are. */
export interface Queried {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** The request succeeded. */
  readonly code: 10200;
  /** The same in words. */
  readonly message: string;
  /** The id of the task. */
  readonly taskId: string;
  /** Smaller ones go first. */
  readonly priority: number;
  /** true: no file of it is under way or waits. */
  readonly finished: boolean;
  /** When it was submitted (RFC 3339). */
  readonly createTime: string;
  /** Why the task as a whole failed. */
  readonly failure?: string;
  /** Its files; absent when the task as a whole failed. */
  readonly files?: readonly TransFile[];
}

/** A task of the queue. */
export interface QueuedTask {
  /** The id of the task. */
  readonly taskId: string;
  /** Smaller ones go first. */
  readonly priority: number;
  /** true: no file of it is under way or waits. */
  readonly finished: boolean;
  /** true: its hotword list cannot be used and is left out. */
  readonly invalidVocab: boolean;
}

/** The tasks of a property. */
export interface QueueStatus {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** The request succeeded. */
  readonly code: 10200;
  /** The same in words. */
  readonly message: string;
  /** The tasks of the property. */
  readonly tasks: readonly QueuedTask[];
}

/** Tasks whose failed files are tried again. */
export interface Restarted {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** The request succeeded. */
  readonly code: 10200;
  /** The same in words. */
  readonly message: string;
  /** The ids of the tasks that go on. */
  readonly tasks: readonly string[];
}

/** What can be transcribed. */
export interface TransProperties {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** The request succeeded. */
  readonly code: 10200;
  /** The same in words. */
  readonly message: string;
  /** The properties that recordings can be transcribed with. */
  readonly properties: readonly string[];
}

/** A verdict on a call. A final one has a finishCause. */
export interface ScreeningData {
  /** The name of this event. */
  readonly event: 'screening';
  /** The call, as the switch named it; a name of the gateway where it did not. */
  readonly uuid: string;
  /** true: nothing follows but the end of the connection. */
  readonly final: boolean;
  /** The number of the verdict in the tables of ring screening; 0 other situations, 90 silence, 91 no media. */
  readonly resultId: number;
  /** The name of the verdict. */
  readonly resultName: string;
  /** What it rests on: a kind of signal, a prompt, silence, no audio, the status of SIP alone, or nothing. */
  readonly kind: 'busy' | 'ringback' | 'congestion' | 'unobtainable' | 'call-waiting' | 'dial' | 'howler' | 'cng' | 'ced' | 'ring' | 'music' | 'speech' | 'dtmf' | 'v21' | 'sit' | 'beep' | 'foreign-busy' | 'foreign-ring' | 'prompt' | 'silence' | 'noMedia' | 'status' | 'other';
  /** The keyword or the marker, such as #BUSY#, that it rests on; may be empty. */
  readonly keyword: string;
  /** The text of a prompt as far as it was recognised; may be empty. */
  readonly text: string;
  /** How sure it is, from 0 to 1. */
  readonly confidence: number;
  /** The start of what it rests on, in ms of the audio. */
  readonly startMs: number;
  /** When it was certain, in ms of the audio. */
  readonly atMs: number;
  /** How far recognition was behind the audio, in ms. */
  readonly lagMs?: number;
  /** Why it is over: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone. */
  readonly finishCause?: 'match' | 'timeout' | 'end' | 'answered' | 'noMedia' | 'silence';
  /** The status of SIP for it, by the table of causes; not of an answered call. */
  readonly sipStatus?: number;
  /** The cause of Q.850 for it, by the same table. */
  readonly q850?: number;
  /** What the trunk said of a call that was placed over SIP, as evidence. */
  readonly sip?: { readonly status: number; readonly reason?: string; readonly q850?: number; readonly sinceRtpMs?: number };
}

/** A verdict. */
export interface ForkScreening {
  /** The kind of this message. */
  readonly type: 'json';
  readonly data: ScreeningData;
}

/** A sentence, interim or final. */
export interface RecognitionData {
  /** The name of this event. */
  readonly event: 'recognition';
  /** The call, as the switch named it; a name of the gateway where it did not. */
  readonly uuid: string;
  /** false: an interim result, which a later one replaces. */
  readonly final: boolean;
  /** What was said. */
  readonly text: string;
  /** How sure the recogniser is, from 0 to 1; 0 of interim texts. */
  readonly confidence: number;
  /** The start, in ms of the audio. */
  readonly startMs: number;
  /** The end, in ms of the audio. */
  readonly endMs: number;
}

/** The recognition is over. */
export interface RecognitionEnded {
  /** The name of this event. */
  readonly event: 'ended';
  /** The call, as the switch named it; a name of the gateway where it did not. */
  readonly uuid: string;
  /** Why it is over: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone. */
  readonly finishCause: 'match' | 'timeout' | 'end' | 'answered' | 'noMedia' | 'silence';
}

/** A sentence, or the end of the recognition. */
export interface ForkRecognition {
  /** The kind of this message. */
  readonly type: 'json';
  /** A sentence, or the end. */
  readonly data: RecognitionData | RecognitionEnded;
}

/** A refusal. The connection ends with it. */
export interface ForkError {
  /** The kind of this message. */
  readonly type: 'error';
  /** What went wrong. */
  readonly data: { readonly event: 'error'; readonly uuid: string; readonly code: number; readonly message: string };
}

/** The newest verdict on a call. */
export interface VerdictReply {
  /** The token by which the log of the gateway names this session or request. */
  readonly traceToken: string;
  /** underWay: no verdict yet; interim: another may follow; final: it is over. */
  readonly state: 'underWay' | 'interim' | 'final';
  readonly verdict?: ScreeningData;
}
