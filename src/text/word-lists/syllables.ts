// The syllables of Mandarin, as initials with the finals they combine with. They distinguish pinyin from other text.

const finalsOf: Readonly<Record<string, string>> = {
  '': 'a o e ai ei ao ou an en ang eng er yi ya yo ye yao you yan yin yang ying yong wu wa wo wai wei wan wen wang weng yu yue yuan yun m n ng hm hng',
  b: 'a o ai ei ao an en ang eng i ie iao ian in ing u',
  p: 'a o ai ei ao ou an en ang eng i ie iao ian in ing u',
  m: 'a o e ai ei ao ou an en ang eng i ie iao iu ian in ing u',
  f: 'a o ei ou an en ang eng u iao',
  d: 'a e ai ei ao ou an en ang eng ong i ia ie iao iu ian ing u uo ui uan un en',
  t: 'a e ai ei ao ou an ang eng ong i ie iao ian ing u uo ui uan un',
  n: 'a e ai ei ao ou an en ang eng ong i ia ie iao iu ian in iang ing u uo uan un v ve ue',
  l: 'a o e ai ei ao ou an ang eng ong i ia ie iao iu ian in iang ing u uo uan un v ve ue van vn',
  g: 'a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang',
  k: 'a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang',
  h: 'a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang',
  j: 'i ia ie iao iu ian in iang ing iong u ue uan un',
  q: 'i ia ie iao iu ian in iang ing iong u ue uan un',
  x: 'i ia ie iao iu ian in iang ing iong u ue uan un',
  zh: 'a e ai ei ao ou an en ang eng ong i u ua uo uai ui uan un uang',
  ch: 'a e ai ao ou an en ang eng ong i u ua uo uai ui uan un uang',
  sh: 'a e ai ei ao ou an en ang eng i u ua uo uai ui uan un uang',
  r: 'e ao ou an en ang eng ong i u ua uo ui uan un',
  z: 'a e ai ei ao ou an en ang eng ong i u uo ui uan un',
  c: 'a e ai ei ao ou an en ang eng ong i u uo ui uan un',
  s: 'a e ai ei ao ou an en ang eng ong i u uo ui uan un',
};

const syllables = new Set(
  Object.entries(finalsOf).flatMap(([initial, finals]) => finals.split(' ').map((final) => initial + final)),
);

/** Unifies spellings: `lü4`, `lu:4` and `lv4` are one syllable; `nue` and `lue` are nve and lve. */
export function tidySyllable(written: string): string {
  return written
    .normalize('NFC')
    .replace(/ü|u:/g, 'v')
    .replace(/^([nl])ue/, '$1ve');
}

/** True for a syllable with a tone digit from 1 to 5. */
export function isTonalSyllable(text: string): boolean {
  return /[1-5]$/.test(text) && syllables.has(text.slice(0, -1));
}

/** True for a syllable without a tone digit. */
export function isTonelessSyllable(text: string): boolean {
  return syllables.has(text);
}
