// The capabilities that this gateway serves.
import type { FeatureMaker } from './gateway.js';
import { screeningFeature } from './screening.js';

export const features: readonly FeatureMaker[] = [screeningFeature];
