// Decision 12 and the rules of the issue: CONFIRM_SLOT and CONFIRM_INTENT, each with yes, no, a new value and anything else.
robot: confirm.json

# CONFIRM_SLOT: a filled slot with a confirm script is confirmed
> 我要订票
< 您要去哪里？
intent: 订票 ELICIT_SLOT
> 苏州
< 去苏州，对吗？
intent: 订票 CONFIRM_SLOT
slots: city=苏州
wait: 订票

# CONFIRM_SLOT: yes goes on
> 我要订票
< 您要去哪里？
> 苏州
< 去苏州，对吗？
> 对
< 订好了，去苏州。
intent: 订票 FINSIH
skill: 订票
wait: -

# CONFIRM_SLOT: a slot that the entry question filled is confirmed
> 我要去杭州
< 去杭州，对吗？
intent: 订票 CONFIRM_SLOT
> 是的
< 订好了，去杭州。

# CONFIRM_SLOT: no asks again
> 我要订票
< 您要去哪里？
> 苏州
< 去苏州，对吗？
> 不对
< 您要去哪里？
intent: 订票 ELICIT_SLOT
wait: 订票
> 杭州
< 去杭州，对吗？
> 对
< 订好了，去杭州。

# CONFIRM_SLOT: a new value overwrites and is confirmed again
> 我要订票
< 您要去哪里？
> 苏州
< 去苏州，对吗？
> 去杭州
< 去杭州，对吗？
intent: 订票 CONFIRM_SLOT
slots: city=杭州
> 对
< 订好了，去杭州。

# CONFIRM_SLOT: no with a new value overwrites and is confirmed again
> 我要订票
< 您要去哪里？
> 苏州
< 去苏州，对吗？
> 不对，去杭州
< 去杭州，对吗？
intent: 订票 CONFIRM_SLOT
> 是
< 订好了，去杭州。

# CONFIRM_SLOT: anything else is a retry
> 我要订票
< 您要去哪里？
> 苏州
< 去苏州，对吗？
> 蓝色的大象在唱歌
< 没听清。
skill: -
wait: 订票
> 对
< 订好了，去苏州。

# CONFIRM_SLOT: retries that are exceeded fail the intent
> 我要订票
< 您要去哪里？
> 苏州
< 去苏州，对吗？
> 蓝色的大象在唱歌
< 没听清。
> 蓝色的大象在唱歌
< 那先不订了。
wait: -

# CONFIRM_SLOT: a no is understood and counts no retry
> 我要订票
< 您要去哪里？
> 蓝色的大象在唱歌
< 没听清。
> 苏州
< 去苏州，对吗？
> 不对
< 您要去哪里？
> 蓝色的大象在唱歌
< 没听清。
wait: 订票

# CONFIRM_SLOT: silence is a retry
> 我要去苏州
< 去苏州，对吗？
>
< 没听清。
wait: 订票

# CONFIRM_SLOT: a question of another skill is answered, and the intent goes on
> 我要去苏州
< 去苏州，对吗？
> 可以退票吗
< 开车前都可以退。
enter: 订票
skill: 问答
wait: 订票
> 对
< 订好了，去苏州。

# CONFIRM_INTENT: after all required slots are filled the intent is confirmed
> 我要寄快递
< 寄到哪里？
> 北京
< 哪天取件？
> 明天
< 明天取件，寄到北京，可以吗？
intent: 寄件 CONFIRM_INTENT
wait: 寄件

# CONFIRM_INTENT: yes completes
> 我要寄到北京
< 哪天取件？
> 明天
< 明天取件，寄到北京，可以吗？
> 可以
< 下好单了，明天取，寄到北京。
intent: 寄件 FINSIH
skill: 寄件
wait: -

# CONFIRM_INTENT: no gives the failure script and leaves
> 我要寄到北京
< 哪天取件？
> 明天
< 明天取件，寄到北京，可以吗？
> 不可以
< 好的，先不寄了。
wait: -
> 明天
< 不好意思，我没听懂。

# CONFIRM_INTENT: a new value overwrites and is confirmed again
> 我要寄到北京
< 哪天取件？
> 明天
< 明天取件，寄到北京，可以吗？
> 后天
< 后天取件，寄到北京，可以吗？
intent: 寄件 CONFIRM_INTENT
slots: day=后天
> 可以
< 下好单了，后天取，寄到北京。

