// A streaming capability as the suites of this folder see it: they know the rules that every capability keeps, and learn
// from this value what is its own. A carrier brings a client of its own and gets the same suites.
import type { TestGateway, TestGatewayOptions } from '../gateway/gateway.js';
import type { Handshake, StreamClient } from '../gateway/stream-client.js';

export interface StreamMessage {
  readonly respType: string;
  /** Audio has none. */
  readonly traceToken?: string | undefined;
  readonly reason?: string | undefined;
  readonly errCode?: number | undefined;
  readonly errMessage?: string | undefined;
}

export type AnyClient = StreamClient<StreamMessage>;
export type HandshakeChanges = Partial<Handshake> & { readonly property?: string };

export interface StreamGateway<Client> extends TestGateway {
  readonly accessToken: string;
  connect(changes?: HandshakeChanges): Promise<Client>;
}

/**
 * `idle`: no session is on. `crossing`: neither, but the service ended the last one, so that messages for it may still be
 * under way.
 */
type StateKind = 'idle' | 'inSession' | 'crossing';

export interface StreamState<Client> {
  readonly is: StateKind;
  readonly enter: (client: Client) => Promise<void>;
  /** Answers that differ from those of its kind, by message. */
  readonly answers?: Readonly<Record<string, string>>;
  /** A word that may come at any time in this state. */
  readonly ignores?: string;
}

/** Answers in words, separated by commas. Those of `crossing` are those of `idle` unless given. */
export interface StreamInput<Client> {
  readonly send: (client: Client) => void;
  readonly idle: string;
  readonly inSession: string;
  readonly crossing?: string;
}

export const refused = 'ERROR, END ERROR';

export interface StreamUnderTest<Client extends AnyClient> {
  readonly name: string;
  /** True where the client sends audio. */
  readonly takesAudio: boolean;
  readonly startGateway: (options?: TestGatewayOptions) => Promise<StreamGateway<Client>>;
  readonly url: (base: string, handshake: Handshake & { readonly property?: string }) => string;
  /** Properties of the address and the status of their handshake: 101, 400 or 404. */
  readonly properties: readonly (readonly [string, number])[];
  readonly longestMessageBytes: number;
  readonly longestTextBytes: number;

  /** Sends a START that opens a session. */
  readonly start: (client: Client) => void;
  /** A START that is refused. */
  readonly startBadly: (client: Client) => void;
  /** Brings an open session to its end in the ordinary way, and checks what came of it. */
  readonly finish: (client: Client) => Promise<void>;
  /** A whole session, checked: its messages from START to END. */
  readonly serve: (client: Client) => Promise<readonly StreamMessage[]>;
  /** Sends START, something, and the command that ends the session, without waiting for an answer. */
  readonly sendAtOnce: (client: Client) => void;
  readonly checkAtOnce: (session: readonly StreamMessage[]) => void;
  /** A session that the service ends by itself, while more of it is still under way; absent where there is none. */
  readonly endedByService?: (client: Client) => Promise<void>;
  /** Work that may be under way then in any number. */
  readonly crosses: (client: Client) => void;

  readonly words: (messages: readonly StreamMessage[]) => string[];
  /** A word that may stand before the others in the answers to a message. */
  readonly mayPrecede?: string;
  readonly states: Readonly<Record<string, StreamState<Client>>>;
  readonly inputs: Readonly<Record<string, StreamInput<Client>>>;
}

/** START was answered. */
export async function open<Client extends AnyClient>(stream: StreamUnderTest<Client>, client: Client): Promise<void> {
  stream.start(client);
  await client.expect('START');
}
