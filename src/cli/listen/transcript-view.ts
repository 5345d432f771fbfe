// Shows sentences on a terminal: final ones as lines with their times, the one that is growing in the last line.
// Anywhere else it shows only the final ones.
import type { Heard, WireSentence } from './transcriber.js';

export interface Screen {
  write(text: string): void;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const clearLine = '\r\x1b[K';

export class TranscriptView {
  #isGrowing = false;
  #hasTitle = false;

  constructor(
    readonly screen: Screen,
    readonly title: string | undefined,
  ) {}

  show(heard: Heard): void {
    if (heard.type !== 'sentence') return;
    const { sentence } = heard;
    if (sentence.isFinal) this.#final(sentence);
    else if (this.screen.isTTY === true) this.#interim(sentence);
  }

  end(): void {
    this.#clear();
  }

  #final(sentence: WireSentence): void {
    this.#clear();
    if (sentence.result.text === '') return;
    if (this.title !== undefined && !this.#hasTitle) this.screen.write(`${this.title}\n`);
    this.#hasTitle = true;
    this.screen.write(`${clock(sentence.startTime)}-${clock(sentence.endTime)}  ${sentence.result.text}\n`);
  }

  #interim(sentence: WireSentence): void {
    const room = (this.screen.columns || 80) - 1; // 0 columns means that the width is unknown
    this.screen.write(`${clearLine}${lastColumns(sentence.result.text, room)}`);
    this.#isGrowing = true;
  }

  #clear(): void {
    if (this.#isGrowing) this.screen.write(clearLine);
    this.#isGrowing = false;
  }
}

/** The end of the text, as much as fits: the newest words matter more than the first ones. */
export function lastColumns(text: string, room: number): string {
  const characters = [...text];
  let used = 0;
  let from = characters.length;
  while (from > 0) {
    const width = (characters[from - 1] as string).codePointAt(0) as number;
    used += width < 0x1100 ? 1 : 2; // East Asian characters take two columns
    if (used > room) break;
    from--;
  }
  return characters.slice(from).join('');
}

/** A time such as `1:02.3`. */
function clock(ms: number): string {
  const tenths = Math.round(ms / 100);
  const seconds = (tenths % 600) / 10;
  return `${Math.floor(tenths / 600)}:${seconds.toFixed(1).padStart(4, '0')}`;
}
