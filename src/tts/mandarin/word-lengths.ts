// Splits Chinese text into words, for tone groups and breaks. It uses a small hand-written list of common words.
// Unlisted text is split into characters that often stand alone, and the rest into pairs, as most words have two
// characters.

const listed = `
我们 你们 他们 她们 它们 咱们 您们 自己 大家 人家 别人 什么 怎么 怎样 怎么样 为什么 哪里 哪儿 这里 这儿 那里 那儿 这个 那个 哪个 这些 那些 哪些 这样 那样
这么 那么 多少 几个 一个 一些 一下 一点 一起 一样 一直 一定 一般 一次 一共 一切 一边 一会 上次 下次 这次 那次 每次 世界杯 比分 单号 建国 朝阳 有点 有些 有的 有时 有人 没有 还有 只有 所有 具有 拥有
已经 曾经 正在 现在 刚才 马上 立刻 立即 然后 以后 之后 以前 之前 最后 最近 同时 随时 及时 平时 按时 准时 小时 分钟 时间 时候 今天 明天 昨天 后天 前天 今年 明年 去年
上午 下午 中午 早上 晚上 凌晨 周末 周一 周二 周三 周四 周五 周六 周日 星期 礼拜 上周 下周 本周 上月 下月 本月 月底 月初 年底 年初 春节 假期 节日 生日
可以 可能 可是 可不可以 能不能 是不是 有没有 好不好 要不要 行不行 能够 应该 应当 必须 需要 想要 愿意 希望 打算 准备 开始 结束 继续 停止 完成 取消 确认 确定 同意 拒绝 决定
因为 所以 但是 不过 而且 并且 或者 还是 如果 要是 虽然 即使 无论 不管 只要 只是 就是 就要 就会 也是 也许 也要 都是 不是 不要 不能 不会 不用 不错 不好 不行 不想 不够 不对 不同 不再 不同意 对不起 没关系 不客气 来不及 差不多 了不起
非常 特别 比较 更加 越来越 尤其 其实 其中 其他 其它 当然 果然 突然 忽然 居然 竟然 仍然 显然 大概 大约 左右 到底 究竟 终于 总是 经常 常常 往往 偶尔 几乎 似乎 好像 真的 确实
关于 对于 由于 至于 根据 按照 通过 经过 为了 除了 作为 随着 以及 以上 以下 以内 之间 之一 方面 地方 部分 情况 问题 原因 结果 办法 方法 方式 意思 意见 建议 要求 条件 标准 内容 信息
您好 你好 再见 谢谢 感谢 请问 请您 请稍等 请稍候 稍等 稍候 欢迎 抱歉 麻烦 打扰 祝您 生活 愉快 朋友 先生 女士 小姐 老师 同学 经理 主任 老板 领导 同事 客户 用户 顾客 客服 人工 服务 热线
电话 手机 号码 短信 微信 邮箱 邮件 网站 网络 网上 流量 话费 套餐 宽带 信号 账户 账号 账单 余额 密码 验证码 银行 银行卡 信用卡 储蓄卡 卡号 存款 贷款 还款 转账 支付 付款 收款 缴费 充值 退款 退货 换货 发票 金额 利息 利率 额度 分期
订单 快递 包裹 物流 配送 派送 发货 收货 签收 地址 门口 小区 公司 单位 部门 中心 总部 门店 商店 超市 商场 酒店 宾馆 饭店 餐厅 医院 学校 大学 中学 小学 机场 车站 火车 火车站 地铁 地铁站 高铁 飞机 航班 公交 公交车 出租车 汽车 司机
中国 北京 上海 广州 深圳 天津 重庆 南京 杭州 成都 武汉 西安 苏州 长沙 沈阳 大连 青岛 厦门 香港 澳门 台湾 美国 英国 法国 德国 日本 韩国 中国移动 中国联通 中国电信 北京市 上海市 人民 政府 国家 社会 经济 发展 企业 市场 投资 管理 技术 科技 研究 教育 文化 历史 世界 国际
拨打 拨叫 接听 接通 百分之 分之 零下 零上 等于 大于 小于 除以 摄氏度 华氏度 回电话 发短信 公里 公斤 千克 毫米 厘米 平方米 立方米 平方 美元 欧元 港元 日元 英镑 人次 挂机 挂断 关机 停机 空号 留言 来电 去电 通话 呼叫 转接 转人工 暂时 无法 正确 错误 核对 查询 查看 办理 咨询 投诉 反馈 申请 提交 审核 登录 注册 开通 关闭 设置 修改 使用 提供 提醒 通知 告诉 告知 联系 回复 回电 回答 处理 解决 安排 预约 预订 预定 选择 点击 输入 按键 返回
知道 觉得 认为 以为 发现 看见 看到 听见 听到 听说 想起 记得 忘记 明白 理解 了解 清楚 喜欢 爱好 担心 害怕 高兴 开心 快乐 难过 生气 着急 放心 小心 注意 关心 帮助 帮忙 支持 参加 参与 学习 工作 上班 下班 上学 放学 休息 睡觉 吃饭 喝水 走路 跑步 旅游 出差 开会 会议 打电话 回家 出门 起床 出发 到达
东西 水果 苹果 雨伞 手表 洗手 洗澡 买菜 雨水 雨衣 老虎 老鼠 小鸟 小狗 小猫 蚂蚁 海水 海浪 演讲 演员 表演 表示 表达 表格 展览 展示 展览馆 检查 检测 指导 指示 指标 领取 领奖 总理 总统 总经理 管理 简短 简单 举办 举行 举手 古老 古典 土地 土壤 勇敢 打扫 打扰 口语 口号 水平 水井 影响 友好 友谊 舞蹈 粉笔 保险 保养 保管 保护 保证 采访 采取 选举 处理品 减少 减轻 缩短 减免 免费
很多 很好 很少 很久 很快 很高兴 太多 太好了 最好 最多 最少 更好 更多 好多 好久 好好 好的 多久 多长 多大 大家好 早点 晚点 赶紧 赶快 尽快 尽量 尽早 互相 相互 共同 一致 主要 重要 重点 首先 其次 总之 例如 比如 此外 另外 而是 甚至 从而 因此 于是 否则 不仅 不但
男孩 女孩 孩子 儿子 女儿 父母 父亲 母亲 爸爸 妈妈 哥哥 姐姐 弟弟 妹妹 爷爷 奶奶 丈夫 妻子 家庭 家人 老人 年轻人 年轻 身体 健康 医生 护士 患者 药品 治疗 疾病 感冒 手术 疫苗
天气 气温 温度 下雨 下雪 晴天 多云 阴天 台风 空气 环境 污染 能源 电力 水电 燃气 电费 水费 价格 便宜 优惠 活动 打折 免息 促销 产品 商品 质量 品牌 型号 颜色 尺寸 大小 数量 重量 长度 高度 面积 速度
系统 软件 硬件 电脑 计算机 程序 数据 文件 软件园 平台 智能 机器 机器人 语音 识别 合成 文字 图片 视频 音乐 电影 电视 新闻 报道 记者 节目 比赛 冠军 球队 足球 篮球 运动 运动员
统一 唯一 单一 万一 之一 专一 同一 星期一 礼拜一 逐一 单单 始终 永远 永久 左手 右手 手指 手掌 脚底 眼睛 头发 耳朵 鼻子 嘴巴
普通话 进一步 有限公司 人民币 身份证 驾驶证 护照 证件 户口 合同 协议 条款 法律 法院 警察 公安局 派出所 报警 安全 危险 事故 保密 隐私 权利 义务 责任 赔偿 损失
或是 把握 被子 给予 给你 对方 对面 从来 从此 从前 向前 向来 往前 在家 在线 和平 和谐 与会 跟踪 跟前 比如说 让步 叫做 使得 由此 于此 就业 才能 刚刚 又是 都会 也会 还会 还要 还想 还可以 也可以 就可以 都可以 也不 还不 都不 就不 才会 要么 那边 这边 哪边 上面 下面 里面 外面 前面 后面 旁边 对象 中间 附近 上去 上来 下去 下来 进去 进来 出去 出来 回去 回来 过去 过来 起来
费用 机主 业务 影片 图书馆 作品 导演 演员 歌手 明星 获得 取得 达到 实现 成为 成立 建立 建设 举行 进行 进入 进步 提高 提升 增加 增长 降低 下降 上涨 上升 上映 推荐 推出 推动 促进 加强 加快 改善 改革 改变 变化 变成 保持 保留
最佳 最大 最小 最新 最高 最低 最近 最终 大奖 冠军 亚军 全球 全国 全部 全面 全年 各地 各种 各位 本次 此次 此前 此后 其间 期间 当时 当天 当地 当前 目前 近期 近年 近日 日前 早期 晚期 长期 短期 定期 周期 过程 程度 标志 标题
记者 报告 报名 报纸 表面 表明 部队 材料 财产 财富 产业 产生 场所 车辆 车厢 车票 成功 成果 成绩 成本 成员 城市 乡村 农村 农民 工人 工厂 工程 工业 工资 工具 公开 公布 公告 公园 公路 功能 供应 构成 购买 购物 股票 股份 固定 故意 观众 观点 观察 光明 广告 广泛 规定 规模 规划 规则
国内 国外 国庆 过年 海关 海外 海洋 航空 合理 合适 合作 核心 红色 黄色 绿色 蓝色 白色 黑色 后果 湖南 湖北 河南 河北 广东 广西 山东 山西 江苏 浙江 安徽 福建 江西 四川 贵州 云南 陕西 甘肃 青海 海南 辽宁 吉林 黑龙江 内蒙古 新疆 西藏 宁夏
话题 话说 欢乐 环节 活力 获奖 机会 机构 机场 积极 基本 基础 基金 激动 集团 集中 计划 技能 季节 继承 加入 加油 坚持 坚决 艰难 监督 简历 建筑 健身 将来 交流 交易 交通 郊区 教师 教授 接受 接待 接触 街道 阶段 节约 节省 紧张 紧急 近几年 精神 精彩 精品 经验 警告 竞争 究竟 居民 局面 具体 据说 决赛 绝对
开发 开展 开放 开心 考虑 考试 科学 可惜 空间 控制 快速 宽敞 困难 扩大 来源 浪费 劳动 老家 理由 理想 力量 历程 立场 利用 例子 连接 联合 联盟 粮食 两岸 临时 流行 楼上 楼下 录音 录像 旅客 旅行 旅行社 满意 满足 矛盾 贸易 美丽 美好 秘密 面对 面临 民族 明显 模式 目标 目的 目的地 耐心 男人 女人 能力 年龄 牛奶 努力 暖气 排队 评价 评分 评论 破坏 普通 普遍 期待 奇怪 启动 气候 签字 签收 前往 强调 强烈 巧克力 轻松 情绪 请求 区别 区域 缺少 缺点 群众 热情 热线 人才 人口 人员 人物 任何 任务 日常 日期 容易 如何 如下 入口 出口 软弱
设备 设计 涉及 身份 深入 生产 生命 失败 失去 时代 实际 实验 实行 食品 使命 始终 事件 事实 事业 试用 适合 收入 收到 收取 首都 首次 受到 输出 熟悉 属于 树立 顺利 说话 说明 思想 思考 搜索 速度 虽说 损坏 所谓 态度 讨论 特点 特色 提前 题目 体育 体验 条约 停车 停车场 通常 通信 统计 投入 突出 图书 团队 推迟 退出 外国 完全 完善 网友 往返 危机 围绕 维护 维修 未来 位于 位置 温暖 文明 稳定 无人 舞台 物业 物品 误会 吸引 希望 细节 下载 先进 现场 现象 现金 限制 线路 详细 享受 想法 项目 消费 消费者 消息 效果 协助 心理 心情 新冠 信任 信心 形成 形式 形象 性格 性能 姓名 幸福 修理 需求 许多 宣布 宣传 训练 迅速 严格 严重 沿海 眼前 养老 养成 业主 医疗 依靠 移动 遗憾 已知 艺术 意外 意义 因素 引起 印象 英语 汉语 营业 应用 用品 用途 优秀 优势 由此 游客 游戏 有利 有效 有限 友情 娱乐 遇到 预计 预防 元素 原来 原则 愿望 约会 允许 运输 运营 杂志 灾害 再次 增值 展开 占用 战争 掌握 障碍 召开 真正 整个 整理 证明 政策 之类 支出 直接 职业 职工 指出 至今 至少 制定 制作 制造 中央 终端 重大 周围 主动 主题 助理 住宅 住房 住院 专业 专家 转移 转让 状况 状态 追求 资料 资金 资源 自动 自然 自由 自行车 综合 总共 总部 走廊 组成 组织 尊敬 尊重 遵守 作业 作用 做法 座位
`;

