// The result of a command, for people or (--json) for scripts.

export function print({ json }: { readonly json?: boolean }, value: unknown, text: string): void {
  process.stdout.write(json === true ? `${JSON.stringify(value)}\n` : text);
}
