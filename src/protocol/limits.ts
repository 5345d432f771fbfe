// Every limit of the product, in one place. Units are part of the names. `config/` lets an operator change those that
// the specification calls configurable; nothing else holds a number of its own.

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

const longTextCharacters = 200_000;

export const limits = {
  http: {
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
    /** time limit of a body that is written to the disk as it arrives: 64 MiB at 1 Mbit/s */
    streamTimeoutMs: 600_000,
    keepAliveTimeoutMs: 5_000,
    /** no byte in either direction */
    stalledMs: 90_000,
    /** for a client to take the reply that ends its connection */
    lingerMs: 5_000,
    maxHeaderBytes: 16 * KiB,
    /** interval of the check of the timeouts above */
    timeoutCheckMs: 1_000,
    maxConnections: 4_096,
    /** requests being handled at once, over all listeners; more are answered 503 */
    maxInFlight: 512,
    /** bodies being received at once, over all listeners; more are answered 503 */
    inFlightBodyBytes: 128 * MiB,
    pathPartBytes: 256,
    /** JSON bodies other than audio. */
    jsonBodyBytes: 1 * MiB,
    /** JSON around 4 MiB of BASE64. */
    audioJsonBodyBytes: 4 * MiB + 64 * KiB,
    /** specification 2, section 8: at most 4M, encoded. */
    audioBytes: 4 * MiB,
    jsonDepth: 32,
  },
  token: {
    lifeS: 86_400,
    renewedLifeS: 300,
    /** one more pushes out the token that would expire first */
    perAppkey: 1_000,
    cacheEntries: 20_000,
    /** in memory while the database takes no writes; more are answered 503 */
    heldEntries: 10_000,
    sweepMs: 60_000,
    /** longest appkey, token or secret that a client may send */
    textBytes: 256,
  },
  /** The reserve on the disk of the data directory. */
  storage: {
    reserveMib: { min: 1, max: 4_096, default: 16 },
    /** interval of the checks of free space */
    lookMs: 2_000,
    /** piece in which the reserve is written */
    pieceBytes: 256 * KiB,
  },
  stream: {
    minSliceMs: 40,
    maxSliceMs: 1_000,
    /** after START, or after a slice, without the next slice */
    nextSliceMs: 20_000,
    /** connection without a session */
    idleMs: 120_000,
    /** audio that keeps arriving with no session */
    strayAudioMs: 10_000,
    /** errors within the window that end the connection */
    errorCount: 10,
    errorWindowMs: 60_000,
    /** a START with two word lists of 100K, each character of them escaped */
    textFrameBytes: 640 * KiB,
    /** 1000 ms of 48 kHz PCM, with room */
    binaryFrameBytes: 128 * KiB,
    /** a slice may be cut into TCP segments, hardly into frames; small fragments without end are an attack */
    frameFragments: 1_024,
    pingMs: 15_000,
    /** outbound: soft drops interim results, hard ends the connection */
    softBufferedBytes: 256 * KiB,
    hardBufferedBytes: 1 * MiB,
    /**
     * audio that a client has not read: with more, none is made for it. 10 s of 48 kHz PCM fit between it and the hard
     * limit
     */
    unreadAudioBytes: 64 * KiB,
    stalledMs: 30_000,
    /** time for a peer to answer the close frame before its connection is ended */
    closeMs: 5_000,
    /** inbound audio queued for the engine, per connection */
    queuedAudioMs: 2_000,
    queuedSlices: 64,
    maxSessions: 400,
  },
  ring: {
    oneShotMs: 120_000,
    audioMaxS: { min: 10, max: 300, default: 90 },
    evidenceEvents: 200,
    /** a longer pause parts two announcements: no keyword reaches across it */
    announcementPauseMs: 1_500,
    /** characters of an announcement's earlier sentences that are compared with the newest one */
    announcementCharacters: 200,
    doubtedKeywords: 20,
    keywordConfidence: { min: 0, max: 1, default: 0.2 },
  },
  /** Ranges are those of specification 2, section 2.3. */
  asr: {
    oneShotMs: 60_000,
    /** audio of one stream that waits for the model */
    waitingAudioMs: 120_000,
    /** more audio than that waits for the models: slices are not acknowledged, a clip pauses */
    behindMs: 1_000,
    /** total audio of a session before EXCEEDED_AUDIO */
    shortStreamMs: 60_000,
    continueStreamMs: 14_400_000,
    vadHeadMs: { min: 0, max: 600_000, default: 10_000 },
    vadTailMs: { min: 50, max: 30_000, default: 500 },
    /** or 0 */
    vadEndMs: { min: 200, max: 3_600_000, default: 0 },
    vadMaxSegmentS: { min: 10, max: 600, default: 30 },
    vadThreshold: { min: 1, max: 100, default: 10 },
    nBest: { min: 1, max: 10, default: 1 },
    /** or 0 */
    tppContextRangeMs: { min: 1_000, max: 30_000, default: 5_000 },
    /** a year: what is more is a mistake */
    startOffsetMs: { min: 0, max: 31_536_000_000, default: 0 },
    /** JSON around 4 MiB of BASE64 and two lists of 100K, each character of them escaped */
    jsonBodyBytes: 4 * MiB + 640 * KiB,
    vocabularyIds: 100,
    /** warnings about one hotword list; the last one says how many more there are */
    listNotes: 10,
    /** all hotwords of a call with their readings, as they go to the engine; well below engine.frameBytes */
    hotwordBytes: 4 * MiB,
    /** compiled, in an engine, for each recogniser */
    keptHotwordLists: 16,
    /** custom LMs that an engine keeps mapped */
    keptCorpora: 32,
    idBytes: 256,
  },
  tts: {
    /** specification 2, section 8 */
    markupBytes: 1_024,
    markupDepth: 16,
    /** a longer one is cut at a comma, or where need be; more is not looked at to find its end */
    sentenceCharacters: 60,
    /** the first may be cut at a comma from here on, so that it can be heard soon */
    firstSentenceCharacters: 8,
    /** read as one number; longer ones digit by digit */
    cardinalDigits: 16,
    /** letters of one English word that are read as a word */
    wordLetters: 40,
    pauseMs: 10_000,
  },
  /** Ranges are those of specification 2, sections 2.6, 4.5 and 8. */
  synthesis: {
    pitch: { min: -500, max: 500, default: 0 },
    volume: { min: 0, max: 100, default: 50 },
    speed: { min: -500, max: 500, default: 0 },
    soundEffect: { min: 0, max: 5, default: 0 },
    timeSliceMs: { min: 100, max: 10_000 },
    /** GET_AUDIOs that wait for their audio, per session */
    waitingRequests: 128,
    /** in a session, without a GET_AUDIO */
    nextRequestMs: 120_000,
    /** plain text over the WebSocket, as UTF-8: room for textCharacters of any script */
    textBytes: 4 * longTextCharacters,
    textCharacters: longTextCharacters,
    /**
     * START message: a text in which a client escapes each character as a pair of surrogates, and the rest of the
     * message
     */
    textFrameBytes: 12 * longTextCharacters + 64 * KiB,
    /** plain text over HTTP */
    shortTextCharacters: 500,
    /** JSON around it and extraInfo, each character of them escaped */
    shortTextBodyBytes: 64 * KiB,
    /** audio that a reply over HTTP asks an engine for at once */
    shortTextSliceMs: 200,
    /** named in a header of that reply */
    headerWarnings: 8,
    engine: {
      /** made ahead of what was pulled; not below the longest time slice */
      aheadMs: 10_000,
      /** one pull: specification 2, section 8 */
      pullMs: 10_000,
      /** that no slice has answered */
      waitingPulls: 128,
      /** one sentence: the front end cuts at 60 characters, none of which has that many tokens */
      tokens: 4_000,
      /** PCM of whole syntheses, the one that was last wanted longest ago goes first */
      cacheBytes: 32 * MiB,
      cacheEntries: 256,
      /** a longer one is not kept */
      cacheEntryBytes: 4 * MiB,
    },
  },
  /** Offline transcription. Where the specification gives a number it is section 8 of its second document. */
  /** `tonegate batch` */
  batchClient: {
    /** each slice is in memory while it is sent */
    slicesAtOnce: 3,
    /** tries of a request whose fault may pass */
    tries: 6,
    retryMinMs: 500,
    retryMaxMs: 60_000,
    /** a connection on which nothing moves; a submit may look through folders for 60 s */
    silentMs: 120_000,
    /** until bytes are sent to a server that does not know Expect */
    continueMs: 5_000,
    /** size of a reply: 5,000 files, each with a long address */
    jsonBytes: 64 * MiB,
    pollMs: 1_000,
  },
  trans: {
    /** a shorter stretch without a voice is no silence */
    silenceMs: 1_000,
    /** size of an upload */
    uploadBytes: 4 * GiB,
    sliceBytes: { min: 1 * MiB, max: 64 * MiB, default: 8 * MiB },
    uploadLifeMs: 86_400_000,
    /** not yet used by a task */
    uploadsPerDeveloper: 1_000,
    /** being received at once, over all uploads; more are answered 503 */
    slicesUnderWay: 64,
    nameBytes: 255,
    /** more would hold the gateway's event loop at submit, query and restart for longer than a live call may wait */
    filesPerTask: 5_000,
    folderPaths: 100,
    folderExts: 100,
    urlBytes: 4 * KiB,
    /** scans of folders at once; more are answered 503 */
    scansUnderWay: 4,
    scanMs: 60_000,
    /** bound for the owner of an appkey, who must not fill the disk */
    tasksPerDeveloper: 10_000,
    /** room for that many URLs and a word list of 100K, each character of it escaped */
    jsonBodyBytes: 4 * MiB,
    puncWeight: { min: -100, max: 100, default: 0 },
    /** tries of a download before 4101, of a conversion that had no room on the disk before 4204 */
    stageTries: 6,
    /** an engine was lost while it heard the file: so often it may be the file's fault */
    lostTries: 3,
    /** no engine took the file */
    refusedTries: 60,
    retryMinMs: 5_000,
    retryMaxMs: 600_000,
    engineWaitMs: 5_000,
    /** interval of the search for an engine while there is none */
    engineLookMs: 250,
    /** tries of saveTo and of the callback */
    afterTries: 8,
    afterUnderWay: 4,
    callbackMs: 15_000,
    /** left free on the disk: downloads stop before conversions do, which make room */
    freeBytes: 256 * MiB,
    diskRetryMs: 10_000,
    sweepMs: 600_000,
    /** length of one recording */
    maxMs: 43_200_000,
    /** specification 2, section 8: 72 hours */
    keepResultsS: 259_200,
    /** replies of download that are being sent */
    downloadsUnderWay: 16,
    fetch: {
      /** size of one recording */
      fileBytes: 4 * GiB,
      /** a source that brings less than stallBytes in this time has stalled; a connection counts too */
      stallMs: 30_000,
      stallBytes: 1 * KiB,
      totalMs: 7_200_000,
      redirects: 5,
      headerBytes: 16 * KiB,
      /** bytes written between two checks of the free space of the disk */
      diskCheckBytes: 32 * MiB,
      /** to end a session in order */
      endMs: 2_000,
      hosts: 256,
      rules: 256,
      roots: 32,
    },
    /** bounds of each entry of folder.paths */
    scan: { entries: 100_000, depth: 16, listBytes: 16 * MiB },
    decode: {
      /** size of ffprobe's answer, and of the kept part of a tool's complaints */
      probeBytes: 1 * MiB,
      complaintBytes: 4 * KiB,
      probeMs: 60_000,
      /** time limit of one conversion; 8 hours of audio take a minute on a server */
      convertMs: 3_600_000,
      /** address space of ffprobe and ffmpeg; 5.1 takes up 350 MiB with its libraries before it begins */
      memoryBytes: 2 * GiB,
      niceness: 10,
      /** JavaScript objects in the converter of raw formats */
      heapMiB: 64,
    },
  },
  app: { nameBytes: 64, count: 10_000 },
  recordIdBytes: 64,
  extraInfoBytes: 4 * KiB,
  engine: {
    /** time from the fork to the first message; a small board under load takes seconds */
    startMs: 90_000,
    /** pings count once the engine is ready */
    pingMs: 2_000,
    missedPings: 5,
    drainMs: 30_000,
    restartMinMs: 100,
    restartMaxMs: 15_000,
    oneShotQueue: 32,
    /** not below stream.maxSessions: one engine carries them all */
    sessionsPerEngine: 512,
    /** between gateway and engine: a one-shot body and its message, with room */
    frameBytes: 8 * MiB,
    /** a replaced engine may keep its live sessions for so long: the longest session, and some */
    swapMs: 15_000_000,
    /** deaths in a row before the first word; then it is started without models, which may be the reason */
    startFailures: 3,
    /** a run of this length forgets earlier crashes */
    stableMs: 10_000,
    /** a session may wait for an engine that is back within this time */
    waitMs: 2_000,
    /** idle frontends kept for reuse, per audio format */
    idleFrontends: 32,
    /** recordings that one engine transcribes in turn */
    filesPerEngine: 4,
  },
  model: {
    manifestBytes: 1 * MiB,
    files: 64,
    slots: 64,
    /** voices in one model */
    voices: 64,
    speakers: 256,
    fileBytes: 1024 * MiB,
    /** size of a text file of a model: units, marks, normalisation */
    textBytes: 16 * MiB,
    units: 1_000_000,
    /** that a classifier tells apart */
    classes: 64,
    /** rows of a chunk, its context or a window */
    rows: 10_000,
    /** streams that one run of a graph serves */
    batch: 32,
    /** the same of files, which nobody listens to: a live call waits for one such run at most */
    backgroundBatch: 4,
    /** interval of the gateway's check whether another model was activated */
    activePollMs: 2_000,
    /** rows that one stream may have waiting for the graph: two minutes at 10 ms */
    queuedRows: 12_000,
  },
  /** hotword and sensitive-word lists: specification 1, section 8 */
  wordList: {
    bytes: 100 * KiB,
    lineBytes: 256,
    knownReadings: 20_000,
    /** compiled, in the gateway: the newest of them */
    keptLists: 256,
    keptBytes: 24 * MiB,
    /** a longer one is read in a thread: it would hold the event loop */
    readHereBytes: 1 * KiB,
    /** to be read, in that thread */
    waitingLists: 64,
    threadIdleMs: 60_000,
  },
  /** specification 1, section 8 */
  resource: {
    /** size of a resource that is not a word list */
    contentBytes: 1 * MiB,
    /** JSON around its BASE64 */
    jsonBodyBytes: 1.5 * MiB,
    nameBytes: 256,
    langBytes: 64,
    descBytes: 4 * KiB,
    userIdBytes: 64,
    idBytes: 64,
    /** hotword lists of one userId; shared ones have no limit but the next */
    exclusivePerUser: 10,
    /** resources of one type: the owner of an appkey must not fill the disk */
    perDeveloper: 20_000,
    senswordsPerDeveloper: 100,
    othersPerDeveloper: 100,
    pageMax: 10_000,
    pageDefault: 100,
    diagnostics: 1_000,
    profiles: 1_000,
    profileNameBytes: 128,
  },
  /** Custom LMs, compiled from sample text one after another in a process of their own. */
  olm: {
    /** 1 MiB takes 1 to 8 s on a free core of x64 and has 2 MB when compiled */
    compileMs: 300_000,
    /** JavaScript objects; 1 MiB of text needs 200 MB in all */
    heapMiB: 384,
    niceness: 15,
    /** interval of the search for changed resources */
    pollMs: 1_000,
    /** after a failure that may have been the machine's */
    retryMs: 600_000,
    /** a file that no resource needs any more: an engine may be about to open it */
    unusedMs: 60_000,
    /** left free on the disk */
    freeBytes: 64 * MiB,
    /** size of the compiling process's answer */
    answerBytes: 4 * KiB,
  },
  sync: {
    /** time limit of the process that follows models: it hashes and copies hundreds of MB, and runs each graph once */
    followMs: 1_800_000,
    /** JavaScript objects of that process */
    followHeapMiB: 512,
    followAnswerBytes: 64 * KiB,
    originBytes: 64,
    /** items of a state */
    items: 50_000,
    stateBytes: 64 * MiB,
    outboxPage: 100,
    /** content of a page, as BASE64 */
    outboxPageBytes: 4 * MiB,
    /** JSON around it, or around one resource */
    outboxBodyBytes: 8 * MiB,
    /** versions that a version remembers it was made from */
    ancestors: 16,
    /**
     * highest version that an upstream takes from below, so that it can still grow; a box takes twice as much from
     * above
     */
    verFromBelow: 2 ** 51,
    /** places of a plain upstream */
    places: 1_000,
    /** deleted user resources that are remembered; beyond it the oldest are forgotten */
    tombstones: 20_000,
    conflictBytes: 64 * MiB,
    /** idempotency keys are remembered so long */
    keyMs: 2_592_000_000,
    keys: 200_000,
    /** longest time for which the long poll is held */
    holdMs: 25_000,
    /** files of the data directory are looked at again for a state */
    filesFreshMs: 1_000,
    redoRetryMs: 60_000,
    /** rows that wait to go upstream; telemetry is dropped first, resources are refused beyond it, never dropped */
    outboxRows: 100_000,
    conflicts: 1_000,
    intervalS: 300,
    backoffMinMs: 1_000,
    backoffMaxMs: 900_000,
    requestMs: 60_000,
    /** an answer that brings less than stallBytes in this time has stalled */
    stallMs: 20_000,
    stallBytes: 1_024,
    /** after a refusal (4xx): longer than any backoff, but a box in the field must come back by itself */
    refusedRetryMs: 3_600_000,
    /** no Retry-After keeps a box away for longer */
    retryAfterMaxMs: 86_400_000,
    /** times in a row that content was not what its name says, before that counts as a refusal */
    lies: 3,
    /** contents that are fetched at once */
    downloads: 4,
    /** size of an answer that is neither a state nor content */
    answerBytes: 4 * MiB,
    /** for the sync process to end */
    stopMs: 5_000,
    /** a secret, a certificate */
    givenFileBytes: 256 * KiB,
    /** left free on the disk by what is fetched */
    freeBytes: 64 * MiB,
    /** for the gateway of this box to check and take a state */
    applyMs: 600_000,
    /** while the gateway of this box does not answer */
    noGatewayMinMs: 1_000,
    noGatewayMaxMs: 15_000,
    /** a round that brought at least this much counts as no failure in a row when its link breaks */
    progressBytes: 64 * KiB,
    /** after a change on the box, for others to go upstream with it */
    gatherMs: 2_000,
    /** interval of the reports during a download */
    reportMs: 1_000,
    /** NATS: larger content lies in pieces of pieceBytes in the object store; the rest is keys */
    keyBytes: 256 * KiB,
    pieceBytes: 1 * MiB,
    natsConnectMs: 10_000,
    staleStagedMs: 604_800_000,
  },
  table: { fileBytes: 256 * KiB, lines: 10_000, lineBytes: 256, settleMs: 100, pollMs: 2_000 },
} as const;
