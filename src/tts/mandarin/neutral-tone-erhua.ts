// Changes to a word's second syllable: a neutral tone, or an r at the end of the final (儿化).

/** Words whose last syllable is neutral although the dictionary of readings gives it a tone. */
const neutral = `
地方 东西 意思 朋友 先生 时候 知道 告诉 明白 清楚 漂亮 便宜 客气 关系 消息 事情 眼睛 耳朵 头发 衣服 认识 麻烦 打听 商量 力气 名字 学生 太太 丈夫 月亮 窗户 生意 厉害
舒服 热闹 干净 打扮 休息 喜欢 葡萄 石头 木头 馒头 里头 外头 前头 后头 咳嗽 行李 钥匙 护士 大夫 师傅 豆腐 萝卜 玻璃 骆驼 指甲 胳膊 脑袋 嘴巴 尾巴 下巴 爱人 记得 觉得
招呼 收拾 打算 答应 凉快 暖和 结实 聪明 糊涂 故事 规矩 部分 包袱 别扭 称呼 出息 搭理 耽误 提防 点心 掂量 动静 对付 队伍 扫帚 风筝 福气 甘蔗 高粱 膏药 疙瘩 功夫 姑娘
棺材 罐头 机灵 脊梁 家伙 见识 将就 交情 街坊 戒指 精神 快活 困难 懒得 老实 老爷 冷战 利害 利索 粮食 啰嗦 骆驼 妈妈 买卖 媒人 门道 迷糊 蘑菇 模糊 脾气 屁股 亲家 勤快
软和 晌午 少爷 牲口 使唤 事情 收成 首饰 疏忽 思量 岁数 踏实 挑剔 跳蚤 头发 妥当 晚上 委屈 稳当 稀罕 喜欢 下水 吓唬 相声 笑话 心思 新鲜 薪水 兄弟 秀才 秀气 学问 丫头 衙门 哑巴
胭脂 烟筒 秧歌 养活 吆喝 妖精 应酬 冤枉 云彩 运气 在乎 张罗 帐篷 招牌 折腾 芝麻 主意 状元 字号 祖宗 作坊 琢磨 爸爸 哥哥 弟弟 妹妹 姐姐 爷爷 奶奶 叔叔 姑姑 舅舅 伯伯 姥姥 娃娃 星星 谢谢
我们 你们 他们 她们 它们 咱们 人们 怎么 什么 那么 这么 多么 桌子 椅子 孩子 儿子 妻子 房子 车子 鞋子 裤子 帽子 杯子 瓶子 盒子 筷子 勺子 刀子 叉子 盘子 屋子 院子 样子 日子 句子 片子 票子 本子 胖子 瘦子
骗子 辣子 包子 饺子 橘子 桃子 李子 柿子 叶子 种子 竹子 虫子 蚊子 兔子 猴子 狮子 鸽子 嫂子 婶子 脖子 鼻子 肚子 嗓子 胡子 辫子 被子 毯子 褥子 帘子 镜子 梳子 刷子 扇子 伞子 箱子 袋子 篮子 绳子 棍子 钉子 锤子 斧子 锯子 尺子 位子 面子 里子 底子 点子 法子 路子 圈子 个子 例子 影子 担子 摊子 铺子 馆子 厂子 村子
`;
const neutralWords = new Set(neutral.split(/\s+/).filter((word) => word !== ''));
/** Contexts in which the same characters have another meaning. */
const otherwise = /^(?:地方[政法性税戏台志官保经]|东西[南北方向部]|困难|部分[为是])/;

/** Verbs with an experiential 过, as in 看过 and 去过; the 过 of 走过来 and 吃过量 keeps its tone. */
const experienced = /^[看吃去来做听说见玩学用买打走问试想读写穿坐住]过$/;
const crossing = /[来去程节年期敏大高多于分人剩量]/;

/** Indices of the characters whose syllable is neutral. */
export function neutralPlaces(characters: readonly string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + 1 < characters.length; at++) {
    const two = `${characters[at]}${characters[at + 1]}`;
    if (experienced.test(two) && !crossing.test(characters[at + 2] ?? '')) places.push(at + 1);
    if (neutralWords.has(two) && !otherwise.test(characters.slice(at, at + 4).join(''))) places.push(at + 1);
  }
  return places;
}

const coloured =
  /(?:点|这|那|哪|玩|花|事|味|劲|块|会|好好|慢慢|今|明|昨|后|前|份|空|门|盖|名|片|画|活|鸟|猫|狗|歌|曲|老头|老伴|小孩|女孩|男孩|宝贝|眼|旁边|里边|外边|这边|那边|馅|本|词|字|口|纳闷|准|圈|弯|腿|嘴|脸|蛋|果|干|刺|缝|坑|洞|兜|豆|根|盒|盆|球|绳|面条|丝|末|沫|皮|票|裙|汤|摊|桶|腕|线|样|影|印|院|珠|座|胡同|串|单|对|聊天|冰棍|拉链|烟卷|烟嘴|牙签|一溜|一阵|人缘|心眼|媳妇|哥们|爷们|姐们)$/;
const wordsOfOwn = /^儿(?:[子童女媳科歌时孙]|戏|郎)/;

/** True if 儿 colours the syllable before it, as in 花儿 and 一点儿, but not in 女儿 or 花儿子的钱. */
export function isErhua(characters: readonly string[], at: number): boolean {
  if (characters[at] !== '儿' || at === 0) return false;
  if (wordsOfOwn.test(characters.slice(at, at + 2).join(''))) return false;
  return coloured.test(characters.slice(Math.max(0, at - 3), at).join(''));
}
