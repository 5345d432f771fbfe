// The states and messages of every stream that takes audio: END, and slices of all lengths, with 16 bytes for each
// millisecond.
import {
  type AnyClient,
  open,
  refused,
  type StreamInput,
  type StreamState,
  type StreamUnderTest,
} from './stream-under-test.js';

export const bytesPerMs = 16;
export const quiet100ms = Buffer.alloc(100 * bytesPerMs);

export const audioStates = <Client extends AnyClient>(
  stream: StreamUnderTest<Client>,
): Record<string, StreamState<Client>> => ({
  'a session with audio': {
    is: 'inSession',
    enter: async (client) => {
      await open(stream, client);
      client.audio(quiet100ms);
    },
  },
  'after END': {
    is: 'idle',
    enter: async (client) => {
      stream.start(client);
      client.audio(quiet100ms);
      client.end();
      await client.session();
    },
  },
  'after a cancel': {
    is: 'idle',
    enter: async (client) => {
      stream.start(client);
      client.audio(quiet100ms);
      client.end(true);
      await client.session();
    },
  },
});

/** A client may not know yet that the service has ended the session: its END may have crossed the service's. */
const end = { idle: 'ERROR', crossing: '' } as const;
const slice = { idle: '', inSession: refused } as const;

export const audioInputs = <Client extends AnyClient>(): Record<string, StreamInput<Client>> => ({
  END: { send: (client) => client.end(), ...end, inSession: 'END NORMAL' },
  'END with cancel': { send: (client) => client.end(true), ...end, inSession: 'END CANCEL' },
  'END with an unknown key': {
    send: (client) => client.send({ command: 'END', cancel: null, reason: 'hung up' }),
    ...end,
    inSession: 'END NORMAL',
  },
  'END with a wrong type': {
    send: (client) => client.send({ command: 'END', cancel: 'yes' }),
    ...end,
    inSession: refused,
  },
  'audio of 100 ms': { send: (client) => client.audio(quiet100ms), ...slice, inSession: '' },
  'audio of 39 ms, and more': {
    send: (client) => client.audio(quiet100ms.subarray(0, 39 * bytesPerMs), quiet100ms),
    ...slice,
  },
  'audio of 1001 ms': { send: (client) => client.audio(Buffer.alloc(1_001 * bytesPerMs)), ...slice },
  'audio of 0 ms': { send: (client) => client.audio(Buffer.alloc(0)), ...slice },
});
