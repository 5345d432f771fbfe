// Chooses the refusal for paths and methods without a route, and its form.
import { ServiceError } from '../protocol/errors.js';
import { matchPath, PathTable, splitUrl } from './path.js';
import { type Dialect, pathsOf, type Route, type SocketRoute, takesHead } from './route.js';

interface Known {
  readonly routes: readonly Route[];
  readonly sockets?: readonly SocketRoute[];
  /** The error text of a listener that serves only a few routes, for all other paths. */
  readonly otherPaths?: string;
}

/** Makes the refusals for URLs without a route: 404, or 405 with Allow if the path has other methods. */
export function unknownPaths({
  routes,
  sockets = [],
  otherPaths = 'there is no such path',
}: Known): (url: string) => ServiceError {
  const table = new PathTable<Pick<Route, 'method'>>();
  for (const route of routes) for (const path of pathsOf(route)) table.add(path, route);
  for (const { path } of sockets) table.add(path, { method: 'GET' });
  return (url) => {
    const fitting = table.fitting(splitUrl(url).path);
    const here = fitting
      .filter(({ pattern }) => !fitting.some((other) => isWithin(other.pattern, pattern)))
      .map(({ value }) => value);
    if (here.length === 0) return new ServiceError('NOT_FOUND', otherPaths);
    return new MethodNotAllowed(allowOf(here, routes));
  };
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

type Refusal = Dialect['refusal'];

/** The refusals of routes, by the beginning of their paths up to the first parameter. */
const refusalsOf = new WeakMap<readonly Route[], Map<string, Refusal>>();

/** The refusals of the first route that has its own and the same beginning. */
export function refusalBeside(routes: readonly Route[], url: string): Refusal {
  const refusals = refusalsOf.get(routes) ?? refusalsByStart(routes);
  refusalsOf.set(routes, refusals);
  const path = `${splitUrl(url).path}/`;
  for (const [start, refusal] of refusals) if (path.startsWith(start)) return refusal;
  return undefined;
}

function refusalsByStart(routes: readonly Route[]): Map<string, Refusal> {
  const refusals = new Map<string, Refusal>();
  for (const route of routes) {
    const refusal = route.dialect?.refusal;
    for (const path of refusal === undefined ? [] : pathsOf(route)) {
      const start = path.slice(0, path.indexOf('/:') + 1);
      if (start !== '' && !refusals.has(start)) refusals.set(start, refusal);
    }
  }
  return refusals;
}
