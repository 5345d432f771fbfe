// The calls of a workshop: visits booked, moved and cancelled, and complaints.
robot: appointment/

# All slots are asked for one by one
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 好的
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 观前街店
< 请问您想约哪一天？
slots: shop=观前街店|观前街店
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 后天
< 请问您几点到店？
slots: date=后天|2026-11-24
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 上午十点
< 请问您贵姓？
slots: time=上午十点|T10:00:00
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 我姓王
< 跟您确认一下，2026-11-24，上午十点到观前街店，对吗？
slots: name=姓王|姓王
intent: 预约保养 CONFIRM_INTENT
wait: 安达预约
> 对
< 好的，已经为您预约观前街店，联系人姓王，到店前一天会有短信提醒，再见。
cmd: hangup:booked:观前街店:2026-11-24:T10:00:00:姓王
intent: 预约保养 FINSIH
wait: -

# A sentence fills most slots
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 可以，帮我约周六下午三点去湖东店做小保养
< 请问您贵姓？
slots: shop=湖东店|园区湖东店, date=周六|2026-11-28, time=周六下午三点|2026-11-28T15:00:00+08:00, service=小保养|小保养
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 免贵姓李
< 跟您确认一下，2026-11-28，周六下午三点到园区湖东店，对吗？
slots: name=姓李|姓李
intent: 预约保养 CONFIRM_INTENT
wait: 安达预约
> 是的
< 好的，已经为您预约园区湖东店，联系人姓李，到店前一天会有短信提醒，再见。
cmd: hangup:booked:园区湖东店:2026-11-28:2026-11-28T15:00:00+08:00:姓李
intent: 预约保养 FINSIH
wait: -

# A branch by a name that people use
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 帮我约一下
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 木渎那家
< 请问您想约哪一天？
slots: shop=木渎那家|吴中木渎店
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 明天上午九点半
< 请问您贵姓？
slots: date=明天|2026-11-23, time=明天上午九点半|2026-11-23T09:30:00+08:00
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 我叫刘芳
< 跟您确认一下，2026-11-23，明天上午九点半到吴中木渎店，对吗？
slots: name=叫刘|姓刘
intent: 预约保养 CONFIRM_INTENT
wait: 安达预约
> 没错
< 好的，已经为您预约吴中木渎店，联系人姓刘，到店前一天会有短信提醒，再见。
cmd: hangup:booked:吴中木渎店:2026-11-23:2026-11-23T09:30:00+08:00:姓刘
intent: 预约保养 FINSIH
wait: -

# What is confirmed can still be changed
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 我想预约大保养
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
slots: service=大保养|大保养
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 新区店
< 请问您想约哪一天？
slots: shop=新区店|新区狮山店
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 明天
< 请问您几点到店？
slots: date=明天|2026-11-23
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 上午九点
< 请问您贵姓？
slots: time=上午九点|T09:00:00
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 王先生
< 跟您确认一下，2026-11-23，上午九点到新区狮山店，对吗？
slots: name=王先生|姓王
intent: 预约保养 CONFIRM_INTENT
wait: 安达预约
> 不对，十点
< 跟您确认一下，2026-11-23，十点到新区狮山店，对吗？
slots: time=十点|T10:00:00
intent: 预约保养 CONFIRM_INTENT
wait: 安达预约
> 对的
< 好的，已经为您预约新区狮山店，联系人姓王，到店前一天会有短信提醒，再见。
cmd: hangup:booked:新区狮山店:2026-11-23:T10:00:00:姓王
intent: 预约保养 FINSIH
wait: -

# A question between is answered, and the asking goes on
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 我要预约
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 你们地址在哪里
< 我们有观前街店、园区湖东店、新区狮山店和吴中木渎店四家门店。
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
intent: 预约保养 ELICIT_SLOT
qa: 保养 / 你们地址在哪里
wait: 安达预约
> 园区那家吧
< 请问您想约哪一天？
slots: shop=园区那家|园区湖东店
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 要多长时间
< 小保养一个小时左右，大保养两个到三个小时。
< 请问您想约哪一天？
intent: 预约保养 ELICIT_SLOT
qa: 保养 / 要多长时间
wait: 安达预约
> 下周二
< 请问您几点到店？
slots: date=下周二|2026-11-24
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 下午两点
< 请问您贵姓？
slots: time=下午两点|T14:00:00
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 姓陈
< 跟您确认一下，2026-11-24，下午两点到园区湖东店，对吗？
slots: name=姓陈|姓陈
intent: 预约保养 CONFIRM_INTENT
wait: 安达预约
> 是的
< 好的，已经为您预约园区湖东店，联系人姓陈，到店前一天会有短信提醒，再见。
cmd: hangup:booked:园区湖东店:2026-11-24:T14:00:00:姓陈
intent: 预约保养 FINSIH
wait: -

