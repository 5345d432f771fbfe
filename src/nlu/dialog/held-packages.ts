// The packages that sessions need: a file stays while a session needs it. After a restart the packages are held again.
import type { SessionTable } from './table.js';

export interface HeldPackagesParts {
  readonly table: Pick<SessionTable, 'packages'>;
  /** Keeps the file until the returned function is called. */
  readonly hold: (sha256: string) => () => void;
  /** Called when no session has needed the package for a whole round. */
  readonly onUnneeded: (sha256: string) => void;
}

export class HeldPackages {
  readonly #parts: HeldPackagesParts;
  readonly #held = new Map<string, () => void>();

  constructor(parts: HeldPackagesParts) {
    this.#parts = parts;
    for (const sha256 of parts.table.packages()) this.keep(sha256);
  }

  /** Keeps the package for a stored session. */
  keep(sha256: string): void {
    if (!this.#held.has(sha256)) this.#held.set(sha256, this.#parts.hold(sha256));
  }

  /** Releases the packages that no session needs. */
  round(): void {
    const needed = new Set(this.#parts.table.packages());
    for (const [sha256, release] of this.#held) {
      if (needed.has(sha256)) continue;
      this.#held.delete(sha256);
      release();
      this.#parts.onUnneeded(sha256);
    }
  }
}
