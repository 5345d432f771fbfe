// A sound model: native weights that tell speech, music and tones apart, every 10 ms.

import { checkFile } from '../../../models/files.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { StoredModel } from '../../../models/store.js';
import { loadSoundModel, type NativeSoundModel, soundModelKind } from '../../../native/sound.js';
import { realDisk } from '../../../storage/disk.js';

export interface SoundModel {
  /** The model, as id@version. */
  readonly name: string;
  readonly native: NativeSoundModel;
}

export function loadSound({ manifest, path }: StoredModel): SoundModel {
  const name = nameOf(manifest);
  const [file] = manifest.files;
  if (manifest.family !== 'native' || manifest.kind !== soundModelKind || file === undefined) {
    throw new ModelError('bad', `${name}: a sound model must be of family native, kind ${soundModelKind}`);
  }
  checkFile(realDisk, path(file.name), file);
  try {
    return { name, native: loadSoundModel(path(file.name)) };
  } catch (fault) {
    throw new ModelError('bad', `${name}: ${(fault as Error).message}`, { cause: fault });
  }
}
