// The calls of a survey: a mark, its reason, and a call back.
robot: survey/
userVars: {"city":"苏州"}

# A good mark and a recommendation
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 可以
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 我给九分
< 感谢您的认可。请问您愿意把我们推荐给亲戚朋友吗？
slots: score=九分|9
wait: 满意度回访
> 会的
< 太感谢您了，祝您生活愉快，再见。
cmd: hangup:good:promoter
wait: -

# Full marks in other words
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 好的你说
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 满分
< 感谢您的认可。请问您愿意把我们推荐给亲戚朋友吗？
slots: score=满分|10
wait: 满意度回访
> 不一定
< 好的，感谢您的参与，祝您生活愉快，再见。
cmd: hangup:good:
wait: -

# A fair mark and what could be better
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 行
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 八分吧
< 谢谢您。请问您觉得哪里还可以改进，是上门时间、维修质量、服务态度还是收费？
slots: score=八分|8
wait: 满意度回访
> 上门不及时
< 好的，感谢您的参与，祝您生活愉快，再见。
cmd: hangup:fair:waiting
wait: -

# A bad mark, its reason and a call back at a time
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 可以
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 三分
< 非常抱歉没有让您满意。请问主要是上门时间、维修质量、服务态度还是收费的问题？
slots: score=三分|3
wait: 满意度回访
> 师傅态度不好
< 您的意见我已经记录。需要我们的主管给您回电话吗？
wait: 满意度回访
> 需要
< 好的，请问您什么时候方便接电话？
wait: 满意度回访
> 明天下午三点
< 好的，主管会在明天下午三点给您回电话，感谢您的参与，再见。
cmd: hangup:bad:manners:callback:2026-11-23T15:00:00+08:00
slots: time=明天下午三点|2026-11-23T15:00:00+08:00
wait: -

# Words in place of a mark
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 嗯你问吧
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 不太满意
< 非常抱歉没有让您满意。请问主要是上门时间、维修质量、服务态度还是收费的问题？
wait: 满意度回访
> 没修好，网还是很卡
< 您的意见我已经记录。需要我们的主管给您回电话吗？
wait: 满意度回访
> 晚上七点打给我
< 好的，主管会在晚上七点给您回电话，感谢您的参与，再见。
cmd: hangup:bad:repair:callback:T19:00:00
slots: time=晚上七点|T19:00:00
wait: -

# No call back is wanted
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 好
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 打两分
< 非常抱歉没有让您满意。请问主要是上门时间、维修质量、服务态度还是收费的问题？
slots: score=两分|2
wait: 满意度回访
> 收费太贵
< 您的意见我已经记录。需要我们的主管给您回电话吗？
wait: 满意度回访
> 不用了
< 好的，感谢您的参与，祝您生活愉快，再见。
cmd: hangup:bad:price
wait: -

# The customer has no time
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 没时间
< 好的，那就不打扰您了，祝您生活愉快，再见。
cmd: hangup:refused
wait: -

# It is the wrong number
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 我没用你们的宽带
< 不好意思，打扰您了，再见。
cmd: hangup:wrong_number
wait: -

# A technician is asked for in the middle of the call
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 好
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 太差了
< 非常抱歉没有让您满意。请问主要是上门时间、维修质量、服务态度还是收费的问题？
wait: 满意度回访
> 派个师傅过来看看
< 请问您住在哪个区，姑苏区、工业园区、高新区、吴中区、相城区还是吴江区？
intent: 预约上门检修 ELICIT_SLOT
wait: 电信预约
> 住在园区
< 请问您哪一天在家？
slots: district=园区|工业园区
intent: 预约上门检修 ELICIT_SLOT
wait: 电信预约
> 后天
< 请问上午还是下午方便？
slots: date=后天|2026-11-24
intent: 预约上门检修 ELICIT_SLOT
wait: 电信预约
> 上午
< 跟您确认一下，后天上午，师傅到工业园区为您检修，对吗？
slots: period=上午|上午
intent: 预约上门检修 CONFIRM_INTENT
wait: 电信预约
> 对
< 好的，已经为您预约，师傅上门前会给您打电话，再见。
cmd: hangup:repair:工业园区:2026-11-24:上午
intent: 预约上门检修 FINSIH
wait: -

# A district by the name of a quarter, and a day with a part of the day
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 可以
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 让师傅明天过来
< 请问您住在哪个区，姑苏区、工业园区、高新区、吴中区、相城区还是吴江区？
slots: date=明天|2026-11-23
intent: 预约上门检修 ELICIT_SLOT
wait: 电信预约
> 木渎
< 请问上午还是下午方便？
slots: district=木渎|吴中区
intent: 预约上门检修 ELICIT_SLOT
wait: 电信预约
> 下午
< 跟您确认一下，明天下午，师傅到吴中区为您检修，对吗？
slots: period=下午|下午
intent: 预约上门检修 CONFIRM_INTENT
wait: 电信预约
> 是的
< 好的，已经为您预约，师傅上门前会给您打电话，再见。
cmd: hangup:repair:吴中区:2026-11-23:下午
intent: 预约上门检修 FINSIH
wait: -

# Questions between are answered and the call goes on
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 你是机器人吗
< 我是城市电信的智能客服小城，为您做一个简单的回访。
qa: 回访 / 你是机器人吗
wait: 满意度回访
> 要问几个问题
< 只有两三个问题，一分钟就好。
qa: 回访 / 要多长时间
wait: 满意度回访
> 好吧
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 十分
< 感谢您的认可。请问您愿意把我们推荐给亲戚朋友吗？
slots: score=十分|10
wait: 满意度回访
> 愿意
< 太感谢您了，祝您生活愉快，再见。
cmd: hangup:good:promoter
wait: -

# Repeating on request is no misunderstanding
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 什么
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
wait: 满意度回访
> 没听清楚
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
wait: 满意度回访
> 再说一遍
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
wait: 满意度回访
> 再说一遍
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
wait: 满意度回访
> 可以
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 七分
< 谢谢您。请问您觉得哪里还可以改进，是上门时间、维修质量、服务态度还是收费？
slots: score=七分|7
wait: 满意度回访
> 没有
< 好的，感谢您的参与，祝您生活愉快，再见。
cmd: hangup:fair:
wait: -

# The customer wants no more calls
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 以后不要给我打电话
< 好的，给您带来打扰非常抱歉，以后不再回访，再见。
cmd: hangup:do_not_call
qa: 回访 / 不要再打了
wait: 满意度回访

# A threat goes to a person
start
< 您好，这里是城市电信客户回访，想占用您一分钟，了解一下上次宽带报修的服务，请问可以吗？
> 好
< 谢谢您。如果满分是十分，您给这次服务打几分？
wait: 满意度回访
> 我要投诉到工信部
< 非常抱歉给您带来不便，马上为您转接投诉专员，请稍等。
cmd: transfer:complaint
wait: 满意度回访
