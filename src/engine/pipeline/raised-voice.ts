// placeholder
import type { VoiceEffort } from './voice-effort.js';
export class RaisedVoice {
  judge(_effort: VoiceEffort): number | undefined {
    return undefined;
  }
}
