// Specification 3, 3.4.2 and 2.1: thresholds, and answers that offer questions.
robot: offers.json

# 3.4.2: at or above the direct threshold the matched reply is returned
> 怎么申请开发票
< 在订单里点开票。
vars: hitQuestion.text=怎么申请开发票

# 3.4.2: below the direct threshold the top standard questions are offered, the nearest first
> 申请退货退款怎么弄
<RECOMMEND 您想问的是： | 怎么申请退货退款 | 申请退货运费怎么算 | 请再说一遍。
vars: hitQuestion=nil
slots: -
wait: -

# 2.1: an automatic RECOMMEND reply has ids that are 0 and an empty cmd
> 申请退货退款怎么弄
< ?
> 申请退货退款怎么弄
<RECOMMEND 您想问的是： | 怎么申请退货退款 | 申请退货运费怎么算 | 请再说一遍。
ids: -
cmd:

# 3.4.2: a question that was offered is answered when the caller says it
> 申请退货退款怎么弄
< ?
> 申请退货运费怎么算
< 运费十元。
ids: own

# 2.3: a question that is offered is shown without its slots
robot: greets.json
> 怎么样才能申请自提
<RECOMMEND 您好， | 苏州怎么申请自提 | 还是？

# 3.4.9: variables in the words around an offer are replaced
robot: greets.json
userVars: {"name": "王先生", "other": "别的"}
> 修改一下收货的地址
<RECOMMEND 您好王先生， | 怎么修改收货地址 | 还是别的？
ids: -

# 3.4.2: the robot's setting for a skill wins over the robot's own
robot: overruled.json
> 申请退货退款怎么弄
<RECOMMEND | 怎么申请退货退款 | 申请退货运费怎么算 |
ids: -

# 3.4.2: questions below the lower threshold are not offered
robot: lower.json
> 申请退货退款怎么弄
<RECOMMEND | 怎么申请退货退款 |

# 3.4.2: a text that is far from every question is offered nothing
> 蓝色的大象在唱歌
< 不好意思，我没听懂。
skill: -

# 3.4.2: silence is offered nothing
>
< 不好意思，我没听懂。

# 3.4.2: a skill whose best match is below its own threshold is excluded, and the next skill answers
robot: strict.json
> 商品退货退款怎么申请
< 宽松的回答。
skill: 宽松

# 3.4.2: a literal question reaches the threshold 1
robot: strict.json
> 怎么申请退货退款
< 严格的回答。
skill: 严格
vars: hitQuestion.score=1

# 3.4.2: between the threshold and the direct threshold a near question is answered directly where both are low
robot: strict.json
> 商品的退货退款怎么办
< 宽松的回答。
vars: hitQuestion.text=商品退货退款怎么办理
vars: hitQuestion.score<1
vars: hitQuestion.score>=0.1
