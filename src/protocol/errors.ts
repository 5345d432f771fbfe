// The one table of errors: name → numeric code, HTTP status, WebSocket behaviour, retry hint. docs/errors.md is
// generated from it. Codes are a promise to clients: never change or reuse one. The first three digits are the HTTP
// status, except for 29, which the platform has always used for a robot that does not exist.

/**
 * The behaviour on a WebSocket. `error`: an ERROR message, and the connection stays. `fatal`: FATAL_ERROR, then the
 * server disconnects.
 */
export type SocketBehaviour = 'error' | 'fatal';

export interface ErrorRow {
  readonly code: number;
  readonly http: number;
  readonly ws: SocketBehaviour;
  readonly retryAfterS?: number;
  /** The reason phrase of the HTTP status line, if the specification fixes it. */
  readonly statusText?: string;
  readonly meaning: string;
}

const errorTable = {
  ROBOT_NOT_FOUND: {
    code: 29,
    http: 404,
    ws: 'error',
    meaning: 'the tenant has no such robot, or the robot is not online',
  },

  MALFORMED_REQUEST: { code: 40000, http: 400, ws: 'fatal', meaning: 'the bytes are not a valid HTTP request' },
  MALFORMED_JSON: {
    code: 40001,
    http: 400,
    ws: 'error',
    meaning: 'the text is not valid JSON; the message says where it breaks the rules',
  },
  INVALID_ARGUMENT: {
    code: 40002,
    http: 400,
    ws: 'error',
    meaning: 'a key is unknown, a field is missing, or a value is out of range; the message names it',
  },
  UNMATCHED_APPKEY: {
    code: 40003,
    http: 400,
    ws: 'error',
    statusText: 'unmatched appkey',
    meaning: 'the appkey in the query differs from the appkey in the credentials',
  },
  MALFORMED_PROPERTY: {
    code: 40004,
    http: 400,
    ws: 'error',
    meaning:
      'the property does not have the form {lang}_{samplerate}_{domain}; a voice has the form {lang}_{voicename}_{domain}, and dialog has {lang}_{domain}',
  },
  UNDECODABLE_AUDIO: {
    code: 40005,
    http: 400,
    ws: 'error',
    meaning: 'the audio cannot be decoded, or its format cannot be determined',
  },
  BAD_SLICE: {
    code: 40006,
    http: 400,
    ws: 'error',
    meaning:
      'a slice of audio is not 40-1000 ms long, or its bytes do not have the form of the audio format; the message says which',
  },
  WRONG_ORDER: {
    code: 40007,
    http: 400,
    ws: 'error',
    meaning: 'a message came at a time when it is not allowed, such as END before START',
  },
  NOT_SUPPORTED: { code: 40009, http: 400, ws: 'error', meaning: 'version 10D.0 does not support this function' },
  BAD_MATERIAL: {
    code: 40010,
    http: 400,
    ws: 'error',
    meaning: 'a training task cannot use one of its files; the message names the file and the line',
  },
  STRAY_AUDIO: {
    code: 40008,
    http: 400,
    ws: 'fatal',
    meaning: 'the client kept sending audio while no session was open',
  },

  BAD_CREDENTIALS: { code: 40100, http: 401, ws: 'fatal', meaning: 'the Basic credentials are missing or wrong' },
  UNAUTHENTICATED: {
    code: 40101,
    http: 401,
    ws: 'fatal',
    meaning: 'the access token is missing, invalid or expired, or belongs to another appkey',
  },
  ADMIN_ONLY: { code: 40102, http: 401, ws: 'fatal', meaning: 'the admin credential is missing or wrong' },

  FORBIDDEN: { code: 40300, http: 403, ws: 'error', meaning: 'the client may not do this; the message says why' },
  REFERENCED: {
    code: 40302,
    http: 403,
    ws: 'error',
    meaning:
      'another object refers to this one, so it can be neither renamed nor deleted; the message names the other object',
  },
  TENANT_DISABLED: { code: 40303, http: 403, ws: 'error', meaning: 'the tenant is disabled' },
  HTTPS_REQUIRED: {
    code: 40301,
    http: 403,
    ws: 'fatal',
    meaning: 'this interface answers only on https; use the https or wss address',
  },

  NOT_FOUND: { code: 40400, http: 404, ws: 'fatal', meaning: 'there is no such path or object' },
  PROPERTY_NOT_FOUND: { code: 40401, http: 404, ws: 'error', meaning: 'no model serves this property' },
  APP_NOT_FOUND: { code: 40402, http: 404, ws: 'error', meaning: 'there is no such application' },
  RESOURCE_NOT_FOUND: {
    code: 40403,
    http: 404,
    ws: 'error',
    meaning: 'there is no such resource, or it belongs to someone else',
  },
  TENANT_NOT_FOUND: {
    code: 40404,
    http: 404,
    ws: 'error',
    meaning: 'there is no such tenant, or the application may not use it',
  },

  METHOD_NOT_ALLOWED: {
    code: 40500,
    http: 405,
    ws: 'fatal',
    meaning: 'the path does not accept this method; the Allow header lists the methods that it accepts',
  },
  REQUEST_TIMEOUT: {
    code: 40800,
    http: 408,
    ws: 'fatal',
    meaning: 'the request did not arrive completely within the time limit',
  },
  NEXT_SLICE_TIMEOUT: {
    code: 40801,
    http: 408,
    ws: 'fatal',
    meaning: 'no slice of audio arrived within the time limit after START or after the previous slice',
  },
  IDLE_TIMEOUT: {
    code: 40802,
    http: 408,
    ws: 'fatal',
    meaning: 'the connection had no session for longer than the time limit',
  },
  AUDIO_REQUEST_TIMEOUT: {
    code: 40803,
    http: 408,
    ws: 'error',
    meaning: 'no GET_AUDIO arrived within the time limit while a session was open',
  },
  CONFLICT: {
    code: 40900,
    http: 409,
    ws: 'error',
    meaning: 'the object exists already, or its present state does not allow the request; the message says which',
  },
  TOO_MANY_RESOURCES: {
    code: 40901,
    http: 409,
    ws: 'error',
    meaning: 'the number or the size of the resources of this type has reached its limit; delete some first',
  },
  IN_USE: {
    code: 40902,
    http: 409,
    ws: 'error',
    meaning: 'something else uses the object; the message says what has to end or change first',
  },
  SLICE_UNDER_WAY: {
    code: 40903,
    http: 409,
    ws: 'error',
    retryAfterS: 2,
    meaning: 'another request is uploading this slice; try again in a moment',
  },
  PRECONDITION_FAILED: {
    code: 41200,
    http: 412,
    ws: 'error',
    meaning: 'the present state of the object does not allow the request; the message says why',
  },
  BODY_TOO_LARGE: {
    code: 41300,
    http: 413,
    ws: 'fatal',
    meaning: 'the request body or the message is larger than the limit',
  },
  AUDIO_TOO_LONG: { code: 41301, http: 413, ws: 'error', meaning: 'the audio lasts longer than the interface allows' },
  RESOURCE_TOO_LARGE: {
    code: 41302,
    http: 413,
    ws: 'error',
    meaning: 'the content is larger than the limit for its type',
  },
  TASK_TOO_LARGE: {
    code: 41303,
    http: 413,
    ws: 'error',
    meaning: 'the training task needs more time, more memory or more room for its result than a task may have',
  },
  URI_TOO_LONG: { code: 41400, http: 414, ws: 'fatal', meaning: 'a part of the path is longer than the limit' },
  UNSUPPORTED_MEDIA_TYPE: {
    code: 41500,
    http: 415,
    ws: 'fatal',
    meaning: 'the path does not accept this Content-Type',
  },
  EXPECTATION_FAILED: {
    code: 41700,
    http: 417,
    ws: 'fatal',
    meaning: 'the Expect header has another value than 100-continue',
  },
  UPGRADE_REQUIRED: {
    code: 42600,
    http: 426,
    ws: 'fatal',
    meaning: 'the path is a WebSocket endpoint; open a WebSocket on it',
  },
  TOO_MANY_ERRORS: {
    code: 42900,
    http: 429,
    ws: 'fatal',
    meaning: 'the connection caused too many errors within a minute',
  },
  TOO_MANY_REQUESTED: {
    code: 42901,
    http: 429,
    ws: 'error',
    meaning: 'too many GET_AUDIO requests are waiting for their audio; read some of it first',
  },
  HEADERS_TOO_LARGE: { code: 43100, http: 431, ws: 'fatal', meaning: 'the request headers are larger than the limit' },

  INTERNAL: {
    code: 50000,
    http: 500,
    ws: 'error',
    meaning:
      'the service failed through a fault of its own; its log describes the fault under the traceToken of the reply',
  },
  ENGINE_LOST: {
    code: 50001,
    http: 500,
    ws: 'error',
    meaning: 'the engine that was processing the audio or text stopped; try again',
  },
  NOT_IMPLEMENTED: {
    code: 50100,
    http: 501,
    ws: 'fatal',
    meaning: 'the request needs a part of HTTP that the service does not implement; the message says which',
  },
  OVERLOADED: {
    code: 50300,
    http: 503,
    ws: 'error',
    retryAfterS: 2,
    meaning: 'the service is at capacity; try again in a moment',
  },
  ENGINE_UNAVAILABLE: {
    code: 50301,
    http: 503,
    ws: 'error',
    retryAfterS: 2,
    meaning: 'no engine is ready yet; try again in a moment',
  },
  OUTBOX_FULL: {
    code: 50303,
    http: 503,
    ws: 'error',
    retryAfterS: 60,
    meaning: 'too many changes are waiting to be sent to the upstream gateway; nothing was changed',
  },
  STORAGE_FULL: {
    code: 50304,
    http: 503,
    ws: 'error',
    retryAfterS: 60,
    meaning: 'the disk has too little free space, or a quota is used up; free some space, or try again later',
  },
  MAINTENANCE: {
    code: 50305,
    http: 503,
    ws: 'error',
    retryAfterS: 2,
    meaning: 'the robot is under maintenance because its resources are being rebuilt for another model',
  },
  DIALOG_UNAVAILABLE: {
    code: 50306,
    http: 503,
    ws: 'error',
    retryAfterS: 2,
    meaning: 'the understanding process could not carry out the turn; the session is in the same state as before',
  },
  VERSION_NOT_SUPPORTED: {
    code: 50500,
    http: 505,
    ws: 'fatal',
    meaning: 'the request uses another version of HTTP than 1.1 or 1.0',
  },
  STOPPING: { code: 50302, http: 503, ws: 'fatal', retryAfterS: 10, meaning: 'the service is stopping' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof errorTable;
export const errorNames = Object.keys(errorTable) as readonly ErrorName[];

/** The row of an error in the general type, so that optional fields such as `retryAfterS` can be read. */
export const errorRow = (name: ErrorName): ErrorRow => errorTable[name];

/** Characters of a message. A longer one repeats the client's own text, which must not determine the length of a log line. */
const messageCharacters = { first: 1_500, last: 400 } as const;

/** The beginning of a message, with what is wrong, and its end, with what would be right. */
function bounded(message: string): string {
  const { first, last } = messageCharacters;
  if (message.length <= first + last) return message;
  return `${message.slice(0, first)} … ${message.slice(-last)}`.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Every refusal of the service. `message` goes to the client: what was wrong, where, and what would be right. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly row: ErrorRow;

  constructor(
    readonly code: ErrorName,
    message: string = errorTable[code].meaning,
    options?: ErrorOptions,
  ) {
    super(bounded(message), options);
    this.row = errorTable[code];
  }
}

/**
 * The error that a client may see for any fault: a ServiceError as it is, STORAGE_FULL for a full disk, otherwise
 * INTERNAL.
 */
export function asServiceError(fault: unknown): ServiceError {
  if (fault instanceof ServiceError) return fault;
  return new ServiceError(isDiskFull(fault) ? 'STORAGE_FULL' : 'INTERNAL', undefined, { cause: fault });
}

/** The codes with which Node and SQLite report that a file system or a quota is full. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/** True if the fault, or one of its causes, is a full disk. */
export const isDiskFull = (fault: unknown): boolean => diskFullCode(fault) !== undefined;

/** The code of a full disk, from the fault or one of its causes; undefined: it is another fault. */
export function diskFullCode(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  const code = 'code' in fault ? String(fault.code) : '';
  return diskFullCodes.includes(code) ? code : diskFullCode(fault.cause);
}

export interface ErrorBody {
  traceToken: string;
  error: { code: number; message: string };
}

/** The JSON body of an error reply. */
export const errorBody = (error: ServiceError, traceToken: string): ErrorBody => ({
  traceToken,
  error: { code: error.row.code, message: error.message },
});
