// Specification 3, 3.4.7: groups of sensitive words.
robot: polite.json

# 3.4.7: a sensitive word gets the script of its group, and the normal flow is skipped
userVars: {"name": "王先生"}
> 你是笨蛋吗
< 请文明用语，王先生。
ids: own
skill: -
qa: -
wait: -

# 3.4.7: a sensitive word is found inside a longer text
> 你这个傻瓜怎么开户
< 请文明用语，。
skill: -

# 3.4.7: each group answers its own words
> 东方银行怎么样
< 我们只谈本行。

# 3.4.7: a synonym of a sensitive word is one as well
> 东行怎么样
< 我们只谈本行。

# 3.4.7: of several groups the first one answers
> 东方银行是笨蛋
< 请文明用语，。

# 3.4.7: a text without a sensitive word flows as usual
> 怎么开户
< 带身份证来。

# 3.4.7: the position in a task skill is unchanged
> 给我寄卡
< 寄到哪里？
> 笨蛋
< 请文明用语，。
enter: 寄卡
skill: -
wait: 寄卡
> 苏州
< 卡寄到苏州。

# 3.4.7: a turn with a sensitive word does not count as a retry
> 给我寄卡
< 寄到哪里？
> 笨蛋
< 请文明用语，。
> 笨蛋
< 请文明用语，。
> 蓝色的大象在唱歌
< 没听清。
wait: 寄卡
> 蓝色的大象在唱歌
< 先不寄了。

# 3.4.7: a turn with a sensitive word does not reset the retries
> 给我寄卡
< 寄到哪里？
> 蓝色的大象在唱歌
< 没听清。
> 笨蛋
< 请文明用语，。
> 蓝色的大象在唱歌
< 先不寄了。
wait: -

# 3.4.7: a sensitive word keeps a slot from being filled
> 给我寄卡
< 寄到哪里？
> 苏州笨蛋
< 请文明用语，。
slots: -
vars: slots.city=null
wait: 寄卡

# 3.4.7: turns with sensitive words count as turns of forgetting
> 我要改签
< 改到哪里？
> 怎么开户
< 带身份证来。
wait: -
> 笨蛋
< 请文明用语，。
> 苏州
< 改到苏州。
skill: 改签
> 我要改签
< 改到哪里？
> 怎么开户
< 带身份证来。
> 笨蛋
< 请文明用语，。
> 笨蛋
< 请文明用语，。
> 苏州
< 没听懂。