# CONFIRM_INTENT: a new value of any slot overwrites and is confirmed again
> 我要寄到北京
< 哪天取件？
> 明天
< 明天取件，寄到北京，可以吗？
> 寄到上海
< 明天取件，寄到上海，可以吗？
> 可以
< 下好单了，明天取，寄到上海。

# CONFIRM_INTENT: anything else is a retry, which repeats the last script where no retry script is defined
> 我要寄到北京
< 哪天取件？
> 明天
< 明天取件，寄到北京，可以吗？
> 蓝色的大象在唱歌
< 明天取件，寄到北京，可以吗？
skill: -
wait: 寄件
> 蓝色的大象在唱歌
< 好的，先不寄了。
wait: -

# CONFIRM_INTENT: an intent without slots is confirmed at once
> 我要销户
< 确定要销户吗？
intent: 销户 CONFIRM_INTENT
wait: 销户
> 确定
< 已经销户了。
intent: 销户 FINSIH

# CONFIRM_INTENT: the retry script and the last script, where both are wanted
> 我要销户
< 确定要销户吗？
> 蓝色的大象在唱歌
< 请说是或者不是。
< 确定要销户吗？
wait: 销户

# CONFIRM_INTENT: no without a failure script uses the fallback
> 我要销户
< 确定要销户吗？
> 不要
< 不好意思，我没听懂。
wait: -

# A slot is confirmed before its intent is
> 我要改地址
< 改到哪里？
> 上海
< 改到上海吗？
intent: 改地址 CONFIRM_SLOT
> 是的
< 真的要改吗？
intent: 改地址 CONFIRM_INTENT
> 是的
< 改到上海了。
intent: 改地址 FINSIH

# A slot that was confirmed is not confirmed again unless it changes
> 我要改地址
< 改到哪里？
> 上海
< 改到上海吗？
> 对
< 真的要改吗？
> 北京
< 改到北京吗？
intent: 改地址 CONFIRM_SLOT
> 对
< 真的要改吗？
> 对
< 改到北京了。

# After a slot was confirmed, no on the intent gives the failure script
> 我要改地址
< 改到哪里？
> 上海
< 改到上海吗？
> 对
< 真的要改吗？
> 不改了
< 那不改了。
wait: -

# CONFIRM_INTENT: the failure script is answered before the skill is left: the slots are still there
> 我要转账
< 转到哪里？
> 上海
< 转到上海，确认吗？
> 不对
< 没有转到上海。
wait: -

# CONFIRM_SLOT: to rule the value out empties the slot, and the robot asks again
> 我要订票
< 您要去哪里？
> 苏州
< 去苏州，对吗？
> 不是苏州
< 您要去哪里？
intent: 订票 ELICIT_SLOT
slots: -
> 杭州
< 去杭州，对吗？

# CONFIRM_SLOT: to rule the value out beside another one overwrites it
> 我要订票
< 您要去哪里？
> 苏州
< 去苏州，对吗？
> 不是苏州，是杭州
< 去杭州，对吗？
intent: 订票 CONFIRM_SLOT
slots: city=杭州

# CONFIRM_SLOT: no to an optional slot asks again, too
> 我要捐款
< 您捐多少？
> 五百块，明天
< 明天捐，对吗？
intent: 捐款 CONFIRM_SLOT
> 不对
< 哪天捐？
intent: 捐款 ELICIT_SLOT
> 后天
< 后天捐，对吗？
> 对
< 收到500 CNY，后天。

# CONFIRM_SLOT: a second no leaves an optional slot empty
> 我要捐款
< 您捐多少？
> 五百块，明天
< 明天捐，对吗？
> 不对
< 哪天捐？
> 不用了
< 收到500 CNY，。
intent: 捐款 FINSIH

# 2.3: a slot of SYS.money that is asked for takes an amount without its unit
> 我要捐款
< 您捐多少？
> 大概三百五吧
< 收到350 CNY，。
slots: amount=三百五|350 CNY

# CONFIRM_INTENT: an answer may repeat a value that the robot has
> 我要转账
< 转到哪里？
> 上海
< 转到上海，确认吗？
> 上海没问题
< 转到上海了。
intent: 转账 FINSIH
