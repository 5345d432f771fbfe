// Frequent questions: is the question that a query means among the first results?
import { levers, lineOf, mean, percent, searchOf } from './scopes.mjs';

/** @typedef {import('./scopes.mjs').WordVectors} WordVectors */

/**
 * @param {readonly { name: string, pairs: readonly string[][], questions: readonly string[] }[]} sets @param
 * {WordVectors | undefined} vectors
 */
export function faqTable(sets, vectors) {
  const searches = [
    { name: 'BM25 over characters and pairs', make: bm25 },
    ...levers(vectors)
      .filter(({ head }) => !head)
      .map((of) => ({
        name: of.name,
        make: (/** @type {readonly string[]} */ questions) => {
          const search = searchOf(
            questions.map((text, question) => ({ question, text })),
            of,
          );
          return (/** @type {string} */ query) => search(query).order;
        },
      })),
  ];
  const table = [['', ...sets.map(({ name }) => name), 'mean']];
  for (const { name, make } of searches) {
    const figures = sets.map(({ pairs, questions }) => {
      const all = [...new Set([...pairs.map(([, question]) => question), ...questions])];
      const search = make(all);
      const places = pairs.map(([query, question]) => search(query).indexOf(all.indexOf(question)));
      return [
        mean(places.map((place) => (place === 0 ? 1 : 0))),
        mean(places.map((place) => (place >= 0 && place < 5 ? 1 : 0))),
      ];
    });
    figures.push([0, 1].map((at) => mean(figures.map((each) => each[at]))));
    table.push([name, ...figures.map(([top1, top5]) => `${percent(top1)} / ${percent(top5)}`)]);
  }
  return table;
}

/** k1 = 1.2, b = 0.75. @param {readonly string[]} questions */
function bm25(questions) {
  const line = lineOf(false);
  const documents = questions.map((text) => counted(grams(line(text))));
  const lengths = documents.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const meanLength = mean(lengths);
  const having = new Map();
  for (const counts of documents) for (const gram of counts.keys()) having.set(gram, (having.get(gram) ?? 0) + 1);
  return (/** @type {string} */ query) => {
    const wanted = new Set(grams(line(query)));
    const scores = documents.map((counts, at) => {
      let score = 0;
      for (const gram of wanted) {
        const count = counts.get(gram) ?? 0;
        const rarity = Math.log(1 + (documents.length - having.get(gram) + 0.5) / (having.get(gram) + 0.5));
        if (count > 0) score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * lengths[at]) / meanLength));
      }
      return { at, score };
    });
    return scores
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ at }) => at);
  };
}

/** @param {string} line */
function grams(line) {
  const list = [];
  for (let at = 0; at < line.length; at++) {
    list.push(line[at]);
    if (at + 1 < line.length) list.push(line.slice(at, at + 2));
  }
  return list;
}

/** @param {readonly string[]} list */
function counted(list) {
  const counts = new Map();
  for (const each of list) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
