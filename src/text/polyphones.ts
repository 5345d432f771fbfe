// Corrections to the dictionary of phrases: particles, which no phrase contains, and common words that it misreads.

export interface PolyphoneRule {
  readonly pattern: RegExp;
  /** The character that the rule reads; in each match the first occurrence counts. */
  readonly character: string;
  readonly syllable: string;
}

function rule(character: string, syllable: string, pattern: string): PolyphoneRule {
  return { pattern: new RegExp(pattern, 'gu'), character, syllable };
}

const adverbs =
  '高兴|认真|仔细|努力|快速|迅速|非常|不断|渐渐|逐渐|大声|小声|安静|热情|积极|主动|顺利|成功|明显|充分|深入|有效|及时|简单|直接|自然|突然|很快|更好|更多|不停|详细|清楚|准确|完全|彻底|耐心|开心|愉快|平静|激动|紧张|难过|生气|严肃|温柔|用力|拼命|合理|正确|稳定|科学|系统|全面|正式|公开|自由|反复|一步步|一点点|一次次';
const groundWords =
  '方|点|区|址|铁|图|面|下|上|球|位|震|理|产|段|板|带|毯|名|形|质|主|道|狱|砖|瓜|暖|势|貌|界|盘|库|平线|中海|里';
const offices = '校院所处科局部厅市省县区镇村乡会行队组班排连营团旅师军舰船机站店厂场社台馆董事室司';

const titles = '先生|女士|小姐|经理|主任';

