// Silences of a recording: the spans without a voice on any channel.

export interface Voice {
  readonly startMs: number;
  readonly endMs: number;
}

/** Spans of at least `leastMs` without a voice on any channel, in order. */
export function silencesOf(voices: readonly Voice[], durationMs: number, leastMs: number): Voice[] {
  const silences: Voice[] = [];
  let fromMs = 0;
  const until = (toMs: number) => {
    if (toMs - fromMs >= leastMs) silences.push({ startMs: Math.round(fromMs), endMs: Math.round(toMs) });
  };
  for (const { startMs, endMs } of [...voices].sort((a, b) => a.startMs - b.startMs)) {
    until(startMs);
    fromMs = Math.max(fromMs, endMs);
  }
  until(durationMs);
  return silences;
}
