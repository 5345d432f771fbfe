// Specification 3, 3.4.5 and 4.11: retries.
robot: retries.json

# 3.4.5: without a retry script the last script is repeated
> 我要查账单
< 账单寄到哪里？
> 蓝色的大象在唱歌
< 账单寄到哪里？
skill: -
wait: 账单
> 苏州
< 账单寄到苏州。

# 4.11: without a retry script repeatWhenRetry repeats the last script once
> 我要改地址
< 改到哪里？
> 蓝色的大象在唱歌
< 改到哪里？

# 4.11: with a retry script and without repeatWhenRetry there is the retry script alone
> 我要开发票
< 发票寄到哪里？
> 蓝色的大象在唱歌
< 抱歉，没听清。

# 4.11: with a retry script and repeatWhenRetry there are the retry script and the last script
> 我要退订短信
< 退订哪里的短信？
> 蓝色的大象在唱歌
< 抱歉，没听清。
< 退订哪里的短信？

# 4.11: the last script of a second retry is the question again, and not the retry script
> 我要退订短信
< 退订哪里的短信？
> 蓝色的大象在唱歌
< 抱歉，没听清。
< 退订哪里的短信？
> 紫色的云在跳舞
< 抱歉，没听清。
< 退订哪里的短信？

# 3.4.5: when retries exceed retryMaxTimes the intent fails
> 我要退订短信
< 退订哪里的短信？
> 蓝色的大象在唱歌
< 抱歉，没听清。
< 退订哪里的短信？
> 蓝色的大象在唱歌
< 抱歉，没听清。
< 退订哪里的短信？
> 蓝色的大象在唱歌
< 先不退订了。
enter: 退订
skill: -
wait: -

# 3.4.5: retryMaxTimes is 3 unless given
> 我要开发票
< 发票寄到哪里？
> 蓝色的大象在唱歌
< 抱歉，没听清。
> 蓝色的大象在唱歌
< 抱歉，没听清。
> 蓝色的大象在唱歌
< 抱歉，没听清。
wait: 发票
> 蓝色的大象在唱歌
< 发票先不开了。
wait: -

# 3.4.5: retryMaxTimes 0 fails at the first misunderstanding
> 我要充话费
< 充哪里的号码？
> 蓝色的大象在唱歌
< 先不充了。
skill: -
wait: -

# 3.4.5: retryMaxTimes 5 allows five retries
> 我要装宽带
< 装在哪里？
> 蓝色的大象在唱歌
< 装在哪里？
> 蓝色的大象在唱歌
< 装在哪里？
> 蓝色的大象在唱歌
< 装在哪里？
> 蓝色的大象在唱歌
< 装在哪里？
> 蓝色的大象在唱歌
< 装在哪里？
wait: 宽带
> 蓝色的大象在唱歌
< 先不装了。
wait: -

# 3.4.5: retries are counted anew after something was understood
robot: ../jumps/travel.json
> 我要订票
< 您要去哪里？
> 蓝色的大象在唱歌
< 没听清。
> 蓝色的大象在唱歌
< 没听清。
> 苏州
< 哪天出发？
> 蓝色的大象在唱歌
< 没听清。
> 蓝色的大象在唱歌
< 没听清。
wait: 订票
> 蓝色的大象在唱歌
< 先不订了。
wait: -

# 3.4.5: an intent without a failure script uses the fallback when it fails
> 我要停机
< 停哪里的号码？
> 蓝色的大象在唱歌
< 停哪里的号码？
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
wait: -

# 3.4.5: the slots of an intent that failed are gone
> 我要停机
< 停哪里的号码？
> 蓝色的大象在唱歌
< 停哪里的号码？
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
> 你是谁
< 我是小云。
vars: slots.city=nil

# 3.4.5: the same intent can be entered again after it failed, with all of its retries
> 我要停机
< 停哪里的号码？
> 蓝色的大象在唱歌
< 停哪里的号码？
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
> 我要停机
< 停哪里的号码？
> 蓝色的大象在唱歌
< 停哪里的号码？
> 上海
< 上海的号码停机了。

# 3.4.5: silence is a misunderstanding
> 我要退订短信
< 退订哪里的短信？
>
< 抱歉，没听清。
< 退订哪里的短信？
skill: -
wait: 退订
>
< 抱歉，没听清。
< 退订哪里的短信？
>
< 先不退订了。
wait: -

# 2.1: intent is in the context only where the intent skill was hit
> 我要停机
< 停哪里的号码？
intent: 停机 ELICIT_SLOT
> 蓝色的大象在唱歌
< 停哪里的号码？
intent: -

# 3.4.5: the failure script is answered before the skill is left: the slots are still there
> 我要缴费
< 缴哪里的费？
> 上海
< 哪天缴？
> 蓝色的大象在唱歌
< 上海的费先不缴了。
wait: -
