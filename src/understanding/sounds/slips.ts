// The distance between the sounds of two syllables, without tones: how likely a recogniser, an accent or a bad line
// confuses them.

interface Syllable {
  readonly initial: string;
  readonly final: string;
}

const initials = ['zh', 'ch', 'sh', ...'bpmfdtnlgkhjqxrzcs'];
/** Full forms of finals that are shortened after an initial. */
const hidden: Readonly<Record<string, string>> = { iu: 'iou', ui: 'uei', un: 'uen' };

/**
 * Splits a syllable into initial and final: `zhong` into zh and ong, `yue` into ve, `ju` into j and v, `zi` into z and
 * ii.
 */
function parted(syllable: string): Syllable {
  const initial = initials.find((each) => syllable.startsWith(each)) ?? '';
  const rest = syllable.slice(initial.length);
  if (initial === '') return { initial, final: bare(rest) };
  if ('jqx'.includes(initial) && rest.startsWith('u')) {
    const final = `v${rest.slice(1)}`;
    return { initial, final: final === 'vn' ? 'ven' : final };
  }
  if (rest === 'i' && ['z', 'c', 's', 'zh', 'ch', 'sh', 'r'].includes(initial)) return { initial, final: 'ii' };
  return { initial, final: hidden[rest] ?? rest };
}

function bare(rest: string): string {
  if (rest.startsWith('yu')) return rest === 'yun' ? 'ven' : rest === 'you' ? 'iou' : `v${rest.slice(2)}`;
  if (rest === 'yong') return 'iong';
  if (rest.startsWith('yi')) return rest.slice(1);
  if (rest.startsWith('y')) return `i${rest.slice(1)}`;
  if (rest.startsWith('wu')) return 'u';
  if (rest.startsWith('w')) return `u${rest.slice(1)}`;
  return rest;
}

const pairsOf = (pairs: string): ReadonlySet<string> =>
  new Set(
    pairs.split(' ').flatMap((pair) => {
      const [one = '', other = ''] = pair.split('/');
      return [`${one}/${other}`, `${other}/${one}`];
    }),
  );

const nearInitials = pairsOf(
  'zh/z ch/c sh/s n/l l/r f/h z/j zh/j c/q ch/q s/x sh/x b/p d/t g/k j/q z/c zh/ch g/h k/h m/n',
);
const nearFinals = pairsOf(
  'an/ang en/eng in/ing ian/iang uan/uang uen/ong ei/uei e/uo o/uo o/u ou/uo ong/eng ve/ie i/v in/ven i/in i/ing ao/ou ai/ei',
);

/**
 * The costs of initials or finals that are near each other, and of any others. Syllables with a sum above `most` are
 * never confused.
 */
export const slips = { near: 0.35, other: 0.7, most: 0.8 };

const known = new Map<string, number>();

/** The cost of confusing two syllables: 0 for the same syllable; above `slips.most` they are too different. */
export function slip(one: string, other: string): number {
  if (one === other) return 0;
  const key = one < other ? `${one} ${other}` : `${other} ${one}`;
  let cost = known.get(key);
  if (cost === undefined) {
    const [a, b] = [parted(one), parted(other)];
    const initial = partCost(a.initial, b.initial, nearInitials);
    const final = partCost(a.final, b.final, nearFinals);
    cost = initial + final;
    known.set(key, cost);
  }
  return cost;
}

function partCost(one: string, other: string, near: ReadonlySet<string>): number {
  if (one === other) return 0;
  return near.has(`${one}/${other}`) ? slips.near : slips.other;
}
