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
    """What went wrong: the number of the error, and words."""

    # The number of the error; docs/errors.md lists them.
    code: int
    # What was wrong, where, and what would be right.
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
    # What was wrong, where, and what would be right.
    message: str


class IssuedToken(TypedDict):
    """An access token."""

    # The access token.
    token: str
    # The token by which the next request renews this one.
    refresh_token: str
    # How long the access token is good, in seconds.
    life: int


class RingClipConfig(TypedDict):
    """How a recording of early media is screened."""

    # The format of the recording: raw samples by coding and rate, wav or ogg with their header, or auto, which tells wav from ogg. Upper and lower case are the same.
    audioFormat: NotRequired[Union[Literal["auto", "pcm_s16le_8k", "pcm_s16le_16k", "alaw_8k", "alaw_16k", "ulaw_8k", "ulaw_16k", "wav", "ogg"], None]]
    # The channel of a stereo WAV file that is heard (extension).
    audioChannel: NotRequired[Union[Literal["left", "right", "mix"], None]]
    # When the call was answered, in ms of the recording: no later speech is a prompt (extension).
    answeredAtMs: NotRequired[Union[int, None]]


class RingBurst(TypedDict):
    """A stretch of sound."""

    # A tone, or another sound.
    kind: Literal["tone", "sound"]
    # The start, in ms of the audio.
    fromMs: float
    # The end, in ms of the audio.
    toMs: float
    # The frequency in Hz.
    frequencyHz: float
    # The level in dBm0.
    levelDbm0: float


class RingDecision(TypedDict):
    """A signal that was recognised."""

    # The kind of signal.
    kind: Literal["busy", "ringback", "congestion", "unobtainable", "call-waiting", "dial", "howler", "cng", "ced", "ring", "music", "speech", "dtmf", "v21", "sit", "beep", "foreign-busy", "foreign-ring"]
    # When it was certain, in ms of the audio.
    atMs: float
    # The start, in ms of the audio.
    fromMs: float
    # How sure it is, from 0 to 1.
    confidence: float
    # The key of a dtmf.
    key: NotRequired[str]
    # The countries whose networks have this tone.
    country: NotRequired[List[str]]


class RingTrustedKeyword(TypedDict):
    """The keyword that the verdict rests on."""

    # The keyword, as its table has it.
    word: str
    # The start, in ms of the audio.
    fromMs: float
    # When it was certain, in ms of the audio.
    atMs: float
    # How sure it is, from 0 to 1.
    confidence: float
    # Why it was believed.
    rule: Literal["sure", "sure-in-music", "sure-when-unclear", "twice"]


class RingDoubtedKeyword(TypedDict):
    """A keyword that stood in the text and was not believed."""

    # The keyword, as its table has it.
    word: str
    # The start, in ms of the audio.
    fromMs: float
    # When it was certain, in ms of the audio.
    atMs: float
    # How sure it is, from 0 to 1.
    confidence: float


class RingLevels(TypedDict):
    """How loud the audio is."""

    # The mean level in dBm0; -96 is digital silence.
    meanDbm0: float
    # The peak level in dBm0.
    peakDbm0: float


class RingEvidence(TypedDict):
    """What the verdict rests on (extension)."""

    # The newest tones and sounds, the oldest of them first.
    tones: List[RingBurst]
    # The first signals that were recognised.
    decided: List[RingDecision]
    # How many entries the bounds of the two lists left out.
    dropped: NotRequired[int]
    keyword: NotRequired[RingTrustedKeyword]
    # Keywords that were not believed.
    doubted: NotRequired[List[RingDoubtedKeyword]]
    # When the call was answered, in ms of the audio.
    answeredAtMs: NotRequired[float]
    levels: RingLevels
    # How much audio was heard, in ms.
    audioMs: float
    # How far recognition was behind the audio at that moment, in ms.
    lagMs: NotRequired[float]


class RingResult(TypedDict):
    """The verdict on a recording."""

    # The text of the prompt as far as it was recognised.
    result: str
    # The keyword or the marker, such as #BUSY#, that the verdict rests on; may be empty.
    keyword: str
    # The number of the verdict in the tables of ring screening; 0: other situations.
    resultId: int
    # The name of the verdict.
    resultName: str
    # How sure it is, from 0 to 1.
    confidence: float
    evidence: RingEvidence


