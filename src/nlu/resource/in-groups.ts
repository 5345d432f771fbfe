// Routes whose writes are made together with those of others (store/group-commit.ts).
import type { Route } from '../../http/route.js';
import type { GroupCommit } from '../../store/group-commit.js';

/** The routes, of which those that write do so in groups. */
export const inGroups = (group: Pick<GroupCommit, 'run'>, routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.storage === undefined ? route : { ...route, handle: (call) => group.run(() => route.handle(call)) },
  );
