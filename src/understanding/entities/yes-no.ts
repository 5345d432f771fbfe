// Yes and no, as people answer on the telephone in Mandarin and English. Strict: an answer is made of the words below, or begins
// with a clear one and goes on after a pause. Everything else, and whatever asks, doubts or makes conditions, is neither.
import { keysOf } from './words/comparable.js';

type Meaning = 'yes' | 'no' | 'nod' | 'filler';

const verbs =
  '办理|办|去|买|来|参加|考虑|接受|更换|换|修改|改|预订|订|预约|续费|续|申请|购买|喜欢|继续|开通|取消|做|听|说|看|用|了解|打扰|合适|方便|需要|支持|认可|认识|存在|收到|还|付|交|到|在';
const modals = '需要|想要|愿意|同意|可以|打算|准备|要|想|能|会|行|好|成|中|对|是|必|用|得';

/** Sorted out by their length: the longest that fits is taken. */
const words: Readonly<Record<Meaning, string>> = {
  yes:
    '是|是的|是滴|是哒|是嘞|就是|正是|没错|不错|正确|准确|对|对的|对滴|对头|对着|可以|可以的|没问题|没有问题|没意见|没有意见|没关系可以|' +
    '要|要的|需要|想|想要|愿意|同意|有|有的|有过|能|能的|会|会的|确认|确定|明白|知道|清楚|了解|当然|必须的|那必须|成|中|得嘞|妥|ok的|' +
    'yes|yeah|yep|yup|ya|yea|yessir|sure|of course|correct|right|thats right|that is right|absolutely|definitely|certainly|exactly|' +
    'no problem|go ahead|sounds good|i do|i am|i have|it is|i will|i would|please do|why not|indeed|affirmative|thats correct|that is correct',
  no:
    '不|不是|不是的|不对|不行|不要|不用|不必|不需要|不想|不想要|不愿意|不同意|不可以|不能|不会|不好|不了|不成|不中|不正确|不准确|' +
    '没|没有|没得|木有|没有过|还没|还没有|未|别|算了|算了吧|免了|免谈|拒绝|反对|错|错了|错的|搞错了|弄错了|说错了|打错了|不感兴趣|没兴趣|没有兴趣|' +
    '没空|没有空|没时间|没有时间|不方便|不可能|没门|休想|不至于|不存在|不可|不必了|哪有|' +
    'no|nope|nah|never|not really|not at all|no way|no thanks|no thank you|wrong|incorrect|thats wrong|that is wrong|thats not right|not right|not correct|' +
    'i dont|i do not|im not|i am not|not me|its not|it is not|i wont|i havent|dont|not interested|negative|not now|absolutely not|of course not|' +
    'definitely not|certainly not|i dont want to|i dont want it|i dont think so|i do not think so|not today',
  // said to agree, and as often only to have heard
  nod: '嗯|恩|昂|唔|嗯哼|好|好的|好滴|好哒|好嘞|好说|行|行的|ok|okay|okey|欧克|alright|all right|fine|good|great|uh huh|mhm|mm hmm|mm',
  filler:
    '啊|哦|噢|喔|哎|唉|诶|欸|呀|哈|哈哈|呵呵|嘿|喂|呃|额|哇|嘛|吧|啦|咯|哟|呗|哩|喽|啵|哎呀|那个|这个|那|这|你好|您好|就是说|然后|' +
    '我|我们|咱|咱们|你|您|他|她|它|本人|都|也|就|先|还是|谢谢|谢谢你|谢谢您|谢了|多谢|麻烦了|麻烦你了|麻烦您了|辛苦了|不好意思|对不起|抱歉|' +
    '其实|说实话|真|真的|非常|很|完全|绝对|肯定|确实|应该|当然了|好像|似乎|觉得|我觉得|我想想|感觉|暂时|现在|目前|今天|已经|一直|从来|才|并|' +
    '了|的|滴|呢|过|个|一下|' +
    'uh|um|er|oh|well|hi|hello|please|thanks|thank you|very much|so|it|that|i|think|am|do|sir|madam|maam|and|really|actually',
};

const escaped = (word: string) => word.replaceAll(' ', ' +');

function formOf(meaning: Meaning): readonly (readonly [string, Meaning])[] {
  return words[meaning].split('|').map((word) => [word, meaning] as const);
}

const meanings = new Map<string, Meaning>([...formOf('filler'), ...formOf('nod'), ...formOf('no'), ...formOf('yes')]);
const alternatives = [...meanings.keys()]
  .sort((one, other) => other.length - one.length)
  .map((word) => (/^[a-z]/.test(word) ? `${escaped(word)}(?![a-z])` : word))
  .join('|');
const word = new RegExp(` *(?:${alternatives})`, 'y');