class RingWarning(TypedDict):
    """Something that did not stop the request, but that its sender should know of."""

    # 100: the audio has another sample rate than the property and is resampled.
    code: Literal[100]
    # What the warning is about, in plain words.
    message: str


class RingClipReply(TypedDict):
    """The verdict on a recording, with warnings."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    result: RingResult
    # Present when there is something to warn of.
    warning: NotRequired[List[RingWarning]]


class RingStreamConfig(TypedDict):
    """How a call is screened while it rings."""

    # The format of the audio messages: raw samples by coding and rate, or packets of svc_speex or svc_opus, which need encParams. Upper and lower case are the same.
    audioFormat: Literal["pcm_s16le_8k", "pcm_s16le_16k", "alaw_8k", "alaw_16k", "ulaw_8k", "ulaw_16k", "svc_speex", "svc_opus"]
    # The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1.
    encParams: NotRequired[Union[str, None]]
    # Seconds of audio after which screening stops even without a match.
    audioMax: NotRequired[Union[float, None]]


class RingStarted(TypedDict):
    """The session is open."""

    # The kind of this message.
    respType: Literal["START"]
    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # Present when there is something to warn of.
    warning: NotRequired[List[RingWarning]]


class RingSentence(TypedDict):
    """A verdict on a call."""

    # The start of what the verdict rests on, in ms of the audio.
    startTime: float
    # The end of what the verdict rests on, in ms of the audio.
    endTime: float
    # true: the session ends with this verdict.
    isFinal: bool
    # The text of the prompt as far as it was recognised.
    result: str
    # The keyword or the marker, such as #BUSY#, that the verdict rests on; may be empty.
    keyword: str
    # The number of the verdict in the tables of ring screening; 0: other situations.
    resultId: int
    # The name of the verdict.
    resultName: str
    # How sure it is, from 0 to 1.
    confidence: float
    # true: audioMax was reached without a match.
    exceededAudio: bool
    evidence: RingEvidence


class RingResultMessage(TypedDict):
    """A verdict."""

    # The kind of this message.
    respType: Literal["RESULT"]
    # The token by which the log of the gateway names this session or request.
    traceToken: str
    sentence: RingSentence


class EndMessage(TypedDict):
    """The session is over; the connection can open another one."""

    # The kind of this message.
    respType: Literal["END"]
    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # Why the session is over.
    reason: Literal["NORMAL", "CANCEL", "ERROR"]


class ErrorMessage(TypedDict):
    """A refusal. The connection stays open."""

    # The kind of this message.
    respType: Literal["ERROR"]
    # The token by which the log of the gateway names this session or request.
    traceToken: NotRequired[str]
    # The number of the error; docs/errors.md lists them.
    errCode: int
    # What was wrong, where, and what would be right.
    errMessage: str


class FatalErrorMessage(TypedDict):
    """A refusal after which the gateway closes the connection."""

    # The kind of this message.
    respType: Literal["FATAL_ERROR"]
    # The token by which the log of the gateway names this session or request.
    traceToken: NotRequired[str]
    # The number of the error; docs/errors.md lists them.
    errCode: int
    # What was wrong, where, and what would be right.
    errMessage: str


# Whatever the gateway says on a connection of ring screening.
RingServerMessage = Union[RingStarted, RingResultMessage, EndMessage, ErrorMessage, FatalErrorMessage]


class AsrAnalysesLenientInput(TypedDict):
    """Analyses for quality inspection."""

    # Tell emotions.
    checkEmotion: NotRequired[Union[bool, None]]
    # Tell the gender of the voice.
    checkGender: NotRequired[Union[bool, None]]
    # Tell the words a minute: syllables a second × 60.
    outputSpeed: NotRequired[Union[bool, None]]
    # Tell the mean and the peak level, dB mapped to 0-100.
    outputVolume: NotRequired[Union[bool, None]]


class AsrClipConfig(TypedDict):
    """How a whole recording is recognised. audioFormat is auto unless given."""

    # The name of the profile whose values hold where the request gives none.
    profile: NotRequired[Union[str, None]]
    # The number of results wanted: the best one, and its alternatives.
    nbest: NotRequired[Union[int, None]]
    # Add the pinyin of the text.
    outputPinyin: NotRequired[Union[bool, None]]
    # Add punctuation.
    addPunc: NotRequired[Union[bool, None]]
    # Write numbers as figures.
    digitNorm: NotRequired[Union[bool, None]]
    # Leave out hesitations and repetitions.
    textSmooth: NotRequired[Union[bool, None]]
    # Mask sensitive words.
    wordFilter: NotRequired[Union[bool, None]]
    # Which words a final result lists: none, words, or single characters.
    wordType: NotRequired[Union[Literal["DISABLED", "WORD", "CHAR"], None]]
    # List the words of the finished text instead of those that were recognised.
    wordTpp: NotRequired[Union[bool, None]]
    # The ids of stored hotword lists, with semicolons between.
    vocabId: NotRequired[Union[str, None]]
    # The text of a hotword list: a word and its weight a line.
    vocab: NotRequired[Union[str, None]]
    # The id of a stored list of sensitive words; only with wordFilter.
    senswordId: NotRequired[Union[str, None]]
    # The text of a list of sensitive words, one a line; only with wordFilter.
    sensword: NotRequired[Union[str, None]]
    # The id of a stored text from which a small-corpus model was made.
    olmId: NotRequired[Union[str, None]]
    # The analyses that are wanted for quality inspection; null for none.
    sa: NotRequired[Union[AsrAnalysesLenientInput, None]]
    # The format of the recording: raw samples by coding and rate, wav or ogg with their header, or auto, which tells wav from ogg. Upper and lower case are the same.
    audioFormat: NotRequired[Union[Literal["auto", "pcm_s16le_8k", "pcm_s16le_16k", "alaw_8k", "alaw_16k", "ulaw_8k", "ulaw_16k", "wav", "ogg"], None]]
    # The channel of a stereo WAV file that is heard (extension).
    audioChannel: NotRequired[Union[Literal["left", "right", "mix"], None]]


class AsrWord(TypedDict):
    """A word of a result, or a character with wordType CHAR."""

    # The start, in ms of the audio.
    st: float
    # The end, in ms of the audio.
    et: float
    # The word, or the character.
    w: str
    # Its pinyin; only with outputPinyin.
    py: NotRequired[str]
    # How sure the recogniser is, from 0 to 1; 0 in interim results.
    c: float
    # What it is: U a hotword, P punctuation, S smoothed away, M masked, D part of a number.
    t: NotRequired[str]


class AsrResult(TypedDict):
    """What was said."""

    # The recognised text.
    text: str
    # The pinyin of the text; only with outputPinyin.
    pinyin: NotRequired[str]
    # How sure the recogniser is, from 0 to 1; 0 in interim results.
    confidence: float
    # The words with their times; only with wordType, in final results.
    words: NotRequired[List[AsrWord]]


class AsrEmotion(TypedDict):
    """A stretch of speech with one emotion."""

    # The start, in ms of the audio.
    st: float
    # The end, in ms of the audio.
    et: float
    # How sure the recogniser is, from 0 to 1; 0 in interim results.
    c: float
    # The emotion.
    e: Literal["HAPPY", "ANGRY", "SAD", "DISGUSTED"]


class AsrGender(TypedDict):
    """The gender of the voice."""

    # How sure the recogniser is, from 0 to 1; 0 in interim results.
    c: float
    # The gender.
    g: Literal["FEMALE", "MALE"]


class AsrAnalysis(TypedDict):
    """How it was said, as far as sa asks for it."""

    # Emotions, with sa.checkEmotion.
    emotions: NotRequired[List[AsrEmotion]]
    gender: NotRequired[AsrGender]
    # Words a minute (syllables a second × 60), with sa.outputSpeed.
    speed: NotRequired[float]
    # The mean level, dB mapped to 0-100, with sa.outputVolume.
    avgVol: NotRequired[float]
    # The peak level, dB mapped to 0-100, with sa.outputVolume.
    maxVol: NotRequired[float]


class AsrWarning(TypedDict):
    """Something that did not stop the request, but that its sender should know of."""

    # 100: the audio has another sample rate than the property and is resampled; 101: vocabId: a hotword list cannot be used; 102: vocab: the hotword list cannot be used, or a line of it will not work as it may be meant; 103: senswordId: a sensitive-word list cannot be used; 104: sensword: the sensitive-word list cannot be used; 105: profile: there is no such profile, and the defaults are used; 106: olmId: the small-corpus model cannot be used; 107: sa.checkEmotion: has no effect on a whole recording, where no earlier sentences are there to compare with.
    code: Literal[100, 101, 102, 103, 104, 105, 106, 107]
    # What the warning is about, in plain words.
    message: str


class AsrClipReply(TypedDict):
    """The result of a whole recording."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    result: AsrResult
    # The next best results; only with nbest above 1.
    alternatives: NotRequired[List[AsrResult]]
    analysis: NotRequired[AsrAnalysis]
    # Present when there is something to warn of.
    warning: NotRequired[List[AsrWarning]]


