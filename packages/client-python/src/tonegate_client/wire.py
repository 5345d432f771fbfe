# Made from docs/api/openapi.json by `npm run docs`: change the schemas of the gateway instead.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = [
    "ErrorFacts",
    "Error",
    "Refusal",
    "IssuedToken",
    "RingClipConfig",
    "RingBurst",
    "RingDecision",
    "RingTrustedKeyword",
    "RingDoubtedKeyword",
    "RingLevels",
    "RingEvidence",
    "RingResult",
    "RingWarning",
    "RingClipReply",
    "RingStreamConfig",
    "RingStarted",
    "RingSentence",
    "RingResultMessage",
    "EndMessage",
    "ErrorMessage",
    "FatalErrorMessage",
    "RingServerMessage",
    "AsrAnalysesLenientInput",
    "AsrClipConfig",
    "AsrWord",
    "AsrResult",
    "AsrEmotion",
    "AsrGender",
    "AsrAnalysis",
    "AsrWarning",
    "AsrClipReply",
    "AsrStreamConfig",
    "AsrStarted",
    "AsrEventMessage",
    "AsrSentence",
    "AsrResultMessage",
    "AsrServerMessage",
    "SynthesisConfig",
    "SynthesisWarning",
    "SynthesisStarted",
    "SynthesisServerMessage",
    "PreparedUpload",
    "TransFolder",
    "TransSaveTo",
    "TransWords",
    "TransAnalyses",
    "TransFinish",
    "SubmitBody",
    "TransSubmittedFile",
    "Submitted",
    "TransFile",
    "Queried",
    "QueuedTask",
    "QueueStatus",
    "Restarted",
    "TransProperties",
    "ScreeningData",
    "ForkScreening",
    "RecognitionData",
    "RecognitionEnded",
    "ForkRecognition",
    "ForkError",
    "VerdictReply",
]


class ErrorFacts(TypedDict):
    """The number and the message of an error."""

    # The number of the error; docs/errors.md lists them.
    code: int
    # The error: what was wrong, where, and what would be right.
    message: str


class Error(TypedDict):
    """A refusal."""

    # The token by which the log of the gateway names this request.
    traceToken: str
    error: ErrorFacts


class Refusal(TypedDict):
    """A refusal of offline transcription, whose codes are 10000 and the status."""

    # The token by which the log of the gateway names this request.
    traceToken: str
    # The number of the error; docs/errors.md lists them.
    code: int
    # The error: what was wrong, where, and what would be right.
    message: str


class IssuedToken(TypedDict):
    """An access token."""

    # The access token.
    token: str
    # The token by which the next request renews this one.
    refresh_token: str
    # The lifetime of the access token, in seconds.
    life: int


class RingClipConfig(TypedDict):
    """The parameters for screening a recording of early media."""

    # The format of the recording: raw samples named by coding and rate, wav or ogg with their headers, or auto, which detects wav and ogg. Upper and lower case are the same.
    audioFormat: NotRequired[Union[Literal["auto", "pcm_s16le_8k", "pcm_s16le_16k", "alaw_8k", "alaw_16k", "ulaw_8k", "ulaw_16k", "wav", "ogg"], None]]
    # The channel of a stereo WAV file that is used (extension).
    audioChannel: NotRequired[Union[Literal["left", "right", "mix"], None]]
    # The time of the answer in the recording, in ms: later speech is not a prompt (extension).
    answeredAtMs: NotRequired[Union[int, None]]


class RingBurst(TypedDict):
    """A stretch of sound."""

    # The kind of sound: a tone, or any other sound.
    kind: Literal["tone", "sound"]
    # The start time in the audio, in ms.
    fromMs: float
    # The end time in the audio, in ms.
    toMs: float
    # The frequency in Hz.
    frequencyHz: float
    # The level in dBm0.
    levelDbm0: float


class RingDecision(TypedDict):
    """A signal that was recognised."""

    # The kind of signal.
    kind: Literal["busy", "ringback", "congestion", "unobtainable", "call-waiting", "dial", "howler", "cng", "ced", "ring", "music", "speech", "dtmf", "v21", "sit", "beep", "foreign-busy", "foreign-ring"]
    # The time of the decision in the audio, in ms.
    atMs: float
    # The start time in the audio, in ms.
    fromMs: float
    # The confidence, from 0 to 1.
    confidence: float
    # The key, for kind dtmf.
    key: NotRequired[str]
    # The countries whose networks have this tone.
    country: NotRequired[List[str]]


