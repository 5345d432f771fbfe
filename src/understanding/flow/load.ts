// STAND-IN of the branch w-gateway: exact matching only, until matching and entities are merged.
import type { QuestionHit, Reading } from '../matching/hit.js';
import type { PackageRecord } from '../package/records.js';
import { PackageRecords, RobotContents } from './contents.js';
import type { LoadedRobot } from './robot.js';

export function loadRobot(records: Iterable<PackageRecord>): LoadedRobot {
  const contents = new RobotContents(new PackageRecords(records));
  return {
    contents,
    matcher: {
      read: (utterance): Reading => ({ utterance, entities: [] }),
      hits: ({ utterance }, scope, count, isOpen) =>
        (contents.scopes.get(scope) ?? [])
          .flatMap((questionId): QuestionHit[] => {
            const question = contents.questions.get(questionId);
            if (question === undefined || isOpen?.(questionId) === false) return [];
            const hit = { questionId, kind: 'exact', score: 1, slots: [] } as const;
            if (question.plain === utterance.text) return [{ ...hit, extId: null }];
            const ext = question.ext.find(({ text }) => text === utterance.text);
            return ext === undefined ? [] : [{ ...hit, extId: ext.id }];
          })
          .slice(0, count),
    },
    finder: { find: () => [], settle: (entities) => entities },
    yesOrNo: (text) => (text === '是' ? true : text === '不是' ? false : undefined),
  };
}