class AsrStreamConfig(TypedDict):
    """How a stream is recognised. audioFormat must be given, here or in the profile."""

    # The name of the profile whose values hold where the request gives none.
    profile: NotRequired[Union[str, None]]
    # The number of results wanted: the best one, and its alternatives.
    nbest: NotRequired[Union[int, None]]
    # Add the pinyin of the text.
    outputPinyin: NotRequired[Union[bool, None]]
    # Add punctuation.
    addPunc: NotRequired[Union[bool, None]]
    # Write numbers as figures.
    digitNorm: NotRequired[Union[bool, None]]
    # Leave out hesitations and repetitions.
    textSmooth: NotRequired[Union[bool, None]]
    # Mask sensitive words.
    wordFilter: NotRequired[Union[bool, None]]
    # Which words a final result lists: none, words, or single characters.
    wordType: NotRequired[Union[Literal["DISABLED", "WORD", "CHAR"], None]]
    # List the words of the finished text instead of those that were recognised.
    wordTpp: NotRequired[Union[bool, None]]
    # The ids of stored hotword lists, with semicolons between.
    vocabId: NotRequired[Union[str, None]]
    # The text of a hotword list: a word and its weight a line.
    vocab: NotRequired[Union[str, None]]
    # The id of a stored list of sensitive words; only with wordFilter.
    senswordId: NotRequired[Union[str, None]]
    # The text of a list of sensitive words, one a line; only with wordFilter.
    sensword: NotRequired[Union[str, None]]
    # The id of a stored text from which a small-corpus model was made.
    olmId: NotRequired[Union[str, None]]
    # The analyses that are wanted for quality inspection; null for none.
    sa: NotRequired[Union[AsrAnalysesLenientInput, None]]
    # The sample rate (ar, Hz) and the number of channels (ac, 1) of svc_speex and svc_opus, such as ar:16000;ac:1.
    encParams: NotRequired[Union[str, None]]
    # The leading silence that ends the session; 0: none does. In ms.
    vadHead: NotRequired[Union[float, None]]
    # The trailing silence that ends a sentence. In ms.
    vadTail: NotRequired[Union[float, None]]
    # The silence inside a session that ends it. 0 switches it off; otherwise [200-3600000] (ms).
    vadEnd: NotRequired[Union[float, None]]
    # The length at which a sentence ends. In seconds.
    vadMaxSegment: NotRequired[Union[float, None]]
    # How likely speech must be before a sentence begins: the higher, the likelier.
    vadThreshold: NotRequired[Union[float, None]]
    # Send interim results, with isFinal false.
    interimResults: NotRequired[Union[bool, None]]
    # Part the text into paragraphs.
    makeParagraph: NotRequired[Union[bool, None]]
    # How long a sentence may wait for the next ones, so that its text is finished with them in view. 0 switches it off; otherwise [1000-30000] (ms).
    tppContextRange: NotRequired[Union[float, None]]
    # What is added to all timestamps. In ms.
    startOffset: NotRequired[Union[float, None]]
    # The format of the audio messages: raw samples by coding and rate, or packets of svc_speex or svc_opus, which need encParams. Upper and lower case are the same.
    audioFormat: NotRequired[Union[Literal["pcm_s16le_8k", "pcm_s16le_16k", "alaw_8k", "alaw_16k", "ulaw_8k", "ulaw_16k", "svc_speex", "svc_opus"], None]]


