// Made from docs/api/openapi.json by `npm run docs`: change the schemas of the gateway instead.

/** The number and the message of an error. */
export interface ErrorFacts {
  /** The number of the error; docs/errors.md lists them. */
  readonly code: number;
  /** The error: what was wrong, where, and what would be right. */
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
  /** The error: what was wrong, where, and what would be right. */
  readonly message: string;
}

/** An access token. */
export interface IssuedToken {
  /** The access token. */
  readonly token: string;
  /** The token by which the next request renews this one. */
  readonly refresh_token: string;
  /** The lifetime of the access token, in seconds. */
  readonly life: number;
}

/** The parameters for screening a recording of early media. */
export interface RingClipConfig {
  /** The format of the recording: raw samples named by coding and rate, wav or ogg with their headers, or auto, which detects wav and ogg. Upper and lower case are the same. */
  readonly audioFormat?: 'auto' | 'pcm_s16le_8k' | 'pcm_s16le_16k' | 'alaw_8k' | 'alaw_16k' | 'ulaw_8k' | 'ulaw_16k' | 'wav' | 'ogg' | null;
  /** The channel of a stereo WAV file that is used (extension). */
  readonly audioChannel?: 'left' | 'right' | 'mix' | null;
  /** The time of the answer in the recording, in ms: later speech is not a prompt (extension). */
  readonly answeredAtMs?: number | null;
}

/** A stretch of sound. */
export interface RingBurst {
  /** The kind of sound: a tone, or any other sound. */
  readonly kind: 'tone' | 'sound';
  /** The start time in the audio, in ms. */
  readonly fromMs: number;
  /** The end time in the audio, in ms. */
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
  /** The time of the decision in the audio, in ms. */
  readonly atMs: number;
  /** The start time in the audio, in ms. */
  readonly fromMs: number;
  /** The confidence, from 0 to 1. */
  readonly confidence: number;
  /** The key, for kind dtmf. */
  readonly key?: string;
  /** The countries whose networks have this tone. */
  readonly country?: readonly string[];
}

/** The keyword on which the verdict is based. */
export interface RingTrustedKeyword {
  /** The keyword as the keyword table contains it. */
  readonly word: string;
  /** The start time in the audio, in ms. */
  readonly fromMs: number;
  /** The time of the decision in the audio, in ms. */
  readonly atMs: number;
  /** The confidence, from 0 to 1. */
  readonly confidence: number;
  /** The rule by which the keyword was trusted. */
  readonly rule: 'sure' | 'sure-in-music' | 'sure-when-unclear' | 'twice';
}

/** A keyword in the text that was not trusted. */
export interface RingDoubtedKeyword {
  /** The keyword as the keyword table contains it. */
  readonly word: string;
  /** The start time in the audio, in ms. */
  readonly fromMs: number;
  /** The time of the decision in the audio, in ms. */
  readonly atMs: number;
  /** The confidence, from 0 to 1. */
  readonly confidence: number;
}

/** The levels of the audio. */
export interface RingLevels {
  /** The mean level in dBm0; -96 is digital silence. */
  readonly meanDbm0: number;
  /** The peak level in dBm0. */
  readonly peakDbm0: number;
}

/** The evidence for the verdict (extension). */
export interface RingEvidence {
  /** The newest tones and other sounds, in order of time. */
  readonly tones: readonly RingBurst[];
  /** The first signals that were recognised. */
  readonly decided: readonly RingDecision[];
  /** The number of entries that the limits of the two lists left out. */
  readonly dropped?: number;
  readonly keyword?: RingTrustedKeyword;
  /** Keywords that were not trusted. */
  readonly doubted?: readonly RingDoubtedKeyword[];
  /** The time of the answer in the audio, in ms. */
  readonly answeredAtMs?: number;
  readonly levels: RingLevels;
  /** The amount of audio that was processed, in ms. */
  readonly audioMs: number;
  /** The lag of recognition behind the audio at that moment, in ms. */
  readonly lagMs?: number;
}

