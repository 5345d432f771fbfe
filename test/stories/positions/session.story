// The fourteen rows of specification 3, section 3.3, "during the session". Their numbers count from 7: six rows are of its start.
robot: desk.json

# 3.3 row 7: outside skills, a question-answering skill is hit
> 怎么开户
< 带身份证来网点就可以。
enter: -
skill: QABASE:问答
wait: -
qa: 银行 / 怎么开户
intent: -
nodes: -

# 3.3 row 8: outside skills, a task skill is hit, to an understand node (intent)
> 我要订票
< 您要去哪里？
enter: -
skill: INTENT:订票
wait: INTENT:订票
intent: 订火车票 ELICIT_SLOT
qa: -

# 3.3 row 8: outside skills, a task skill is hit, to an understand node (scene)
> 可以做个回访吗
< 请问您满意吗？
enter: -
skill: SCENE:回访
wait: SCENE:回访
intent: -
qa: -

# 3.3 row 9: outside skills, a task skill is hit, to completion (intent)
> 我要挂失
< 卡已经挂失了。
enter: -
skill: 挂失
wait: -
intent: 挂失银行卡 FINSIH

# 3.3 row 10: outside skills, no hit
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
enter: -
skill: -
wait: -
qa: -
intent: -
nodes: -

# 3.3 row 11: in task skill A, A is hit again, to an understand node (intent)
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
enter: 订票
skill: 订票
wait: 订票
intent: 订火车票 ELICIT_SLOT

# 3.3 row 11: in task skill A, A is hit again, to an understand node (scene)
> 我要登记
< 您是本人吗？
wait: 登记
> 我是他家人
< 您是本人吗？
enter: 登记
skill: 登记
wait: 登记

# 3.3 row 12: in A, A is hit again, to completion (intent)
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 明天
< 订好了，明天去苏州。
enter: 订票
skill: 订票
wait: -
intent: 订火车票 FINSIH

# 3.3 row 12: in A, A is hit again, to completion (scene)
> 可以做个回访吗
< 请问您满意吗？
> 挺满意的
< 谢谢您。
enter: 回访
skill: 回访
wait: -

# 3.3 row 13: in A, A is hit but dispatched to task skill B, to B's understand node
> 可以做个回访吗
< 请问您满意吗？
> 很不满意
< 请问哪里不满意？
enter: 回访
skill: 回访
wait: SCENE:投诉
> 态度不好
< 我们记下了。
enter: 投诉
skill: 投诉
wait: -

# 3.3 row 14: in A, A is hit but dispatched to B, and B completes
> 可以做个回访吗
< 请问您满意吗？
> 马马虎虎
< 感谢您的意见。
enter: 回访
skill: 回访
wait: -

# 3.3 row 15: in A, the hit jumps to question-answering skill Q without auto recover (intent)
> 我要改签
< 改到哪天？
wait: 改签
> 怎么开户
< 带身份证来网点就可以。
enter: 改签
skill: 问答
wait: -
qa: 银行 / 怎么开户

# 3.3 row 15: in A, the hit jumps to question-answering skill Q without auto recover (scene)
> 可以做个回访吗
< 请问您满意吗？
> 怎么开户
< 带身份证来网点就可以。
enter: 回访
skill: 问答
wait: -

# 3.3 row 16: in A, the hit jumps to question-answering skill Q with auto recover (intent)
> 我要订票
< 您要去哪里？
> 网点在什么地方
< 在人民路一号。
< 您要去哪里？
enter: 订票
skill: 问答
wait: 订票
qa: 网点 / 网点在什么地方
intent: 订火车票 ELICIT_SLOT

# 3.3 row 16: in A, the hit jumps to question-answering skill Q with auto recover (scene)
> 我要登记
< 您是本人吗？
> 怎么开户
< 带身份证来网点就可以。
enter: 登记
skill: 问答
wait: 登记
> 是我本人
< 登记好了。
enter: 登记
skill: 登记
wait: -

# 3.3 row 17: in A, the hit jumps to task skill B, to an understand node (intent to intent)
> 我要订票
< 您要去哪里？
> 我要改签
< 改到哪天？
enter: 订票
skill: 改签
wait: 改签

# 3.3 row 17: in A, the hit jumps to task skill B, to an understand node (intent to scene)
> 我要订票
< 您要去哪里？
> 我要登记
< 您是本人吗？
enter: 订票
skill: 登记
wait: 登记

# 3.3 row 17: in A, the hit jumps to task skill B, to an understand node (scene to intent)
> 我要登记
< 您是本人吗？
> 我要订票
< 您要去哪里？
enter: 登记
skill: 订票
wait: 订票

# 3.3 row 18: in A, the hit jumps to task skill B, and B ends (from an intent)
> 我要订票
< 您要去哪里？
> 我要挂失
< 卡已经挂失了。
enter: 订票
skill: 挂失
wait: -

# 3.3 row 18: in A, the hit jumps to task skill B, and B ends (from a scene)
> 我要登记
< 您是本人吗？
> 我要挂失
< 卡已经挂失了。
enter: 登记
skill: 挂失
wait: -

# 3.3 row 19: in A, nothing is hit, retry (intent)
> 我要订票
< 您要去哪里？
> 蓝色的大象在唱歌
< 没听清。
enter: 订票
skill: -
wait: 订票
qa: -

# 3.3 row 19: in A, nothing is hit, retry (scene)
> 可以做个回访吗
< 请问您满意吗？
> 蓝色的大象在唱歌
< 请说满意或者不满意。
enter: 回访
skill: -
wait: 回访

# 3.3 row 20: in A, nothing is hit, retries exceeded, exit (intent)
> 我要订票
< 您要去哪里？
> 蓝色的大象在唱歌
< 没听清。
> 蓝色的大象在唱歌
< 那先不订了。
enter: 订票
skill: -
wait: -
> 苏州
< 不好意思，我没听懂。
enter: -

# 3.3 row 20: in A, nothing is hit, retries exceeded, exit (scene)
> 可以做个回访吗
< 请问您满意吗？
> 蓝色的大象在唱歌
< 请说满意或者不满意。
> 蓝色的大象在唱歌
< 那就这样，再见。
enter: 回访
skill: -
wait: -

# 3.3: after the first turn enterSkill equals the waitSkill of the turn before
> 我要订票
< 您要去哪里？
enter: -
wait: 订票
> 苏州
< 哪天出发？
enter: 订票
wait: 订票
> 怎么开户
< 带身份证来网点就可以。
< 哪天出发？
enter: 订票
wait: 订票
> 可以做个回访吗
< 请问您满意吗？
enter: 订票
wait: 回访
> 很不满意
< 请问哪里不满意？
enter: 回访
wait: 投诉
> 价格太高
< 我们记下了。
enter: 投诉
wait: -
> 你们几点开门
< 早上九点开门。
enter: -
wait: -
