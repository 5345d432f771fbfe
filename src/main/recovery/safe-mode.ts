// Stands for the engines when they are off: a box in safe mode serves its interfaces and says why it does not recognise
// or speak.
import { ServiceError } from '../../protocol/errors.js';
import type { SpeechEngines } from '../engines.js';

/** Refuses every request with ENGINE_UNAVAILABLE and `reason`. It is never ready; /readyz gives the reason. */
export function enginesOff(reason: string): SpeechEngines {
  const sentence = `the engines are off, because this box is in safe mode: ${reason}`;
  const refused = () => new ServiceError('ENGINE_UNAVAILABLE', sentence);
  const refuse = (): never => {
    throw refused();
  };
  const reject = () => Promise.reject(refused());
  return {
    mayOpen: refuse,
    openSession: refuse,
    openSynthesis: refuse,
    hear: reject,
    mayHear: refuse,
    ask: () => Promise.resolve([]), // the watchdog checks engines, and there are none to check
    transcribe: reject,
    setTables: () => {},
    replace: () => Promise.resolve(),
    ready: () => new Promise(() => {}),
    status: () => [],
    restarts: 0,
    costs: () => ({ ring: 0, asr: 0, tts: 0 }),
    stop: () => Promise.resolve(),
    degraded: () => [sentence],
  };
}
