// Calls of the dialog interface, in the form that clients send.
import type { CallOptions, Exchange } from './call.js';
import type { TestGateway } from './gateway.js';

export type DialogService = 'recog' | 'resource';
export type Verb = 'start_session' | 'dialog' | 'end_session';

export interface DialogAsking {
  readonly service?: DialogService;
  /** The property; empty for the path without it. */
  readonly property?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly app?: { readonly appkey: string; readonly secret: string };
  /** A text that is sent in place of the body. */
  readonly text?: string;
}

export const everything = { needContext: true, needSlots: true };

export class DialogClient {
  constructor(
    readonly gateway: TestGateway,
    readonly usual: DialogAsking = {},
  ) {}

  async ask(verb: Verb, body: unknown, asking: DialogAsking = {}): Promise<Exchange> {
    const {
      service = 'recog',
      property = 'cn_common',
      headers,
      app = this.gateway.app,
      text,
    } = { ...this.usual, ...asking };
    const path = ['/v10/nlu', service, ...(property === '' ? [] : [property]), verb].join('/');
    const options: CallOptions = {
      method: 'POST',
      headers: {
        'x-svc-access-token': await this.gateway.keptToken(app),
        'content-type': 'application/json',
        ...headers,
      },
      body: text ?? JSON.stringify(body),
    };
    return this.gateway.plain(`${path}?appkey=${app.appkey}`, options);
  }

  /** Result of a verb that succeeds. */
  async result(verb: Verb, body: object, asking: DialogAsking = {}) {
    const { status, json, text } = await this.ask(verb, body, asking);
    if (status !== 200) throw new Error(`${verb}: ${text}`);
    return json.result;
  }

  /** Starts a session and returns its id. */
  async started(robotId: string, more: object = {}, asking: DialogAsking = {}): Promise<string> {
    return (await this.result('start_session', { robotId, ...more }, asking)).sessionId;
  }

  /** Sends an input and returns the contents of the replies. */
  async said(sessionId: string, userQuery: string, more: object = {}, asking: DialogAsking = {}): Promise<string[]> {
    const { responses } = await this.result('dialog', { sessionId, userQuery, config: {}, ...more }, asking);
    return responses.map(({ content }: { content: string }) => content);
  }
}