class AsrStarted(TypedDict):
    """The session is open."""

    # The kind of this message.
    respType: Literal["START"]
    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # Present when there is something to warn of.
    warning: NotRequired[List[AsrWarning]]


class AsrEventMessage(TypedDict):
    """Something was heard that is no text."""

    # The kind of this message.
    respType: Literal["EVENT"]
    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # What was heard.
    event: Literal["VOICE_START", "VOICE_END", "EXCEEDED_SILENCE", "EXCEEDED_END_SILENCE", "EXCEEDED_AUDIO", "NOISE"]
    # When, in ms of the audio.
    timestamp: float


class AsrSentence(TypedDict):
    """A sentence of a stream."""

    # The start, in ms of the audio.
    startTime: float
    # The end, in ms of the audio.
    endTime: float
    # false: an interim result, which a later one replaces.
    isFinal: bool
    result: AsrResult
    # The next best results; only with nbest above 1.
    alternatives: NotRequired[List[AsrResult]]
    analysis: NotRequired[AsrAnalysis]


class AsrResultMessage(TypedDict):
    """A sentence, interim or final."""

    # The kind of this message.
    respType: Literal["RESULT"]
    # The token by which the log of the gateway names this session or request.
    traceToken: str
    sentence: AsrSentence


# Whatever the gateway says on a connection of recognition.
AsrServerMessage = Union[AsrStarted, AsrEventMessage, AsrResultMessage, EndMessage, ErrorMessage, FatalErrorMessage]


