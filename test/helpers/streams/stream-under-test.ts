// A streaming capability as the suites of this folder see it: they know the common rules, and this value has the rules
// of the capability. Another carrier provides a client of its own and gets the same suites.
import type { TestGateway, TestGatewayOptions } from '../gateway/gateway.js';
import type { Handshake, StreamClient } from '../gateway/stream-client.js';

export interface StreamMessage {
  readonly respType: string;
  /** The trace token; audio has none. */
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
 * `idle`: no session is open. `crossing`: the same, but the service ended the last session, so that messages for it may
 * still be on their way.
 */
type StateKind = 'idle' | 'inSession' | 'crossing';

export interface StreamState<Client> {
  readonly is: StateKind;
  readonly enter: (client: Client) => Promise<void>;
  /** Answers that differ from those of the state's kind, by message. */
  readonly answers?: Readonly<Record<string, string>>;
  /** A word that may come at any time in this state, and is ignored. */
  readonly ignores?: string;
}

/** Answers in words, separated by commas. Those of `crossing` are by default those of `idle`. */
export interface StreamInput<Client> {
  readonly send: (client: Client) => void;
  readonly idle: string;
  readonly inSession: string;
  readonly crossing?: string;
}

export const refused = 'ERROR, END ERROR';

export interface StreamUnderTest<Client extends AnyClient> {
  readonly name: string;
  /** True if the client sends audio. */
  readonly takesAudio: boolean;
  readonly startGateway: (options?: TestGatewayOptions) => Promise<StreamGateway<Client>>;
  readonly url: (base: string, handshake: Handshake & { readonly property?: string }) => string;
  /** Properties in the address, each with the status of the handshake: 101, 400 or 404. */
  readonly properties: readonly (readonly [string, number])[];
  readonly longestMessageBytes: number;
  readonly longestTextBytes: number;

  /** Sends a START that opens a session. */
  readonly start: (client: Client) => void;
  /** Sends a START that is refused. */
  readonly startBadly: (client: Client) => void;
  /** Brings an open session to its normal end, and checks the result. */
  readonly finish: (client: Client) => Promise<void>;
  /** Runs and checks a whole session. Returns its messages from START to END. */
  readonly serve: (client: Client) => Promise<readonly StreamMessage[]>;
  /** Sends START, a message, and the command that ends the session, without waiting for an answer. */
  readonly sendAtOnce: (client: Client) => void;
  readonly checkAtOnce: (session: readonly StreamMessage[]) => void;
  /** Lets the service end a session while messages for it are on their way; absent if it never does. */
  readonly endedByService?: (client: Client) => Promise<void>;
  /** Sends messages that may be on their way then, in any number. */
  readonly crosses: (client: Client) => void;

  readonly words: (messages: readonly StreamMessage[]) => string[];
  /** A word that may come before the others in the answers to a message. */
  readonly mayPrecede?: string;
  readonly states: Readonly<Record<string, StreamState<Client>>>;
  readonly inputs: Readonly<Record<string, StreamInput<Client>>>;
}

/** Opens a session; resolves when START was answered. */
export async function open<Client extends AnyClient>(stream: StreamUnderTest<Client>, client: Client): Promise<void> {
  stream.start(client);
  await client.expect('START');
}
