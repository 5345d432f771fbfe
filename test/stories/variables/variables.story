// Specification 3, 2.3: variables and SIMPLE processors.
robot: variables.json

# 2.3: global presets are the application and the tenant
appKey: app1
tenant: t1 第一租户
userVars: {"name": "小王"}
> 我是谁
< 小王，app1，t1，第一租户。
vars: global.appKey=app1
vars: global.tenant.id=t1
vars: global.tenant.name=第一租户

# 2.3: userVars are those of the turn alone
> 我是谁
userVars: {"name": "小王", "age": 3}
< 小王，story，story，story。
vars: user={"name": "小王", "age": 3}
> 我是谁
userVars: {"name": "小李"}
< 小李，story，story，story。
vars: user.name=小李
vars: !user.age
> 我是谁
< ，story，story，story。
vars: user={}

# 2.3: operations whose condition holds are carried out in order, and later ones see the earlier ones
userVars: {"name": "小王", "vip": true}
> 我要升级
< 升到2级，贵宾，第二。
vars: global.level=2
vars: global.known=true
vars: word=贵宾
vars: !global.vip

# 2.3: operations whose condition does not hold are left out
userVars: {"name": "小王", "vip": false}
> 我要升级
< 升到1级，普通，。
vars: global.level=1
vars: global.vip=false
vars: !next
vars: !global.known

# 2.3: || joins conditions, and && binds closer
userVars: {"name": "小李"}
> 我要升级
< 升到1级，普通，。
vars: global.known=true

# Decision 18: a missing variable compares false, and with != as well
> 我要升级
< 升到1级，普通，。
vars: !global.vip

# 2.3: a global variable is kept for the session
userVars: {"name": "小王", "vip": true}
> 我要升级
< 升到2级，贵宾，第二。
> 我是谁
< ?
vars: global.level=2
> 等级是多少
< 等级2，分数。
> 再升一级
< 现在3级。
vars: global.level=3
> 再升一级
< 现在4级。

# 2.3: is_valid is false of a variable that is missing
> 再升一级
< 现在10级。
> 再升一级
< 现在11级。

# 2.3: a turn variable lives for the turn
userVars: {"vip": true}
> 我要升级
< 升到2级，贵宾，第二。
vars: word=贵宾
vars: next=第二
> 等级是多少
< 等级2，分数。
vars: !word
vars: !next

# 3.4.9: variables are replaced in the fallback
> 蓝色的大象在唱歌
< 等级，没听懂。

# 3.4.9: the fallback sees global variables of the session
> 我要升级
< 升到1级，普通，。
> 蓝色的大象在唱歌
< 等级1，没听懂。

# 2.3: hitQuestion has the standard text, the extended hit and the score
> 我问了什么
< 我问了什么，，1。
vars: !hitQuestion.ext
> 我刚才问了什么
< 我问了什么，我刚才问了什么，1。
vars: hitQuestion.ext.text=我刚才问了什么

# 2.3: nil is the value of a slot that is not filled
> 我要记录
< 记哪里？
> 苏州
< 记下苏州，苏州，没说哪天。
vars: global.city=苏州

# 2.3: an intent's processor sees all slots
> 我要记录
< 记哪里？
> 明天苏州
< 记下苏州，苏州，。
vars: slots.day.value=明天

# 2.3: slots of a question-answering skill last one turn
> 去杭州
< 去杭州，。
vars: slots.city.value=杭州
> 刚才说哪里
< 。
vars: slots.city=nil

# 2.3: a slot of a question-answering skill does not fill that of an intent
> 去杭州
< 去杭州，。
> 我要记录
< 记哪里？

# 2.3: arithmetic, comparisons, substr and regular expressions in a process node
userVars: {"name": "小王"}
> 算一算
< 7，大，true，true，。
vars: sum=7
vars: global.sum=7
vars: size=大
vars: !text

# Decision 18: substr and ~= of a missing variable are false
> 算一算
< 7，大，，，。
vars: !wang
vars: !small

# 2.3: a turn variable of a scene is gone at its next turn
> 算一算
< ?
> 算完
< 7，。
vars: !sum
vars: global.sum=7

# Rules: vars has global, slots and user
> 我是谁
< ?
vars: global.appKey=story
vars: slots={}
vars: user={}