class SynthesisConfig(TypedDict):
    """How a text is spoken."""

    # The pitch: 100 is a semitone.
    pitch: NotRequired[Union[int, None]]
    # The volume.
    volume: NotRequired[Union[int, None]]
    # The speaking rate.
    speed: NotRequired[Union[int, None]]
    # How figures are read. 0: by context, rather as a number; 1: by context, rather digit by digit; 2: digit by digit; 3: as a number.
    digitMode: NotRequired[Union[Literal[0, 1, 2, 3], None]]
    # The effect. 0: none; 1: reverb; 2: echo; 3: chorus; 4: far and near; 5: robot.
    soundEffect: NotRequired[Union[int, None]]
    # Speak punctuation.
    puncMode: NotRequired[Union[bool, None]]
    # The format of the audio. Upper and lower case are the same.
    format: NotRequired[Union[Literal["pcm", "alaw", "ulaw", "svc_speex", "svc_opus"], None]]
    # The sample rate in Hz; svc_speex and svc_opus are coded at the next rate that their codec has.
    sampleRate: NotRequired[Union[Literal[8000, 11025, 16000, 22050, 32000, 44100, 48000], None]]
    # The text is markup.
    useS3ML: NotRequired[Union[bool, None]]


class SynthesisWarning(TypedDict):
    """Something that did not stop the request, but that its sender should know of."""

    # 100: a tag of the markup, or a value in it, is not supported; 101: a voice that the markup names does not exist.
    code: Literal[100, 101]
    # What the warning is about, in plain words.
    message: str


class SynthesisStarted(TypedDict):
    """The session is open."""

    # The kind of this message.
    respType: Literal["START"]
    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # Present when there is something to warn of.
    warning: NotRequired[List[SynthesisWarning]]


# Whatever the gateway says in text on a connection of synthesis.
SynthesisServerMessage = Union[SynthesisStarted, EndMessage, ErrorMessage, FatalErrorMessage]


