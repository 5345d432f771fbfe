// Engines that are off: a box in safe mode serves its interfaces and says why it does not hear or speak.
import { ServiceError } from '../../protocol/errors.js';
import type { SpeechEngines } from '../engines.js';

/** Every request is refused with ENGINE_UNAVAILABLE and `reason`. Never ready; what is wrong stands in /readyz. */
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
    ask: () => Promise.resolve([]), // the watchdog watches engines; there are none to watch
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
