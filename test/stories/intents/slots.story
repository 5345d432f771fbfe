// Specification 3, 3.4.2 and 2.3: an intent asks for its slots and fills them.
robot: tickets.json

# 3.4.2: missing required slots are asked for by priority
> 我要订票
< 您要去哪里？
intent: 订火车票 ELICIT_SLOT
slots: -
> 杭州
< 哪天出发？
intent: 订火车票 ELICIT_SLOT
slots: city=杭州|杭州@城市
> 后天
< 订好了：后天去杭州，。
intent: 订火车票 FINSIH
slots: day=后天|后天@日子

# 2.3: an intent creates all of its slots, and those that are not filled are null
> 我要订票
< 您要去哪里？
vars: slots.city=null
vars: slots.day=null
vars: slots.seat=null
> 杭州
< 哪天出发？
vars: slots.city.value=杭州
vars: slots.day=null

# 3.4.2: a slot that the entry question fills is not asked for
> 我要去杭州
< 哪天出发？
slots: city=杭州|杭州@城市
> 明天
< 订好了：明天去杭州，。

# 3.4.2: all required slots in the entry question complete the intent at once
> 订一张后天去上海的票
< 订好了：后天去上海，。
slots: day=后天|后天@日子, city=上海|上海@城市
intent: 订火车票 FINSIH
wait: -

# 2.3: slots of a question are filled by their places, in any order of the intent
> 后天去上海
< 订好了：后天去上海，。

# 2.3: value is the text and normValue the standard word
> 我要去姑苏
< 哪天出发？
slots: city=姑苏|苏州@城市
vars: slots.city.value=姑苏
vars: slots.city.normValue=苏州
> 明日
< 订好了：明日去姑苏，。
slots: day=明日|明天@日子

# 3.4.2: several slots are filled by one answer
> 我要订票
< 您要去哪里？
> 明天去苏州
< 订好了：明天去苏州，。
slots: city=苏州, day=明天

# 3.4.2: several slots are filled in the other order
> 我要订票
< 您要去哪里？
> 苏州明天
< 订好了：明天去苏州，。
slots: city=苏州, day=明天

# 3.4.2: an optional slot is filled where it is said, and is not asked for
> 我要订票
< 您要去哪里？
> 苏州二等
< 哪天出发？
slots: city=苏州, seat=二等|二等座@座位
> 明天
< 订好了：明天去苏州，二等。

# 2.3: a slot that is filled again is overwritten
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 后天去杭州
< 订好了：后天去杭州，。
slots: city=杭州, day=后天

# 3.4.2: a slot that is not the one asked for may be filled first
> 我要订票
< 您要去哪里？
> 后天
< 您要去哪里？
slots: day=后天
intent: 订火车票 ELICIT_SLOT
> 北京
< 订好了：后天去北京，。

# 4.1: slots lists this turn's filling alone, and vars the earlier values
> 我要去杭州
< 哪天出发？
slots: city=杭州
> 明天
< 订好了：明天去杭州，。
slots: day=明天
vars: slots.city.value=杭州
vars: slots.day.value=明天

# 2.3: a named group of a regular expression fills a slot of the intent
> 换成59元的套餐
< 已经换成59元的套餐。
slots: plan=59
intent: 改套餐 FINSIH

# 2.3: an extended question of an intent enters it as well
> 我要换套餐
< 换成多少钱的？
intent: 改套餐 ELICIT_SLOT
vars: hitQuestion.ext.text=我要换套餐
> 一百
< 已经换成一百元的套餐。
slots: plan=一百|100@SYS.number

# 2.3: a dynamic lexicon uses the class whose matchValue equals the variable
userVars: {"city": "苏州"}
> 我要接站
< 在哪个车站？
> 北站
< 在苏州北站接您。
slots: station=北站|苏州北站@车站

# 2.3: a dynamic lexicon uses its default class where no matchValue equals the variable
userVars: {"city": "杭州"}
> 我要接站
< 在哪个车站？
> 车站
< 在中心站接您。
slots: station=车站|中心站@车站

# 2.3: a dynamic lexicon uses its default class where the variable is missing
> 我要接站
< 在哪个车站？
> 车站
< 在中心站接您。