class RingTrustedKeyword(TypedDict):
    """The keyword on which the verdict is based."""

    # The keyword as the keyword table contains it.
    word: str
    # The start time in the audio, in ms.
    fromMs: float
    # The time of the decision in the audio, in ms.
    atMs: float
    # The confidence, from 0 to 1.
    confidence: float
    # The rule by which the keyword was trusted.
    rule: Literal["sure", "sure-in-music", "sure-when-unclear", "twice"]


class RingDoubtedKeyword(TypedDict):
    """A keyword in the text that was not trusted."""

    # The keyword as the keyword table contains it.
    word: str
    # The start time in the audio, in ms.
    fromMs: float
    # The time of the decision in the audio, in ms.
    atMs: float
    # The confidence, from 0 to 1.
    confidence: float


class RingLevels(TypedDict):
    """The levels of the audio."""

    # The mean level in dBm0; -96 is digital silence.
    meanDbm0: float
    # The peak level in dBm0.
    peakDbm0: float


class RingEvidence(TypedDict):
    """The evidence for the verdict (extension)."""

    # The newest tones and other sounds, in order of time.
    tones: List[RingBurst]
    # The first signals that were recognised.
    decided: List[RingDecision]
    # The number of entries that the limits of the two lists left out.
    dropped: NotRequired[int]
    keyword: NotRequired[RingTrustedKeyword]
    # Keywords that were not trusted.
    doubted: NotRequired[List[RingDoubtedKeyword]]
    # The time of the answer in the audio, in ms.
    answeredAtMs: NotRequired[float]
    levels: RingLevels
    # The amount of audio that was processed, in ms.
    audioMs: float
    # The lag of recognition behind the audio at that moment, in ms.
    lagMs: NotRequired[float]


class RingResult(TypedDict):
    """The verdict on a recording."""

    # The recognised text of the prompt.
    result: str
    # The keyword or the marker, such as #BUSY#, on which the verdict is based; may be empty.
    keyword: str
    # The number of the verdict in the ring screening tables; 0: other situations.
    resultId: int
    # The name of the verdict.
    resultName: str
    # The confidence, from 0 to 1.
    confidence: float
    evidence: RingEvidence


class RingWarning(TypedDict):
    """A problem that did not stop the request but that its sender should know."""

    # 100: the audio has another sample rate than the property and is resampled.
    code: Literal[100]
    # The text of the warning.
    message: str


