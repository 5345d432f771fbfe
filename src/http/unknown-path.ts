// Paths and methods that no route has: which refusal it is, and in whose words.
import { ServiceError } from '../protocol/wire/errors.js';
import { matchPath, splitUrl } from './path.js';
import { type Route, type SocketRoute, takesHead } from './route.js';

interface Known {
  readonly routes: readonly Route[];
  readonly sockets?: readonly SocketRoute[];
}

/** 404, or 405 with Allow where another method of the path exists. */
export function unknownPath(url: string, { routes, sockets = [] }: Known): ServiceError {
  const { path } = splitUrl(url);
  const known: Pick<Route, 'method' | 'path'>[] = [
    ...routes,
    ...sockets.map((socket) => ({ method: 'GET' as const, path: socket.path })),
  ];
  const here = known.filter((each) => matchPath(each.path, path) !== undefined);
  const allowed = new Set<string>(here.map(({ method }) => method));
  if (routes.some((route) => takesHead(route) && here.includes(route))) allowed.add('HEAD');
  if (allowed.size === 0) return new ServiceError('NOT_FOUND', 'there is no such path');
  return new MethodNotAllowed([...allowed].sort().join(', '));
}

export class MethodNotAllowed extends ServiceError {
  constructor(readonly allow: string) {
    super('METHOD_NOT_ALLOWED', `the path takes ${allow}`);
  }
}

/**
 * The refusal of the routes that share the beginning of the path, up to their first parameter: an interface with its
 * own form.
 */
export function refusalBeside(routes: readonly Route[], url: string): Route['refusal'] {
  const path = `${splitUrl(url).path}/`;
  const beside = routes.find(({ path: own, refusal }) => {
    const start = own.slice(0, own.indexOf('/:') + 1);
    return refusal !== undefined && start !== '' && path.startsWith(start);
  });
  return beside?.refusal;
}