# 2.3: a word of another class does not fill a slot
userVars: {"city": "杭州"}
> 我要接站
< 在哪个车站？
> 北站
< 在哪个车站？
slots: -

# 2.3: system lexicons give normalised values, by the time of the turn
> 我要预约上门
< 哪天方便？
> 明天
< 请留个电话。
slots: date=明天|2026-11-23@SYS.date
+ 1d
> 13800138000
< 还有什么要说的？
slots: phone=13800138000|13800138000@SYS.phone
> 门口有只狗
< 2026-11-23上门，电话13800138000，门口有只狗。
slots: note=门口有只狗

# 2.3: a word such as tomorrow means another date on another day
now: 2026-12-31T23:00:00+08:00
> 我要预约上门
< 哪天方便？
> 明天
< 请留个电话。
slots: date=明天|2027-01-01@SYS.date

# 2.3: the day of a word such as tomorrow is that of the time zone
now: 2026-11-22T17:00:00Z
> 我要预约上门
< 哪天方便？
> 明天
< 请留个电话。
slots: date=明天|2026-11-24@SYS.date

# 2.3: a slot that is being asked for gets the first say
> 我要预约上门
< 哪天方便？
> 明天
< 请留个电话。
> 13800138000
< 还有什么要说的？
> 明天早点
< 2026-11-23上门，电话13800138000，明天早点。
slots: note=明天早点

# Rules: an input that fits several skills goes to the current one first, and outside skills to the other
> 苏州
< 苏州是个好地方。
skill: 问答
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
skill: 订票
slots: city=苏州

# 2.3: a slot that another intent of the skill has as well is asked for by that intent's own script
> 查一下车次
< 查去哪里的车次？
> 苏州
< 苏州每小时一班。
skill: 订票

# 2.3: of two slots of one lexicon the one that is asked for is filled
> 我要拼车
< 从哪里走？
> 苏州
< 到哪里？
slots: from=苏州
> 杭州
< 苏州到杭州，拼好了。
slots: to=杭州

# 2.3: two words fill two slots of one lexicon in their order
> 我要拼车
< 从哪里走？
> 北京到上海
< 北京到上海，拼好了。
slots: from=北京, to=上海

# 2.3: a word that the question's notation gave to a slot fills no other slot
> 拼车去苏州
< 从哪里走？
slots: to=苏州
> 杭州
< 杭州到苏州，拼好了。

# Rules: words that are exactly a question of another skill, without a value of the slot that is asked for, are that question
> 我要订票
< 您要去哪里？
> 苏州
< 哪天出发？
> 杭州天气怎么样
< 杭州是晴天。
skill: 问答
wait: 订票
> 明天
< 订好了：明天去苏州，。
slots: day=明天|明天@日子
vars: slots.city.value=苏州

# 2.3: a value that the caller rules out does not fill a slot, and the other value does
> 我要订票
< 您要去哪里？
> 不去苏州，去杭州
< 哪天出发？
slots: city=杭州
> 明天不行，后天吧
< 订好了：后天去杭州，。
slots: day=后天

# 2.3: only a value that is ruled out is a misunderstanding
> 我要订票
< 您要去哪里？
> 除了苏州都行
< 没听清。
slots: -
wait: 订票

# 2.3: the value that the caller corrects gives way to the later one
> 我要订票
< 您要去哪里？
> 苏州，不对，杭州
< 哪天出发？
slots: city=杭州

# 2.3: a slot of the entry question does not take a value that the caller rules out
> 我不去苏州，我要去杭州
< 哪天出发？
slots: city=杭州

# 2.3: a value that is only said again fills no second slot
> 我要拼车
< 从哪里走？
> 苏州，苏州
< 到哪里？
slots: from=苏州
> 杭州杭州
< 苏州到杭州，拼好了。
slots: to=杭州

# 2.3: of several values, a near question takes the one with the neighbours of its slot
> 帮我拼个车从苏州去杭州
< 苏州到杭州，拼好了。
slots: to=杭州, from=苏州

# 2.3: of two slots of one lexicon, a value fills the one with its neighbours in the questions of the intent
> 我要拼车
< 从哪里走？
> 去杭州
< 从哪里走？
slots: to=杭州
> 从苏州走
< 苏州到杭州，拼好了。
slots: from=苏州
