// The one error table: name → numeric code, HTTP status, WebSocket behaviour, retry hint. docs/errors.md is generated
// from it. Codes are a promise to clients: never change or reuse one. The first three digits are the HTTP status,
// except for 29, which the platform has always used for a robot that does not exist.

/**
 * `error`: an ERROR message is sent and the connection stays. `fatal`: FATAL_ERROR is sent, then the server
 * disconnects.
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
  ROBOT_NOT_FOUND: { code: 29, http: 404, ws: 'error', meaning: 'no such robot' },

  MALFORMED_REQUEST: { code: 40000, http: 400, ws: 'fatal', meaning: 'the bytes are not a valid HTTP request' },
  MALFORMED_JSON: { code: 40001, http: 400, ws: 'error', meaning: 'the text is not JSON; the message says where' },
  INVALID_ARGUMENT: {
    code: 40002,
    http: 400,
    ws: 'error',
    meaning: 'an unknown key, a missing field or a value out of range; the message names it',
  },
  UNMATCHED_APPKEY: {
    code: 40003,
    http: 400,
    ws: 'error',
    statusText: 'unmatched appkey',
    meaning: 'the appkey of the query and of the credentials differ',
  },
  MALFORMED_PROPERTY: {
    code: 40004,
    http: 400,
    ws: 'error',
    meaning:
      'the property is not {lang}_{samplerate}_{domain}, for a voice {lang}_{voicename}_{domain}, for dialog {lang}_{domain}',
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
    meaning: 'an audio slice is not 40-1000 ms long, or is badly packed',
  },
  WRONG_ORDER: {
    code: 40007,
    http: 400,
    ws: 'error',
    meaning: 'a message came out of order, such as END before START',
  },
  NOT_SUPPORTED: { code: 40009, http: 400, ws: 'error', meaning: 'this is not supported in version 10D.0' },
  BAD_MATERIAL: {
    code: 40010,
    http: 400,
    ws: 'error',
    meaning: 'material of training cannot be used; the message names the file and the line',
  },
  STRAY_AUDIO: { code: 40008, http: 400, ws: 'fatal', meaning: 'audio kept arriving without a session' },

  BAD_CREDENTIALS: { code: 40100, http: 401, ws: 'fatal', meaning: 'Basic credentials are missing or wrong' },
  UNAUTHENTICATED: {
    code: 40101,
    http: 401,
    ws: 'fatal',
    meaning: 'the access token is missing, invalid or expired, or belongs to another appkey',
  },
  ADMIN_ONLY: { code: 40102, http: 401, ws: 'fatal', meaning: 'the admin credential is missing or wrong' },

  FORBIDDEN: { code: 40300, http: 403, ws: 'error', meaning: 'this is not allowed' },
  REFERENCED: {
    code: 40302,
    http: 403,
    ws: 'error',
    meaning: 'something else names the object, which therefore keeps its name and stays',
  },
  TENANT_DISABLED: { code: 40303, http: 403, ws: 'error', meaning: 'the tenant is disabled' },
  HTTPS_REQUIRED: { code: 40301, http: 403, ws: 'fatal', meaning: 'this interface answers on https only' },

  NOT_FOUND: { code: 40400, http: 404, ws: 'fatal', meaning: 'there is no such path or object' },
  PROPERTY_NOT_FOUND: { code: 40401, http: 404, ws: 'error', meaning: 'no model serves this property' },
  APP_NOT_FOUND: { code: 40402, http: 404, ws: 'error', meaning: 'there is no such application' },
  RESOURCE_NOT_FOUND: {
    code: 40403,
    http: 404,
    ws: 'error',
    meaning: 'there is no such resource, or it belongs to someone else',
  },
  TENANT_NOT_FOUND: { code: 40404, http: 404, ws: 'error', meaning: 'the application may use no such tenant' },

  METHOD_NOT_ALLOWED: {
    code: 40500,
    http: 405,
    ws: 'fatal',
    meaning: 'the path exists, but not with this method; see Allow',
  },
  REQUEST_TIMEOUT: { code: 40800, http: 408, ws: 'fatal', meaning: 'the request did not arrive in time' },
  NEXT_SLICE_TIMEOUT: {
    code: 40801,
    http: 408,
    ws: 'fatal',
    meaning: 'no audio arrived in time after START or after a slice',
  },
  IDLE_TIMEOUT: { code: 40802, http: 408, ws: 'fatal', meaning: 'the connection had no session for too long' },
  AUDIO_REQUEST_TIMEOUT: { code: 40803, http: 408, ws: 'error', meaning: 'no GET_AUDIO arrived in time in a session' },
  CONFLICT: { code: 40900, http: 409, ws: 'error', meaning: 'the object exists already, or is in use' },
  TOO_MANY_RESOURCES: { code: 40901, http: 409, ws: 'error', meaning: 'no more resources of this type may be made' },
  IN_USE: { code: 40902, http: 409, ws: 'error', meaning: 'something else uses the object; remove it there first' },
  PRECONDITION_FAILED: { code: 41200, http: 412, ws: 'error', meaning: 'a condition of the request does not hold' },
  BODY_TOO_LARGE: { code: 41300, http: 413, ws: 'fatal', meaning: 'the body or message is over its limit' },
  AUDIO_TOO_LONG: { code: 41301, http: 413, ws: 'error', meaning: 'the audio lasts longer than the interface allows' },
  RESOURCE_TOO_LARGE: { code: 41302, http: 413, ws: 'error', meaning: 'the content is over the limit of its type' },
  TASK_TOO_LARGE: {
    code: 41303,
    http: 413,
    ws: 'error',
    meaning: 'a task of training needs more time, memory or room for its result than one may have',
  },
  URI_TOO_LONG: { code: 41400, http: 414, ws: 'fatal', meaning: 'a part of the path is too long' },
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
    meaning: 'the Expect header names something else than 100-continue',
  },
  UPGRADE_REQUIRED: { code: 42600, http: 426, ws: 'fatal', meaning: 'the path is a WebSocket endpoint' },
  TOO_MANY_ERRORS: {
    code: 42900,
    http: 429,
    ws: 'fatal',
    meaning: 'too many errors within a minute on one connection',
  },
  TOO_MANY_REQUESTED: {
    code: 42901,
    http: 429,
    ws: 'error',
    meaning: 'too many GET_AUDIO requests wait for their audio',
  },
  HEADERS_TOO_LARGE: { code: 43100, http: 431, ws: 'fatal', meaning: 'the request headers are over their limit' },

  INTERNAL: { code: 50000, http: 500, ws: 'error', meaning: 'the service failed; its log names the traceToken' },
  ENGINE_LOST: { code: 50001, http: 500, ws: 'error', meaning: 'the engine that heard this call stopped; try again' },
  NOT_IMPLEMENTED: {
    code: 50100,
    http: 501,
    ws: 'fatal',
    meaning: 'the request wants a part of HTTP that the service does not have; the message says which',
  },
  OVERLOADED: {
    code: 50300,
    http: 503,
    ws: 'error',
    retryAfterS: 2,
    meaning: 'the service is at capacity; retry after a moment',
  },
  ENGINE_UNAVAILABLE: { code: 50301, http: 503, ws: 'error', retryAfterS: 2, meaning: 'no engine is ready yet' },
  OUTBOX_FULL: {
    code: 50303,
    http: 503,
    ws: 'error',
    retryAfterS: 60,
    meaning: 'too many changes wait to go upstream; nothing was changed',
  },
  STORAGE_FULL: {
    code: 50304,
    http: 503,
    ws: 'error',
    retryAfterS: 60,
    meaning: 'the disk has too little free space, or a quota is used up; the message says which',
  },
  MAINTENANCE: {
    code: 50305,
    http: 503,
    ws: 'error',
    retryAfterS: 2,
    meaning: 'the robot is under maintenance: its resources are being rebuilt for another model',
  },
  DIALOG_UNAVAILABLE: {
    code: 50306,
    http: 503,
    ws: 'error',
    retryAfterS: 2,
    meaning: 'the understanding process could not carry out the turn; the session is as it was before',
  },
  VERSION_NOT_SUPPORTED: { code: 50500, http: 505, ws: 'fatal', meaning: 'the request is not of HTTP/1.1 or HTTP/1.0' },
  STOPPING: { code: 50302, http: 503, ws: 'fatal', retryAfterS: 10, meaning: 'the service is stopping' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof errorTable;
export const errorNames = Object.keys(errorTable) as readonly ErrorName[];

/** The row of an error as the general type, so that `retryAfterS` may be read. */
export const errorRow = (name: ErrorName): ErrorRow => errorTable[name];

/** A refusal by the service. `message` goes to the client: what was wrong, where, and what would be right. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly row: ErrorRow;

  constructor(
    readonly code: ErrorName,
    message: string = errorTable[code].meaning,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.row = errorTable[code];
  }
}

/**
 * The error that a client may see for any fault: a refusal word for word, a full disk as STORAGE_FULL, anything else as
 * INTERNAL.
 */
export function asServiceError(fault: unknown): ServiceError {
  if (fault instanceof ServiceError) return fault;
  return new ServiceError(isDiskFull(fault) ? 'STORAGE_FULL' : 'INTERNAL', undefined, { cause: fault });
}

/** Codes with which Node and SQLite report that a file system or a quota is full. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

export const isDiskFull = (fault: unknown): boolean => diskFullCode(fault) !== undefined;

/** The disk-full code of the fault or of its cause, if there is one. */
export function diskFullCode(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  const code = 'code' in fault ? String(fault.code) : '';
  return diskFullCodes.includes(code) ? code : diskFullCode(fault.cause);
}

export interface ErrorBody {
  traceToken: string;
  error: { code: number; message: string };
}

export const errorBody = (error: ServiceError, traceToken: string): ErrorBody => ({
  traceToken,
  error: { code: error.row.code, message: error.message },
});