/** The verdict on a recording. */
export interface RingResult {
  /** The recognised text of the prompt. */
  readonly result: string;
  /** The keyword or the marker, such as #BUSY#, on which the verdict is based; may be empty. */
  readonly keyword: string;
  /** The number of the verdict in the ring screening tables; 0: other situations. */
  readonly resultId: number;
  /** The name of the verdict. */
  readonly resultName: string;
  /** The confidence, from 0 to 1. */
  readonly confidence: number;
  readonly evidence: RingEvidence;
}

/** A problem that did not stop the request but that its sender should know. */
export interface RingWarning {
  /** 100: the audio has another sample rate than the property and is resampled. */
  readonly code: 100;
  /** The text of the warning. */
  readonly message: string;
}

/** The verdict on a recording, with any warnings. */
export interface RingClipReply {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  readonly result: RingResult;
  /** The warnings; absent if there are none. */
  readonly warning?: readonly RingWarning[];
}

/** The parameters for screening a call while it rings. */
export interface RingStreamConfig {
  /** The format of the audio messages: raw samples named by coding and rate, or packets of svc_speex or svc_opus, which need encParams. Upper and lower case are the same. */
  readonly audioFormat: 'pcm_s16le_8k' | 'pcm_s16le_16k' | 'alaw_8k' | 'alaw_16k' | 'ulaw_8k' | 'ulaw_16k' | 'svc_speex' | 'svc_opus';
  /** The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1. */
  readonly encParams?: string | null;
  /** The amount of audio, in seconds, after which screening stops even without a match. */
  readonly audioMax?: number | null;
}

/** Reports that the session is open. */
export interface RingStarted {
  /** The kind of this message. */
  readonly respType: 'START';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The warnings; absent if there are none. */
  readonly warning?: readonly RingWarning[];
}

/** A verdict on a call. */
export interface RingSentence {
  /** The start time of the evidence in the audio, in ms. */
  readonly startTime: number;
  /** The end time of the evidence in the audio, in ms. */
  readonly endTime: number;
  /** true: the session ends with this verdict. */
  readonly isFinal: boolean;
  /** The recognised text of the prompt. */
  readonly result: string;
  /** The keyword or the marker, such as #BUSY#, on which the verdict is based; may be empty. */
  readonly keyword: string;
  /** The number of the verdict in the ring screening tables; 0: other situations. */
  readonly resultId: number;
  /** The name of the verdict. */
  readonly resultName: string;
  /** The confidence, from 0 to 1. */
  readonly confidence: number;
  /** true: audioMax was reached without a match. */
  readonly exceededAudio: boolean;
  readonly evidence: RingEvidence;
}

/** A verdict on the call. */
export interface RingResultMessage {
  /** The kind of this message. */
  readonly respType: 'RESULT';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  readonly sentence: RingSentence;
}

/** Reports that the session has ended; the connection can open another one. */
export interface EndMessage {
  /** The kind of this message. */
  readonly respType: 'END';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The reason of the end. */
  readonly reason: 'NORMAL' | 'CANCEL' | 'ERROR';
}

/** An error after which the connection stays open. */
export interface ErrorMessage {
  /** The kind of this message. */
  readonly respType: 'ERROR';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken?: string;
  /** The number of the error; docs/errors.md lists them. */
  readonly errCode: number;
  /** The error message: what was wrong, where, and what would be right. */
  readonly errMessage: string;
}

/** An error after which the gateway closes the connection. */
export interface FatalErrorMessage {
  /** The kind of this message. */
  readonly respType: 'FATAL_ERROR';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken?: string;
  /** The number of the error; docs/errors.md lists them. */
  readonly errCode: number;
  /** The error message: what was wrong, where, and what would be right. */
  readonly errMessage: string;
}

/** Any message of the gateway on a ring screening connection. */
export type RingServerMessage = RingStarted | RingResultMessage | EndMessage | ErrorMessage | FatalErrorMessage;

