// Specification 3, 3.4.2 and decision 11: what stays after an intent is completed.
robot: lingering.json

# 3.4.2: a completed intent is reported with no waiting skill
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 明天
< 订好了，明天去苏州。
enter: 车票
skill: 车票
wait: -
intent: 订票 FINSIH

# 3.4.2: after completion the other intents of the skill are checked first
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 明天
< 订好了，明天去苏州。
> 退票
< 为什么退？
enter: -
skill: INTENT:车票
wait: 车票
intent: 退票 ELICIT_SLOT

# 3.4.2: outside skills the same words go to the skill that is asked first
> 退票
< 退票请去窗口。
skill: 问答

# 3.4.2: the next intent keeps the slots that both have
> 我要订票
< 您要去哪里？
> 姑苏
< 哪天出发？
> 明天
< 订好了，明天去姑苏。
> 退票
< 为什么退？
vars: slots.city.value=姑苏
vars: slots.city.normValue=苏州
vars: slots.reason=null
slots: -
> 有事
< 姑苏的票退了，有事。
wait: -

# 3.4.2: other skills are still reached after completion
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 明天
< 订好了，明天去苏州。
> 你是谁
< 我是小云。
enter: -
skill: 问答
wait: -

# 3.4.4: another task skill clears what stayed of the completed intent
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 明天
< 订好了，明天去苏州。
> 我要订酒店
< 订哪里的酒店？
enter: -
skill: 酒店
vars: slots.city=null

# 3.4.4: beyond the forgetting turns the completed skill has no first say any more
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 明天
< 订好了，明天去苏州。
> 你是谁
< 我是小云。
> 你是谁
< 我是小云。
> 退票
< 退票请去窗口。
skill: 问答

# 3.4.2: nothing that is said after completion is a retry
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 明天
< 订好了，明天去苏州。
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
enter: -
skill: -
wait: -