/** Refusals and wishes with what is refused or wished: 不太方便, 不想参加, 我要办理. */
const refused = new RegExp(
  ` *(?:并|还|也|都|就|才|真)?(?:不|没|没有|别|不是)(?:太|怎么|大|很|再)?(?:${modals})?(?:${verbs})`,
  'y',
);
const wished = new RegExp(
  ` *(?:需要|想要|愿意|同意|可以|打算|准备|要|想|能|会|正|有|已经|都)(?:${verbs})(?:过|了|的)*`,
  'y',
);
/** Two refusals one after the other, without a pause, are a consent: 不是不可以. */
const consented =
  / *(?:也|并|倒|又)*(?:不是|没有|没说|没)(?:说)?不(?:可以|行|能|同意|愿意|对|好|接受|成)(?:的|了|啊|吧)*/y;
const doubtful =
  /[?？]|知不知道|不(?:太|大|是很|怎么)?(?:知道|清楚|晓得|确定|明白|懂|了解|记得|好说|一定|认识)|说不(?:准|定|好|清)|记不(?:清|得|起)|没(?:有)?(?:想好|决定|听清|听懂|听见|明白|印象)|忘了|忘记|可能|也许|或许|大概|估计|随便|无所谓|看情况|再说|再看|再考虑|考虑考虑|考虑一下|想想|想一下|等等|等一下|稍等|等会|要不|是否|要么|或者|i dont know|i do not know|dont know|dunno|maybe|perhaps|not sure|possibly|i guess|it depends|what|who|why (?!not)|how|when|where|which|but|if|unless|yes or no|isnt it|is it|is that|do you|are you|can you|could you|right or/;
/** Questions of the form A-not-A, which no refusal that is said twice is: 不要不要. */
const asking =
  /(?<![不没])(是|对|好|行|要|能|会|想|可以|愿意|同意|需要|用|方便|中)不(?:是|对|好|行|要|能|会|想|可以|愿意|同意|需要|用|方便|中)(?<=\1)|(?<![没])有没有|可不可以|愿不愿意|需不需要|同不同意|方不方便|吗|么(?! *$)|^ *么|什么|怎么(?!.*没)|为什么|哪(?!有)|谁|多少|几[个点]/;
const condition = /但|可是|不过|只是|除非|如果|要是|假如|就是(?=贵|太|有点)|虽然|以后再|回头|下次/;
/** In what follows a clear answer: it could take it back. */
const takenBack = /[不没别未无非]|好像|no|not/;
const byTheWay = /对了(?! *$)/;
const mark = /[\p{P}\p{S}\s]+/gu;
const pause = / +/y;
const pronoun = / *(?:我|他|她|它|咱|是|就|这|那|你|您|谢)/y;

/** Whether the text says yes or no; undefined: it says neither, or cannot be told. */
export function yesOrNo(text: string): boolean | undefined {
  const plain = keysOf(text).replace(/['’]/g, '');
  if (/[?]/.test(plain)) return undefined;
  const answer = plain.replace(mark, ' ').trim();
  if (answer === '' || answer.length > longestAnswer) return undefined;
  if (doubtful.test(answer) || asking.test(answer) || condition.test(answer) || byTheWay.test(answer)) return undefined;
  return settled(read(answer));
}

/** Characters; who says more tells something. */
const longestAnswer = 60;

interface Answer {
  readonly said: readonly Exclude<Meaning, 'filler'>[];
  /** Something follows that is no part of an answer. */
  readonly rest: string;
  readonly isPausedBeforeRest: boolean;
}

function read(answer: string): Answer {
  const said: Exclude<Meaning, 'filler'>[] = [];
  let at = 0;
  let isPaused = false;
  while (at < answer.length) {
    const next = nextWord(answer, at);
    if (!next) break;
    if (next.meaning !== 'filler') said.push(next.meaning);
    at = next.end;
    isPaused = next.meaning === 'filler' && isPaused;
    pause.lastIndex = at;
    if (pause.test(answer)) isPaused = true;
  }
  return { said, rest: answer.slice(at), isPausedBeforeRest: isPaused };
}

function nextWord(answer: string, at: number): { readonly meaning: Meaning; readonly end: number } | undefined {
  for (const [form, meaning] of [
    [consented, 'yes'],
    [refused, 'no'],
    [wished, 'yes'],
  ] as const) {
    form.lastIndex = at;
    if (form.test(answer)) return { meaning, end: form.lastIndex };
  }
  word.lastIndex = at;
  const found = word.exec(answer)?.[0];
  const meaning = found === undefined ? undefined : meanings.get(found.trim().replace(/ +/g, ' '));
  return meaning && { meaning, end: word.lastIndex };
}

function settled({ said, rest, isPausedBeforeRest }: Answer): boolean | undefined {
  if (rest !== '' && !(isPausedBeforeRest && !takenBack.test(rest))) return undefined;
  // 好的，不用了 and 不用了，好的: who nods has heard; who refuses means it
  const clear = said.filter((meaning) => meaning !== 'nod');
  if (clear.length === 0) return said.length > 0 ? true : undefined;
  const last = clear.at(-1);
  // 是的，不需要 refuses; 不是，是的 is anybody's guess
  if (last === 'yes') return clear.includes('no') ? undefined : true;
  return false;
}
