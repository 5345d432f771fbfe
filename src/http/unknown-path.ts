// Paths and methods that no route has: which refusal it is, and in whose words.
import { ServiceError } from '../protocol/errors.js';
import { matchPath, splitUrl } from './path.js';
import { type Dialect, pathsOf, type Route, type SocketRoute, takesHead } from './route.js';

interface Known {
  readonly routes: readonly Route[];
  readonly sockets?: readonly SocketRoute[];
  /** The error text of a listener that serves only a few routes, for all other paths. */
  readonly otherPaths?: string;
}

/** 404, or 405 with Allow where another method of the path exists. */
export function unknownPath(
  url: string,
  { routes, sockets = [], otherPaths = 'there is no such path' }: Known,
): ServiceError {
  const { path } = splitUrl(url);
  const known: Pick<Route, 'method' | 'path' | 'aliases'>[] = [
    ...routes,
    ...sockets.map((socket) => ({ method: 'GET' as const, path: socket.path })),
  ];
  const here = known.filter((each) => pathsOf(each).some((spelled) => matchPath(spelled, path) !== undefined));
  const allowed = new Set<string>(here.map(({ method }) => method));
  if (routes.some((route) => takesHead(route) && here.includes(route))) allowed.add('HEAD');
  if (allowed.size === 0) return new ServiceError('NOT_FOUND', otherPaths);
  return new MethodNotAllowed([...allowed].sort().join(', '));
}

export class MethodNotAllowed extends ServiceError {
  constructor(readonly allow: string) {
    super('METHOD_NOT_ALLOWED', `the path takes ${allow}`);
  }
}

/** The first of the routes that have the same beginning, up to their first parameter: an interface with words of its own. */
export function refusalBeside(routes: readonly Route[], url: string): Dialect['refusal'] {
  const path = `${splitUrl(url).path}/`;
  const beside = routes.find((route) => {
    if (route.dialect?.refusal === undefined) return false;
    const starts = pathsOf(route).map((own) => own.slice(0, own.indexOf('/:') + 1));
    return starts.some((start) => start !== '' && path.startsWith(start));
  });
  return beside?.dialect?.refusal;
}
