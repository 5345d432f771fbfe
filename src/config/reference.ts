// docs/configuration.md, made from the schema. `tonegate config --reference` prints it.
import { settings } from './settings.js';

const cell = (text: string): string => text.replaceAll('|', '\\|');

export function configReference(): string {
  const rows = settings.map(({ name, env, range, fallback, meaning }) => {
    const shown = fallback === '' ? 'empty' : `\`${JSON.stringify(fallback)}\``;
    return `| \`${name}\` | \`${env}\` | ${cell(range)} | ${shown} | ${cell(meaning)} |`;
  });
  return `# Configuration

Made by \`tonegate config --reference\`; a test compares.

A setting comes from, the later winning: its default, \`config.json\` in the data directory, the environment, a flag of
\`tonegate serve\`. The file holds one JSON object; names with a dot are nested: \`{"tls": {"certFile": "…"}}\`. An unknown
key or a value out of range stops the start with a message that names it.

The data directory is \`--data\`, else \`TONEGATE_DATA\`, else \`$XDG_STATE_HOME/tonegate\`, else \`~/.local/state/tonegate\`.

| setting | environment | range | default | meaning |
|---|---|---|---|---|
${rows.join('\n')}

Every other limit is fixed and stands in \`src/protocol/limits/\`.
`;
}
