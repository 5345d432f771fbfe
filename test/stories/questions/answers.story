// Specification 3, 3.4.2: question-answering skills, outside of task skills.
robot: bank.json

# 3.4.2: the standard question is answered, and hitQuestion has it without ext
> 怎么办信用卡
< 带身份证来办。
ids: own
skill: QABASE:业务
qa: 业务 / 怎么办信用卡
vars: hitQuestion.text=怎么办信用卡
vars: hitQuestion.score=1
vars: !hitQuestion.ext
vars: hitQuestion.id>0

# 3.4.2: an extended question is answered, and hitQuestion.ext has it
> 信用卡怎么申请
< 带身份证来办。
qa: 业务 / 怎么办信用卡
vars: hitQuestion.text=怎么办信用卡
vars: hitQuestion.ext.text=信用卡怎么申请
vars: hitQuestion.ext.id>0
vars: hitQuestion.score=1

# 3.4.2: a skill uses the pairs of the directories below its own
> 房贷利率是多少
< 百分之三点五。
qa: 贷款 / 房贷利率是多少

# 3.4.2: a skill uses the pairs of directories at any depth
> 车贷要抵押吗
< 要抵押。
qa: 车贷 / 车贷要抵押吗

# 2.3: a disabled pair is never answered
> 有没有停车位
< 不好意思，我没听懂。
skill: -

# 2.3: a pair is not answered before its effectTime, and from that time on
> 能不能刷脸取钱
< 不好意思，我没听懂。
+ 29m
> 能不能刷脸取钱
< 不好意思，我没听懂。
+ 60s
> 能不能刷脸取钱
< 下周开。

# 2.3: a pair is answered until its invalidTime, and not at that time
> 有活动吗
< 有活动。
+ 1799s
> 有活动吗
< 有活动。
+ 1s
> 有活动吗
< 不好意思，我没听懂。

# 3.4.2: where the pair of the first skill is not in force the next skill answers
> 春节营业吗
< 过年好！
skill: 闲谈
+ 1h
> 春节营业吗
< 春节照常营业。
skill: 业务
+ 1h
> 春节营业吗
< 过年好！
skill: 闲谈

# Rules: of two questions with one score the skill that is asked first decides
> 你叫什么名字
< 我叫小云。
skill: QABASE:闲谈

# Rules: an exact hit wins over a regular expression in the same skill
> 转人工客服
< 人工客服九点上班。

# Rules: an exact hit wins over a regular expression in a skill that is asked earlier
> 我要转人工
< 闲谈转人工。
skill: 闲谈

# 2.3: a question that begins with RE: is matched by its regular expression, with score 1
> 接人工
< 正在为您转接。
vars: hitQuestion.score=1

# 2.3: a regular expression that does not match is no hit
> 我的号是12
< ?
qa: -

# 2.3: a named group of a regular expression fills a slot
> 我的号是4321
< 您的号是4321。
slots: number=4321
vars: slots.number.value="4321"

# 2.3: a slot of a question that is bound to a lexicon is filled with the text and the standard word
> 姑苏的网点在哪里
< 苏州的网点在人民路。
slots: city=姑苏|苏州@城市
vars: slots.city.value=姑苏
vars: slots.city.normValue=苏州

# 2.3: a slot without a sample word is filled in the same way
> 沪网点
< 上海的网点在人民路。
slots: city=沪|上海@城市

# 2.3: the sample word of a question is matched as any word of its lexicon
> 北京的网点在哪里
< 北京的网点在人民路。
slots: city=北京|北京@城市

# 2.3: a question with two slots of one lexicon fills both by their places
> 从杭州汇款到苏州
< 从杭州到苏州，明天到账。
slots: from=杭州|杭州@城市, to=苏州|苏州@城市

# 2.3: an anonymous slot is matched by its lexicon and assigns nothing
> 申请挂失
< 挂失请按一。
slots: -

# 2.3: a word that is not in the lexicon does not fill the slot
> 火星的网点在哪里
< ?
slots: -

# 3.4.2: the slots of a question-answering skill last one turn
> 姑苏的网点在哪里
< 苏州的网点在人民路。
> 你叫什么名字
< 我叫小云。
slots: -
vars: slots.city=nil

# 3.4.2: a directory to which no skill is bound is not answered
> 哪天放烟花
< ?
qa: -

# Rules: silence is allowed, and nothing is hit
>
< 不好意思，我没听懂。
skill: -
qa: -

# 3.4.6: a turn with no hit uses the fallback
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
ids: own

# 3.4.6: a turn with no hit gives nothing where there is no fallback
robot: ../replies/bare.json
> 蓝色的大象在唱歌
<
skill: -
wait: -

# 3.4.2: after an answer the session is outside skills, and the next question is answered
> 怎么办信用卡
< 带身份证来办。
wait: -
> 信用卡年费是多少
< 一年一百。
enter: -
wait: -

# 2.3: hitQuestion lives for the turn alone
> 怎么办信用卡
< 带身份证来办。
vars: hitQuestion.text=怎么办信用卡
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
vars: hitQuestion.text=nil

# 2.3: the sample word itself fills the slot where its lexicon has it
> 苏州的网点在哪里
< 苏州的网点在人民路。
slots: city=苏州|苏州@城市
vars: hitQuestion.score=1

# 2.3: the sample words themselves fill all slots
> 从上海汇款到北京
< 从上海到北京，明天到账。
slots: from=上海, to=北京

# 2.3: a greeting before a question keeps its slots
> 你好，苏州的网点在哪里
< 苏州的网点在人民路。
slots: city=苏州
