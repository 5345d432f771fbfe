// Specification 3, 2.3: WEBAPI processors.
robot: web.json

# 2.3: a web call has the variables in address and headers, and its answer is used in the reply
userVars: {"name": "小王", "vip": true}
> 查天气
< 哪里的天气？
> 苏州
web: GET http://weather.example/v1?city=苏州&vip=true -> 200 {"city": "苏州", "sky": "晴"}
header: X-Name: 小王
header: Accept: application/json
< 200：苏州晴。
vars: weather.status=200
vars: weather.response={"city": "苏州", "sky": "晴"}
intent: 查天气 FINSIH

# 2.3: a web call that is given up has status 0 and null, and the flow goes on
> 查天气
< 哪里的天气？
> 苏州
web: GET http://weather.example/v1?city=苏州&vip= -> 0
< 0：。
vars: weather={"status": 0, "response": null}
wait: -

# 2.3: a web call whose status is a refusal has its status and answer
> 查天气
< 哪里的天气？
> 苏州
web: GET http://weather.example/v1?city=苏州&vip= -> 404 {"city": "没有", "sky": "城市"}
< 404：没有城市。

# 2.3: variables are put into the body without quotes, and with |json with them
userVars: {"name": "小\"王", "level": 3}
> 我要下单
web: POST https://shop.example/orders {"name": "小\"王", "level": 3} -> 200 "收到"
header: Content-Type: application/json
< 200，收到。
vars: order.response=收到

# 2.3: an answer that is no text and no object is null
userVars: {"name": "小王", "level": 3}
> 我要下单
web: POST https://shop.example/orders {"name": "小王", "level": 3} -> 204
< 204，。
vars: order.response=null

# 2.3: a web call in a scene decides its branch
userVars: {"number": "SF1"}
> 查快递
web: PUT http://parcel.example/SF1 -> 200 {"place": "苏州"}
< 快递在苏州。
wait: -

# 2.3: a scene goes on after a web call that was given up
userVars: {"number": "SF1"}
> 查快递
web: PUT http://parcel.example/SF1 -> 0
< 系统没有回答。

# 2.3: a text answer is a text
userVars: {"number": "SF1"}
> 查快递
web: PUT http://parcel.example/SF1 -> 503 "busy"
< 系统坏了：busy。

# Settled: a scene that finds no branch before it has asked anything is left
userVars: {"number": "SF1"}
> 查快递
web: PUT http://parcel.example/SF1 -> 404
< 没听懂。
skill: 快递
wait: -

# 2.3: two web calls of one turn are made one after the other, and the second sees the first's answer
> 查两次
web: GET http://a.example/one -> 200 {"next": "two"}
web: DELETE http://b.example/two -> 204
< 正在查。
< 200，204，。
vars: global.done=true
vars: one.response.next=two
wait: 快递

# 2.3: the result of a web call is a turn variable
> 查两次
web: GET http://a.example/one -> 200 {"next": "two"}
web: DELETE http://b.example/two -> 204
< 正在查。
< 200，204，。
> 好的
< 还有吗？
vars: !one

# 2.3: no web call is made while slots are missing
> 查天气
< 哪里的天气？
> 蓝色的大象在唱歌
< 哪里的天气？