const known = new Set(listed.split(/\s+/).filter((word) => word !== ''));
const longest = Math.max(...[...known].map((word) => word.length));

/** Characters that are words by themselves if no listed word contains them. */
const lone = new Set([
  ...'的了着过地得吗呢吧啊嘛呀哦哈是在有和与或跟同及而但我你您他她它这那哪谁几各每某很太更最也都就还又再才只刚不没别请让叫使把被给对向往从到由于比为将会能可要想该得肯敢',
  ...'个位名条张台件块元只次层号年月日天点分秒米斤岁里上下中内外前后左右间来去说看听做买卖吃喝走坐拿送等用找问打开关按转拨加减乘除',
]);
const suffixes = new Set([
  ...'区路街镇村县市省站城厂场馆院所室系局厅队员者性化率品费卡机车杯们子学史法店桥湖山江河岛州国',
]);
/** Characters that lean on the word before. */
const clitic = new Set([...'的了着过地得吗呢吧啊嘛呀们子儿']);

/** Lengths of the words that the characters form. Numerals and their place values go together (三百, 二十). */
export function wordLengths(characters: readonly string[]): number[] {
  const lengths: number[] = [];
  let at = 0;
  while (at < characters.length) {
    const length = wordAt(characters, at);
    lengths.push(length);
    at += length;
  }
  return lengths;
}

