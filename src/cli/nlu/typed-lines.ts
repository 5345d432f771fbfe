// The lines of standard input, typed or piped. Text in another encoding than UTF-8 is refused, because decoding it would
// quietly give other words.
import { isUtf8 } from 'node:buffer';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { CommandFailure, exitCodes } from '../exit.js';

/** `prompted` gets a prompt before each line if standard input is a terminal. Throws a CommandFailure for a line that is not UTF-8. */
export async function* typedLines(prompted?: Writable): AsyncGenerator<string> {
  const input = process.stdin;
  const isTerminal = input.isTTY === true;
  const isPrompted = isTerminal && prompted !== undefined;
  if (!isTerminal) input.setEncoding('latin1'); // one character for each byte, so that the bytes can be checked
  const lines = createInterface({ input, output: isPrompted ? prompted : undefined, prompt: '> ' });
  let number = 0;
  try {
    if (isPrompted) lines.prompt();
    for await (const line of lines) {
      number++;
      yield isTerminal ? line : utf8Of(line, number);
      if (isPrompted) lines.prompt();
    }
  } finally {
    lines.close();
  }
}

function utf8Of(line: string, number: number): string {
  const bytes = Buffer.from(line, 'latin1');
  if (!isUtf8(bytes)) {
    throw new CommandFailure(
      exitCodes.badInput,
      `standard input, line ${number}: is not UTF-8; save the text as UTF-8 (iconv -f GBK -t UTF-8 converts GBK)`,
    );
  }
  const text = bytes.toString('utf8');
  return number === 1 ? text.replace(/^\ufeff/, '') : text;
}
