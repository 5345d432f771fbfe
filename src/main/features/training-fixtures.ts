// The requests by which the generated tests make what the examples of the training routes name.
import type { Fixture, Fixtures } from '../feature.js';

const property = 'cn_common';

const file = (name: string, text: string): Fixture => ({
  route: 'nlu.trainFiles.put',
  example: { params: { property }, query: { name: `{unique}/${name}` }, body: Buffer.from(text) },
  name: { field: 'path' },
});
const task = (name: string): Fixture => ({ route: `nlu.${name}.create`, name: { field: 'created.taskId' } });

const points = [
  { q: '你们几点开门', e: ['几点营业', '什么时候开门', '早上几点上班'] },
  { q: '怎么办理退货', e: ['我要退货', '东西不合适想退', '退货流程是什么'] },
];

export const trainingFixtures: Fixtures = {
  trainFile: file('notes.txt', '一行\n'),
  trainBase: file('base.mjsn', points.map((point) => `${JSON.stringify(point)}\n`).join('')),
  trainSet: file('test.txt', '几点开始营业\t你们几点开门\n我想退货\t怎么办理退货\n'),
  trainRecords: file('records.txt', '怎么查话费\n查一下话费\n我想查话费\n话费怎么查询\n'),
  trainDocument: file(
    'shop.txt',
    '第一章 营业时间\n本店每天九点开门，晚上九点关门。\n第二章 退货\n七天之内可以退货。\n',
  ),
  modelTrain: task('modelTrain'),
  dataMining: task('dataMining'),
  docToQa: task('docToQa'),
  generateQuestion: task('generateQuestion'),
  documentSession: { route: 'nlu.docReader.open', name: { field: 'created.sessionId' } },
};