/** Later rules override earlier ones. */
export const polyphoneRules: readonly PolyphoneRule[] = [
  rule('地', 'de5', `(?:([\\p{Script=Han}])\\1|${adverbs})地(?!${groundWords})`),
  rule(
    '得',
    'de5',
    '(?<=[\\p{Script=Han}])(?<![我你您他她它咱们获取赢所心难博夺不求])得(?=[很太不多更最真好快慢大小高低远近对错清准早晚完起住上下过出来去紧轻重深厚满远像比非特])',
  ),
  rule('得', 'de5', '[觉记懂晓舍值免省使显变认由来显懒]得(?![到知出以])'),
  rule('得', 'de5', '(?:怪不|舍不|巴不|恨不|要不|顾不|了不|算不|见不|怨不)得'),
  rule(
    '得',
    'dei3',
    '[我你您他她咱们都也还就总必可非]得(?=[去要走等看把先跟给让回上下想找办交多花用来问说有做打带换再])',
  ),
  rule('数', 'shu3', '数(?=一数|一下|数(?![学据字量值])|不清|不胜数)'),
  rule('数', 'shu3', '(?<=数一)数'),
  rule('数', 'shu4', '数(?=[学据字量值])'),
  rule('数', 'shu3', '(?<=数)数(?!学)(?!据)'),
  rule('学', 'xue2', '学'),
  rule('还', 'huan2', '还(?=[书钱款清贷债本]|给[我你您他她银]|信用卡|利息|上了)'),
  rule('长', 'zhang3', `[${offices}]长(?![度期短高久途远])`),
  rule('长', 'zhang3', '长得(?=[高好很帅漂可丑像不真太非])'),
  rule('教', 'jiao1', '教(?=[书会给我你他])(?!书育)|[只在来想]教(?![育学师授室练训材程堂])'),
  rule('脏', 'zang4', '[心肝内肾五脾肺]脏'),
  rule('逮', 'dai4', '逮捕'),
  rule('塞', 'sai4', '塞(?=[尔浦维拉内班纳黑])'),
  rule('塞', 'sai4', '[要边波何]塞'),
  rule('塞', 'se4', '[堵阻闭充搪淤]塞'),
  rule('什', 'shi2', '什(?!么)'),
  rule('鲜', 'xian3', '朝鲜'),
  rule('剥', 'bo1', '剥(?=[夺削落离蚀])'),
  rule('泊', 'po1', '[湖血水]泊'),
  rule('咳', 'ke2', '咳'),
  rule('柏', 'bo2', '柏林'),
  rule('豁', 'huo4', '豁(?=[免达然])'),
  rule('只', 'zhi3', '(?<![零一二两三四五六七八九十百千万几多每这那船])只(?![身言字])'),
  rule('率', 'shuai4', '率(?=[军部队领先众兵团师])'),
  rule('似', 'si4', '似(?!的)'),
  rule('似', 'si4', '[类相近形]似'),
  rule('吧', 'ba1', '(?:酒|网|贴|书|水)吧'),
  rule('藏', 'zang4', '[西川青入援进]藏|藏(?=[族语文历医])'),
  rule('载', 'zai4', '载(?=[人客货重体])|[装满空舰车机运下]载'),
  rule('载', 'zai3', '[记刊转连登三千]载'),
  rule('差', 'cha1', '差(?=[异别距价额值])|[误偏方色相温时利]差(?![不点])'),
  rule('调', 'diao4', '[上下]?调(?=[任职动往入派走离查研])|[抽选借]调'),
  rule('挨', 'ai2', '挨(?=[饿打骂批冻])'),
  rule('啦', 'la5', '(?<!啦|哆)啦(?!啦)'),
  rule('揣', 'chuai3', '揣(?=[测摩度])'),
  rule('蹶', 'jue2', '一蹶'),
  rule('累', 'lei3', '累(?=[计积累年及次])|[积日]累'),
  rule('累', 'lei4', '[很太好真多不最更劳疲受心]累'),
  rule('挣', 'zheng4', '挣(?=[钱脱开])'),
  rule('挣', 'zheng1', '挣扎'),
  rule('量', 'liang2', '[测丈衡打]量|量(?=[一体血身])'),
  rule('燕', 'yan1', '燕(?=[京山国郊赵])'),
  rule('句', 'gou1', '高句丽'),
  rule('肖', 'xiao1', '肖(?=\\p{Script=Han}{1,2}(?:先生|女士|老师|经理))'),
  rule('单', 'shan4', '^单(?=\\p{Script=Han}{1,2}(?:先生|女士|老师|经理)$)'),
  rule('宿', 'xiu3', '(?:一|两|半|整)宿'),
  rule('量', 'liang5', '商量'),
  rule('为', 'wei2', '(?:[成作认以视因称变分改降升任定评列命设转译誉选化沦当统]|即|均|名|贬|原|召)为(?!了|什么|何|难)'),
  rule('为', 'wei4', '因为|为(?=了|什么|何|你|我|他|您)'),
  rule('觉', 'jiao4', '睡(?:个|一|了|懒|午|大|好)?觉'),
  rule('钉', 'ding4', '被钉|钉(?=[在入上])'),
  rule('空', 'kong4', '(?:有|没|抽|得|填)空(?!调|间|气|军|白)|空(?=闲|缺|白|地|余|位)'),
  rule('种', 'zhong4', '种(?=[植田地菜花树草])'),
  // surnames before a title
  rule('单', 'shan4', `(?<![订账名菜简清传])单(?=${titles})`),
  rule('解', 'xie4', `(?<![理讲了见辩和])解(?=${titles})`),
  rule('任', 'ren2', `(?<![责主信担前现原])任(?=${titles})`),
  rule('查', 'zha1', `(?<![检调审核抽])查(?=${titles})`),
  rule('仇', 'qiu2', `仇(?=${titles})`),
  rule('朴', 'piao2', `(?<![质俭简])朴(?=${titles})`),
  rule('曾', 'zeng1', `曾(?=${titles})`),
  rule('盖', 'ge3', `(?<![覆遮膝])盖(?=${titles})`),
  rule('覃', 'qin2', `覃(?=${titles})`),
  rule('区', 'ou1', `(?<![地小社市园辖城郊])区(?=${titles})`),
  rule('翟', 'zhai2', `翟(?=${titles})`),
  rule('乐', 'yue4', `(?<![快音娱可欢])乐(?=${titles})`),
];
