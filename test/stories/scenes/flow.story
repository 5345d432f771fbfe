// Specification 3, 3.4.2 and 3.4.3: flow through the nodes of a scene.
robot: survey.json

# 3.4.2: a scene is entered at its conditional entry and flows to an understand node
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
skill: SCENE:调查
wait: 调查
vars: hitQuestion.label=调查
vars: hitQuestion.text=开始调查

# 3.4.2: each task question of a conditional entry enters the scene
> 马上开始
< 欢迎参加调查。
< 您觉得好吗？
wait: 调查

# 3.4.3: the reply nodes that are passed give combined replies
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
nodes: 进入, 欢迎, 第一题, 听
> 好的
< 太好了。
< 您去过哪里？
nodes: 听, 分, 好, 第二题, 听二
skill: 调查
wait: 调查
vars: hitQuestion.label=好
vars: hitQuestion.text=好的

# 3.4.3: an extended task question is hit as its standard question is
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
> 没问题
< 太好了。
< 您去过哪里？
vars: hitQuestion.label=好
vars: hitQuestion.text=好的
vars: hitQuestion.ext.text=没问题

# 3.4.3: an understand node that hits nothing leaves hitQuestion empty, and a branch may use that
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
> 蓝色的大象在唱歌
< 没关系，下一题。
< 您去过哪里？
skill: -
wait: 调查

# 3.4.4: where a branch takes what was not understood no other skill is asked
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
> 你是谁
< 没关系，下一题。
< 您去过哪里？
qa: -
wait: 调查

# 3.4.3: silence hits no task question, and a branch may use that
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
>
< 没关系，下一题。
< 您去过哪里？
wait: 调查

# 2.3: a slot of a task question is filled and stays until the scene is left
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
> 不好
< 很遗憾。
< 您去过哪里？
> 我去过姑苏
< 您去过姑苏。
< 调查结束。
slots: city=姑苏|苏州@城市
skill: 调查
wait: -

# 3.4.3: a node without successor leaves the scene
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
> 好的
< 太好了。
< 您去过哪里？
> 蓝色的大象在唱歌
< 调查结束。
wait: -
> 好的
< 不好意思，我没听懂。

# 3.4.3: a flow that passes no reply node gives the fallback
> 什么都不说
< 不好意思，我没听懂。
skill: 说话
wait: -

# 3.4.3: a flow that waits without having passed a reply node gives the fallback
> 没有话
< 不好意思，我没听懂。
skill: 说话
wait: 说话
vars: global.quiet=true
> 好的
< 您说好。
wait: -

# 3.4.3: one reply node gives one reply
> 说一句
< 就一句。
nodes: 短进入, 一句
skill: 说话
wait: -

# 3.4.3: reply nodes of all types give replies in their order
> 多说几句
< 一。
<TTS 二。
<AUDIO http://a/3.wav
cmd: play
wait: -

# 3.4.3: an understand node without successor leaves the scene, with the fallback
> 听完就走
< 请说。
wait: 说话
> 好的
< 不好意思，我没听懂。
skill: 说话
wait: -

# 3.4.2: a dispatch node leads to the unconditional entry of another scene
> 换一个场景
< 到站了，。
enter: -
skill: 说话
wait: 到了
nodes: 换进入, 换, 到了进入, 到了, 听站
> 好的
< 请下车。
enter: 到了
skill: 到了
wait: -
nodes: 听站, 站分, 下车

# 2.3: dispatching to another scene clears the slots
> 带我去苏州
< 带您去苏州。
slots: city=苏州
wait: 说话
> 不好
< 到站了，。
enter: 说话
skill: 说话
wait: 到了

# 2.3: slots of a scene stay over its turns
> 带我去苏州
< 带您去苏州。
> 好的
< 苏州到了。
wait: -

# 3.4.5: a scene repeats its last script where repeatWhenRetry is on
> 换一个场景
< 到站了，。
> 蓝色的大象在唱歌
< 请说好的。
< 到站了，。
skill: -
wait: 到了
> 蓝色的大象在唱歌
< 车开走了。
skill: -
wait: -

# Rules: a scene in which a question is hit that no branch takes retries at the same node
> 换一个场景
< 到站了，。
> 不好
< 请说好的。
< 到站了，。
wait: 到了
> 好的
< 请下车。

# 3.4.5: a scene without a retry script repeats its last script
> 先记名字
< 请说好的或者不好。
> 蓝色的大象在唱歌
< 请说好的或者不好。
wait: 登记
> 蓝色的大象在唱歌
< 请说好的或者不好。
> 蓝色的大象在唱歌
< 请说好的或者不好。
wait: 登记
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
wait: -

# 3.4.4: a question outside the node is answered by another skill, and the scene goes on
> 先记名字
< 请说好的或者不好。
> 你是谁
< 我是小云。
enter: 登记
skill: 问答
wait: 登记
> 好的
< 记好了。

# Rules: a task question of the current node goes before what other skills have
> 先记名字
< 请说好的或者不好。
> 不好
< 请说好的或者不好。
wait: 登记

# Rules: a flow that goes round stops with the fallback
> 转圈
< 不好意思，我没听懂。

# Rules: a session goes on after a flow that was stopped
> 转圈
< 不好意思，我没听懂。
> 你是谁
< 我是小云。

# Rules: a flow of fewer than 100 nodes is carried out
robot: long.json
> 走长路
< 走到了。
vars: steps=48

# Rules: scenes that lead to each other for ever stop with the fallback
robot: long.json
> 来回走
< 不好意思，我没听懂。

# Rules: an input that fits the current node goes to it first, and outside skills to the other skill
> 没问题
< 没问题就好。
skill: 问答
> 开始调查
< 欢迎参加调查。
< 您觉得好吗？
> 没问题
< 太好了。
< 您去过哪里？
skill: 调查

# 3.4.5: the retries of a scene are counted anew after something was understood
> 慢慢问
< 第一问？
> 蓝色的大象在唱歌
< 慢慢说。
> 好的
< 第二问？
> 蓝色的大象在唱歌
< 慢慢说。
wait: 慢问
> 好的
< 问完了。

# 3.4.5: all replies that a scene gave before it waited are its last script
> 说两句再等
< 前一句。
< 后一句。
> 蓝色的大象在唱歌
< 前一句。
< 后一句。
> 不好
< 后一句。
> 蓝色的大象在唱歌
< 后一句。
> 好的
< 两句说完。

# 3.4.5: the retries of a scene are exceeded at its second node, too
> 慢慢问
< 第一问？
> 好的
< 第二问？
> 蓝色的大象在唱歌
< 慢慢说。
> 蓝色的大象在唱歌
< 下次再问。
wait: -
