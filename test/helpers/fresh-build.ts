// Tests start engines and commands from dist/. After an edit, `npx vitest` would test today's sources with yesterday's
// programs, so it refuses. `npm test` builds by itself.
import path from 'node:path';
import { typescriptStep } from '../../scripts/setup/typescript.mjs';

export default function setup(): void {
  if (process.env.TEST_STALE_BUILD === 'allowed') return; // planted bugs are only in the sources
  if (typescriptStep(path.resolve(import.meta.dirname, '../..')).isFresh()) return;
  throw new Error('dist/ was not built from these sources: run `npm run build`, or `npm test -- --only PART`');
}
