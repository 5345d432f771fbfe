// SYS.org: text that ends like an organisation and has a name of its own (苏州市人民医院, not 一家医院), and known short names,
// whose normalised value is the full name.
import { WordTable } from '../words/word-table.js';
import { genericWords, knownOrganisations, organisationEnds } from './lists/organisations.js';
import { nameStart } from './name-run.js';
import { placesIn } from './places.js';
import { longestFirst, type Span } from './span.js';

const known = new WordTable(knownOrganisations.map(({ word }) => word));
const longer = (one: string, other: string) => other.length - one.length;
const endForm = new RegExp(`(?:${[...organisationEnds].sort(longer).join('|')})`, 'g');
/** Continuations that make it no organisation: 大学生 is a person, 医院长 is a director. */
const notEnd = /^(?:生|长|章|卡里)/;
const generic = new RegExp(`^(?:${[...genericWords].sort(longer).join('|')})*$`);
/** Continuations that show that a short name spans two words: 提交行程, 途中行驶, 北大街, 海底捞月. */
const seamAfter = /^(?:[程李为业动走驶使情政星列事街路门荒月针]|西洋)/;
const seamBefore = /^(?:[其途暗当空市]中行|[提递上成外]交行|木清华)/;
const leadingVerb = /^(?:去|上|读|考|进|住|看|开|办|查|用|做|当|接|坐|打)/;
const longestName = 16;

/** Finds organisations, from left to right without overlap. */
export function findOrganisations(text: string): readonly Span[] {
  const found: Span[] = [];
  known.eachIn(text, (start, end, at) => {
    if (
      end - start < 4 &&
      (seamAfter.test(text.slice(end, end + 2)) || seamBefore.test(text.slice(start - 1, start + 2)))
    )
      return;
    found.push({ start, end, normValue: (knownOrganisations[at] as { name: string }).name });
  });
  const heads = longestFirst([...found, ...placesIn(text)]);
  let free = 0;
  for (const match of text.matchAll(endForm)) {
    const at = match.index;
    const end = at + match[0].length;
    if (notEnd.test(text.slice(end, end + 2))) continue;
    let start = nameStart(text, at, free, longestName);
    // 去苏州人民医院, 办招商银行: a name that contains a place or a known name mostly begins with it
    const head = heads.find((each) => each.start >= start && each.start < at);
    if (head && (head.start - start <= 2 || leadingVerb.test(text.slice(start)))) start = head.start;
    const core = text.slice(start, at);
    if (core.length < 2 || generic.test(core)) continue;
    found.push({ start, end, normValue: text.slice(start, end) });
    free = end;
  }
  return joined(longestFirst(found));
}

/** Joins adjacent spans: 建设银行苏州分行 is one name. */
function joined(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans) {
    const last = kept.at(-1);
    if (last?.end === span.start) {
      const normValue = last.normValue + span.normValue;
      kept[kept.length - 1] = { start: last.start, end: span.end, normValue };
    } else kept.push(span);
  }
  return kept;
}
