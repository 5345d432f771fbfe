// A page of pairs as the text of a JSON array, written by SQLite: a thousand pairs with their questions and answers as
// objects would block the event loop four times as long. It only reads, and also reads the tables of questions, answers
// and tags.
import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../../store/open.js';
import type { Page } from '../page.js';
import { isUnfiltered, type PairFilter, wantedPairs } from './table.js';

const array = (object: string, rows: string): string => `(SELECT json_group_array(${object}) FROM (${rows}))`;
const bool = (column: string): string => `json(iif(${column}, 'true', 'false'))`;
const time = (column: string): string => `ifnull(strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch'), '')`;

const exts = 'SELECT id, text FROM nlu_ext_question WHERE question_id = page.question_id ORDER BY id';
const answers = 'SELECT * FROM nlu_answer WHERE response_id = page.response_id ORDER BY id';
const tags =
  "(SELECT json_group_array(nlu_tag_group.name || ':' || nlu_tag.name) FROM nlu_reference JOIN nlu_tag ON nlu_tag.id = to_id " +
  "JOIN nlu_tag_group ON nlu_tag_group.id = group_id WHERE from_kind = 'answer' AND from_id = answer.id AND to_kind = 'tag')";

const question = {
  detail:
    "json_object('id', page.question_id, 'text', (SELECT text FROM nlu_question WHERE id = page.question_id), " +
    `'extQuestions', ${array("json_object('id', id, 'text', text)", exts)})`,
  ids: `json_object('id', page.question_id, 'extQuestionIds', ${array('id', exts)})`,
};
const answer = `json_object('id', id, 'type', type, 'content', content, 'cmd', cmd, 'tags', json(${tags}))`;
const response = {
  detail:
    "json_object('id', page.response_id, 'returnType', (SELECT return_type FROM nlu_response WHERE id = page.response_id), " +
    `'answers', (SELECT json_group_array(${answer}) FROM (${answers}) AS answer))`,
  ids: `json_object('id', page.response_id, 'answerIds', ${array('id', answers)})`,
};
const pair = (detail: 'detail' | 'ids'): string =>
  `json_object('id', page.id, 'question', ${question[detail]}, 'response', ${response[detail]}, ` +
  `'enabled', ${bool('page.enabled')}, 'effectTime', ${time('page.effect_at')}, 'invalidTime', ${time('page.invalid_at')}, ` +
  `'beginTime', ${time('page.effect_at')}, 'endTime', ${time('page.invalid_at')})`;

/** Number of pairs between which the event loop may do other work. */
const pairsAtOnce = 50;

/** The pairs of a page, in the shape of PairView. */
export function pagesAsJson(db: Store) {
  const idsOf = db
    .prepare<[PairFilter & Page], number>(`SELECT id ${wantedPairs} ORDER BY id LIMIT :limit OFFSET :offset`)
    .pluck();
  // The index alone answers this query, however far the page is from the beginning.
  const idsOfAll = db
    .prepare<[PairFilter & Page], number>(
      'SELECT id FROM nlu_pair WHERE dir_id = :dirId ORDER BY id LIMIT :limit OFFSET :offset',
    )
    .pluck();
  const prepared = (detail: 'detail' | 'ids') =>
    db
      .prepare<[string], string>(
        `SELECT json_group_array(${pair(detail)}) FROM ` +
          '(SELECT * FROM nlu_pair WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id) AS page',
      )
      .pluck();
  const [detailed, briefly] = [prepared('detail'), prepared('ids')];
  return async (filter: PairFilter & Page, detail: boolean): Promise<string> => {
    const ids = (isUnfiltered(filter) ? idsOfAll : idsOf).all(filter);
    const parts: string[] = [];
    for (let from = 0; from < ids.length; from += pairsAtOnce) {
      if (from > 0) await setImmediate();
      const some = JSON.stringify(ids.slice(from, from + pairsAtOnce));
      const array = (detail ? detailed : briefly).get(some) as string;
      if (array.length > 2) parts.push(array.slice(1, -1));
    }
    return `[${parts.join(',')}]`;
  };
}
