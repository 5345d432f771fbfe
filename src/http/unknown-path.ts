// Chooses the refusal for paths and methods without a route, and its form.
import { ServiceError } from '../protocol/errors.js';
import { matchPath, splitUrl } from './path.js';
import { type Dialect, pathsOf, type Route, type SocketRoute, takesHead } from './route.js';

interface Known {
  readonly routes: readonly Route[];
  readonly sockets?: readonly SocketRoute[];
  /** The error text of a listener that serves only a few routes, for all other paths. */
  readonly otherPaths?: string;
}

/** 404, or 405 with Allow if the path has other methods. */
export function unknownPath(
  url: string,
  { routes, sockets = [], otherPaths = 'there is no such path' }: Known,
): ServiceError {
  const { path } = splitUrl(url);
  const known: Pick<Route, 'method' | 'path' | 'aliases'>[] = [
    ...routes,
    ...sockets.map((socket) => ({ method: 'GET' as const, path: socket.path })),
  ];
  const fitting = known.flatMap((each) =>
    pathsOf(each)
      .filter((spelled) => matchPath(spelled, path) !== undefined)
      .map((spelled) => ({ each, spelled })),
  );
  const here = fitting
    .filter(({ spelled }) => !fitting.some((other) => isWithin(other.spelled, spelled)))
    .map(({ each }) => each);
  if (here.length === 0) return new ServiceError('NOT_FOUND', otherPaths);
  return new MethodNotAllowed(allowOf(here, routes));
}

/** Methods of other paths that would take a request for this one: `GET /robots/import` is not a robot with the id "import". */
export function strayMethods({
  routes,
}: Pick<Known, 'routes'>): readonly { path: string; methods: string[]; allow: string }[] {
  const spelled = routes.flatMap((route) => pathsOf(route).map((path) => ({ route, path })));
  return [...new Set(spelled.map(({ path }) => path))].flatMap((path) => {
    const own = spelled.filter((each) => each.path === path).map(({ route }) => route);
    const others = spelled.filter((each) => isWithin(path, each.path)).map(({ route }) => route);
    const allowed = methodsOf(own, routes);
    const methods = [...methodsOf(others, routes)].filter((method) => !allowed.has(method));
    return methods.length === 0 ? [] : [{ path, methods, allow: allowOf(own, routes) }];
  });
}

/** True if every request for the first path would fit the second, which has a parameter where the first has a word. */
const isWithin = (path: string, other: string): boolean =>
  path !== other && matchPath(other, path) !== undefined && matchPath(path, other) === undefined;

function methodsOf(here: readonly Pick<Route, 'method'>[], routes: readonly Route[]): Set<string> {
  const methods = new Set<string>(here.map(({ method }) => method));
  if (routes.some((route) => takesHead(route) && here.includes(route))) methods.add('HEAD');
  return methods;
}

const allowOf = (here: readonly Pick<Route, 'method'>[], routes: readonly Route[]): string =>
  [...methodsOf(here, routes)].sort().join(', ');

export class MethodNotAllowed extends ServiceError {
  constructor(readonly allow: string) {
    super('METHOD_NOT_ALLOWED', `the path accepts only ${allow}`);
  }
}

/** The refusals of the first route that has its own and the same beginning, up to its first parameter. */
export function refusalBeside(routes: readonly Route[], url: string): Dialect['refusal'] {
  const path = `${splitUrl(url).path}/`;
  const beside = routes.find((route) => {
    if (route.dialect?.refusal === undefined) return false;
    const starts = pathsOf(route).map((own) => own.slice(0, own.indexOf('/:') + 1));
    return starts.some((start) => start !== '' && path.startsWith(start));
  });
  return beside?.dialect?.refusal;
}
