// A route is data. From the list of routes come the router, OpenAPI, the authentication matrix, metric labels and three
// tests per route (valid, invalid, without credentials).
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { ErrorName, ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { Client } from '../shares/client.js';

/**
 * - `basic`: appkey and secret, https only, the query's appkey must be the same
 * - `token`: X-Svc-Access-Token, bound to the query's appkey
 * - `switch`: a token, or else appkey and secret on https or from an address that the operator trusts; only handshakes
 * - `appkey`: the query's appkey alone
 * - `admin`: the credential in the data directory; only on the admin listener
 */
export type AuthKind = 'none' | 'basic' | 'token' | 'switch' | 'appkey' | 'admin';

/** Rights that only some applications have. `sync`: be another gateway's upstream. */
export const rights = ['sync'] as const;
export type Right = (typeof rights)[number];

/** The party that makes a request. Objects belong to the developer, tokens to the appkey. */
export interface Identity {
  readonly appkey: string;
  readonly developerId: number;
  /** The developer's own default tenant, unless the family takes X-Tenant-Id (Dialect.tenants) and it names another. */
  readonly tenantId: string;
  /** none unless given */
  readonly rights?: readonly Right[];
  /** The request carried a valid token, although an appkey is enough for the route. */
  readonly hasToken?: boolean;
}

export type IdentityOf<A extends AuthKind> = A extends 'basic' | 'token' | 'switch' | 'appkey' ? Identity : null;

/** The body that a route takes. If it takes both kinds, Content-Type decides. */
export interface BodyRule<T> {
  readonly json?: {
    readonly schema: z.ZodType;
    readonly maxBytes: number;
    readonly mayBeEmpty?: boolean;
    /** `null` for a field that may be left out is the same as leaving it out. */
    readonly nullIsUnset?: boolean;
    /** The member that may hold a long BASE64 text; its schema accepts a DecodedBase64, too. */
    readonly base64?: string;
  };
  readonly octets?: { readonly maxBytes: number };
  /** Set if the body is not gathered: the handler reads the bytes as fast as it can take them. */
  readonly stream?: { readonly maxBytes: number };
  /** Never set; it only carries the type. */
  readonly type?: T;
}
export type JsonOrOctets<T> =
  | { readonly kind: 'json'; readonly json: T }
  | { readonly kind: 'octets'; readonly octets: Buffer };

export const jsonBody = <S extends z.ZodType>(
  schema: S,
  maxBytes: number = limits.http.jsonBodyBytes,
): BodyRule<z.output<S>> => ({ json: { schema, maxBytes } });

/** A body in which `null` for a field is the same as leaving it out. With `mayBeEmpty` no body at all is `{}`. */
export const lenientBody = <S extends z.ZodType>(
  schema: S,
  maxBytes: number = limits.http.jsonBodyBytes,
  mayBeEmpty = false,
): BodyRule<z.output<S>> => ({ json: { schema, maxBytes, nullIsUnset: true, mayBeEmpty } });

/** A JSON body that may be missing; then it is `{}`. */
export const optionalJsonBody = <S extends z.ZodType>(schema: S): BodyRule<z.output<S>> => ({
  json: { schema, maxBytes: limits.http.jsonBodyBytes, mayBeEmpty: true },
});

/** Body of the speech interfaces: JSON with BASE64 in its member `base64`, or the audio as it is. */
export const jsonOrOctetsBody = <S extends z.ZodType>(
  schema: S,
  maxJsonBytes: number,
  maxOctets: number,
  base64?: string,
): BodyRule<JsonOrOctets<z.output<S>>> => ({
  json: { schema, maxBytes: maxJsonBytes, nullIsUnset: true, ...(base64 !== undefined && { base64 }) },
  octets: { maxBytes: maxOctets },
});

/** A body of any length that needs little memory. A Content-Length was checked against `maxBytes`. */
export const streamBody = (maxBytes: number): BodyRule<StreamedBody> => ({ stream: { maxBytes } });

export interface StreamedBody {
  /** Length that the client stated; undefined if it stated none. */
  readonly bytes: number | undefined;
  /**
   * Sends 100 (Continue) to a client that waits for it. A handler that refuses before that has received nothing of the
   * body.
   */
  begin(): Readable;
}

export interface Call<P = unknown, Q = unknown, B = unknown, I = Identity | null> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly headers: IncomingHttpHeaders;
  readonly identity: I;
  readonly traceToken: string;
  /** carries the traceToken */
  readonly log: Logger;
  readonly secure: boolean;
  /** The client that the shares of the service count. */
  readonly client: Client;
  /** aborts when the client has gone */
  readonly signal: AbortSignal;
}

