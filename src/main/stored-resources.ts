// Recognition's resources, looked up in the store at every START: an update is used by the next call,
// and a session keeps what it started with. Features do not know one another, so the two meet here.
import type { ListContent, ResourceLookup } from '../asr/resources.js';
import type { OlmModels } from '../custom-lm/models.js';
import type { Profiles } from '../resources/profiles.js';
import type { ResourceRow, Resources } from '../resources/service.js';

export function storedResources(resources: Resources, profiles: Profiles, texts: OlmModels): ResourceLookup {
  const rowOf = (developerId: number, id: string, type: string) => {
    const row = resources.find(id);
    return row?.developer_id === developerId && row.cu === 'asr' && row.type === type ? row : undefined;
  };
  // The row identifies the content; the content itself is read only if no compiled form of it is kept.
  const contentOf = (row: ResourceRow | undefined): ListContent | undefined =>
    row && { key: row.sha256, bytes: () => resources.content(row.id) };
  const systemList = (id: string | undefined) => (id === undefined ? undefined : contentOf(resources.find(id)));
  return {
    vocabulary(developerId, id) {
      const row = rowOf(developerId, id, 'userword');
      const content = contentOf(row);
      if (row === undefined || content === undefined) return undefined;
      return { content, userId: row.user_id === '' ? undefined : row.user_id };
    },
    sensitiveWords: (developerId, id) => contentOf(rowOf(developerId, id, 'sensword')),
    languageModel(developerId, id) {
      const row = rowOf(developerId, id, 'olm');
      return row && texts.modelOf(row);
    },
    profile(_developerId, name) {
      const profile = profiles.find(name);
      if (profile === undefined) return undefined;
      const { vocabId, senswordId, whenUserBrings } = profile.system;
      const vocabulary = systemList(vocabId);
      const sensitiveWords = systemList(senswordId);
      return {
        values: profile.values,
        system: { whenUserBrings, ...(vocabulary && { vocabulary }), ...(sensitiveWords && { sensitiveWords }) },
      };
    },
  };
}