class PreparedUpload(TypedDict):
    """An upload that was begun."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # The request succeeded.
    code: Literal[10200]
    # The same in words.
    message: str
    # The id of the upload; upload://{fileId} names it in a task.
    fileId: str
    # The size of every slice but the last one, in bytes.
    sliceSize: int
    # How many slices there are.
    sliceCount: int


class TransFolder(TypedDict):
    """Folders whose recordings are transcribed."""

    # The addresses of the folders: file, ftp or sftp.
    paths: List[str]
    # The endings of their recordings, such as .mp3.
    exts: List[str]


class TransSaveTo(TypedDict):
    """Where the results are saved."""

    # The address of the folder.
    path: str
    # How result files are named: by index, by path, or by file name.
    style: Literal["index", "path", "name"]


class TransWords(TypedDict):
    """How words are listed."""

    # List words, or single characters. WORD unless given.
    type: NotRequired[Union[Literal["WORD", "CHAR"], None]]
    # List the words of the finished text instead of those that were recognised.
    tpp: NotRequired[Union[bool, None]]


class TransAnalyses(TypedDict):
    """The analyses that are wanted for quality inspection."""

    # Tell the speakers of a mono recording apart.
    diarization: NotRequired[Union[bool, None]]
    # Tell the agent from the customer.
    checkRole: NotRequired[Union[bool, None]]
    # The channel of a stereo recording that the agent is on. LEFT_AGENT unless given.
    channelRole: NotRequired[Union[Literal["LEFT_AGENT", "RIGHT_AGENT"], None]]
    # Tell emotions.
    checkEmotion: NotRequired[Union[bool, None]]
    # Tell the words a minute: syllables a second × 60.
    outputSpeed: NotRequired[Union[bool, None]]
    # Tell the mean and the peak level, dB mapped to 0-100.
    outputVolume: NotRequired[Union[bool, None]]
    # Tell the stretches of silence.
    outputSilence: NotRequired[Union[bool, None]]


class TransFinish(TypedDict):
    """How the text is finished."""

    # Add punctuation.
    addPunc: NotRequired[Union[bool, None]]
    # Leave out hesitations and repetitions.
    textSmooth: NotRequired[Union[bool, None]]
    # Write numbers as figures.
    digitNorm: NotRequired[Union[bool, None]]
    # Mask sensitive words.
    wordFilter: NotRequired[Union[bool, None]]
    # Part the text into paragraphs.
    makeParagraph: NotRequired[Union[bool, None]]
    # How readily a mark is set: the higher, the more marks. 0 unless given.
    puncWeight: NotRequired[Union[float, None]]


class SubmitBody(TypedDict):
    """Recordings to be transcribed, and how."""

    # The addresses of the recordings; exactly one of files and folder is given.
    files: NotRequired[Union[List[str], None]]
    # Folders of recordings; exactly one of files and folder is given.
    folder: NotRequired[Union[TransFolder, None]]
    # The format of the recordings: raw samples by coding and rate, or auto, which reads it from the file. Upper and lower case are the same.
    audioFormat: Literal["pcm_s16le_16k", "pcm_s16le_8k", "alaw_16k", "alaw_8k", "ulaw_16k", "ulaw_8k", "vox_8k", "vox_6k", "auto"]
    # The text of a hotword list: a word and its weight a line.
    vocab: NotRequired[Union[str, None]]
    # Smaller ones go first; 0 unless given.
    priority: NotRequired[Union[float, None]]
    # The number of channels of a raw recording. With auto only 1 may be given, which merges the channels.
    channelCount: NotRequired[Union[Literal[1, 2], None]]
    # The address that is called when the task is finished; the configured one unless given.
    notifyUrl: NotRequired[Union[str, None]]
    # Where the results are saved besides; nowhere unless given.
    saveTo: NotRequired[Union[TransSaveTo, None]]
    # The form of the results. JSON unless given.
    resultType: NotRequired[Union[Literal["JSON", "SRT", "TXT"], None]]
    # Add the pinyin of the text.
    outputPinyin: NotRequired[Union[bool, None]]
    # Which words a result lists; none unless given.
    words: NotRequired[Union[TransWords, None]]
    # The analyses that are wanted; none unless given.
    sa: NotRequired[Union[TransAnalyses, None]]
    # How the text is finished; as it was recognised unless given.
    tpp: NotRequired[Union[TransFinish, None]]


class TransSubmittedFile(TypedDict):
    """A file of a new task."""

    # The place of the file in its task, from 0.
    index: int
    # Where the file came from, without credentials.
    path: str
    # The state of the file; docs/transcription.md lists them.
    code: int
    # The state in words.
    info: str


class Submitted(TypedDict):
    """A task that was made."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # The request succeeded.
    code: Literal[10200]
    # The same in words.
    message: str
    # The id of the task.
    taskId: str
    # Smaller ones go first.
    priority: float
    # Its files; empty when the task as a whole failed.
    files: List[TransSubmittedFile]


class TransFile(TypedDict):
    """A file of a task."""

    # The place of the file in its task, from 0.
    index: int
    # Where the file came from, without credentials.
    path: str
    # The state of the file; docs/transcription.md lists them.
    code: int
    # The state in words.
    info: str
    # The length of the recording in ms; -1 until it is known.
    duration: int
    # The number of its channels; -1 until it is known.
    channels: int
    # When work on it began (RFC 3339).
    startTime: NotRequired[str]
    # When work on it ended (RFC 3339).
    finishTime: NotRequired[str]
    # How much of it was recognised, in percent.
    progress: NotRequired[int]


