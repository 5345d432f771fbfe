// Strings that a test plants in a gateway, and the search for them on its disk.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export class Planted {
  /** Planted texts, by their purpose. */
  readonly texts = new Map<string, string>();

  /** Plants a new, unique text. */
  plant(what: string): string {
    const text = `planted${this.texts.size}x${Buffer.from(what).toString('hex').slice(0, 12)}`;
    this.texts.set(what, text);
    return text;
  }

  of(what: string): string {
    const text = this.texts.get(what);
    if (text === undefined) throw new Error(`nothing was planted as ${what}`);
    return text;
  }

  /** `what in path`, for each text and each file that contains it. */
  foundIn(directory: string): string[] {
    const files = filesBelow(directory).map((path) => ({ path, bytes: readFileSync(path) }));
    return [...this.texts].flatMap(([what, text]) =>
      files.flatMap(({ path, bytes }) =>
        [...formsOf(text)].some((form) => bytes.includes(form))
          ? [`${what} in ${path.slice(directory.length + 1)}`]
          : [],
      ),
    );
  }
}

export const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/**
 * The forms of the text on a disk: plain, and BASE64 in its three positions, without the ends that depend on
 * neighbours.
 */
function* formsOf(text: string): Generator<Buffer> {
  const utf8 = Buffer.from(text);
  yield* [utf8, Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()];
  yield* [Buffer.from(utf8.toString('hex')), Buffer.from(utf8.toString('hex').toUpperCase())];
  for (let before = 0; before < 3; before++) {
    const base64 = Buffer.concat([Buffer.alloc(before), utf8]).toString('base64');
    yield Buffer.from(base64.slice(before === 0 ? 0 : 4, -4));
  }
}
