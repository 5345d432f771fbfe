// The engines that ring screening, recognition, synthesis and transcription share. A gateway waits for the first of them.
import { feature } from '../feature.js';

export const enginesFeature = feature<undefined>({
  name: 'engines',
  serves: () => ({}),
  start: ({ engines }) => {
    let isReady = false;
    engines.ready().then(
      () => {
        isReady = true;
      },
      () => {}, // the supervisor logs it and goes on trying
    );
    return {
      parts: undefined,
      waitingFor: () => (isReady || engines.status().some(({ state }) => state === 'ready') ? [] : ['engine']),
    };
  },
});
