// The result of a command, for people or (--json) for scripts.

import { shown } from './terminal/shown.js';

export function print({ json }: { readonly json?: boolean }, value: unknown, text: string): void {
  process.stdout.write(json === true ? `${JSON.stringify(value)}\n` : shown(text));
}
