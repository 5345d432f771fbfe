// Yes and no on the telephone. The rows were written for this table, and the words are not made from them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { yesOrNo } from '../../../../src/understanding/entities/yes-no.js';

const rows = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => line.split('/'))
    .map((each) => each.trim())
    .filter((each) => each !== '');

const yes = rows(`
  是 / 是的 / 是的是的 / 是是是 / 是啊 / 是呀 / 嗯是的 / 嗯，是的。 / 对 / 对的 / 对对 / 对对对 / 对对对对对 / 对啊 / 嗯对 / 嗯嗯对对
  嗯 / 嗯嗯 / 嗯嗯嗯 / 嗯哼 / 恩 / 好 / 好的 / 好的好的 / 好好好 / 好啊 / 好吧 / 好嘞 / 那好吧 / 好的谢谢 / 好，谢谢您 / 行 / 行行行 / 行吧 / 行啊 / 行的
  可以 / 可以的 / 可以可以 / 可以啊 / 可以吧 / 也可以 / 都可以 / 当然可以 / 没错 / 没错没错 / 没错是我 / 是我 / 我是 / 就是我 / 我就是 / 对是我 / 对，我是
  没问题 / 没有问题 / 没问题的 / 要 / 要的 / 我要 / 想 / 想的 / 我想要 / 需要 / 需要的 / 我需要 / 愿意 / 我愿意 / 同意 / 我同意 / 有 / 有的 / 有啊 / 有有有 / 能 / 会的
  当然 / 当然是 / 当然要 / 确认 / 确定 / 正确 / 不错 / 完全正确 / 非常同意 / 真的可以 / 应该是 / 应该可以 / 好像是 / 好像是的 / 肯定是啊 / 其实可以
  不是不可以 / 也不是不行 / 不是不同意 / 没说不行 / 我要办理 / 想参加 / 我想预约 / 愿意接受 / 可以来 / 已经收到了 / 有收到 / 要续费
  是的，我是张伟 / 是的我是张伟 / 对，是明天上午 / 对 我姓李 / 可以，我明天过来 / 好的是的，周三 / 没错，就定这个时间 / 可以我下午到 / ＯＫ / OK / ok的
  okay / Yes / yes. / yes yes yes / yeah / yep / yup / sure / of course / Sure, no problem / no problem / that's right / That is correct. / correct
  absolutely / yes please / yes, thank you / ok thanks / yes I am / yes, this is John / yes this is Mary / I do / go ahead / OK confirm / confirmed / why not / i think so / all right
  就这样 / 就这样吧 / 嗯就这样 / 就这么定了 / 就这么办吧
  明白了 / 知道了 / 好，知道了 / 在 / 在的 / 嗯，在 / 事的 / 是滴 / 好滴 / 收到 / 哦，对的 / 呃，可以吧 / 那个，是的 / 那就要吧 / 喂，是的 / 您好，是我
`);

const no = rows(`
  不 / 不不 / 不不不 / 不是 / 不是的 / 不是不是 / 不是啊 / 不，不是 / 啊不是 / 嗯不是 / 嗯，不是 / 我不是 / 不是我 / 他不是 / 不对 / 不对不对 / 不对吧 / 好像不对 / 好像不是 / 应该不是
  不行 / 不行不行 / 那不行 / 不行啊 / 今天不行 / 现在不行 / 不要 / 不要了 / 不要不要 / 我不要 / 不要，谢谢 / 谢谢不要 / 不用 / 不用了 / 不用不用 / 不用了谢谢 / 不用，谢谢你 / 好的不用了
  好，不用了 / 不用了，好的 / 不用谢谢 / 不必 / 不必了 / 不需要 / 我不需要 / 暂时不需要 / 目前不需要 / 现在不需要谢谢 / 真的不需要 / 不想 / 不想要 / 我不想 / 不愿意 / 不同意 / 我不同意
  不可以 / 不能 / 不会 / 不会的 / 不好 / 没 / 没有 / 没有没有 / 没有啊 / 没有呢 / 还没 / 还没有 / 还没呢 / 我没有 / 没有过 / 从来没有 / 没啊 / 没没没 / 别 / 别了 / 算了 / 算了吧 / 还是算了
  错 / 错了 / 错的 / 你打错了 / 打错了 / 弄错了 / 搞错了吧 / 不感兴趣 / 我不感兴趣 / 没兴趣 / 没空 / 我没时间 / 没有时间 / 不方便 / 现在不方便 / 不太方便 / 不太想 / 不太需要 / 不怎么想
  不办 / 不办理 / 不想办 / 我不去 / 不去了 / 不买 / 不来了 / 不想参加 / 不考虑 / 不接受 / 没收到 / 还没收到 / 没有收到 / 没预约 / 没有预约过 / 不喜欢 / 不认识 / 不再需要 / 没在用
  拒绝 / 反对 / 绝对不行 / 肯定不是 / 完全不对 / 不可能 / 没门 / 才不要 / 木有 / 不正确 / 不，谢谢 / 哎呀不要了 / 呃，不是 / 那算了 / 是的，不需要 / 对，不是 / 不在 / 他不在
  不是，是后天 / 不对，应该是五号 / 不用了我有了 / 不用了，我已经买过了 / 不需要，我们家有了 / 没有，我还在外地 / 不是，我要退款 / 错了，我姓王 / 不是我要退款 / 不要，太贵了
  no / No. / no no no / nope / nah / no thanks / no, thank you / No thank you very much / never / not really / not at all / no way / wrong / that's wrong / that's not right
  no I don't / I don't / no, I am not / not interested / I'm not interested / i don't think so / not now / no, it is not / no this is his wife / of course not / wrong number
`);

