// The words of yes-no answers, and words that show that a text is no such answer.

export type Meaning = 'yes' | 'no' | 'nod' | 'filler';

const words: Readonly<Record<Meaning, string>> = {
  yes:
    '是|是的|是滴|是哒|是嘞|事的|就是|正是|没错|不错|正确|准确|对|对的|对滴|对头|对着|可以|可以的|没问题|没有问题|没意见|没有意见|' +
    '要|要的|需要|想|想要|愿意|同意|有|有的|有过|能|能的|会|会的|在|在的|确认|确定|明白|知道|清楚|了解|当然|必须的|那必须|成(?!都)|中|得嘞|妥|就这样|就这么定|就这么办|就这么着|' +
    'yes|yeah|yep|yup|ya|yea|yes sir|sure|of course|correct|right|thats right|that is right|absolutely|definitely|certainly|exactly|' +
    'no problem|go ahead|sounds good|i do|i am|i have|it is|i will|i would|please do|why not|indeed|affirmative|confirm|confirmed|i confirm|thats correct|' +
    'that is correct|i think so|i believe so|thats me|speaking|yes i am',
  no:
    '不|不是|不是的|不对|不行|不要|不用|不必|不需要|不想|不想要|不愿意|不同意|不可以|不能|不会|不好|不了|不成|不中|不正确|不准确|没|没有|没得|木有|么有|' +
    '没有过|还没|还没有|未|别|算了|算了吧|免了|免谈|拒绝|反对|错|错了|错的|搞错了|弄错了|说错了|打错了|不感兴趣|没兴趣|没有兴趣|没空|没有空|没时间|' +
    '没有时间|不方便|不可能|没门|休想|不至于|不存在|不可|哪有|' +
    'no|nope|nah|never|not really|not at all|no way|no thanks|no thank you|wrong|incorrect|thats wrong|that is wrong|thats not right|' +
    'not right|not correct|i dont|i do not|im not|im not interested|i am not interested|i am not|not me|its not|it is not|it isnt|i wont|i havent|dont|not interested|negative|' +
    'not now|absolutely not|of course not|definitely not|certainly not|i dont want to|i dont want it|i dont think so|' +
    'i do not think so|not today|wrong number',
  // said to agree, and as often only to show attention
  nod:
    '嗯|恩|昂|唔|嗯哼|好|好的|好滴|好哒|好嘞|行|行的|收到|欧克|ok|ok的|okay|okey|alright|all right|fine|good|great|' +
    'uh huh|mhm|mm hmm|mm|thats fine|that is fine|its fine',
  filler:
    '啊|哦|噢|喔|哎|唉|诶|欸|呀|哈|呵|嘿|喂|呃|额|哇|嘛|吧|啦|咯|哟|呗|哩|喽|哎呀|那个|这个|那|这|你好|您好|就是说|然后|我|我们|咱|咱们|你|您|他|她|它|' +
    '本人|都|也|就|先|还是|谢谢|谢谢你|谢谢您|谢了|多谢|麻烦了|麻烦你了|麻烦您了|辛苦了|不好意思|对不起|抱歉|其实|说实话|真|真的|非常|很|挺|蛮|完全|绝对|' +
    '肯定|确实|应该|好像|似乎|觉得|感觉|暂时|现在|目前|今天|已经|一直|从来|才|并|了|的|滴|呢|过|个|一下|' +
    'uh|um|er|oh|well|hi|hello|please|thanks|thank you|very much|so|it|that|i|think|am|do|sir|madam|maam|and|really|actually',
};

const byMeaning = (meaning: Meaning) =>
  words[meaning].split('|').map((word) => [word.replace('(?!都)', ''), meaning] as const);

/** The longest matching word is taken. */
const alternatives = Object.values(words)
  .flatMap((each) => each.split('|'))
  .sort((one, other) => other.length - one.length)
  .map((word) => (/^[a-z]/.test(word) ? `${word}(?![a-z])` : word))
  .join('|');

