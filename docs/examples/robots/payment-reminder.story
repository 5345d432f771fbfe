// The calls of a reminder: who answers, what is promised, and how it ends.
robot: payment-reminder/
userVars: {"name":"王小明","amount":"1860","due":"十一月二十五号"}

# The borrower pays today
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 是的我是
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 可以我今天就还
< 好的，请您在今天晚上十点以前还款，感谢您的配合，再见。
cmd: hangup:promised:today
wait: -

# The borrower promises a day, and says it again when asked
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 对我就是
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 我下周五发工资再还
< 跟您确认一下，您下周五还款，对吗？
slots: date=下周五|2026-11-27
intent: 约定还款 CONFIRM_INTENT
wait: 还款约定
> 不对，下周四
< 跟您确认一下，您下周四还款，对吗？
slots: date=下周四|2026-11-26
intent: 约定还款 CONFIRM_INTENT
wait: 还款约定
> 是的
< 好的，已经为您登记，请您下周四按时还款，再见。
cmd: hangup:promised:2026-11-26:
intent: 约定还款 FINSIH
wait: -

# An amount comes first, then the day
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 是我
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 我先还五百块
< 好的，请问您最晚哪天可以还款？
slots: amount=五百块|500 CNY
intent: 约定还款 ELICIT_SLOT
wait: 还款约定
> 明天吧
< 跟您确认一下，您明天还款五百块，对吗？
slots: date=明天|2026-11-23
intent: 约定还款 CONFIRM_INTENT
wait: 还款约定
> 没错
< 好的，已经为您登记，请您明天按时还款，再见。
cmd: hangup:promised:2026-11-23:500 CNY
intent: 约定还款 FINSIH
wait: -

# Somebody else answers and passes the message on
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 不是本人，他不在家
< 好的，那麻烦您转告王小明，请他尽快联系和信消费金融，可以吗？
wait: 还款提醒
> 行我跟他说
< 谢谢您，打扰了，再见。
cmd: hangup:message
wait: -

# Nobody knows the borrower
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 你打错了，没有这个人
< 不好意思，打扰您了，再见。
cmd: hangup:wrong_number
wait: -

# The borrower is busy and says when to call
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 我在开会，晚上七点再打给我
< 好的，那我晚上七点再联系您，再见。
cmd: hangup:callback:T19:00:00
slots: time=晚上七点|T19:00:00
wait: -

# The borrower is busy and is asked when to call
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 现在没空
< 好的，那您什么时候方便接电话？
wait: 还款提醒
> 后天吧
< 好的，那我后天再联系您，再见。
cmd: hangup:callback:2026-11-24
slots: date=后天|2026-11-24
wait: -

# The borrower has no money and takes instalments
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 是我
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 最近失业了，没钱还
< 理解您的难处。我们可以帮您申请分三期、六期或者十二期，请问您需要分期吗？
wait: 还款提醒
> 好的
< 好的，请问您想分三期、六期还是十二期？
wait: 还款提醒
> 分六个月吧
< 好的，已经为您登记分六期的申请，一个工作日内会有专员联系您，再见。
cmd: hangup:installment:六期
slots: plan=六个月|六期
wait: -

# The borrower refuses twice
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 是的
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 我不还
< 逾期会产生违约金，也会影响您的征信。您最晚哪天可以还款，或者需要我帮您申请分期吗？
wait: 还款提醒
> 就是不还
< 好的，您的情况我已经记录，请您尽快安排还款，再见。
cmd: hangup:refused
wait: -

# The borrower has paid already
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 我是
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 我昨天就还了
< 好的，我们马上为您核实，如果已经到账就不用再理会，打扰您了，再见。
cmd: hangup:paid
wait: -

# A question between is answered and the call goes on
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 你是机器人吗
< 我是智能客服小和，您的问题我会尽力解答，也可以帮您转人工。
qa: 还款 / 你是机器人吗
wait: 还款提醒
> 我是
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 逾期会上征信吗
< 逾期会产生违约金，也会上报征信，建议您按时还款。
qa: 还款 / 逾期会怎么样
wait: 还款提醒
> 那我今天还
< 好的，请您在今天晚上十点以前还款，感谢您的配合，再见。
cmd: hangup:promised:today
wait: -

# The caller wants a person
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 对，是我
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 帮我转人工
< 好的，马上为您转接人工客服，请稍等。
cmd: transfer
qa: 还款 / 转人工
wait: 还款提醒

# A complaint is passed to a person, a bad word is not answered in kind
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
> 是我
< 您本期账单1860元，十一月二十五号到期，请问您今天可以还款吗？
wait: 还款提醒
> 神经病
< 请您文明用语，我们会尽力帮您处理。
wait: 还款提醒
> 我要投诉你们
< 非常抱歉给您带来不便，马上为您转接人工客服，请稍等。
cmd: transfer
wait: 还款提醒

# What was not heard is said again, and given up in the end
start
< 您好，这里是和信消费金融，请问是王小明本人吗？
>
< 不好意思，我再跟您说一遍。
< 您好，这里是和信消费金融，请问是王小明本人吗？
wait: 还款提醒
> 声音太小了，我听不清
< 您好，这里是和信消费金融，请问是王小明本人吗？
wait: 还款提醒
> 呃
< 不好意思，我再跟您说一遍。
< 您好，这里是和信消费金融，请问是王小明本人吗？
wait: 还款提醒
> 蓝色的大象在唱歌
< 不好意思，我再跟您说一遍。
< 您好，这里是和信消费金融，请问是王小明本人吗？
wait: 还款提醒
> 七上八下
< 不好意思，我再跟您说一遍。
< 您好，这里是和信消费金融，请问是王小明本人吗？
wait: 还款提醒
> 天上有朵云
< 不好意思，线路不太好，稍后会有专员与您联系，再见。
cmd: hangup:unclear
wait: -