class RingClipReply(TypedDict):
    """The verdict on a recording, with any warnings."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    result: RingResult
    # The warnings; absent if there are none.
    warning: NotRequired[List[RingWarning]]


class RingStreamConfig(TypedDict):
    """The parameters for screening a call while it rings."""

    # The format of the audio messages: raw samples named by coding and rate, or packets of svc_speex or svc_opus, which need encParams. Upper and lower case are the same.
    audioFormat: Literal["pcm_s16le_8k", "pcm_s16le_16k", "alaw_8k", "alaw_16k", "ulaw_8k", "ulaw_16k", "svc_speex", "svc_opus"]
    # The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1.
    encParams: NotRequired[Union[str, None]]
    # The amount of audio, in seconds, after which screening stops even without a match.
    audioMax: NotRequired[Union[float, None]]


class RingStarted(TypedDict):
    """Reports that the session is open."""

    # The kind of this message.
    respType: Literal["START"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The warnings; absent if there are none.
    warning: NotRequired[List[RingWarning]]


class RingSentence(TypedDict):
    """A verdict on a call."""

    # The start time of the evidence in the audio, in ms.
    startTime: float
    # The end time of the evidence in the audio, in ms.
    endTime: float
    # true: the session ends with this verdict.
    isFinal: bool
    # The recognised text of the prompt.
    result: str
    # The keyword or the marker, such as #BUSY#, on which the verdict is based; may be empty.
    keyword: str
    # The number of the verdict in the ring screening tables; 0: other situations.
    resultId: int
    # The name of the verdict.
    resultName: str
    # The confidence, from 0 to 1.
    confidence: float
    # true: audioMax was reached without a match.
    exceededAudio: bool
    evidence: RingEvidence


class RingResultMessage(TypedDict):
    """A verdict on the call."""

    # The kind of this message.
    respType: Literal["RESULT"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    sentence: RingSentence


class EndMessage(TypedDict):
    """Reports that the session has ended; the connection can open another one."""

    # The kind of this message.
    respType: Literal["END"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The reason of the end.
    reason: Literal["NORMAL", "CANCEL", "ERROR"]


class ErrorMessage(TypedDict):
    """An error after which the connection stays open."""

    # The kind of this message.
    respType: Literal["ERROR"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: NotRequired[str]
    # The number of the error; docs/errors.md lists them.
    errCode: int
    # The error message: what was wrong, where, and what would be right.
    errMessage: str


class FatalErrorMessage(TypedDict):
    """An error after which the gateway closes the connection."""

    # The kind of this message.
    respType: Literal["FATAL_ERROR"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: NotRequired[str]
    # The number of the error; docs/errors.md lists them.
    errCode: int
    # The error message: what was wrong, where, and what would be right.
    errMessage: str


# Any message of the gateway on a ring screening connection.
RingServerMessage = Union[RingStarted, RingResultMessage, EndMessage, ErrorMessage, FatalErrorMessage]


class AsrAnalysesLenientInput(TypedDict):
    """Analyses for quality inspection."""

    # Detect emotions.
    checkEmotion: NotRequired[Union[bool, None]]
    # Detect the gender of the speaker.
    checkGender: NotRequired[Union[bool, None]]
    # Measure the speaking rate in words per minute (syllables per second × 60).
    outputSpeed: NotRequired[Union[bool, None]]
    # Measure the mean and the peak level, in dB mapped to 0-100.
    outputVolume: NotRequired[Union[bool, None]]


class AsrClipConfig(TypedDict):
    """The parameters for recognising a whole recording. audioFormat defaults to auto."""

    # The name of the profile. Its values apply where the request gives none.
    profile: NotRequired[Union[str, None]]
    # The number of results to return: the best one and its alternatives.
    nbest: NotRequired[Union[int, None]]
    # Add pinyin to the text.
    outputPinyin: NotRequired[Union[bool, None]]
    # Add punctuation.
    addPunc: NotRequired[Union[bool, None]]
    # Write numbers as figures.
    digitNorm: NotRequired[Union[bool, None]]
    # Remove hesitations and repetitions.
    textSmooth: NotRequired[Union[bool, None]]
    # Mask sensitive words.
    wordFilter: NotRequired[Union[bool, None]]
    # The words that a final result lists: none, words, or single characters.
    wordType: NotRequired[Union[Literal["DISABLED", "WORD", "CHAR"], None]]
    # List the words of the post-processed text instead of the recognised ones.
    wordTpp: NotRequired[Union[bool, None]]
    # The ids of stored hotword lists, separated by semicolons.
    vocabId: NotRequired[Union[str, None]]
    # The text of a hotword list, with one word and its weight per line.
    vocab: NotRequired[Union[str, None]]
    # The id of a stored list of sensitive words; only with wordFilter.
    senswordId: NotRequired[Union[str, None]]
    # The text of a list of sensitive words, one per line; only with wordFilter.
    sensword: NotRequired[Union[str, None]]
    # The id of a stored text from which a small-corpus model was compiled.
    olmId: NotRequired[Union[str, None]]
    # The requested analyses for quality inspection; null: none.
    sa: NotRequired[Union[AsrAnalysesLenientInput, None]]
    # The format of the recording: raw samples named by coding and rate, wav or ogg with their headers, or auto, which detects wav and ogg. Upper and lower case are the same.
    audioFormat: NotRequired[Union[Literal["auto", "pcm_s16le_8k", "pcm_s16le_16k", "alaw_8k", "alaw_16k", "ulaw_8k", "ulaw_16k", "wav", "ogg"], None]]
    # The channel of a stereo WAV file that is used (extension).
    audioChannel: NotRequired[Union[Literal["left", "right", "mix"], None]]


class AsrWord(TypedDict):
    """A word of a result, or a character with wordType CHAR."""

    # The start time in the audio, in ms.
    st: float
    # The end time in the audio, in ms.
    et: float
    # The text of the word or character.
    w: str
    # The pinyin of the word; only with outputPinyin.
    py: NotRequired[str]
    # The confidence of the recogniser, from 0 to 1; 0 in interim results.
    c: float
    # The categories of the word: U is a hotword, P punctuation, S removed by smoothing, M masked, D part of a number.
    t: NotRequired[str]


class AsrResult(TypedDict):
    """A recognised text with its confidence and words."""

    # The recognised text.
    text: str
    # The pinyin of the text; only with outputPinyin.
    pinyin: NotRequired[str]
    # The confidence of the recogniser, from 0 to 1; 0 in interim results.
    confidence: float
    # The words with their times; only in final results, and unless wordType is DISABLED.
    words: NotRequired[List[AsrWord]]


class AsrEmotion(TypedDict):
    """A stretch of speech with one emotion."""

    # The start time in the audio, in ms.
    st: float
    # The end time in the audio, in ms.
    et: float
    # The confidence of the recogniser, from 0 to 1; 0 in interim results.
    c: float
    # The detected emotion.
    e: Literal["HAPPY", "ANGRY", "SAD", "DISGUSTED"]


class AsrGender(TypedDict):
    """The gender of the speaker."""

    # The confidence of the recogniser, from 0 to 1; 0 in interim results.
    c: float
    # The detected gender.
    g: Literal["FEMALE", "MALE"]


class AsrAnalysis(TypedDict):
    """The results of the analyses that sa requests."""

    # The detected emotions; only with sa.checkEmotion.
    emotions: NotRequired[List[AsrEmotion]]
    gender: NotRequired[AsrGender]
    # The speaking rate in words per minute (syllables per second × 60); only with sa.outputSpeed.
    speed: NotRequired[float]
    # The mean level, in dB mapped to 0-100; only with sa.outputVolume.
    avgVol: NotRequired[float]
    # The peak level, in dB mapped to 0-100; only with sa.outputVolume.
    maxVol: NotRequired[float]


class AsrWarning(TypedDict):
    """A problem that did not stop the request but that its sender should know."""

    # 100: the audio has another sample rate than the property and is resampled; 101: vocabId: a hotword list cannot be used; 102: vocab: the hotword list cannot be used, or one of its lines may not work as intended; 103: senswordId: a sensitive-word list cannot be used; 104: sensword: the sensitive-word list cannot be used; 105: profile: there is no such profile, and the defaults are used; 106: olmId: the small-corpus model cannot be used; 107: sa.checkEmotion: has no effect on a whole recording, where no earlier sentences are there to compare with.
    code: Literal[100, 101, 102, 103, 104, 105, 106, 107]
    # The text of the warning.
    message: str


class AsrClipReply(TypedDict):
    """The result of a whole recording."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    result: AsrResult
    # The next best results; only if nbest is greater than 1.
    alternatives: NotRequired[List[AsrResult]]
    analysis: NotRequired[AsrAnalysis]
    # The warnings; absent if there are none.
    warning: NotRequired[List[AsrWarning]]


