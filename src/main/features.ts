// The capabilities that this gateway serves.
import type { FeatureMaker } from './gateway.js';
import { speechFeature } from './speech.js';

export const features: readonly FeatureMaker[] = [speechFeature];
