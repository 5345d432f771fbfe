// Installed models follow an upstream even if no engine serves them here, because boxes below ask for them.
import { contentDirectoryOf } from '../../config/config.js';
import { modelPlaces } from '../../local/models.js';
import { replicatedModels } from '../../models/replicated.js';
import { feature } from '../feature.js';
import { followedModels } from '../followed-models.js';

export const modelsFeature = feature<undefined>({
  name: 'models',
  replicates: ({ config }) => [
    replicatedModels(followedModels({ ...modelPlaces(config), content: contentDirectoryOf(config) })),
  ],
  serves: () => ({}),
  start: () => ({ parts: undefined }),
});