/** Analyses for quality inspection. */
export interface AsrAnalysesLenientInput {
  /** Detect emotions. */
  readonly checkEmotion?: boolean | null;
  /** Detect the gender of the speaker. */
  readonly checkGender?: boolean | null;
  /** Measure the speaking rate in words per minute (syllables per second × 60). */
  readonly outputSpeed?: boolean | null;
  /** Measure the mean and the peak level, in dB mapped to 0-100. */
  readonly outputVolume?: boolean | null;
}

/** The parameters for recognising a whole recording. audioFormat defaults to auto. */
export interface AsrClipConfig {
  /** The name of the profile. Its values apply where the request gives none. */
  readonly profile?: string | null;
  /** The number of results to return: the best one and its alternatives. */
  readonly nbest?: number | null;
  /** Add pinyin to the text. */
  readonly outputPinyin?: boolean | null;
  /** Add punctuation. */
  readonly addPunc?: boolean | null;
  /** Write numbers as figures. */
  readonly digitNorm?: boolean | null;
  /** Remove hesitations and repetitions. */
  readonly textSmooth?: boolean | null;
  /** Mask sensitive words. */
  readonly wordFilter?: boolean | null;
  /** The words that a final result lists: none, words, or single characters. */
  readonly wordType?: 'DISABLED' | 'WORD' | 'CHAR' | null;
  /** List the words of the post-processed text instead of the recognised ones. */
  readonly wordTpp?: boolean | null;
  /** The ids of stored hotword lists, separated by semicolons. */
  readonly vocabId?: string | null;
  /** The text of a hotword list, with one word and its weight per line. */
  readonly vocab?: string | null;
  /** The id of a stored list of sensitive words; only with wordFilter. */
  readonly senswordId?: string | null;
  /** The text of a list of sensitive words, one per line; only with wordFilter. */
  readonly sensword?: string | null;
  /** The id of a stored text from which a small-corpus model was compiled. */
  readonly olmId?: string | null;
  /** The requested analyses for quality inspection; null: none. */
  readonly sa?: AsrAnalysesLenientInput | null;
  /** The format of the recording: raw samples named by coding and rate, wav or ogg with their headers, or auto, which detects wav and ogg. Upper and lower case are the same. */
  readonly audioFormat?: 'auto' | 'pcm_s16le_8k' | 'pcm_s16le_16k' | 'alaw_8k' | 'alaw_16k' | 'ulaw_8k' | 'ulaw_16k' | 'wav' | 'ogg' | null;
  /** The channel of a stereo WAV file that is used (extension). */
  readonly audioChannel?: 'left' | 'right' | 'mix' | null;
}

/** A word of a result, or a character with wordType CHAR. */
export interface AsrWord {
  /** The start time in the audio, in ms. */
  readonly st: number;
  /** The end time in the audio, in ms. */
  readonly et: number;
  /** The text of the word or character. */
  readonly w: string;
  /** The pinyin of the word; only with outputPinyin. */
  readonly py?: string;
  /** The confidence of the recogniser, from 0 to 1; 0 in interim results. */
  readonly c: number;
  /** The categories of the word: U is a hotword, P punctuation, S removed by smoothing, M masked, D part of a number. */
  readonly t?: string;
}

/** A recognised text with its confidence and words. */
export interface AsrResult {
  /** The recognised text. */
  readonly text: string;
  /** The pinyin of the text; only with outputPinyin. */
  readonly pinyin?: string;
  /** The confidence of the recogniser, from 0 to 1; 0 in interim results. */
  readonly confidence: number;
  /** The words with their times; only in final results, and unless wordType is DISABLED. */
  readonly words?: readonly AsrWord[];
}