export const answers = {
  form: new RegExp(` ?(?:${alternatives})`, 'y'),
  meanings: new Map((['filler', 'nod', 'no', 'yes'] as const).flatMap(byMeaning)),
} as const;

const verbs =
  '办理|办|去|买|来|参加|考虑|接受|更换|换|修改|改|预订|订|预约|续费|续|申请|购买|喜欢|继续|开通|取消|做|听|说|看|用|打扰|合适|方便|需要|支持|认可|认识|' +
  '收到|还|付|交|在';
const modals = '需要|想要|愿意|同意|可以|打算|准备|要|想|能|会|行|好|成|对|是|用';

/** Refusals and wishes with their object: 不太方便, 不想参加, 我要办理. */
export const refused = new RegExp(
  `(?:并|还|也|都|就|才|真)?(?:(?:不|没|没有|别)[再在]?(?:太|怎么|大|很|是很)?(?:${modals})?(?:${verbs})|不(?:太|怎么|大|再|是很)(?:${modals}))`,
  'y',
);
export const wished = new RegExp(
  `(?:需要|想要|愿意|同意|可以|打算|准备|要|想|能|会|有|已经)(?:${verbs})(?:过|了|的)*`,
  'y',
);
/** Double negations without a pause, which are a consent: 不是不可以. */
export const consented = /(?:不是|没有|没说|没)(?:说)?不(?:可以|行|能|同意|愿意|对|好|接受|成)(?:的|了|啊|吧)*/y;

const englishDoubt =
  'i dont know|i do not know|dont know|dunno|maybe|perhaps|not sure|possibly|i guess|depends|what|who|why(?! not)|how|when|where|' +
  'which|but|if|unless|or|isnt it|is it|is that|do you|are you|can you|could you';
export const doubtful = new RegExp(
  '不(?:太|大|是很|怎么)?(?:知道|清楚|晓得|确定|明白|懂|了解|记得|好说|一定)|说不(?:准|定|好|清)|记不(?:清|得|起)|没准|' +
    '没(?:有)?(?:想好|决定|听清|听懂|听见|明白|印象)|忘了|忘记|可能(?<!不可能)|也许|或许|大概|估计|随便|无所谓|看情况|再说|再看|考虑考虑|考虑一下|再考虑|' +
    `想想|想一下|等等|等一下|稍等|等会|(?<!不)要不(?!要)|是否|或者|\\b(?:${englishDoubt})\\b`,
);

const asked = '是|对|好|行|要|能|会|想|可以|愿意|同意|需要|用|方便|中|在';
/** Questions of the form A-not-A, but not repeated refusals such as 不要不要. 对了 introduces another matter. */
export const asking = new RegExp(
  `(?<![不没])(${asked})不(?:${asked})(?<=\\1)|(?<![不没])(?:${asked})不$|(?<!没)有没(?:有|$)|可不可以|愿不愿意|需不需要|同不同意|方不方便|想不想要|` +
    '吗|(?<!怎|就这)么(?!有)|(?<!不)怎么|哪(?!有)|谁|多少|几[个点]|对了(?!$)',
);
export const condition = /但|可是|不过|只是|除非|如果|要是|假如|就是(?=贵|太|有点)|虽然|以后|回头|下次/;

/** Clear answers after which a new sentence begins without a pause: 是的我是, 不用了我有, yes this is. */
export const strong = new RegExp(
  '(?<![a-z\\p{Script=Han}])((?:嗯|啊|哦|噢)*(?:' +
    '(?:是的|对的|对对|对对对|没错|好的|可以的?|没问题|需要|确认|不是的?|不对|不用了?|不要了?|不需要了?|不行|没有|错了|打错了)(?=我|他|她|你|您|谢)|' +
    '(?:yes|yeah|yep|no|nope|sure|correct|right|exactly)(?= (?:i|im|this|its|it|that|thats|we|he|she|my|ill|the)\\b)))',
  'gu',
);
