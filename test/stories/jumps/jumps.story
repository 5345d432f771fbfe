// Specification 3, 3.4.4: jumps between skills, and returns.
robot: travel.json

# 3.4.4: while an intent asks, a question of another skill is answered and the intent goes on at once
> 我要订票
< 您要去哪里？
> 怎么退票
< 开车前都可以退。
enter: 订票
skill: 问答
wait: 订票
> 苏州
< 哪天出发？

# 3.4.4: with repeatWhenRecover the last script is repeated after the answer
> 我要订酒店
< 订哪里的酒店？
> 怎么退票
< 开车前都可以退。
< 订哪里的酒店？
wait: 订酒店
> 杭州
< 哪天入住？
> 你是谁
< 我是小云。
< 哪天入住？
> 明天
< 酒店订好了，明天在杭州。

# 3.4.4: while a slot is confirmed, a question of another skill is answered and the confirm script repeated
> 我要订花
< 送到哪里？
> 苏州
< 送到苏州，对吗？
> 你是谁
< 我是小云。
< 送到苏州，对吗？
enter: 订花
skill: 问答
wait: 订花
> 对
< 花送到苏州。

# 3.4.4: the slots stay while the intent goes on after an answer
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 怎么退票
< 开车前都可以退。
vars: slots.city.value=苏州
> 明天
< 订好了，明天去苏州。

# 2.1: when a task skill jumped to a question-answering skill the fields of both appear
> 我要订票
< 您要去哪里？
> 怎么退票
< 开车前都可以退。
qa: 常见 / 怎么退票
intent: 订票 ELICIT_SLOT
vars: hitQuestion.text=怎么退票

# 3.4.4: without autoRecover the session waits outside skills after the answer
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
enter: 订餐
skill: 问答
wait: -

# 3.4.4: a kept skill is returned to by a hit on its current question
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
wait: -
> 明天
< 明天的餐订好了。
enter: -
skill: 订餐
wait: -

# 3.4.4: while a skill is kept the entries of all skills are checked
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
> 你是谁
< 我是小云。
enter: -
skill: 问答
wait: -
> 明天
< 明天的餐订好了。

# 3.4.4: a kept skill is still there in the last of the forgetting turns
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
> 你是谁
< 我是小云。
> 明天
< 明天的餐订好了。
skill: 订餐

# 3.4.4: beyond the forgetting turns a kept skill is dropped
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
> 你是谁
< 我是小云。
> 有没有盒饭
< 车上有盒饭。
> 明天
< 不好意思，我没听懂。
skill: -
wait: -

# 3.4.4: turns without a hit count as forgetting turns
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
> 明天
< 不好意思，我没听懂。

# 3.4.4: with no forgetting turns a skill is not kept
robot: forgetful.json
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
wait: -
> 明天
< 不好意思，我没听懂。

# 3.4.4: while a skill is kept outside, its retries do not count
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
enter: -
skill: -
wait: -
> 明天
< 明天的餐订好了。

# 3.4.4: entering another task skill drops the kept skill at once
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
> 我要查积分
< 您有一百积分。
> 明天
< 不好意思，我没听懂。

# 3.4.4: jumping to another task skill drops the skill that was left
> 我要订餐
< 订哪天的？
> 我要叫车
< 在哪里上车？
enter: 订餐
skill: 叫车
wait: 叫车
> 苏州
< 车在苏州等您。
wait: -
> 明天
< 不好意思，我没听懂。

# 2.3: jumping to another task skill clears the slots
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 我要订餐
< 订哪天的？
vars: slots.city=nil
> 我要订票
< 您要去哪里？

# 3.4.4: a skill without checkOtherSkill treats what it does not understand as no hit
> 我要叫车
< 在哪里上车？
> 怎么退票
< 没听清。
enter: 叫车
skill: -
wait: 叫车
qa: -

# 3.4.4: a skill without checkOtherSkill does not jump to another task skill
> 我要叫车
< 在哪里上车？
> 我要订票
< 没听清。
skill: -
wait: 叫车

# 3.4.4: other skills are asked only about what the intent cannot understand
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
skill: 订票

# 3.4.4: what no skill understands is a retry
> 我要订票
< 您要去哪里？
> 蓝色的大象在唱歌
< 没听清。
wait: 订票

# 3.4.4: a scene whose dispatch matches no branch asks other skills, and returns at once
> 我来做调查
< 您今天高兴吗？
> 怎么退票
< 开车前都可以退。
enter: 调查
skill: 问答
wait: 调查
> 高兴
< 真好。

# 3.4.4: a scene without autoRecover waits outside skills after the answer
> 我来投票
< 赞成还是反对？
> 怎么退票
< 开车前都可以退。
enter: 投票
skill: 问答
wait: -

# 3.4.4: a scene that is kept is returned to by a hit on its current question
> 我来投票
< 赞成还是反对？
> 怎么退票
< 开车前都可以退。
> 反对
< 记下了。
enter: -
skill: 投票
wait: -

# 3.4.4: a scene that is kept is dropped beyond the forgetting turns
> 我来投票
< 赞成还是反对？
> 怎么退票
< 开车前都可以退。
> 你是谁
< 我是小云。
> 你是谁
< 我是小云。
> 反对
< 不好意思，我没听懂。

# 3.4.4: a scene without checkOtherSkill retries though another skill fits
> 我来抽奖
< 左边还是右边？
> 怎么退票
< 左边还是右边？
enter: 抽奖
skill: -
wait: 抽奖
> 左边
< 中奖了。