/** A stretch of speech with one emotion. */
export interface AsrEmotion {
  /** The start time in the audio, in ms. */
  readonly st: number;
  /** The end time in the audio, in ms. */
  readonly et: number;
  /** The confidence of the recogniser, from 0 to 1; 0 in interim results. */
  readonly c: number;
  /** The detected emotion. */
  readonly e: 'HAPPY' | 'ANGRY' | 'SAD' | 'DISGUSTED';
}

/** The gender of the speaker. */
export interface AsrGender {
  /** The confidence of the recogniser, from 0 to 1; 0 in interim results. */
  readonly c: number;
  /** The detected gender. */
  readonly g: 'FEMALE' | 'MALE';
}

/** The results of the analyses that sa requests. */
export interface AsrAnalysis {
  /** The detected emotions; only with sa.checkEmotion. */
  readonly emotions?: readonly AsrEmotion[];
  readonly gender?: AsrGender;
  /** The speaking rate in words per minute (syllables per second × 60); only with sa.outputSpeed. */
  readonly speed?: number;
  /** The mean level, in dB mapped to 0-100; only with sa.outputVolume. */
  readonly avgVol?: number;
  /** The peak level, in dB mapped to 0-100; only with sa.outputVolume. */
  readonly maxVol?: number;
}

/** A problem that did not stop the request but that its sender should know. */
export interface AsrWarning {
  /** 100: the audio has another sample rate than the property and is resampled; 101: vocabId: a hotword list cannot be used; 102: vocab: the hotword list cannot be used, or one of its lines may not work as intended; 103: senswordId: a sensitive-word list cannot be used; 104: sensword: the sensitive-word list cannot be used; 105: profile: there is no such profile, and the defaults are used; 106: olmId: the small-corpus model cannot be used; 107: sa.checkEmotion: has no effect on a whole recording, where no earlier sentences are there to compare with. */
  readonly code: 100 | 101 | 102 | 103 | 104 | 105 | 106 | 107;
  /** The text of the warning. */
  readonly message: string;
}

/** The result of a whole recording. */
export interface AsrClipReply {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  readonly result: AsrResult;
  /** The next best results; only if nbest is greater than 1. */
  readonly alternatives?: readonly AsrResult[];
  readonly analysis?: AsrAnalysis;
  /** The warnings; absent if there are none. */
  readonly warning?: readonly AsrWarning[];
}

/** The parameters for recognising a stream. audioFormat is required, here or in the profile. */
export interface AsrStreamConfig {
  /** The name of the profile. Its values apply where the request gives none. */
  readonly profile?: string | null;
  /** The number of results to return: the best one and its alternatives. */
  readonly nbest?: number | null;
  /** Add pinyin to the text. */
  readonly outputPinyin?: boolean | null;
  /** Add punctuation. */
  readonly addPunc?: boolean | null;
  /** Write numbers as figures. */
  readonly digitNorm?: boolean | null;
  /** Remove hesitations and repetitions. */
  readonly textSmooth?: boolean | null;
  /** Mask sensitive words. */
  readonly wordFilter?: boolean | null;
  /** The words that a final result lists: none, words, or single characters. */
  readonly wordType?: 'DISABLED' | 'WORD' | 'CHAR' | null;
  /** List the words of the post-processed text instead of the recognised ones. */
  readonly wordTpp?: boolean | null;
  /** The ids of stored hotword lists, separated by semicolons. */
  readonly vocabId?: string | null;
  /** The text of a hotword list, with one word and its weight per line. */
  readonly vocab?: string | null;
  /** The id of a stored list of sensitive words; only with wordFilter. */
  readonly senswordId?: string | null;
  /** The text of a list of sensitive words, one per line; only with wordFilter. */
  readonly sensword?: string | null;
  /** The id of a stored text from which a small-corpus model was compiled. */
  readonly olmId?: string | null;
  /** The requested analyses for quality inspection; null: none. */
  readonly sa?: AsrAnalysesLenientInput | null;
  /** The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1. */
  readonly encParams?: string | null;
  /** The length of leading silence that ends the session; 0: no limit. In ms. */
  readonly vadHead?: number | null;
  /** The length of trailing silence that ends a sentence. In ms. */
  readonly vadTail?: number | null;
  /** The length of silence inside the session that ends it. 0 switches it off; otherwise [200-3600000] (ms). */
  readonly vadEnd?: number | null;
  /** The maximum length of a sentence. In seconds. */
  readonly vadMaxSegment?: number | null;
  /** The threshold of speech detection: the higher it is, the more certain speech must be to begin a sentence. */
  readonly vadThreshold?: number | null;
  /** Send interim results, whose isFinal is false. */
  readonly interimResults?: boolean | null;
  /** Divide the text into paragraphs. */
  readonly makeParagraph?: boolean | null;
  /** The time that a sentence may wait for the next ones, which then serve as context for its post-processing. 0 switches it off; otherwise [1000-30000] (ms). */
  readonly tppContextRange?: number | null;
  /** The offset that is added to all timestamps. In ms. */
  readonly startOffset?: number | null;
  /** The format of the audio messages: raw samples named by coding and rate, or packets of svc_speex or svc_opus, which need encParams. Upper and lower case are the same. */
  readonly audioFormat?: 'pcm_s16le_8k' | 'pcm_s16le_16k' | 'alaw_8k' | 'alaw_16k' | 'ulaw_8k' | 'ulaw_16k' | 'svc_speex' | 'svc_opus' | null;
}

