// SYS.country, SYS.province and SYS.city, found by lists. Normalised values are official names. Where places share a
// short name, it means the larger one (大理: the prefecture; 大理市: the city).
import { WordTable } from '../words/word-table.js';
import { countries } from './lists/countries.js';
import { ambiguous, onlyWithSuffix, provinces, wellKnown } from './lists/divisions.js';
import { notPlaces } from './lists/ordinary.js';
import type { Span } from './span.js';

/** `always`: the place counts anywhere; `in context`: it counts only if the words around it speak of a place. */
interface Place {
  readonly word: string;
  readonly name: string;
  readonly when: 'always' | 'in context';
}

const always = (name: string, words: readonly string[]): Place[] =>
  words.map((word) => ({ word, name, when: 'always' }) as const);

function citiesOf(): Place[] {
  const places: Place[] = [];
  for (const { cities } of provinces) {
    for (const { shortName, name } of cities) {
      places.push(...always(name, [name]));
      if (name.endsWith('自治州') && !shortName.endsWith('州')) places.push(...always(name, [`${shortName}州`]));
      if (onlyWithSuffix.has(shortName)) continue;
      places.push({ word: shortName, name, when: ambiguous.has(shortName) ? 'in context' : 'always' });
    }
  }
  for (const { countyCities } of provinces) {
    for (const shortName of countyCities) {
      const name = shortName.endsWith('市') ? shortName : `${shortName}市`;
      places.push(...always(name, [name]));
      if (onlyWithSuffix.has(shortName)) continue;
      const isSure = wellKnown.has(shortName) && !ambiguous.has(shortName);
      places.push({ word: shortName, name, when: isSure ? 'always' : 'in context' });
    }
  }
  return places;
}

const provincePlaces = provinces.flatMap(({ name, shortNames }) =>
  always(name, [name, ...shortNames, ...shortNames.filter((each) => name === `${each}省`).map((each) => `${each}省`)]),
);

/** Words before a place whose name is also an ordinary word. */
const placeBefore = /(?:在|去|到|从|住|飞|往|回|省|自治区|老家|家住|人在|来自)$/;
const placeAfter = /^(?:这边|那边|这里|那里|本地|当地|人(?![们口])|站|火车站|高铁站|机场|出发|飞|城区|市区|那儿|这儿)/;
/** Words after a place that make it the name of a road or a firm. */
const roadAfter = /^[东西南北中一二三四]?(?:路|大道|大街|街|道口|饭店|酒店|银行|大学|啤酒|扑克)/;
/** Words that may surround a place if nothing else is said. */
const aside = /^(?:嗯|呃|啊|哦|是|就是|我是|我在|在)*$/;
const asideAfter = /^(?:的|吧|啊|呢|了|哈|嘛|人)*$/;
const marks = /[\p{P}\p{S}\s]/gu;

class PlaceFinder {
  readonly #places: readonly Place[];
  readonly #table: WordTable;

  constructor(places: readonly Place[]) {
    this.#places = places;
    this.#table = new WordTable([...places.map(({ word }) => word), ...notPlaces]);
  }

  find(text: string): Span[] {
    // among places that begin together the longest counts; a word of several places means the first in the list
    const longest = new Map<number, { readonly end: number; readonly place: Place }>();
    let isOrdinary: Uint8Array | undefined;
    this.#table.eachIn(text, (start, end, word) => {
      const place = this.#places[word];
      if (!place) {
        isOrdinary ??= new Uint8Array(text.length);
        isOrdinary.fill(1, start, end);
      } else if (end > (longest.get(start)?.end ?? 0)) longest.set(start, { end, place });
    });
    const found: Span[] = [];
    let free = 0;
    for (const [start, { end, place }] of longest) {
      if (start < free || isOrdinary?.subarray(start, end).includes(1) || !isPlace(text, start, end, place)) continue;
      found.push({ start, end, normValue: place.name });
      free = end;
    }
    return found;
  }
}

function isPlace(text: string, start: number, end: number, { word, name, when }: Place): boolean {
  const after = text.slice(end, end + 4);
  if (word !== name && roadAfter.test(after)) return false;
  if (when === 'always') return true;
  const before = text.slice(Math.max(0, start - 6), start);
  if (placeBefore.test(before) || placeAfter.test(after)) return true;
  if (text.length > start + 20 || start > 10) return false;
  return aside.test(text.slice(0, start).replace(marks, '')) && asideAfter.test(text.slice(end).replace(marks, ''));
}

const finders = {
  country: new PlaceFinder(countries.flatMap(({ words, name }) => always(name, words))),
  province: new PlaceFinder(provincePlaces),
  city: new PlaceFinder(citiesOf()),
} as const;

export const findCountries = (text: string): Span[] => finders.country.find(text);
export const findProvinces = (text: string): Span[] => finders.province.find(text);
export const findCities = (text: string): Span[] => finders.city.find(text);

const anywhere = new PlaceFinder(
  [...provincePlaces, ...citiesOf()].map((place) => ({ ...place, when: 'always', name: place.word })),
);
/** The last answer. Organisations and addresses look at the same text. */
let lastAsked: { readonly text: string; readonly found: readonly Span[] } = { text: '', found: [] };

/** Provinces and cities that a longer name may contain, whatever the words around them. */
export function placesIn(text: string): readonly Span[] {
  if (lastAsked.text !== text) lastAsked = { text, found: anywhere.find(text) };
  return lastAsked.found;
}
