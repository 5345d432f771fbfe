// The listeners of a gateway and the credentials that they take, as both documents name them.
import type { AuthKind, Interfaces, SocketRoute } from '../route.js';
import type { Json } from './components.js';

export interface ListenerPorts {
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly adminPort: number;
}

export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly interfaces: Interfaces;
  readonly ports: ListenerPorts;
}

export interface ListenerFacts {
  readonly protocol: 'http' | 'https';
  readonly port: number;
  readonly description: string;
}

export type ListenerName = 'http' | 'https' | 'admin';

export const listenersOf = ({ httpPort, httpsPort, adminPort }: ListenerPorts) =>
  ({
    http: { protocol: 'http', port: httpPort, description: 'The public listener, without encryption.' },
    https: {
      protocol: 'https',
      port: httpsPort,
      description: 'The public listener with encryption. What takes appkey and secret is answered only here.',
    },
    admin: {
      protocol: 'http',
      port: adminPort,
      description: 'The admin listener. It is bound to the loopback address unless configured otherwise.',
    },
  }) as const satisfies Record<ListenerName, ListenerFacts>;

/** The variables of the address `{host}:{port}`. */
export const addressVariables = ({ port }: ListenerFacts): Json => ({
  host: { default: 'localhost', description: 'The name or address of the gateway.' },
  port: { default: String(port), description: 'The configured port.' },
});

/** WebSocket handshakes take the token in the query as well. */
export const tokenInQuery = 'access-token';

/** The credentials in the form of OpenAPI. */
export const credentials = {
  basic: { type: 'http', scheme: 'basic', description: 'The appkey and the secret of an application; https only.' },
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Access-Token',
    description: 'An access token of get-access-token. It is bound to the appkey in the query.',
  },
  [tokenInQuery]: {
    type: 'apiKey',
    in: 'query',
    name: tokenInQuery,
    description: 'The same access token, for WebSocket clients that cannot set a header on a handshake.',
  },
  secret: {
    type: 'http',
    scheme: 'bearer',
    description: 'appkey:secret, or the secret alone with the appkey in the query; on wss, or from a trusted address.',
  },
  admin: { type: 'http', scheme: 'bearer', description: 'The admin credential, which lies in the data directory.' },
} as const;

/** The credentials that a handshake accepts, by their names above. */
export const handshakeSecurity = ({ auth }: Pick<SocketRoute, 'auth'>) =>
  auth === 'switch' ? (['token', tokenInQuery, 'basic', 'secret'] as const) : (['token', tokenInQuery] as const);

export const takesAppkey = (auth: AuthKind): boolean =>
  auth === 'basic' || auth === 'token' || auth === 'switch' || auth === 'appkey';

export const appkeyMeaning = 'The key of the application that calls.';

export const templated = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');
