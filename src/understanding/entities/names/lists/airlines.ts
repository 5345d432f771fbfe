// Airlines by their two-character codes, with the names that people use for them.

const lines = `
CA 中国国际航空 国际航空 国航
MU 中国东方航空 东方航空 东航
CZ 中国南方航空 南方航空 南航
HU 海南航空 海航
MF 厦门航空 厦航
ZH 深圳航空 深航
3U 四川航空 川航
SC 山东航空 山航
9C 春秋航空 春秋
HO 吉祥航空 吉祥
FM 上海航空 上航
GS 天津航空 天航
JD 首都航空 首航
8L 祥鹏航空 祥鹏
G5 华夏航空 华夏
EU 成都航空 成航
PN 西部航空 西航
KY 昆明航空 昆航
KN 中国联合航空 联合航空 中联航
GJ 长龙航空 长龙
DZ 东海航空
BK 奥凯航空 奥凯
NS 河北航空 河北航
JR 幸福航空
TV 西藏航空 藏航
DR 瑞丽航空 瑞丽航
QW 青岛航空 青航
GX 北部湾航空
FU 福州航空
AQ 九元航空 九元
UQ 乌鲁木齐航空
GY 多彩贵州航空 多彩航空
RY 江西航空
9H 长安航空
A6 红土航空 湖南航空
LT 龙江航空
GT 桂林航空
CX 国泰航空 国泰
UO 香港快运
HX 香港航空 港航
NX 澳门航空 澳航
CI 中华航空 华航
BR 长荣航空 长荣
SQ 新加坡航空 新航
KE 大韩航空
OZ 韩亚航空 韩亚
JL 日本航空 日航
NH 全日空
TG 泰国航空 泰航
MH 马来西亚航空 马航
AK 亚洲航空 亚航
VN 越南航空 越航
GA 印尼鹰航
PR 菲律宾航空 菲航
EK 阿联酋航空
QR 卡塔尔航空
EY 阿提哈德航空
TK 土耳其航空 土航
SU 俄罗斯航空 俄航
LH 汉莎航空 汉莎
AF 法国航空 法航
KL 荷兰皇家航空 荷航
BA 英国航空 英航
AY 芬兰航空 芬航
UA 美国联合航空 美联航
AA 美国航空 美航
DL 达美航空 达美
AC 加拿大航空 加航
QF 澳洲航空
NZ 新西兰航空
`;

export const airlines: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [code = '', ...names] = line.split(' ');
      return [code, ...names].map((word) => [word, code] as const);
    }),
);