/** A reply with headers or a status of its own. A plain value is 200 and JSON. */
export class Answer<T> {
  constructor(
    readonly body: T,
    readonly status = 200,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A reply that is JSON already: large lists are written by the database. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** A long reply that is JSON already, in pieces. They are sent one by one, as fast as the client takes them. */
export class JsonPieces {
  constructor(readonly pieces: readonly Buffer[]) {}
}

/** A 304, which has only headers. */
export const notModified = (headers: Readonly<Record<string, string>>): Answer<never> =>
  new Answer(undefined as never, 304, headers);

/** One set of values for the generated tests and the OpenAPI examples. The test adds appkey and credentials. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The style of a family of routes: the envelopes of its replies, and what it tolerates. The whole family shares one
 * value.
 */
export interface Dialect {
  /**
   * Fields in front of those of the payload in every success. Their schema is part of the route's reply. Streams of
   * bytes, JSON texts and replies of 300 and above do not have them.
   */
  readonly success?: (traceToken: string) => object;
  /** Builds refusals in the family's own form; the usual body unless given. Status 401 keeps its challenge. */
  readonly refusal?: (error: ServiceError, traceToken: string) => { readonly status: number; readonly body: unknown };
  /** A query parameter without a value (`type=`) counts as absent. */
  readonly emptyIsUnset?: true;
  /** Methods that X-HTTP-Method-Override may name on a POST to one of its paths. */
  readonly overrides?: readonly Method[];
  /** A token without an appkey in the query stands for the application that obtained it. */
  readonly tokenWithoutAppkey?: true;
  /** X-Tenant-Id chooses one of the tenants that the application may use. Other families ignore the header. */
  readonly tenants?: true;
}

/** A link of OpenAPI: its values are runtime expressions, such as `$response.body#/created/id`. */
export interface Link {
  /** The id of the route that it leads to. */
  readonly to: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
}

interface RouteFacts {
  /** stable: metric label and OpenAPI operationId */
  readonly id: string;
  readonly method: Method;
  /** `/v10/asr/ring/:property/short_audio` */
  readonly path: string;
  /** Other spellings of the path that mean the same; their parameters have the same names. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly auth: AuthKind;
  /** It screens calls: places are reserved for its requests. */
  readonly screens?: true;
  /** The right that the application must have. */
  readonly right?: Right;
  /** Request headers of this route, name and meaning, for OpenAPI. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `grows`: the route stores more, and is refused while the disk is full. `frees`: it removes something, and is tried
   * again after the reserve on the disk was released for it.
   */
  readonly storage?: 'grows' | 'frees';
  /** It may change thousands of rows and writes them in pieces itself; the other writes of its family are made in groups. */
  readonly writesInPieces?: true;
  /** Throws if the request of this client would be refused whatever its body says. The body is then not read. */
  readonly admit?: (client: Client) => void;
  /** Set if GET changes something. There is no HEAD then, because a client that sends HEAD only wants to look. */
  readonly hasEffect?: true;
  readonly dialect?: Dialect;
  /** Errors besides those that follow from auth, params, query and body. */
  readonly errors?: readonly ErrorName[];
  readonly example?: Example;
  /** Values that the schema refuses; absent if no value can be wrong. */
  readonly invalid?: Example & { readonly status?: number };
  /** Successes without a body, by status. */
  readonly bareReplies?: Readonly<Record<number, string>>;
  /** Replies, by status, that are neither the success nor a refusal in the usual form. */
  readonly otherReplies?: Readonly<Record<number, { readonly meaning: string; readonly reply: z.ZodType }>>;
  /** Named steps that a client may take next with what this route made or named. */
  readonly links?: Readonly<Record<string, Link>>;
  /**
   * The sync process uses the route. It is served on the socket of that process too, where the socket grants the right.
   */
  readonly forSync?: true;
  /** New clients should use another interface. */
  readonly deprecated?: true;
  /** Media type of a reply that is not JSON, or the types of a stream of bytes, of which the Answer names one. */
  readonly replyType?: string | readonly string[];
  /** Headers of the reply, name and meaning, for OpenAPI. */
  readonly replyHeaders?: Readonly<Record<string, string>>;
}

/** The value that a handler returns: the reply without the fields that the dialect puts before it. */
type PayloadOf<Reply, D> = D extends { readonly success: (traceToken: string) => infer Envelope }
  ? Omit<Reply, keyof Envelope>
  : Reply;

export interface RouteSpec<
  A extends AuthKind,
  P extends z.ZodType,
  Q extends z.ZodType,
  B,
  R extends z.ZodType,
  D extends Dialect = Dialect,
> extends Omit<RouteFacts, 'dialect'> {
  readonly dialect?: D;
  readonly auth: A;
  readonly params?: P;
  /** Query without `appkey`, which follows from `auth`. Unknown query parameters are ignored. */
  readonly query?: Q;
  readonly body?: BodyRule<B>;
  readonly reply: R;
  readonly handle: (
    call: Call<z.output<P>, z.output<Q>, B, IdentityOf<A>>,
  ) => Returned<PayloadOf<z.output<R>, D>> | Promise<Returned<PayloadOf<z.output<R>, D>>>;
}

type Returned<R> = R | Answer<R> | JsonText | JsonPieces;

/** A route whose types have been checked and forgotten, so that different ones fit in one list. */
export interface Route extends RouteFacts {
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: BodyRule<unknown> | undefined;
  readonly reply: z.ZodType;
  readonly handle: (call: Call) => unknown;
}

export function route<
  A extends AuthKind,
  P extends z.ZodType,
  Q extends z.ZodType,
  B,
  R extends z.ZodType,
  D extends Dialect = Dialect,
>(spec: RouteSpec<A, P, Q, B, R, D>): Route {
  // The server validates params, query and body with these very schemas and authenticates by `auth` before it calls.
  const handle = spec.handle as (call: Call) => unknown;
  return { ...spec, params: spec.params, query: spec.query, body: spec.body, handle };
}

/** All paths of a route, the canonical one first. */
export const pathsOf = ({ path, aliases = [] }: Pick<Route, 'path' | 'aliases'>): readonly string[] => [
  path,
  ...aliases,
];

/** True if the route answers HEAD, as GET but without the body. */
export const takesHead = ({ method, hasEffect }: Route): boolean => method === 'GET' && hasEffect !== true;

/** A WebSocket path, as data: OpenAPI, the 426 for a plain GET, metric labels. `ws/` hosts it. */
export interface SocketRoute {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly auth: 'token' | 'switch';
  /** Its sessions screen calls: places are reserved for them. */
  readonly screens?: true;
  /** Refusals of the handshake beyond those that every handshake has. */
  readonly errors?: readonly ErrorName[];
  readonly params?: z.ZodType;
  /** Query without `appkey` and `access-token`, which follow from `auth`. */
  readonly query?: z.ZodType;
  readonly messages?: SocketMessages;
}

/** The messages of a WebSocket, for AsyncAPI and for OpenAPI's components. */
export interface SocketMessages {
  /** Text messages; each schema has a name. */
  readonly fromClient: readonly z.ZodType[];
  /** Every text message of the service, told apart by one field; it and its options have names. */
  readonly toClient: z.ZodDiscriminatedUnion;
  /** Binary messages: who sends them, their name, and what is in them. */
  readonly audio: { readonly from: 'client' | 'service'; readonly name: string; readonly meaning: string };
}

/** The routes and sockets of a gateway or of one feature, by listener. */
export interface Interfaces<Socket extends SocketRoute = SocketRoute> {
  /** The routes on the http and https listeners. */
  readonly routes: readonly Route[];
  readonly sockets: readonly Socket[];
  /** The routes on the admin listener. */
  readonly admin: readonly Route[];
  /** The routes on all three listeners. */
  readonly everywhere: readonly Route[];
}