# A visit is moved
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 我要改预约时间
< 请问您想约哪一天？
intent: 改约 ELICIT_SLOT
wait: 安达预约
> 改到下周三下午两点
< 好的，帮您改到2026-11-25，下周三下午两点，对吗？
slots: date=下周三|2026-11-25, time=下周三下午两点|2026-11-25T14:00:00+08:00
intent: 改约 CONFIRM_INTENT
wait: 安达预约
> 对
< 好的，已经为您改约，到时候见，再见。
cmd: hangup:moved:2026-11-25:2026-11-25T14:00:00+08:00
intent: 改约 FINSIH
wait: -

# A visit is cancelled after all is confirmed
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 我想取消预约
< 请问确定要取消您的预约吗？
intent: 取消预约 CONFIRM_INTENT
wait: 安达预约
> 是的
< 好的，您的预约已经取消，欢迎下次再来，再见。
cmd: hangup:cancelled
intent: 取消预约 FINSIH
wait: -

# A visit is kept
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 取消预约
< 请问确定要取消您的预约吗？
intent: 取消预约 CONFIRM_INTENT
wait: 安达预约
> 不，还是不取消了
< 好的，为您保留预约，再见。
cmd: hangup:kept
intent: 取消预约 CONFIRM_INTENT
wait: -

# The customer does not want to
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 不用了
< 好的，那就不打扰您了，需要的时候随时可以打给我们，祝您用车愉快，再见。
cmd: hangup:declined
qa: 保养 / 不需要
wait: -

# The car is sold
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 这个车我已经卖掉了
< 好的，我们会更新资料，打扰您了，再见。
cmd: hangup:no_car
qa: 保养 / 我车卖了
wait: -

# A complaint about the repair
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 上次保养没做好，我要提意见
< 非常抱歉给您带来不好的体验。请问主要是收费、态度、维修质量还是等待时间的问题？
wait: 安达意见
> 车还是有异响
< 您反映的维修质量问题我已经记录，质保期内我们会免费处理。需要经理给您回电话吗？
wait: 安达意见
> 好的
< 好的，经理会在一个工作日内联系您，感谢您的反馈，再见。
cmd: hangup:complaint:质量:callback
wait: -

# A complaint about the price, without a call back
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 你们服务太差了
< 非常抱歉给您带来不好的体验。请问主要是收费、态度、维修质量还是等待时间的问题？
wait: 安达意见
> 乱收费
< 您反映的收费问题我已经记录，会转给门店经理。需要经理给您回电话吗？
wait: 安达意见
> 不用了
< 好的，感谢您的反馈，再见。
cmd: hangup:complaint:收费
wait: -

# An accident is passed on at once
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 我的车追尾了
< 请您先注意安全，马上为您转接救援专线。
cmd: transfer:rescue
wait: -

# The branch is not understood, and the intent is given up
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 我要预约
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
intent: 预约保养 ELICIT_SLOT
wait: 安达预约
> 蓝色的大象在唱歌
< 不好意思，我没有听清楚。
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
wait: 安达预约
> 呃
< 不好意思，我没有听清楚。
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
wait: 安达预约
> 七上八下
< 不好意思，我没有听清楚。
< 请问您想去哪家门店？第一家观前街店，第二家园区湖东店，第三家新区狮山店，第四家吴中木渎店。
wait: 安达预约
> 天上有朵云
< 好的，那先不为您登记，稍后会有服务顾问与您联系，再见。
cmd: hangup:unsettled
wait: -

# Somebody did not hear the offer, and then is not sure
start
< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？
> 你再说一遍
< 我是安达汽车服务中心的，您的爱车该做保养了，请问需要帮您预约到店时间吗？
> 不知道
< 没关系，您可以先约一个时间，去不了随时可以改。请问需要帮您预约吗？
> 约的时间不对
< 请问您想约哪一天？
intent: 改约 ELICIT_SLOT