/** Reports that the session is open. */
export interface AsrStarted {
  /** The kind of this message. */
  readonly respType: 'START';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The warnings; absent if there are none. */
  readonly warning?: readonly AsrWarning[];
}

/** An event in the audio other than text, such as the start of a voice. */
export interface AsrEventMessage {
  /** The kind of this message. */
  readonly respType: 'EVENT';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The kind of event. */
  readonly event: 'VOICE_START' | 'VOICE_END' | 'EXCEEDED_SILENCE' | 'EXCEEDED_END_SILENCE' | 'EXCEEDED_AUDIO' | 'NOISE';
  /** The time of the event in the audio, in ms. */
  readonly timestamp: number;
}

/** A recognised sentence of a stream. */
export interface AsrSentence {
  /** The start time in the audio, in ms. */
  readonly startTime: number;
  /** The end time in the audio, in ms. */
  readonly endTime: number;
  /** false: this is an interim result, which a later one replaces. */
  readonly isFinal: boolean;
  readonly result: AsrResult;
  /** The next best results; only if nbest is greater than 1. */
  readonly alternatives?: readonly AsrResult[];
  readonly analysis?: AsrAnalysis;
}

/** A recognised sentence, interim or final. */
export interface AsrResultMessage {
  /** The kind of this message. */
  readonly respType: 'RESULT';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  readonly sentence: AsrSentence;
}

/** Any message of the gateway on a recognition connection. */
export type AsrServerMessage = AsrStarted | AsrEventMessage | AsrResultMessage | EndMessage | ErrorMessage | FatalErrorMessage;

/** The parameters for speaking a text. */
export interface SynthesisConfig {
  /** The change in pitch; 100 is one semitone. */
  readonly pitch?: number | null;
  /** The volume. */
  readonly volume?: number | null;
  /** The speaking rate. */
  readonly speed?: number | null;
  /** The way to read figures. 0: by context, preferably as a number; 1: by context, preferably digit by digit; 2: always digit by digit; 3: always as a number. */
  readonly digitMode?: 0 | 1 | 2 | 3 | null;
  /** The sound effect. 0: none; 1: reverb; 2: echo; 3: chorus; 4: far and near; 5: robot. */
  readonly soundEffect?: number | null;
  /** Speak punctuation marks. */
  readonly puncMode?: boolean | null;
  /** The format of the audio, in upper or lower case. */
  readonly format?: 'pcm' | 'alaw' | 'ulaw' | 'svc_speex' | 'svc_opus' | null;
  /** The sample rate in Hz; svc_speex and svc_opus use the next higher rate of their codec. */
  readonly sampleRate?: 8000 | 11025 | 16000 | 22050 | 32000 | 44100 | 48000 | null;
  /** Treat the text as markup. */
  readonly useS3ML?: boolean | null;
}