class AsrStreamConfig(TypedDict):
    """The parameters for recognising a stream. audioFormat is required, here or in the profile."""

    # The name of the profile. Its values apply where the request gives none.
    profile: NotRequired[Union[str, None]]
    # The number of results to return: the best one and its alternatives.
    nbest: NotRequired[Union[int, None]]
    # Add pinyin to the text.
    outputPinyin: NotRequired[Union[bool, None]]
    # Add punctuation.
    addPunc: NotRequired[Union[bool, None]]
    # Write numbers as figures.
    digitNorm: NotRequired[Union[bool, None]]
    # Remove hesitations and repetitions.
    textSmooth: NotRequired[Union[bool, None]]
    # Mask sensitive words.
    wordFilter: NotRequired[Union[bool, None]]
    # The words that a final result lists: none, words, or single characters.
    wordType: NotRequired[Union[Literal["DISABLED", "WORD", "CHAR"], None]]
    # List the words of the post-processed text instead of the recognised ones.
    wordTpp: NotRequired[Union[bool, None]]
    # The ids of stored hotword lists, separated by semicolons.
    vocabId: NotRequired[Union[str, None]]
    # The text of a hotword list, with one word and its weight per line.
    vocab: NotRequired[Union[str, None]]
    # The id of a stored list of sensitive words; only with wordFilter.
    senswordId: NotRequired[Union[str, None]]
    # The text of a list of sensitive words, one per line; only with wordFilter.
    sensword: NotRequired[Union[str, None]]
    # The id of a stored text from which a small-corpus model was compiled.
    olmId: NotRequired[Union[str, None]]
    # The requested analyses for quality inspection; null: none.
    sa: NotRequired[Union[AsrAnalysesLenientInput, None]]
    # The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1.
    encParams: NotRequired[Union[str, None]]
    # The length of leading silence that ends the session; 0: no limit. In ms.
    vadHead: NotRequired[Union[float, None]]
    # The length of trailing silence that ends a sentence. In ms.
    vadTail: NotRequired[Union[float, None]]
    # The length of silence inside the session that ends it. 0 switches it off; otherwise [200-3600000] (ms).
    vadEnd: NotRequired[Union[float, None]]
    # The maximum length of a sentence. In seconds.
    vadMaxSegment: NotRequired[Union[float, None]]
    # The threshold of speech detection: the higher it is, the more certain speech must be to begin a sentence.
    vadThreshold: NotRequired[Union[float, None]]
    # Send interim results, whose isFinal is false.
    interimResults: NotRequired[Union[bool, None]]
    # Divide the text into paragraphs.
    makeParagraph: NotRequired[Union[bool, None]]
    # The time that a sentence may wait for the next ones, which then serve as context for its post-processing. 0 switches it off; otherwise [1000-30000] (ms).
    tppContextRange: NotRequired[Union[float, None]]
    # The offset that is added to all timestamps. In ms.
    startOffset: NotRequired[Union[float, None]]
    # The format of the audio messages: raw samples named by coding and rate, or packets of svc_speex or svc_opus, which need encParams. Upper and lower case are the same.
    audioFormat: NotRequired[Union[Literal["pcm_s16le_8k", "pcm_s16le_16k", "alaw_8k", "alaw_16k", "ulaw_8k", "ulaw_16k", "svc_speex", "svc_opus"], None]]


