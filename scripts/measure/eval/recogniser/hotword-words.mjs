// Rare names and terms, put together by rule, and sentences that say them; no list or sentence comes from third
// parties.
import { makeRandom } from '../../lib/random.mjs';

/** @typedef {'person' | 'place' | 'company' | 'product'} Kind */
/** @typedef {{ kind: Kind, text: string }} Name */

const surnames = [...'仝逄亓宓晁荀骆鄢邰卞祁厉邬裘麻隗富巫'];
const given = [...'炜瑾珂琪霖皓晗萱颢琰钰璟煜旻昕淼菲薇岚峥嵘骏驰璇玥芮珊锴'];
const first = [...'瑞鼎恒盛禾泓澜岱柏梧翠青麓沐嘉隆'];
const second = [...'泽峪淀浦岭埠庄溪坪川渠渡荷枫桦'];
const endings = {
  place: ['镇', '路', '村', '大桥'],
  company: ['科技', '物流', '药业', '重工'],
  product: ['保', '宝', '通', '智联'],
};

/**
 * Makes different names; the same seed gives the same ones. @param {string} seed @param {number} each of every kind
 * @returns {Name[]}
 */
export function rareNames(seed, each) {
  const random = makeRandom(`hotwords/${seed}`);
  /** @type {Map<string, Name>} */
  const names = new Map();
  const add = (/** @type {Kind} */ kind, /** @type {() => string} */ make) => {
    for (let count = 0; count < each; ) {
      const text = make();
      if (names.has(text)) continue;
      names.set(text, { kind, text });
      count++;
    }
  };
  add('person', () => random.pick(surnames) + random.pick(given) + random.pick(given));
  for (const kind of /** @type {const} */ (['place', 'company', 'product'])) {
    add(kind, () => random.pick(first) + random.pick(second) + random.pick(endings[kind]));
  }
  return [...names.values()];
}

/** @type {Record<Kind, string[]>} */
const sentences = {
  person: [
    '请帮我转接*先生',
    '您好，请问*女士在家吗',
    '我想找一下*，他上午给我打过电话',
    '这份合同要交给*签字',
    '负责这件事的是*',
    '*已经跟我说过这个情况了',
  ],
  place: [
    '我现在住在*旁边',
    '麻烦您把东西送到*',
    '从这里到*要多长时间',
    '*那边今天下大雨了',
    '他说下个星期要去*看看',
    '我们在*等你，不要走错了',
  ],
  company: [
    '我是*的客服，工号三零二',
    '您在*买的东西已经发出来了',
    '我以前在*上过班',
    '请问这里是*吗',
    '*的电话号码是多少',
    '他们跟*有一点问题没有解决',
  ],
  product: [
    '我想问一下*怎么办理',
    '您的*下个月就要到期了',
    '上次买的*一直不能用',
    '请帮我取消*这个业务',
    '*每个月要交多少钱',
    '听说*现在有优惠活动',
  ],
};

/** A sentence that says the name. @param {Name} name @param {number} which */
export function sentenceWith({ kind, text }, which) {
  const all = sentences[kind];
  return /** @type {string} */ (all[which % all.length]).replace('*', text);
}