/** A problem that did not stop the request but that its sender should know. */
export interface SynthesisWarning {
  /** 100: a tag of the markup, or a value in it, is not supported; 101: a voice that the markup names does not exist. */
  readonly code: 100 | 101;
  /** The text of the warning. */
  readonly message: string;
}

/** Reports that the session is open. */
export interface SynthesisStarted {
  /** The kind of this message. */
  readonly respType: 'START';
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The warnings; absent if there are none. */
  readonly warning?: readonly SynthesisWarning[];
}

/** Any text message of the gateway on a synthesis connection. */
export type SynthesisServerMessage = SynthesisStarted | EndMessage | ErrorMessage | FatalErrorMessage;

/** An upload that was begun. */
export interface PreparedUpload {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The code of a success. */
  readonly code: 10200;
  /** The result in words. */
  readonly message: string;
  /** The id of the upload; upload://{fileId} names it in a task. */
  readonly fileId: string;
  /** The size of every slice but the last one, in bytes. */
  readonly sliceSize: number;
  /** The number of slices. */
  readonly sliceCount: number;
}

/** Folders whose recordings are transcribed. */
export interface TransFolder {
  /** The addresses of the folders: file, ftp or sftp. */
  readonly paths: readonly string[];
  /** The file extensions of the recordings, such as .mp3. */
  readonly exts: readonly string[];
}

/** The place where the results are saved. */
export interface TransSaveTo {
  /** The address of the folder. */
  readonly path: string;
  /** The names of the result files: by index, by path, or by file name. */
  readonly style: 'index' | 'path' | 'name';
}

/** The listing of words in a result. */
export interface TransWords {
  /** List words or single characters. The default is WORD. */
  readonly type?: 'WORD' | 'CHAR' | null;
  /** List the words of the post-processed text instead of the recognised ones. */
  readonly tpp?: boolean | null;
}

/** The requested analyses for quality inspection. */
export interface TransAnalyses {
  /** Separate the speakers of a mono recording. */
  readonly diarization?: boolean | null;
  /** Identify which speaker is the agent and which is the customer. */
  readonly checkRole?: boolean | null;
  /** The channel of the agent in a stereo recording. The default is LEFT_AGENT. */
  readonly channelRole?: 'LEFT_AGENT' | 'RIGHT_AGENT' | null;
  /** Detect emotions. */
  readonly checkEmotion?: boolean | null;
  /** Measure the speaking rate in words per minute (syllables per second × 60). */
  readonly outputSpeed?: boolean | null;
  /** Measure the mean and the peak level, in dB mapped to 0-100. */
  readonly outputVolume?: boolean | null;
  /** List the stretches of silence. */
  readonly outputSilence?: boolean | null;
}

/** The post-processing of the text. */
export interface TransFinish {
  /** Add punctuation. */
  readonly addPunc?: boolean | null;
  /** Remove hesitations and repetitions. */
  readonly textSmooth?: boolean | null;
  /** Write numbers as figures. */
  readonly digitNorm?: boolean | null;
  /** Mask sensitive words. */
  readonly wordFilter?: boolean | null;
  /** Divide the text into paragraphs. */
  readonly makeParagraph?: boolean | null;
  /** The tendency to set marks: the higher it is, the more marks are set. The default is 0. */
  readonly puncWeight?: number | null;
}

