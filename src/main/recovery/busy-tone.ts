// A busy tone as the exchange sends it (450 Hz, 350 ms on and 350 ms off), which every engine must recognise.

export const busyToneFormat = 'pcm_s16le_8k';
const sampleRateHz = 8_000;
const seconds = 3;
const toneHz = 450;
const halfCadenceMs = 350;
/** about -15 dBm0 */
const amplitude = 4_000;

let made: Uint8Array | undefined;

export function busyTone(): Uint8Array {
  if (made !== undefined) return made;
  const bytes = Buffer.alloc(2 * seconds * sampleRateHz);
  for (let at = 0; at < seconds * sampleRateHz; at++) {
    const isOn = Math.floor((at * 1_000) / sampleRateHz / halfCadenceMs) % 2 === 0;
    const sample = isOn ? amplitude * Math.sin((2 * Math.PI * toneHz * at) / sampleRateHz) : 0;
    bytes.writeInt16LE(Math.round(sample), 2 * at);
  }
  made = bytes;
  return made;
}
