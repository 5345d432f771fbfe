// The six rows of specification 3, section 3.3, "at session start", and rule 1 of 3.4.
robot: ../openings/outbound.json

# 3.3 row 1: no opening
robot: ../openings/none.json
start
<
enter: -
skill: -
wait: -

# 3.3 row 2: the opening is a reply
robot: ../openings/greeting.json
start
< 您好，这里是城市银行。
enter: -
skill: -
wait: -

# 3.3 row 3: the opening is skill A and flows to an understand node
start
userVars: {"kind": "ask"}
< 请问您是王先生吗？
enter: SCENE:开场
skill: -
wait: SCENE:开场
nodes: -
> 是的
< 您的快递到了。
enter: 开场
skill: 开场
wait: -

# 3.3 row 4: the opening is skill A and flows to completion of A
start
userVars: {"kind": "tell"}
< 您好。
< 您的快递到了。
enter: 开场
skill: -
wait: -

# 3.3 row 5: the opening is skill A, dispatched to skill B, which flows to an understand node
start
userVars: {"kind": "other"}
< 请说是或者不是。
enter: 开场
skill: -
wait: SCENE:核对
> 我是
< 核对好了。
enter: 核对
skill: 核对
wait: -

# 3.3 row 6: the opening is skill A, dispatched to B, which completes
start
userVars: {"kind": "done"}
< 今晚系统升级。
enter: 开场
skill: -
wait: -

# 3.4.1: an opening that is a reply is output directly, its tags filtered and its variables replaced
robot: ../openings/tagged.json
userVars: {"name": "王先生"}
tags: 渠道:电话
start
< 王先生您好。
ids: own

# 3.4.1: the answer of an opening that fits the tags is chosen
robot: ../openings/tagged.json
userVars: {"name": "王先生"}
tags: 渠道:网页
start
<HTML <b>王先生</b>
cmd: show 王先生

# 3.4.1: an opening whose answers are all filtered out gives no reply
robot: ../openings/tagged.json
tags: 渠道:微信
start
<
enter: -
wait: -

# 3.4.1: every response node that an opening scene passes outputs a reply
start
userVars: {"kind": "both"}
< 您好，先核对一下。
< 请说是或者不是。
enter: 开场
wait: 核对

# 3.4.1: an opening scene that passes no response node gives no reply, and no fallback
start
userVars: {"kind": "silent"}
<
enter: 开场
wait: -
vars: global.begun=true

# 3.4.1: an opening scene that is left at once gives no reply, and no fallback
start
userVars: {"kind": "leave"}
<
enter: 开场
wait: -

# 3.4.1: no opening gives no reply though there is a fallback, which later turns use
robot: ../openings/none.json
start
<
> 蓝色的大象在唱歌
< 不好意思，我没听懂。

# 3.4.1: after an opening that is a reply the session is outside skills
robot: ../openings/greeting.json
start
< 您好，这里是城市银行。
> 我要订票
< 您要去哪里？
enter: -
wait: 订票

# 3.3: at the start the context holds the opening skill and vars only
start
userVars: {"kind": "ask", "name": "王"}
< 请问您是王先生吗？
skill: -
qa: -
intent: -
slots: -
vars: user.name=王
vars: user.kind=ask
vars: global.appKey=story
vars: global.tenant.id=story

# 2.3: a web call of the opening scene is made before the opening is answered
start
userVars: {"kind": "call", "number": "13800138000"}
web: GET http://crm.example/13800138000 -> 200 {"name": "王先生"}
< 王先生您好。
enter: 开场
wait: 开场
> 打错了
< 打扰了。
wait: -

# 2.3: an opening scene goes on after a web call that was given up
start
userVars: {"kind": "call"}
web: GET http://crm.example/ -> 0
< 您好。
wait: 开场

# 3.3: a session whose opening was left is outside skills
start
userVars: {"kind": "tell"}
< 您好。
< 您的快递到了。
> 你是谁
< 我是小云。
enter: -
skill: 问答
wait: -

# 3.4.5: the opening scene retries, and fails, as any other
start
userVars: {"kind": "ask"}
< 请问您是王先生吗？
> 蓝色的大象在唱歌
< 请问您是王先生吗？
enter: 开场
skill: -
wait: 开场
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
wait: -

# 3.4.4: a question in the opening scene is answered, and the scene goes on
start
userVars: {"kind": "ask"}
< 请问您是王先生吗？
> 你是谁
< 我是小云。
enter: 开场
skill: 问答
wait: 开场
> 我是
< 您的快递到了。
