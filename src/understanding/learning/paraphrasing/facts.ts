// The facts of a question that no paraphrase may change, read from its characters: negations, numbers, times and held
// parts.

/** Choices between yes and no, which are no negations. */
const choices =
  /能不能|可不可以|可以不可以|能否|可否|是否|有没有|需不需要|需要不需要|([\u4e00-\u9fff])[不没]\1|(?<=有[\u3400-\u9fff\ue000-\uefff]+)没有$/gu;
/** Words in which the characters of negations deny nothing. */
const unnegated = /非常|特别|别人|别的|性别|级别|区别|差别|分别|类别|别墅|无线|非洲|未来|对不起|不好意思|没关系|不过/gu;
const negations = /[不没别无非未莫勿甭]/gu;
/** 一 in words where it counts nothing. */
const uncounted =
  /(?<=([\u4e00-\u9fff]))一\1|一下|一些|一样|一直|一般|一定|一起|一共|一会儿?|(?<![午上晚晨夜天十])一点(?![钟半零〇一二三四五六七八九十])/gu;
const numbers = /[零〇一二两三四五六七八九十百千万亿半几]+|[0-9０-９A-Za-z]+/gu;
const times =
  /[今明昨后前去][天年晚]|[上下]个?(?:周|月|星期|礼拜)|周[一二三四五六日天末]|星期|礼拜|上午|下午|中午|晚上|早上|凌晨|小时|分钟|点钟|月份/gu;
const held = /[\ue000-\uefff]/gu;

export interface Facts {
  readonly negations: number;
  /** Numbers, times and held parts, sorted. */
  readonly kept: readonly string[];
}

/** The facts of a text that has one character in place of each held part (`held.ts`). */
export function factsOf(text: string): Facts {
  const plain = text.replace(/[\s?？!！。.]+$/u, '');
  const denied = plain.replace(choices, '').replace(unnegated, '');
  const counted = plain.replace(uncounted, '');
  return {
    negations: (denied.match(negations) ?? []).length,
    kept: [...(counted.match(numbers) ?? []), ...(plain.match(times) ?? []), ...(plain.match(held) ?? [])].sort(),
  };
}

/** True if two texts have the same facts. */
export const sameFacts = (one: Facts, other: Facts): boolean =>
  one.negations === other.negations &&
  one.kept.length === other.kept.length &&
  one.kept.every((each, at) => each === other.kept[at]);
