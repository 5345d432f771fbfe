// Several questions in one input (docs/dialog-rules.md): the robot's switch.
robot: several.json

# 4.1: the parts of an input that are direct hits are answered in order
> 怎么办信用卡，信用卡年费是多少
< 带身份证来办。
< 一年一百。

# 4.1: parts stand between words such as 还有, too
> 信用卡年费是多少还有怎么办信用卡
< 一年一百。
< 带身份证来办。

# Rules: a part that is no direct hit is left out
> 蓝色的大象在唱歌，信用卡年费是多少
< 一年一百。

# Rules: an input that is a direct hit as a whole is not taken apart
> 怎么办信用卡
< 带身份证来办。

# Rules: without the switch an input is one question
robot: bank.json
> 怎么办信用卡，还有，蓝色的大象在唱歌，信用卡年费是多少
< ?
