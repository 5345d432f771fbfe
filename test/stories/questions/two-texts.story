// Specification 3, 3.4.2: a skill whose best match is below its threshold is excluded, also in a robot of two unlike texts.
robot: two-texts.json

# 3.4.2: short words that have nothing to do with the skill do not enter it
> 天气
< 不好意思，我没听懂。
skill: -
> 对
< 不好意思，我没听懂。
> 哈哈
< 不好意思，我没听懂。
> 没钱
< 不好意思，我没听懂。
> 医院
< 不好意思，我没听懂。

# 3.4.2: what is near to a text enters the skill
> 我要投诉你们
< 请讲您的投诉。
skill: 问答
> 服务太差
< 请讲您的投诉。
