// Specification 3, 2.1, 2.3 and 3.4.9: which answer is given, and what stands in it.
robot: replies.json

# 2.1: an answer is a candidate only if its tags satisfy every item of the filter
tags: 渠道:网页, 颜色:红
> 怎么联系你们
< 请点右下角。

# 2.1: an answer may have more tags than the filter asks for
tags: 颜色:蓝
> 怎么联系你们
< 请点左下角。

# 2.1: all items of the filter must be satisfied by one answer
tags: 颜色:红, 颜色:蓝
> 怎么联系你们
< 请点左下角。

# 2.1: without a filter every answer is a candidate
> 怎么联系你们
< 请打一二三四五。

# 2.1: an empty filter is none
tags: -
> 怎么联系你们
< 请打一二三四五。

# 2.1: an answer without tags does not satisfy a filter
tags: 颜色:红
> 有什么颜色
< 红的。

# 2.3: two tags of an exclusive group fit no answer
tags: 渠道:电话, 渠道:网页
> 怎么联系你们
<
skill: 问答

# Rules: an unknown tag fits no answer, and that is no reply
tags: 没有:这个
> 怎么联系你们
<
skill: 问答
wait: -

# 3.4.6: a reply that tags filter out is replaced by the fallback where that fits the tags
tags: 渠道:网页
> 有什么颜色
< 没听懂，请看屏幕。

# 3.4.9: tags filter the fallback, too
tags: 渠道:微信
> 蓝色的大象在唱歌
<

# 3.4.9: the filter holds for each turn by itself
> 怎么联系你们
tags: 颜色:蓝
< 请点左下角。
> 怎么联系你们
< 请打一二三四五。

# 3.4.9: tags filter the scripts of an intent
tags: 渠道:网页
> 我要办卡
< 请在屏幕上选城市。
> 苏州
< 屏幕上办好了。

# 3.4.9: tags filter retry and failure scripts
tags: 渠道:电话
> 我要办卡
< 在哪里办？
> 蓝色的大象在唱歌
< 电话没听清。
> 蓝色的大象在唱歌
< 电话再见。
wait: -

# 3.4.6: a failure script that is filtered out is replaced by the fallback
tags: 渠道:网页
> 我要办卡
< 请在屏幕上选城市。
> 蓝色的大象在唱歌
< 网页没听清。
> 蓝色的大象在唱歌
< 没听懂，请看屏幕。
wait: -

# 3.4.9: tags filter the reply nodes of a scene one by one
tags: 渠道:网页
> 念一段
< 甲网页。

# 3.4.9: a reply node whose answers are all filtered out gives no reply, and the others do
tags: 渠道:电话
> 念一段
< 甲电话。
< 乙电话。

# 2.3: FIRST gives the answer with the smaller id
> 第一句是什么
< 头一句。
> 第一句是什么
< 头一句。

# 2.3: RANDOM gives one of the answers
> 随便说一句
<| 一号。 | 二号。 | 三号。
ids: own

# 2.3: RANDOM chooses among those that the tags leave
tags: 渠道:电话
> 随便说电话
<| 电一。 | 电二。
> 随便说电话
<| 电一。 | 电二。
> 随便说电话
<| 电一。 | 电二。

# 2.3: RANDOM with one answer left gives that one
tags: 渠道:网页
> 随便说电话
< 网一。

# 2.3: variables are replaced with and without spaces, numbers and booleans written out, what is missing left out
userVars: {"name": "王先生", "age": 30, "vip": true}
> 我是谁
< 您是王先生，30岁，true，。

# 2.3: numbers are written as numbers are
userVars: {"name": "-1", "age": -2.5, "vip": false}
> 我是谁
< 您是-1，-2.5岁，false，。

# 2.3: variables are replaced in cmd, too
userVars: {"file": "a1"}
> 各种格式
<VIDEO http://a.example/a1.mp4
cmd: open a1

# Rules: an unknown variable is empty in cmd
> 各种格式
<VIDEO http://a.example/.mp4
cmd: "open "

# 2.3: what a variable holds is put in as it is
userVars: {"name": "<i>{{ user.x }}</i> & \"小王\"", "x": "no"}
> 给我看网页
<HTML "<b><i>{{ user.x }}</i> & \"小王\"</b> & "

# Decision 18: |json writes a value as JSON
userVars: {"name": "王\"先生", "age": 30}
> 原样给我
< "\"王\\\"先生\", 30, null, null"

# 2.1: a TTS reply keeps its markup
> 读一段
<TTS <break time="1s"/>好。

# 2.1: a maintained RECOMMEND reply has its ids and its cmd
> 菜单
<RECOMMEND 您想问： | 我是谁 | 苏州有网点吗 | city几点开门 | 城市下雨吗 | 我要办卡 | 聊聊天 | 吗？
ids: own
cmd: menu

# Decision 8: menu ids that are unknown are dropped on output
> 空菜单
<RECOMMEND 现在没有， | 谢谢。
ids: own

# 3.4.9: a menu is chosen by tags as other answers are
tags: 渠道:网页
> 电话菜单
<RECOMMEND 请点 | 我是谁 |
ids: own

# 4.1: one answer is output for each reply
> 怎么联系你们
< 请打一二三四五。
ids: own

# 2.3: a cmd that is not set is empty
> 怎么联系你们
< 请打一二三四五。
cmd:

# 3.4.9: a script that is repeated is chosen by the tags of its own turn
> 我要选号
tags: 渠道:电话
< 说一个城市。
> 蓝色的大象在唱歌
tags: 渠道:网页
< 点一个城市。

# 2.3: RANDOM is decided by the seed of the turn: one
seed: 6
> 随便说一句
< 一号。

# 2.3: RANDOM is decided by the seed of the turn: two
seed: 5
> 随便说一句
< 二号。

# 2.3: RANDOM is decided by the seed of the turn: three
seed: 1
> 随便说一句
< 三号。