/** Recordings to be transcribed, and how. */
export interface SubmitBody {
  /** The addresses of the recordings; exactly one of files and folder is required. */
  readonly files?: readonly string[] | null;
  /** Folders of recordings; exactly one of files and folder is required. */
  readonly folder?: TransFolder | null;
  /** The format of the recordings, in upper or lower case: raw samples named by coding and rate, or auto, which detects the format of each file. */
  readonly audioFormat: 'pcm_s16le_16k' | 'pcm_s16le_8k' | 'alaw_16k' | 'alaw_8k' | 'ulaw_16k' | 'ulaw_8k' | 'vox_8k' | 'vox_6k' | 'auto';
  /** The text of a hotword list, with one word and its weight per line. */
  readonly vocab?: string | null;
  /** The priority of the task; smaller values run first. The default is 0. */
  readonly priority?: number | null;
  /** The number of channels of a raw recording. With auto, only 1 is allowed, which mixes the channels. */
  readonly channelCount?: 1 | 2 | null;
  /** The address that is called when the task is finished. The default is the configured address. */
  readonly notifyUrl?: string | null;
  /** An additional place where the results are saved; by default there is none. */
  readonly saveTo?: TransSaveTo | null;
  /** The format of the results. The default is JSON. */
  readonly resultType?: 'JSON' | 'SRT' | 'TXT' | null;
  /** Add pinyin to the text. */
  readonly outputPinyin?: boolean | null;
  /** The words that a result lists; by default none. */
  readonly words?: TransWords | null;
  /** The requested analyses; by default none. */
  readonly sa?: TransAnalyses | null;
  /** The post-processing of the text; by default the text stays as recognised. */
  readonly tpp?: TransFinish | null;
}

/** A file of a new task. */
export interface TransSubmittedFile {
  /** The index of the file in its task, from 0. */
  readonly index: number;
  /** The address of the file, without credentials. */
  readonly path: string;
  /** The state code of the file; docs/transcription.md lists the codes. */
  readonly code: number;
  /** A description of the state. */
  readonly info: string;
}

/** A task that was made. */
export interface Submitted {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The code of a success. */
  readonly code: 10200;
  /** The result in words. */
  readonly message: string;
  /** The id of the task. */
  readonly taskId: string;
  /** The priority of the task; smaller values run first. */
  readonly priority: number;
  /** The files of the task; empty if the task as a whole failed. */
  readonly files: readonly TransSubmittedFile[];
}

/** A file of a task. */
export interface TransFile {
  /** The index of the file in its task, from 0. */
  readonly index: number;
  /** The address of the file, without credentials. */
  readonly path: string;
  /** The state code of the file; docs/transcription.md lists the codes. */
  readonly code: number;
  /** A description of the state. */
  readonly info: string;
  /** The length of the recording in ms; -1 until it is known. */
  readonly duration: number;
  /** The number of channels of the recording; -1 until it is known. */
  readonly channels: number;
  /** The time at which work on the file began (RFC 3339). */
  readonly startTime?: string;
  /** The time at which work on the file ended (RFC 3339). */
  readonly finishTime?: string;
  /** The recognised share of the file, in percent. */
  readonly progress?: number;
}

/** A task with the progress of its files. */
export interface Queried {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The code of a success. */
  readonly code: 10200;
  /** The result in words. */
  readonly message: string;
  /** The id of the task. */
  readonly taskId: string;
  /** The priority of the task; smaller values run first. */
  readonly priority: number;
  /** true: no file of the task is waiting or being processed. */
  readonly finished: boolean;
  /** The time at which the task was submitted (RFC 3339). */
  readonly createTime: string;
  /** The reason why the task as a whole failed. */
  readonly failure?: string;
  /** The files of the task; absent if the task as a whole failed. */
  readonly files?: readonly TransFile[];
}

/** A task of the queue. */
export interface QueuedTask {
  /** The id of the task. */
  readonly taskId: string;
  /** The priority of the task; smaller values run first. */
  readonly priority: number;
  /** true: no file of the task is waiting or being processed. */
  readonly finished: boolean;
  /** true: the hotword list of the task cannot be used and was ignored. */
  readonly invalidVocab: boolean;
}