class Queried(TypedDict):
    """A task and how far its files are."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # The request succeeded.
    code: Literal[10200]
    # The same in words.
    message: str
    # The id of the task.
    taskId: str
    # Smaller ones go first.
    priority: float
    # true: no file of it is under way or waits.
    finished: bool
    # When it was submitted (RFC 3339).
    createTime: str
    # Why the task as a whole failed.
    failure: NotRequired[str]
    # Its files; absent when the task as a whole failed.
    files: NotRequired[List[TransFile]]


class QueuedTask(TypedDict):
    """A task of the queue."""

    # The id of the task.
    taskId: str
    # Smaller ones go first.
    priority: float
    # true: no file of it is under way or waits.
    finished: bool
    # true: its hotword list cannot be used and is left out.
    invalidVocab: bool


class QueueStatus(TypedDict):
    """The tasks of a property."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # The request succeeded.
    code: Literal[10200]
    # The same in words.
    message: str
    # The tasks of the property.
    tasks: List[QueuedTask]


class Restarted(TypedDict):
    """Tasks whose failed files are tried again."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # The request succeeded.
    code: Literal[10200]
    # The same in words.
    message: str
    # The ids of the tasks that go on.
    tasks: List[str]


class TransProperties(TypedDict):
    """What can be transcribed."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # The request succeeded.
    code: Literal[10200]
    # The same in words.
    message: str
    # The properties that recordings can be transcribed with.
    properties: List[str]


class ScreeningData(TypedDict):
    """A verdict on a call. A final one has a finishCause."""

    # The name of this event.
    event: Literal["screening"]
    # The call, as the switch named it; a name of the gateway where it did not.
    uuid: str
    # true: nothing follows but the end of the connection.
    final: bool
    # The number of the verdict in the tables of ring screening; 0 other situations, 90 silence, 91 no media.
    resultId: int
    # The name of the verdict.
    resultName: str
    # What it rests on: a kind of signal, a prompt, silence, no audio, the status of SIP alone, or nothing.
    kind: Literal["busy", "ringback", "congestion", "unobtainable", "call-waiting", "dial", "howler", "cng", "ced", "ring", "music", "speech", "dtmf", "v21", "sit", "beep", "foreign-busy", "foreign-ring", "prompt", "silence", "noMedia", "status", "other"]
    # The keyword or the marker, such as #BUSY#, that it rests on; may be empty.
    keyword: str
    # The text of a prompt as far as it was recognised; may be empty.
    text: str
    # How sure it is, from 0 to 1.
    confidence: float
    # The start of what it rests on, in ms of the audio.
    startMs: float
    # When it was certain, in ms of the audio.
    atMs: float
    # How far recognition was behind the audio, in ms.
    lagMs: NotRequired[float]
    # Why it is over: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone.
    finishCause: NotRequired[Literal["match", "timeout", "end", "answered", "noMedia", "silence"]]
    # The status of SIP for it, by the table of causes; not of an answered call.
    sipStatus: NotRequired[int]
    # The cause of Q.850 for it, by the same table.
    q850: NotRequired[int]
    # What the trunk said of a call that was placed over SIP, as evidence.
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
    # The call, as the switch named it; a name of the gateway where it did not.
    uuid: str
    # false: an interim result, which a later one replaces.
    final: bool
    # What was said.
    text: str
    # How sure the recogniser is, from 0 to 1; 0 of interim texts.
    confidence: float
    # The start, in ms of the audio.
    startMs: float
    # The end, in ms of the audio.
    endMs: float


class RecognitionEnded(TypedDict):
    """The recognition is over."""

    # The name of this event.
    event: Literal["ended"]
    # The call, as the switch named it; a name of the gateway where it did not.
    uuid: str
    # Why it is over: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone.
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
    # What went wrong.
    data: Dict[str, Any]


class VerdictReply(TypedDict):
    """The newest verdict on a call."""

    # The token by which the log of the gateway names this session or request.
    traceToken: str
    # underWay: no verdict yet; interim: another may follow; final: it is over.
    state: Literal["underWay", "interim", "final"]
    verdict: NotRequired[ScreeningData]