function wordAt(characters: readonly string[], at: number): number {
  if (characters[at] === '第' && numberLength(characters, at + 1) > 0) return 1 + wordAt(characters, at + 1);
  const number = numberLength(characters, at);
  if (number > 1 || (number === 1 && !begins(characters, at))) return number + measureLength(characters, at + number);
  for (let length = Math.min(longest, characters.length - at); length >= 2; length--) {
    if (known.has(characters.slice(at, at + length).join(''))) return length + suffixLength(characters, at + length);
  }
  if (isDoubled(characters, at)) return 2;
  if (isLone(characters, at)) return 1;
  const hasPartner = at + 1 < characters.length && !isLone(characters, at + 1) && !begins(characters, at + 1);
  return hasPartner ? 2 + suffixLength(characters, at + 2) : 1;
}

function isLone(characters: readonly string[], at: number): boolean {
  return lone.has(characters[at] ?? '') || numerals.has(characters[at] ?? '');
}

/** The length of a suffix, as in 朝阳区 and 世界杯. It belongs to the word before unless it begins another word; 0: none. */
function suffixLength(characters: readonly string[], at: number): number {
  return suffixes.has(characters[at] ?? '') && !begins(characters, at) ? 1 : 0;
}

/** True if a listed word begins here. */
function begins(characters: readonly string[], at: number): boolean {
  for (let length = 2; length <= longest; length++) {
    if (known.has(characters.slice(at, at + length).join(''))) return true;
  }
  return false;
}