/** The tasks of a property. */
export interface QueueStatus {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The code of a success. */
  readonly code: 10200;
  /** The result in words. */
  readonly message: string;
  /** The tasks of the property. */
  readonly tasks: readonly QueuedTask[];
}

/** The tasks whose failed files are retried. */
export interface Restarted {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The code of a success. */
  readonly code: 10200;
  /** The result in words. */
  readonly message: string;
  /** The ids of the restarted tasks. */
  readonly tasks: readonly string[];
}

/** The available properties of transcription. */
export interface TransProperties {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** The code of a success. */
  readonly code: 10200;
  /** The result in words. */
  readonly message: string;
  /** The properties with which recordings can be transcribed. */
  readonly properties: readonly string[];
}

/** A verdict on a call. A final one has a finishCause. */
export interface ScreeningData {
  /** The name of this event. */
  readonly event: 'screening';
  /** The name that the switch gave to the call, or one made by the gateway if it gave none. */
  readonly uuid: string;
  /** true: nothing follows but the end of the connection. */
  readonly final: boolean;
  /** The number of the verdict in the tables of ring screening; 0 other situations, 90 silence, 91 no media. */
  readonly resultId: number;
  /** The name of the verdict. */
  readonly resultName: string;
  /** The evidence for the verdict: a kind of signal, a prompt, silence, no audio, the SIP status alone, or nothing. */
  readonly kind: 'busy' | 'ringback' | 'congestion' | 'unobtainable' | 'call-waiting' | 'dial' | 'howler' | 'cng' | 'ced' | 'ring' | 'music' | 'speech' | 'dtmf' | 'v21' | 'sit' | 'beep' | 'foreign-busy' | 'foreign-ring' | 'prompt' | 'silence' | 'noMedia' | 'status' | 'other';
  /** The keyword or the marker, such as #BUSY#, on which the verdict is based; may be empty. */
  readonly keyword: string;
  /** The recognised text of a prompt; may be empty. */
  readonly text: string;
  /** The confidence of the verdict, from 0 to 1. */
  readonly confidence: number;
  /** The start time of the evidence in the audio, in ms. */
  readonly startMs: number;
  /** The time of the decision in the audio, in ms. */
  readonly atMs: number;
  /** The lag of recognition behind the audio, in ms. */
  readonly lagMs?: number;
  /** The cause of the end: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone. */
  readonly finishCause?: 'match' | 'timeout' | 'end' | 'answered' | 'noMedia' | 'silence';
  /** The SIP status of the verdict in the table of causes; absent for an answered call. */
  readonly sipStatus?: number;
  /** The Q.850 cause of the verdict in the table of causes. */
  readonly q850?: number;
  /** The replies of the trunk to a call that was placed over SIP, as evidence. */
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
  /** The name that the switch gave to the call, or one made by the gateway if it gave none. */
  readonly uuid: string;
  /** false: this is an interim result, which a later one replaces. */
  readonly final: boolean;
  /** The recognised text. */
  readonly text: string;
  /** The confidence of the recogniser, from 0 to 1; 0 in interim results. */
  readonly confidence: number;
  /** The start time in the audio, in ms. */
  readonly startMs: number;
  /** The end time in the audio, in ms. */
  readonly endMs: number;
}

/** The recognition is over. */
export interface RecognitionEnded {
  /** The name of this event. */
  readonly event: 'ended';
  /** The name that the switch gave to the call, or one made by the gateway if it gave none. */
  readonly uuid: string;
  /** The cause of the end: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone. */
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
  /** The number and the message of the error. */
  readonly data: { readonly event: 'error'; readonly uuid: string; readonly code: number; readonly message: string };
}

/** The newest verdict on a call. */
export interface VerdictReply {
  /** The token that identifies this session or request in the log of the gateway. */
  readonly traceToken: string;
  /** underWay: no verdict yet; interim: another may follow; final: it is over. */
  readonly state: 'underWay' | 'interim' | 'final';
  readonly verdict?: ScreeningData;
}