class AsrStarted(TypedDict):
    """Reports that the session is open."""

    # The kind of this message.
    respType: Literal["START"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The warnings; absent if there are none.
    warning: NotRequired[List[AsrWarning]]


class AsrEventMessage(TypedDict):
    """An event in the audio other than text, such as the start of a voice."""

    # The kind of this message.
    respType: Literal["EVENT"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The kind of event.
    event: Literal["VOICE_START", "VOICE_END", "EXCEEDED_SILENCE", "EXCEEDED_END_SILENCE", "EXCEEDED_AUDIO", "NOISE"]
    # The time of the event in the audio, in ms.
    timestamp: float


class AsrSentence(TypedDict):
    """A recognised sentence of a stream."""

    # The start time in the audio, in ms.
    startTime: float
    # The end time in the audio, in ms.
    endTime: float
    # false: this is an interim result, which a later one replaces.
    isFinal: bool
    result: AsrResult
    # The next best results; only if nbest is greater than 1.
    alternatives: NotRequired[List[AsrResult]]
    analysis: NotRequired[AsrAnalysis]


class AsrResultMessage(TypedDict):
    """A recognised sentence, interim or final."""

    # The kind of this message.
    respType: Literal["RESULT"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    sentence: AsrSentence


# Any message of the gateway on a recognition connection.
AsrServerMessage = Union[AsrStarted, AsrEventMessage, AsrResultMessage, EndMessage, ErrorMessage, FatalErrorMessage]


class SynthesisConfig(TypedDict):
    """The parameters for speaking a text."""

    # The change in pitch; 100 is one semitone.
    pitch: NotRequired[Union[int, None]]
    # The volume.
    volume: NotRequired[Union[int, None]]
    # The speaking rate.
    speed: NotRequired[Union[int, None]]
    # The way to read figures. 0: by context, preferably as a number; 1: by context, preferably digit by digit; 2: always digit by digit; 3: always as a number.
    digitMode: NotRequired[Union[Literal[0, 1, 2, 3], None]]
    # The sound effect. 0: none; 1: reverb; 2: echo; 3: chorus; 4: far and near; 5: robot.
    soundEffect: NotRequired[Union[int, None]]
    # Speak punctuation marks.
    puncMode: NotRequired[Union[bool, None]]
    # The format of the audio, in upper or lower case.
    format: NotRequired[Union[Literal["pcm", "alaw", "ulaw", "svc_speex", "svc_opus"], None]]
    # The sample rate in Hz; svc_speex and svc_opus use the next higher rate of their codec.
    sampleRate: NotRequired[Union[Literal[8000, 11025, 16000, 22050, 32000, 44100, 48000], None]]
    # Treat the text as markup.
    useS3ML: NotRequired[Union[bool, None]]


class SynthesisWarning(TypedDict):
    """A problem that did not stop the request but that its sender should know."""

    # 100: a tag of the markup, or a value in it, is not supported; 101: a voice that the markup names does not exist.
    code: Literal[100, 101]
    # The text of the warning.
    message: str


class SynthesisStarted(TypedDict):
    """Reports that the session is open."""

    # The kind of this message.
    respType: Literal["START"]
    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The warnings; absent if there are none.
    warning: NotRequired[List[SynthesisWarning]]


# Any text message of the gateway on a synthesis connection.
SynthesisServerMessage = Union[SynthesisStarted, EndMessage, ErrorMessage, FatalErrorMessage]


class PreparedUpload(TypedDict):
    """An upload that was begun."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The code of a success.
    code: Literal[10200]
    # The result in words.
    message: str
    # The id of the upload; upload://{fileId} names it in a task.
    fileId: str
    # The size of every slice but the last one, in bytes.
    sliceSize: int
    # The number of slices.
    sliceCount: int


class TransFolder(TypedDict):
    """Folders whose recordings are transcribed."""

    # The addresses of the folders: file, ftp or sftp.
    paths: List[str]
    # The file extensions of the recordings, such as .mp3.
    exts: List[str]


class TransSaveTo(TypedDict):
    """The place where the results are saved."""

    # The address of the folder.
    path: str
    # The names of the result files: by index, by path, or by file name.
    style: Literal["index", "path", "name"]


class TransWords(TypedDict):
    """The listing of words in a result."""

    # List words or single characters. The default is WORD.
    type: NotRequired[Union[Literal["WORD", "CHAR"], None]]
    # List the words of the post-processed text instead of the recognised ones.
    tpp: NotRequired[Union[bool, None]]


class TransAnalyses(TypedDict):
    """The requested analyses for quality inspection."""

    # Separate the speakers of a mono recording.
    diarization: NotRequired[Union[bool, None]]
    # Identify which speaker is the agent and which is the customer.
    checkRole: NotRequired[Union[bool, None]]
    # The channel of the agent in a stereo recording. The default is LEFT_AGENT.
    channelRole: NotRequired[Union[Literal["LEFT_AGENT", "RIGHT_AGENT"], None]]
    # Detect emotions.
    checkEmotion: NotRequired[Union[bool, None]]
    # Measure the speaking rate in words per minute (syllables per second × 60).
    outputSpeed: NotRequired[Union[bool, None]]
    # Measure the mean and the peak level, in dB mapped to 0-100.
    outputVolume: NotRequired[Union[bool, None]]
    # List the stretches of silence.
    outputSilence: NotRequired[Union[bool, None]]


class TransFinish(TypedDict):
    """The post-processing of the text."""

    # Add punctuation.
    addPunc: NotRequired[Union[bool, None]]
    # Remove hesitations and repetitions.
    textSmooth: NotRequired[Union[bool, None]]
    # Write numbers as figures.
    digitNorm: NotRequired[Union[bool, None]]
    # Mask sensitive words.
    wordFilter: NotRequired[Union[bool, None]]
    # Divide the text into paragraphs.
    makeParagraph: NotRequired[Union[bool, None]]
    # The tendency to set marks: the higher it is, the more marks are set. The default is 0.
    puncWeight: NotRequired[Union[float, None]]


class SubmitBody(TypedDict):
    """Recordings to be transcribed, and how."""

    # The addresses of the recordings; exactly one of files and folder is required.
    files: NotRequired[Union[List[str], None]]
    # Folders of recordings; exactly one of files and folder is required.
    folder: NotRequired[Union[TransFolder, None]]
    # The format of the recordings, in upper or lower case: raw samples named by coding and rate, or auto, which detects the format of each file.
    audioFormat: Literal["pcm_s16le_16k", "pcm_s16le_8k", "alaw_16k", "alaw_8k", "ulaw_16k", "ulaw_8k", "vox_8k", "vox_6k", "auto"]
    # The text of a hotword list, with one word and its weight per line.
    vocab: NotRequired[Union[str, None]]
    # The priority of the task; smaller values run first. The default is 0.
    priority: NotRequired[Union[float, None]]
    # The number of channels of a raw recording. With auto, only 1 is allowed, which mixes the channels.
    channelCount: NotRequired[Union[Literal[1, 2], None]]
    # The address that is called when the task is finished. The default is the configured address.
    notifyUrl: NotRequired[Union[str, None]]
    # An additional place where the results are saved; by default there is none.
    saveTo: NotRequired[Union[TransSaveTo, None]]
    # The format of the results. The default is JSON.
    resultType: NotRequired[Union[Literal["JSON", "SRT", "TXT"], None]]
    # Add pinyin to the text.
    outputPinyin: NotRequired[Union[bool, None]]
    # The words that a result lists; by default none.
    words: NotRequired[Union[TransWords, None]]
    # The requested analyses; by default none.
    sa: NotRequired[Union[TransAnalyses, None]]
    # The post-processing of the text; by default the text stays as recognised.
    tpp: NotRequired[Union[TransFinish, None]]


class TransSubmittedFile(TypedDict):
    """A file of a new task."""

    # The index of the file in its task, from 0.
    index: int
    # The address of the file, without credentials.
    path: str
    # The state code of the file; docs/transcription.md lists the codes.
    code: int
    # A description of the state.
    info: str


class Submitted(TypedDict):
    """A task that was made."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The code of a success.
    code: Literal[10200]
    # The result in words.
    message: str
    # The id of the task.
    taskId: str
    # The priority of the task; smaller values run first.
    priority: float
    # The files of the task; empty if the task as a whole failed.
    files: List[TransSubmittedFile]


class TransFile(TypedDict):
    """A file of a task."""

    # The index of the file in its task, from 0.
    index: int
    # The address of the file, without credentials.
    path: str
    # The state code of the file; docs/transcription.md lists the codes.
    code: int
    # A description of the state.
    info: str
    # The length of the recording in ms; -1 until it is known.
    duration: int
    # The number of channels of the recording; -1 until it is known.
    channels: int
    # The time at which work on the file began (RFC 3339).
    startTime: NotRequired[str]
    # The time at which work on the file ended (RFC 3339).
    finishTime: NotRequired[str]
    # The recognised share of the file, in percent.
    progress: NotRequired[int]


class Queried(TypedDict):
    """A task with the progress of its files."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The code of a success.
    code: Literal[10200]
    # The result in words.
    message: str
    # The id of the task.
    taskId: str
    # The priority of the task; smaller values run first.
    priority: float
    # true: no file of the task is waiting or being processed.
    finished: bool
    # The time at which the task was submitted (RFC 3339).
    createTime: str
    # The reason why the task as a whole failed.
    failure: NotRequired[str]
    # The files of the task; absent if the task as a whole failed.
    files: NotRequired[List[TransFile]]


class QueuedTask(TypedDict):
    """A task of the queue."""

    # The id of the task.
    taskId: str
    # The priority of the task; smaller values run first.
    priority: float
    # true: no file of the task is waiting or being processed.
    finished: bool
    # true: the hotword list of the task cannot be used and was ignored.
    invalidVocab: bool


class QueueStatus(TypedDict):
    """The tasks of a property."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The code of a success.
    code: Literal[10200]
    # The result in words.
    message: str
    # The tasks of the property.
    tasks: List[QueuedTask]


class Restarted(TypedDict):
    """The tasks whose failed files are retried."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The code of a success.
    code: Literal[10200]
    # The result in words.
    message: str
    # The ids of the restarted tasks.
    tasks: List[str]


class TransProperties(TypedDict):
    """The available properties of transcription."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # The code of a success.
    code: Literal[10200]
    # The result in words.
    message: str
    # The properties with which recordings can be transcribed.
    properties: List[str]


class ScreeningData(TypedDict):
    """A verdict on a call. A final one has a finishCause."""

    # The name of this event.
    event: Literal["screening"]
    # The name that the switch gave to the call, or one made by the gateway if it gave none.
    uuid: str
    # true: nothing follows but the end of the connection.
    final: bool
    # The number of the verdict in the tables of ring screening; 0 other situations, 90 silence, 91 no media.
    resultId: int
    # The name of the verdict.
    resultName: str
    # The evidence for the verdict: a kind of signal, a prompt, silence, no audio, the SIP status alone, or nothing.
    kind: Literal["busy", "ringback", "congestion", "unobtainable", "call-waiting", "dial", "howler", "cng", "ced", "ring", "music", "speech", "dtmf", "v21", "sit", "beep", "foreign-busy", "foreign-ring", "prompt", "silence", "noMedia", "status", "other"]
    # The keyword or the marker, such as #BUSY#, on which the verdict is based; may be empty.
    keyword: str
    # The recognised text of a prompt; may be empty.
    text: str
    # The confidence of the verdict, from 0 to 1.
    confidence: float
    # The start time of the evidence in the audio, in ms.
    startMs: float
    # The time of the decision in the audio, in ms.
    atMs: float
    # The lag of recognition behind the audio, in ms.
    lagMs: NotRequired[float]
    # The cause of the end: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone.
    finishCause: NotRequired[Literal["match", "timeout", "end", "answered", "noMedia", "silence"]]
    # The SIP status of the verdict in the table of causes; absent for an answered call.
    sipStatus: NotRequired[int]
    # The Q.850 cause of the verdict in the table of causes.
    q850: NotRequired[int]
    # The replies of the trunk to a call that was placed over SIP, as evidence.
    sip: NotRequired[Dict[str, Any]]


class ForkScreening(TypedDict):
    """A verdict."""

    # The kind of this message.
    type: Literal["json"]
    data: ScreeningData


class RecognitionData(TypedDict):
    """A sentence, interim or final."""

    # The name of this event.
    event: Literal["recognition"]
    # The name that the switch gave to the call, or one made by the gateway if it gave none.
    uuid: str
    # false: this is an interim result, which a later one replaces.
    final: bool
    # The recognised text.
    text: str
    # The confidence of the recogniser, from 0 to 1; 0 in interim results.
    confidence: float
    # The start time in the audio, in ms.
    startMs: float
    # The end time in the audio, in ms.
    endMs: float


class RecognitionEnded(TypedDict):
    """The recognition is over."""

    # The name of this event.
    event: Literal["ended"]
    # The name that the switch gave to the call, or one made by the gateway if it gave none.
    uuid: str
    # The cause of the end: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone.
    finishCause: Literal["match", "timeout", "end", "answered", "noMedia", "silence"]


class ForkRecognition(TypedDict):
    """A sentence, or the end of the recognition."""

    # The kind of this message.
    type: Literal["json"]
    # A sentence, or the end.
    data: Union[RecognitionData, RecognitionEnded]


class ForkError(TypedDict):
    """A refusal. The connection ends with it."""

    # The kind of this message.
    type: Literal["error"]
    # The number and the message of the error.
    data: Dict[str, Any]


class VerdictReply(TypedDict):
    """The newest verdict on a call."""

    # The token that identifies this session or request in the log of the gateway.
    traceToken: str
    # underWay: no verdict yet; interim: another may follow; final: it is over.
    state: Literal["underWay", "interim", "final"]
    verdict: NotRequired[ScreeningData]
