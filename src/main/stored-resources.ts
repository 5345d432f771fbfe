// What recognition asks of the resource service, answered from the store at every START: an update is used by the next
// call, and a session keeps what it started with. Features do not know one another, so the two meet here.
import type { ResourceLookup } from '../asr/resources.js';
import type { Profiles } from '../resources/profiles.js';
import type { Resources } from '../resources/service.js';

export function storedResources(resources: Resources, profiles: Profiles): ResourceLookup {
  const rowOf = (developerId: number, id: string, type: string) => {
    const row = resources.find(id);
    return row?.developer_id === developerId && row.cu === 'asr' && row.type === type ? row : undefined;
  };
  const contentOf = (id: string | undefined) => (id === undefined ? undefined : resources.content(id));
  return {
    vocabulary(developerId, id) {
      const row = rowOf(developerId, id, 'userword');
      if (row === undefined) return undefined;
      return { bytes: resources.content(id), userId: row.user_id === '' ? undefined : row.user_id };
    },
    sensitiveWords: (developerId, id) => contentOf(rowOf(developerId, id, 'sensword')?.id),
    languageModel: () => undefined, // sample text is stored, but not compiled yet
    profile(_developerId, name) {
      const profile = profiles.find(name);
      if (profile === undefined) return undefined;
      const { vocabId, senswordId, whenUserBrings } = profile.system;
      const vocabulary = contentOf(vocabId);
      const sensitiveWords = contentOf(senswordId);
      return {
        values: profile.values,
        system: { whenUserBrings, ...(vocabulary && { vocabulary }), ...(sensitiveWords && { sensitiveWords }) },
      };
    },
  };
}
