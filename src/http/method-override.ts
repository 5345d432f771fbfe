// X-HTTP-Method-Override, for clients whose libraries or proxies know only GET and POST. A family of routes says which
// methods may be named (Dialect.overrides); other routes ignore the header. It is applied before routing.
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../protocol/errors.js';
import { PathTable, splitUrl } from './path.js';
import { type Method, pathsOf, type Route } from './route.js';

const header = 'x-http-method-override';
const shownCharacters = 32;

export interface MethodOverride {
  /** Gives a POST the method that its header names. */
  apply(request: IncomingMessage): void;
  /** Throws if the header of a request is invalid. */
  check(request: IncomingMessage): void;
}

export function methodOverride(routes: readonly Route[]): MethodOverride {
  const families = new PathTable<readonly Method[]>();
  for (const route of routes) {
    const { overrides } = route.dialect ?? {};
    if (overrides !== undefined) for (const path of pathsOf(route)) families.add(path, overrides);
  }
  const faults = new WeakMap<IncomingMessage, ServiceError>();
  const allowedAt = (path: string): ReadonlySet<Method> =>
    new Set(families.fitting(path).flatMap(({ value }) => value));
  return {
    apply(request) {
      const wanted = request.headers[header];
      if (request.method !== 'POST' || typeof wanted !== 'string') return;
      const allowed = allowedAt(splitUrl(request.url ?? '/').path);
      if (allowed.size === 0) return;
      const named = wanted.trim().toUpperCase();
      if (named === 'POST') return;
      const method = [...allowed].find((each) => each === named);
      if (method !== undefined) request.method = method;
      else {
        const shown = JSON.stringify(wanted.slice(0, shownCharacters));
        const message = `X-HTTP-Method-Override: ${shown} must be one of ${[...allowed].join(', ')}`;
        faults.set(request, new ServiceError('INVALID_ARGUMENT', message));
      }
    },
    check(request) {
      const fault = faults.get(request);
      if (fault !== undefined) throw fault;
    },
  };
}