function isDoubled(characters: readonly string[], at: number): boolean {
  return characters[at] === characters[at + 1] && !numerals.has(characters[at] ?? '');
}

/** True for characters that lean on the word before. */
export function isClitic(character: string): boolean {
  return clitic.has(character);
}

const numerals = new Set([...'零一二两三四五六七八九十百千万亿幺']);
const places = new Set([...'十百千']);
const digit = /^[零一二三四五六七八九幺]$/;
const measures = new Set([...'年月日号点分秒元块角毛个位名条张台件次层楼岁斤米度倍折天周克吨升瓦伏届期级']);

/**
 * The length of a number word, in characters; 0: none. Twenty-three is one word, three hundred and twenty-three are
 * two. Digits in a row form pairs, the last three together.
 */
function numberLength(characters: readonly string[], at: number): number {
  if (!numerals.has(characters[at] ?? '') || /[万亿]/.test(characters[at] ?? '')) return 0;
  const row = digitsFrom(characters, at);
  if (row > 1) return row === 3 ? 3 : 2;
  if (characters[at] === '十') return digit.test(characters[at + 1] ?? '') ? 2 : 1;
  let length = places.has(characters[at + 1] ?? '') ? 2 : 1;
  if (length === 2 && characters[at + 1] === '十' && digit.test(characters[at + 2] ?? '')) length = 3;
  if (/[万亿]/.test(characters[at + length] ?? '')) length++;
  return length;
}

/** The number of digits that are said one by one. The last digit is not one of them if a place value follows (一百). */
function digitsFrom(characters: readonly string[], at: number): number {
  let end = at;
  while (end < at + 64 && digit.test(characters[end] ?? '')) end++;
  return /^[十百千万亿]$/.test(characters[end] ?? '') ? end - at - 1 : end - at;
}

/** The length of a measure word, which leans on its number if it has one character: 三点, 五个. 分钟 and 公里 are words. */
function measureLength(characters: readonly string[], at: number): number {
  const character = characters[at] ?? '';
  if (character === '分' && characters[at + 1] === '钟') return 2;
  if (!measures.has(character) || begins(characters, at)) return 0;
  return /^[前后内起止半多]$/.test(characters[at + 1] ?? '') && !begins(characters, at + 1) ? 2 : 1;
}

/** True for a numeral, and for 第 before one. */
export function isNumeric(character: string): boolean {
  return numerals.has(character) || character === '第';
}