const neither = rows(`
  不知道 / 我不知道 / 不太清楚 / 不清楚 / 不确定 / 不晓得 / 说不准 / 不好说 / 不一定 / 可能吧 / 可能是 / 也许 / 大概是吧 / 随便 / 都随便 / 无所谓 / 看情况 / 再说吧 / 再看看 / 考虑一下
  我考虑考虑 / 我想想 / 想一下 / 等等 / 等一下 / 稍等 / 没想好 / 还没想好 / 忘了 / 我忘记了 / 不记得 / 记不清了 / 没听清 / 听不清 / 没听懂
  是不是 / 是不是啊 / 对不对 / 对吗 / 对么 / 好吗 / 可以吗 / 行吗 / 行不行 / 好不好 / 要不要 / 有没有 / 可不可以 / 能不能 / 是吗 / 是么 / 真的吗 / 是谁 / 你是谁 / 哪位 / 什么 / 为什么 / 怎么了 / 多少钱 / 是的？ / 嗯？ / 对不 / 行不
  可以是可以但是太贵了 / 可以是可以，但是有点远 / 好是好，就是贵 / 要是便宜就要 / 如果免费可以 / 可以，不过要等几天 / 是，可是我没空 / 以后再说 / 下次吧
  你好 / 您好 / 喂 / 喂你好 / 谢谢 / 谢谢您 / 对不起 / 不好意思 / 啊 / 哦 / 哦哦 / 呃 / 那个 / 然后 / 就这 / 我 / 再见 / 拜拜 / 好久不见 / 不客气 / 没事 / 没关系
  对方 / 对面 / 对了我想问一下 / 对了，你们几点下班 / 行李 / 好像 / 好听 / 是非 / 成都 / 中国 / 要紧 / 会员 / 能力 / 有钱 / 有人 / 没人 / 没钱 / 别人 / 不少 / 不同 / 想家 / 有空 / 行程 / 同学
  可以便宜点 / 想问一下 / 我想咨询贷款 / 要一杯咖啡 / 有什么优惠 / 是明天 / 我是来投诉的 / 不是这样说的 / 没有零钱 / 不用手机 / 别挂电话 / 没有发票了 / 不能退货 / 好的产品
  不是，是的 / 没有，有 / 不对，对 / 不，可以 / 明天上午 / 三点半 / 张伟 / 人工服务 / 转人工 / 再说一遍 / 你说什么 / 是张三还是李四 / 苏州 / 一二三 / 。 / … / 😀 / ，，， /
  maybe / perhaps / I don't know / not sure / I'm not sure / what / who is this / why / how much is it / yes or no / is it / hello / hi / thanks / know / notice / yesterday / okra / nothing much happened / yes but not today / it depends / right or wrong
`);

describe('a caller says', () => {
  it.each([...new Set(yes)].map((text) => [text]))('yes: %s', (text) => {
    expect(yesOrNo(text)).toBe(true);
  });

  it.each([...new Set(no)].map((text) => [text]))('no: %s', (text) => {
    expect(yesOrNo(text)).toBe(false);
  });

  it.each([...new Set(neither)].map((text) => [text]))('neither yes nor no: %s', (text) => {
    expect(yesOrNo(text)).toBeUndefined();
  });

  it('nothing in an empty text', () => {
    expect(yesOrNo('')).toBeUndefined();
  });

  it('the same with marks, spaces and fillers around it', () => {
    const around = fc.constantFrom('', '。', '，', ' ', '！', '嗯，', '呃 ', '啊，');
    fc.assert(
      fc.property(
        fc.constantFrom('是的', '不用了', '没有', '对对对', 'yes', 'no'),
        around,
        around,
        (text, before, after) => {
          expect(yesOrNo(before + text + after)).toBe(yesOrNo(text));
        },
      ),
    );
  });
});