# 3.4.4: a scene whose dispatch matches no branch jumps to another task skill
> 我来做调查
< 您今天高兴吗？
> 我要订票
< 您要去哪里？
enter: 调查
skill: 订票
wait: 订票
> 高兴
< 没听清。

# Rules: a scene whose jump finds nothing retries at the same understand node
> 我来做调查
< 您今天高兴吗？
> 蓝色的大象在唱歌
< 高兴还是难过？
skill: -
wait: 调查
> 难过
< 会好的。

# 3.4.5: a scene whose retries are exceeded without a failure script uses the fallback
> 我来做调查
< 您今天高兴吗？
> 蓝色的大象在唱歌
< 高兴还是难过？
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
wait: -

# 2.3: the robot's own autoRecover wins over that of its skill
robot: overruled.json
> 我来做调查
< 您今天高兴吗？
> 怎么退票
< 开车前都可以退。
wait: -

# 2.3: the robot's own checkOtherSkill wins over that of its skill
robot: overruled.json
> 我来抽奖
< 左边还是右边？
> 怎么退票
< 开车前都可以退。
skill: 问答
wait: 抽奖

# 3.4.4: an answer resets the retries, as everything does that is understood
> 我要订票
< 您要去哪里？
> 蓝色的大象在唱歌
< 没听清。
> 蓝色的大象在唱歌
< 没听清。
> 怎么退票
< 开车前都可以退。
> 蓝色的大象在唱歌
< 没听清。
wait: 订票

# 3.4.7: a turn with a sensitive word counts as a forgetting turn
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
> 你这个笨蛋
< 请文明用语。
> 你是谁
< 我是小云。
> 明天
< 不好意思，我没听懂。

# 3.4.4: checkOtherSkill of an intent skill holds for its intents
> 我要送货
< 送到哪个城市？
> 怎么退票
< 没听清。
skill: -
wait: 送货

# 3.4.4: autoRecover of an intent skill holds for its intents
> 我要搬家
< 搬到哪个城市？
> 怎么退票
< 开车前都可以退。
skill: 问答
wait: -
> 苏州
< 搬到苏州。
skill: 搬家

# 2.3: the robot's own checkOtherSkill wins over that of an intent skill
robot: overruled.json
> 我要送货
< 送到哪个城市？
> 怎么退票
< 开车前都可以退。
wait: 送货

# 2.3: the robot's own autoRecover wins over that of an intent skill
robot: overruled.json
> 我要搬家
< 搬到哪个城市？
> 怎么退票
< 开车前都可以退。
wait: 搬家

# 2.1: intent is no longer in the context when its skill jumped to a scene
> 我要订票
< 您要去哪里？
> 我来做调查
< 您今天高兴吗？
enter: 订票
skill: 调查
intent: -

# 2.1: the fields of a scene and of the question that it jumped to appear together
> 我来做调查
< 您今天高兴吗？
nodes: 进入, 问心情, 听心情
> 怎么退票
< 开车前都可以退。
qa: 常见 / 怎么退票
nodes: 听心情, 分

# 3.4.4: a skill that is kept while it confirms a slot is returned to by yes
> 我要退货
< 退哪里的货？
> 苏州
< 退苏州的货，对吗？
> 怎么退票
< 开车前都可以退。
wait: -
> 对
< 真的要退吗？
enter: -
skill: 退货
wait: 退货

# 3.4.4: a skill that is kept while it confirms a slot is returned to by a new value
> 我要退货
< 退哪里的货？
> 苏州
< 退苏州的货，对吗？
> 怎么退票
< 开车前都可以退。
> 杭州
< 退杭州的货，对吗？
skill: 退货
wait: 退货

# 3.4.4: a skill that is kept while it confirms its intent is returned to by no
> 我要退货
< 退哪里的货？
> 苏州
< 退苏州的货，对吗？
> 对
< 真的要退吗？
> 怎么退票
< 开车前都可以退。
> 不要
< 那不退了。
wait: -

# 2.3: the slots of a skill that is kept stay
> 我要退货
< 退哪里的货？
> 苏州
< 退苏州的货，对吗？
> 怎么退票
< 开车前都可以退。
vars: slots.city.value=苏州
> 你是谁
< 我是小云。
vars: slots.city.value=苏州
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
vars: slots.city.value=苏州
> 你是谁
< 我是小云。
vars: slots.city=nil

# 3.4.4: the turns of forgetting are counted anew after a return
> 我要退货
< 退哪里的货？
> 怎么退票
< 开车前都可以退。
> 你是谁
< 我是小云。
> 苏州
< 退苏州的货，对吗？
wait: 退货
> 怎么退票
< 开车前都可以退。
> 你是谁
< 我是小云。
> 对
< 真的要退吗？

# 3.4.4: entering a scene drops the kept skill at once
> 我要订餐
< 订哪天的？
> 怎么退票
< 开车前都可以退。
> 我来做调查
< 您今天高兴吗？
> 高兴
< 真好。
> 明天
< 不好意思，我没听懂。

# 3.4.4: beyond the forgetting turns the slots are dropped, by a turn with a sensitive word as well
> 我要退货
< 退哪里的货？
> 苏州
< 退苏州的货，对吗？
> 怎么退票
< 开车前都可以退。
> 你是谁
< 我是小云。
> 你是谁
< 我是小云。
vars: slots.city.value=苏州
> 你这个笨蛋
< 请文明用语。
vars: slots.city=nil
