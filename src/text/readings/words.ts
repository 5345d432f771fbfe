// Words whose characters are not all read in their most common way.
// Made by scripts/train/readings.mjs from pinyin-pro 3.29.0 (MIT, see NOTICE).
export const usualWords = `
巴尔干半岛=ba1 er3 gan4 ban4 dao3;巴尔喀什湖=ba1 er3 ka1 shi2 hu2;不幸而言中=bu4 xing4 er2 yan2 zhong4;布尔什维克=bu4 er3 shi2 wei2 ke4;何乐而不为=he2 le4 er2 bu4 wei2;苛政猛于虎=ke1 zheng4 meng3 yu2 hu3
蒙得维的亚=meng2 de2 wei2 di4 ya4;民以食为天=min2 yi3 shi2 wei2 tian1;事后诸葛亮=shi4 hou4 zhu1 ge3 liang4;物以稀为贵=wu4 yi3 xi1 wei2 gui4;先下手为强=xian1 xia4 shou3 wei2 qiang2;行行出状元=hang2 hang2 chu1 zhuang4 yuan5
亚得里亚海=ya4 de2 li3 ya4 hai3;眼不见为净=yan3 bu4 jian4 wei2 jing4;竹筒倒豆子=zhu2 tong3 dao4 dou4 zi5;成吉思汗=cheng2 ji2 si1 han2;四通八达=si4 tong1 ba1 da2;一模一样=yi1 mu2 yi1 yang4;青藏高原=qing1 zang4 gao1 yuan2
阿弥陀佛=e1 mi2 tuo2 fo2;解放思想=jie4 fang4 si1 xiang3;所作所为=suo3 zuo4 suo3 wei2;迷迷糊糊=mi2 mi2 hu5 hu1;荷枪实弹=he4 qiang1 shi2 dan4;兴高采烈=xing4 gao1 cai3 lie4;无能为力=wu2 neng2 wei2 li4;布鲁塞尔=bu4 lu3 sai4 er3
为所欲为=wei2 suo3 yu4 wei2;克什米尔=ke4 shi2 mi3 er3;没完没了=mei2 wan2 mei2 liao3;不为人知=bu4 wei2 ren2 zhi1;结结巴巴=jie1 jie1 ba1 ba1;前仆后继=qian2 pu1 hou4 ji4;铺天盖地=pu1 tian1 gai4 di4;直截了当=zhi2 jie2 liao3 dang4
供不应求=gong1 bu4 ying4 qiu2;御史大夫=yu4 shi3 da4 fu1;不为瓦全=bu4 wei2 wa3 quan2;不可收拾=bu4 ke3 shou1 shi5;胡作非为=hu2 zuo4 fei1 wei2;分毫不差=fen1 hao2 bu4 cha4;模模糊糊=mo2 mo2 hu5 hu1;不足为奇=bu4 zu2 wei2 qi2
悄无声息=qiao3 wu2 sheng1 xi1;了如指掌=liao3 ru2 zhi3 zhang3;深恶痛绝=shen1 wu4 tong4 jue2;高高兴兴=gao1 gao1 xing4 xing4;唉声叹气=ai1 sheng1 tan4 qi4;汉藏语系=han4 zang4 yu3 xi4;处心积虑=chu3 xin1 ji1 lv4
泣不成声=qi4 bu4 cheng2 sheng1;半夜三更=ban4 ye4 san1 geng1;失魂落魄=shi1 hun2 luo4 po4;二十八宿=er4 shi2 ba1 xiu4;转来转去=zhuan4 lai2 zhuan4 qu4;数以万计=shu3 yi3 wan4 ji4;相依为命=xiang1 yi1 wei2 ming4
恋恋不舍=lian4 lian4 bu4 she3;屈指可数=qu1 zhi3 ke3 shu3;神出鬼没=shen2 chu1 gui3 mo4;结结实实=jie1 jie1 shi2 shi2;有的放矢=you3 di4 fang4 shi3;叽哩咕噜=ji1 li3 gu1 lu1;调兵遣将=diao4 bing1 qian3 jiang4;载歌载舞=zai4 ge1 zai4 wu3
转危为安=zhuan3 wei1 wei2 an1;踏踏实实=ta1 ta1 shi5 shi2;桑给巴尔=sang1 ji3 ba1 er3;装模作样=zhuang1 mu2 zuo4 yang4;见义勇为=jian4 yi4 yong3 wei2;相差无几=xiang1 cha1 wu2 ji3;叹为观止=tan4 wei2 guan1 zhi3;闷闷不乐=men4 men4 bu4 le4
喜怒哀乐=xi3 nu4 ai1 le4;鲜为人知=xian3 wei2 ren2 zhi1;张牙舞爪=zhang1 ya2 wu3 zhao3;为非作歹=wei2 fei1 zuo4 dai3;含糊其辞=han2 hu2 qi2 ci2;疲于奔命=pi2 yu2 ben1 ming4;勉为其难=mian3 wei2 qi2 nan2;依依不舍=yi1 yi1 bu4 she3
顶头上司=ding3 tou2 shang4 si5;不着边际=bu4 zhuo2 bian1 ji4;大模大样=da4 mu2 da4 yang4;寻欢作乐=xun2 huan1 zuo4 le4;一走了之=yi1 zou3 liao3 zhi1;字里行间=zi4 li3 hang2 jian1;含含糊糊=han2 han2 hu5 hu1;恰如其分=qia4 ru2 qi2 fen4
破涕为笑=po4 ti4 wei2 xiao4;深更半夜=shen1 geng1 ban4 ye4;千差万别=qian1 cha1 wan4 bie2;数不胜数=shu3 bu4 sheng4 shu3;据为己有=ju4 wei2 ji3 you3;天旋地转=tian1 xuan2 di4 zhuan4;养尊处优=yang3 zun1 chu3 you1
玻璃纤维=bo1 li5 xian1 wei2;吵吵闹闹=chao1 chao5 nao4 nao4;晕头转向=yun1 tou2 zhuan4 xiang4;土生土长=tu3 sheng1 tu3 zhang3;宁死不屈=ning4 si3 bu4 qu1;不省人事=bu4 xing3 ren2 shi4;尽力而为=jin4 li4 er2 wei2
精明强干=jing1 ming2 qiang2 gan4;唠唠叨叨=lao2 lao5 dao1 dao1;叽叽喳喳=ji1 ji5 zha1 zha1;功不可没=gong1 bu4 ke3 mo4;锲而不舍=qie4 er2 bu4 she3;排忧解难=pai2 you1 jie3 nan4;稀里糊涂=xi1 li5 hu2 tu2;各有所长=ge4 you3 suo3 chang2
的的确确=di2 di2 que4 que4;哄堂大笑=hong1 tang2 da4 xiao4;听而不闻=ting1 er2 bu4 wen2;刀耕火种=dao1 geng1 huo3 zhong4;内分泌腺=nei4 fen4 mi4 xian4;化险为夷=hua4 xian3 wei2 yi2;百发百中=bai3 fa1 bai3 zhong4
重见天日=chong2 jian4 tian1 ri4;反败为胜=fan3 bai4 wei2 sheng4;一了百了=yi1 liao3 bai3 liao3;大大咧咧=da4 da5 lie1 lie1;心急火燎=xin1 ji2 huo3 liao3;粗心大意=cu1 xin1 da4 yi5;鸡皮疙瘩=ji1 pi2 ge1 da5;夷为平地=yi2 wei2 ping2 di4
日积月累=ri4 ji1 yue4 lei3;设身处地=she4 shen1 chu3 di4;投其所好=tou2 qi2 suo3 hao4;间不容发=jian1 bu4 rong2 fa4;人满为患=ren2 man3 wei2 huan4;穷追不舍=qiong2 zhui1 bu4 she3;为时已晚=wei2 shi2 yi3 wan3;如数家珍=ru2 shu3 jia1 zhen1
心里有数=xin1 li3 you3 shu4;以牙还牙=yi3 ya2 huan2 ya2;神不守舍=shen2 bu4 shou3 she3;孟什维克=meng4 shi2 wei2 ke4;各自为战=ge4 zi4 wei2 zhan4;怨声载道=yuan4 sheng1 zai4 dao4;救苦救难=jiu4 ku3 jiu4 nan4
好好先生=hao3 hao3 xian1 sheng5;怪模怪样=guai4 mu2 guai4 yang4;抛头露面=pao1 tou2 lu4 mian4;游手好闲=you2 shou3 hao4 xian2;无所不为=wu2 suo3 bu4 wei2;调虎离山=diao4 hu3 li2 shan1;步步为营=bu4 bu4 wei2 ying2
好大喜功=hao4 da4 xi3 gong1;众矢之的=zhong4 shi3 zhi1 di4;长生不死=chang2 sheng1 bu4 si3;蔚为壮观=wei4 wei2 zhuang4 guan1;不可胜数=bu4 ke3 sheng4 shu3;鬼使神差=gui3 shi3 shen2 chai1;洁身自好=jie2 shen1 zi4 hao4
敢作敢为=gan3 zuo4 gan3 wei2;茅塞顿开=mao2 se4 dun4 kai1;走马换将=zou3 ma3 huan4 jiang4;为时过早=wei2 shi2 guo4 zao3;为人师表=wei2 ren2 shi1 biao3;阴差阳错=yin1 cha1 yang2 cuo4;油腔滑调=you2 qiang1 hua2 diao4
重蹈覆辙=chong2 dao3 fu4 zhe2;骂骂咧咧=ma4 ma5 lie1 lie1;絮絮叨叨=xu4 xu4 dao1 dao1;如履薄冰=ru2 lv3 bo2 bing1;损兵折将=sun3 bing1 zhe2 jiang4;拐弯抹角=guai3 wan1 mo4 jiao3;像模像样=xiang4 mu2 xiang4 yang4
供过于求=gong1 guo4 yu2 qiu2;开花结果=kai1 hua1 jie1 guo3;仔仔细细=zi3 zi3 xi4 xi4;川藏公路=chuan1 zang4 gong1 lu4;河北梆子=he2 bei3 bang1 zi5;长年累月=chang2 nian2 lei3 yue4;正儿八经=zheng4 er5 ba1 jing1;不识抬举=bu4 shi2 tai2 ju5
重振旗鼓=chong2 zhen4 qi2 gu3;气息奄奄=qi4 xi1 yan1 yan1;紧追不舍=jin3 zhui1 bu4 she3;服服帖帖=fu2 fu5 tie1 tie1;强词夺理=qiang3 ci2 duo2 li3;噼里啪啦=pi1 li5 pa1 la1;人才济济=ren2 cai2 ji3 ji3;发人深省=fa1 ren2 shen1 xing3
不足为凭=bu4 zu2 wei2 ping2;为富不仁=wei2 fu4 bu4 ren2;连篇累牍=lian2 pian1 lei3 du2;呼天抢地=hu1 tian1 qiang1 di4;落落大方=luo4 luo4 da4 fang1;自吹自擂=zi4 chui1 zi4 lei2;乐善好施=le4 shan4 hao4 shi1;以攻为守=yi3 gong1 wei2 shou3
磨磨蹭蹭=mo2 mo2 ceng4 ceng4;削铁如泥=xue1 tie3 ru2 ni2;助纣为虐=zhu4 zhou4 wei2 nve4;以退为进=yi3 tui4 wei2 jin4;嘁嘁喳喳=qi1 qi1 cha1 cha1;枪林弹雨=qiang1 lin2 dan4 yu3;令人发指=ling4 ren2 fa4 zhi3;转败为胜=zhuan3 bai4 wei2 sheng4
转弯抹角=zhuan3 wan1 mo4 jiao3;在劫难逃=zai4 jie2 nan2 tao2;正当防卫=zheng4 dang4 fang2 wei4;不足为怪=bu4 zu2 wei2 guai4;难兄难弟=nan4 xiong1 nan4 di4;咿咿呀呀=yi1 yi1 ya1 ya1;弹尽粮绝=dan4 jin4 liang2 jue2
阿谀奉承=e1 yu2 feng4 cheng2;稀里哗啦=xi1 li5 hua1 la1;返老还童=fan3 lao3 huan2 tong2;好高骛远=hao4 gao1 wu4 yuan3;鹿死谁手=lu4 si3 shei2 shou3;差强人意=cha1 qiang2 ren2 yi4;大吹大擂=da4 chui1 da4 lei2;成家立业=cheng2 jia1 li4 ye4
自怨自艾=zi4 yuan4 zi4 yi4;负债累累=fu4 zhai4 lei3 lei3;古为今用=gu3 wei2 jin1 yong4;入土为安=ru4 tu3 wei2 an1;下不为例=xia4 bu4 wei2 li4;一哄而上=yi1 hong1 er2 shang4;没头苍蝇=mei2 tou2 cang1 ying5;天差地远=tian1 cha1 di4 yuan3
风卷残云=feng1 juan3 can2 yun2;多灾多难=duo1 zai1 duo1 nan4;乳臭未干=ru3 xiu4 wei4 gan1;行家里手=hang2 jia1 li3 shou3;狼狈为奸=lang2 bei4 wei2 jian1;处变不惊=chu3 bian4 bu4 jing1;一唱一和=yi1 chang4 yi1 he4
一念之差=yi1 nian4 zhi1 cha1;金蝉脱壳=jin1 chan2 tuo1 qiao4;滴滴答答=di1 di1 da1 da1;硕果累累=shuo4 guo3 lei2 lei2;好整以暇=hao4 zheng3 yi3 xia2;红得发紫=hong2 de5 fa1 zi3;传为美谈=chuan2 wei2 mei3 tan2;富商大贾=fu4 shang1 da4 gu3
四海为家=si4 hai3 wei2 jia1;了若指掌=liao3 ruo4 zhi3 zhang3;大有可为=da4 you3 ke3 wei2;出头露面=chu1 tou2 lu4 mian4;鼓鼓囊囊=gu3 gu5 nang1 nang1;窗明几净=chuang1 ming2 ji1 jing4;泰然处之=tai4 ran2 chu3 zhi1
怒发冲冠=nu4 fa4 chong1 guan1;有机玻璃=you3 ji1 bo1 li5;骨头架子=gu3 tou5 jia4 zi5;义薄云天=yi4 bo2 yun2 tian1;一丁点儿=yi1 ding1 dian3 er5;时来运转=shi2 lai2 yun4 zhuan3;陈词滥调=chen2 ci2 lan4 diao4;化整为零=hua4 zheng3 wei2 ling2
火烧火燎=huo3 shao1 huo3 liao3;干脆利索=gan4 cui4 li4 suo3;吊儿郎当=diao4 er5 lang2 dang1;广种薄收=guang3 zhong4 bo2 shou1;种瓜得瓜=zhong4 gua1 de2 gua1;种豆得豆=zhong4 dou4 de2 dou4;难舍难分=nan2 she3 nan2 fen1
歃血为盟=sha4 xue4 wei2 meng2;奋发有为=fen4 fa1 you3 wei2;阴错阳差=yin1 cuo4 yang2 cha1;东躲西藏=dong1 duo3 xi1 cang2;烟熏火燎=yan1 xun1 huo3 liao3;钻牛角尖=zuan1 niu2 jiao3 jian1;乔装打扮=qiao2 zhuang1 da3 ban4
改弦更张=gai3 xian2 geng1 zhang1;河南梆子=he2 nan2 bang1 zi5;好吃懒做=hao4 chi1 lan3 zuo4;何乐不为=he2 le4 bu4 wei2;大出风头=da4 chu1 feng1 tou2;攻城掠地=gong1 cheng2 lve4 di4;漂漂亮亮=piao4 piao4 liang5 liang5
折衷主义=zhe2 zhong1 zhu3 yi4;大马哈鱼=da4 ma3 ha3 yu2;绿树成荫=lv4 shu4 cheng2 yin1;率先垂范=shuai4 xian1 chui2 fan4;家长里短=jia1 chang2 li3 duan3;宽大为怀=kuan1 da4 wei2 huai2;左膀右臂=zuo3 bang3 you4 bi4
一笑了之=yi1 xiao4 liao3 zhi1;天下为公=tian1 xia4 wei2 gong1;还我河山=huan2 wo3 he2 shan1;何足为奇=he2 zu2 wei2 qi2;好自为之=hao3 zi4 wei2 zhi1;风姿绰约=feng1 zi1 chuo4 yue1;大雨滂沱=da4 yu3 pang1 tuo2;传为佳话=chuan2 wei2 jia1 hua4
吃里扒外=chi1 li3 pa2 wai4;重操旧业=chong2 cao1 jiu4 ye4;小家子气=xiao3 jia1 zi5 qi4;少不更事=shao4 bu4 geng1 shi4;难分难舍=nan2 fen1 nan2 she3;添砖加瓦=tian1 zhuan1 jia1 wa3;是非分明=shi4 fei1 fen1 ming2;舍我其谁=she3 wo3 qi2 shui2
偏听偏信=pian1 ting1 pian1 xin4;量入为出=liang4 ru4 wei2 chu1;降龙伏虎=xiang2 long2 fu2 hu3;钢化玻璃=gang1 hua4 bo1 li5;正中下怀=zheng4 zhong4 xia4 huai2;以身许国=yi3 shen1 xu3 guo2;一语中的=yi1 yu3 zhong4 di4
丧魂落魄=sang4 hun2 luo4 po4;三座大山=san1 zuo4 da4 shan1;济济一堂=ji3 ji3 yi1 tang2;好事之徒=hao4 shi4 zhi1 tu2;干净利索=gan4 jing4 li4 suo3;出将入相=chu1 jiang4 ru4 xiang4;袅袅娜娜=niao3 niao3 nuo2 nuo2;狐狸尾巴=hu2 li5 wei3 ba5
好逸恶劳=hao4 yi4 wu4 lao2;大而无当=da4 er2 wu2 dang4;打马虎眼=da3 ma3 hu5 yan3;板上钉钉=ban3 shang4 ding4 ding1;吆五喝六=yao1 wu3 he4 liu4;虾兵蟹将=xia1 bing1 xie4 jiang4;水调歌头=shui3 diao4 ge1 tou2;数典忘祖=shu3 dian3 wang4 zu3
人事不省=ren2 shi4 bu4 xing3;曲高和寡=qu3 gao1 he4 gua3;屡教不改=lv3 jiao4 bu4 gai3;互为因果=hu4 wei2 yin1 guo3;互为表里=hu4 wei2 biao3 li3;厚此薄彼=hou4 ci3 bo2 bi3;过关斩将=guo4 guan1 zhan3 jiang4;疙疙瘩瘩=ge1 ge5 da1 da1
大腹便便=da4 fu4 pian2 pian2;走为上策=zou3 wei2 shang4 ce4;冤家对头=yuan1 jia5 dui4 tou2;有隙可乘=you3 xi4 ke3 cheng4;一鳞半爪=yi1 lin2 ban4 zhao3;片言只语=pian4 yan2 zhi3 yu3;开花结实=kai1 hua1 jie2 shi2
经年累月=jing1 nian2 lei3 yue4;含糊其词=han2 hu2 qi2 ci2;寡廉鲜耻=gua3 lian2 xian3 chi3;成年累月=cheng2 nian2 lei3 yue4;不徇私情=bu4 xun4 si1 qing2;不当人子=bu4 dang1 ren2 zi3;膀大腰圆=bang3 da4 yao1 yuan2
指腹为婚=zhi3 fu4 wei2 hun1;这么点儿=zhe4 me5 dian3 er5;意兴索然=yi4 xing1 suo3 ran2;绣花枕头=xiu4 hua1 zhen3 tou5;无的放矢=wu2 di4 fang4 shi3;望闻问切=wang4 wen2 wen4 qie4;舍己为人=she3 ji3 wei4 ren2;穷年累月=qiong2 nian2 lei3 yue4
排难解纷=pai2 nan4 jie3 fen1;处之泰然=chu3 zhi1 tai4 ran2;指鹿为马=zhi3 lu4 wei2 ma3;危如累卵=wei1 ru2 lei3 luan3;天兵天将=tian1 bing1 tian1 jiang4;舍近求远=she3 jin4 qiu2 yuan3;南腔北调=nan2 qiang1 bei3 diao4
苦中作乐=ku3 zhong1 zuo4 le4;厚积薄发=hou4 ji1 bo2 fa1;臭味相投=xiu4 wei4 xiang1 tou2;长幼有序=zhang3 you4 you3 xu4;逼良为娼=bi1 liang2 wei2 chang1;悲悲切切=bei1 bei1 qie4 qie1;败军之将=bai4 jun1 zhi1 jiang4
欺行霸市=qi1 hang2 ba4 shi4;削足适履=xue1 zu2 shi4 lv3;先睹为快=xian1 du3 wei2 kuai4;啼饥号寒=ti2 ji1 hao2 han2;疏不间亲=shu1 bu4 jian4 qin1;神差鬼使=shen2 chai1 gui3 shi3;敲敲打打=qiao1 qiao1 da3 da3;平铺直叙=ping2 pu1 zhi2 xu4
没头没尾=mei2 tou2 mo4 wei3;寥寥可数=liao2 liao2 ke3 shu3;哼哈二将=heng1 ha1 er4 jiang4;鹤发童颜=he4 fa4 tong2 yan2;各奔前程=ge4 ben4 qian2 cheng2;弹无虚发=dan4 wu2 xu1 fa1;大人先生=da4 ren2 xian1 sheng5;与民更始=yu3 min2 geng1 shi3
树碑立传=shu4 bei1 li4 zhuan4;是非得失=shi4 fei1 de2 shi1;实逼处此=shi2 bi1 chu3 ci3;塞翁失马=sai4 weng1 shi1 ma3;日薄西山=ri4 bo2 xi1 shan1;切身体会=qie4 shen1 ti3 hui4;片言只字=pian4 yan2 zhi3 zi4;跑马卖解=pao3 ma3 mai4 xie4
宁折不弯=ning4 zhe2 bu4 wan1;零零散散=ling2 ling2 san3 san3;量体裁衣=liang4 ti3 cai2 yi1;连中三元=lian2 zhong4 san1 yuan2;礼崩乐坏=li3 beng1 yue4 huai4;不为已甚=bu4 wei2 yi3 shen4;转悲为喜=zhuan3 bei1 wei2 xi3
以眼还眼=yi3 yan3 huan2 yan3;蔚为大观=wei4 wei2 da4 guan1;未为不可=wei4 wei2 bu4 ke3;童颜鹤发=tong2 yan2 he4 fa4;朋比为奸=peng2 bi3 wei2 jian1;莫此为甚=mo4 ci3 wei2 shen4;夹枪带棒=jia1 qiang1 dai4 bang4;富商巨贾=fu4 shang1 ju4 jia3
淡然处之=dan4 ran2 chu3 zhi1;箪食壶浆=dan1 shi2 hu2 jiang1;创巨痛深=chuang1 ju4 tong4 shen1;草长莺飞=cao3 zhang3 ying1 fei1;坐视不救=zuo4 shi1 bu4 jiu4;以己度人=yi3 ji3 duo2 ren2;随行就市=sui2 hang2 jiu4 shi4
文以载道=wen2 yi3 zai4 dao4;文不对题=wen2 bu4 dui4 ti2;铁板钉钉=tie3 ban3 ding4 ding1;身体发肤=shen1 ti3 fa4 fu1;缺吃少穿=que1 chi1 shao3 chuan1;目无尊长=mu4 wu2 zun1 zhang3;吉人天相=ji2 ren2 tian1 xiang4
毁家纾难=hui3 jia1 shu1 nan4;钢筋铁骨=gang1 jin1 tie3 gu3;丢卒保车=diu1 zu2 bao3 ju1;丢三落四=diu1 san1 la4 si4;闭目塞听=bi4 mu4 se4 ting1;削尖脑袋=xue1 jian1 nao3 dai4;为非作恶=wei2 fei1 zuo4 e4;人才难得=ren2 cai2 nan2 de2
情非得已=qing2 fei1 de2 yi3;切中要害=qie4 zhong4 yao4 hai4;火急火燎=huo3 ji2 huo3 liao3;画地为牢=hua4 di4 wei2 lao2;好酒贪杯=hao4 jiu3 tan1 bei1;长歌当哭=chang2 ge1 dang4 ku1;载沉载浮=zai4 chen2 zai4 fu2
遇难呈祥=yu4 nan4 cheng2 xiang2;榆木疙瘩=yu2 mu4 ge1 da5;以邻为壑=yi3 lin2 wei2 he4;洋为中用=yang2 wei2 zhong1 yong4;言为心声=yan2 wei2 xin1 sheng1;言必有中=yan2 bi4 you3 zhong4;图穷匕见=tu2 qiong2 bi3 xian4
滂沱大雨=pang2 tuo2 da4 yu3;目不暇给=mu4 bu4 xia2 ji3;量才录用=liang4 cai2 lu4 yong4;教学相长=jiao4 xue2 xiang1 zhang3;悔不当初=hui3 bu4 dang1 chu1;呼幺喝六=hu1 yao1 he4 liu4;不足为训=bu4 zu2 wei2 xun4;不拘形迹=bu4 ju1 xing2 ji1
傍若无人=pang2 ruo4 wu2 ren2;罪责难逃=zui4 ze2 nan2 tao2;自我吹嘘=zi4 wo3 chui1 xu1;转祸为福=zhuan3 huo4 wei2 fu2;勇冠三军=yong3 guan4 san1 jun1;易地而处=yi4 di4 er2 chu3;卸磨杀驴=xie4 mo4 sha1 lv2;玩儿不转=wan2 er2 bu4 zhuan4
天道好还=tian1 dao4 hao3 huan2;身单力薄=shen1 dan1 li4 bo2;撒豆成兵=sa3 dou4 cheng2 bing1;片纸只字=pian4 zhi3 zhi1 zi4;宁缺毋滥=ning4 que1 wu2 lan4;没没无闻=mo4 mo4 wu2 wen2;量力而为=liang4 li4 er2 wei2;历历可数=li4 li4 ke3 shu3
口碑载道=kou3 bei1 zai4 dao4;君子好逑=jun1 zi3 hao3 qiu2;好为人师=hao4 wei2 ren2 shi1;豪商巨贾=hao2 shang1 ju4 jia3;各有所好=ge4 you3 suo3 hao4;度德量力=duo2 de2 liang4 li4;指天为誓=zhi3 tian1 wei2 shi4
逸兴遄飞=yi4 xing4 chuan2 fei1;心宽体胖=xin1 kuan1 ti3 pan2;为德不卒=wei2 de2 bu4 zu2;天下为家=tian1 xia4 wei2 jia1;视为畏途=shi4 wei2 wei4 tu2;三灾八难=san1 zai1 ba1 nan4;沐猴而冠=mu4 hou2 er2 guan4;哩哩啦啦=li1 li5 la1 la1
见缝就钻=jian4 feng4 jiu4 zuan1;夹层玻璃=jia1 ceng2 bo1 li5;急公好义=ji2 gong1 hao4 yi4;积年累月=ji1 nian2 lei3 yue4;划地为牢=hua2 di4 wei2 lao2;更名改姓=geng1 ming2 gai3 xing4;奉为圭臬=feng4 wei2 gui1 nie4
多难兴邦=duo1 nan4 xing1 bang1;不破不立=bu4 po4 bu4 li4;坐地自划=zuo4 di4 zi4 hua2;坐不重席=zuo4 bu4 chong2 xi2;坐不窥堂=zuo4 bu4 kui1 tang2;作嫁衣裳=zuo4 jia4 yi1 shang5;左枝右梧=zuo3 zhi1 you4 wu2;左宜右有=zuo3 yi2 you4 you3
钻头觅缝=zuan1 tou2 mi4 feng4;钻天打洞=zuan1 tian1 da3 dong4;钻皮出羽=zuan1 pi2 chu1 yu3;钻火得冰=zuan1 huo3 de2 bing1;钻洞觅缝=zuan4 dong4 mi4 feng2;钻冰求火=zuan1 bing1 qiu2 huo3;子为父隐=zi3 wei2 fu4 yin3
擢发难数=zhuo2 fa4 nan2 shu3;着人先鞭=zhuo2 ren2 xian1 bian1;斫雕为朴=zhuo2 diao1 wei2 pu3;锥处囊中=zhui1 chu3 nang2 zhong1;椎心饮泣=chui2 xin1 yin3 qi4;椎心泣血=chui2 xin1 qi4 xue4;椎牛飨士=chui2 niu2 xiang3 shi4
椎牛歃血=chui2 niu2 sha4 xue4;椎牛发冢=chui2 niu2 fa4 zhong3;椎埋屠狗=chui2 mai2 tu2 gou3;椎埋狗窃=chui2 mai2 gou3 qie4;壮发冲冠=zhuang4 fa1 chong1 guan4;庄严宝相=zhuang1 yan2 bao3 xiang4;转愁为喜=zhuan3 chou2 wei2 xi3
转嗔为喜=zhuan3 chen1 wei2 xi3;拽巷啰街=zhuai4 xiang4 luo2 jie1;拽耙扶犁=zhuai1 pa2 fu2 li2;拽布拖麻=zhuai4 bu4 tuo1 ma2;箸长碗短=zhu4 chang2 wan3 duan3;铸剑为犁=zhu4 jian4 wei2 li2;杼柚其空=zhu4 you4 qi2 kong1
杼柚空虚=zhu4 you4 kong1 xu1;助天为虐=zhu4 tian1 wei2 nve4;属垣有耳=zhu3 yuan2 you3 er3;属毛离里=zhu3 mao2 li2 li3;属辞比事=zhu3 ci2 bi3 shi4;逐物不还=zhu2 wu4 bu4 huan2;铢量寸度=zhu1 liang2 cun4 duo2;铢两悉称=zhu1 liang3 xi1 chen4
侏儒观戏=zhu1 ru2 guan1 xi4;朱轓皁盖=zhu1 fan1 zao4 gai4;昼度夜思=zhou4 duo2 ye4 si1;诪张为幻=zhou1 zhang1 wei2 huan4;重明继焰=chong2 ming2 ji4 yan4;众啄同音=zhong4 zhuo2 tong2 yin1;众毛攒裘=zhong4 mao2 cuan2 qiu2
众好众恶=zhong4 hao4 zhong4 wu4;擿埴索涂=zhai1 zhi2 suo3 tu2;稚齿婑媠=zhi4 chi3 wo3 tuo2;至当不易=zhi4 dang4 bu4 yi4;指皂为白=zhi3 zao4 wei2 bai2;指雁为羹=zhi3 yan4 wei2 geng1;指树为姓=zhi3 shu4 wei2 xing4
指山说磨=zhi3 shan1 shuo1 mo4;止戈为武=zhi3 ge1 wei2 wu3;枝干相持=zhi1 gan4 xiang1 chi2;枝大于本=zh da4 yu2 ben3;支吾其词=zhi1 wu2 qi2 ci2;正身率下=zheng4 shen1 shuai4 xia4;正冠李下=zheng4 guan4 li3 xia4
整冠纳履=zheng3 guan1 na4 lv3;整躬率物=zheng3 gong1 shuai4 wu4;整顿干坤=zheng3 dun4 gan4 kun1;针头削铁=zhen1 tou2 xue1 tie3;贞松劲柏=zhen1 song1 jing4 bai3;赭衣塞路=zhe3 yi1 se4 lu4;折箭为誓=she2 jian4 wei2 shi4
折而族之=zhe2 er2 zu2 zhi1;昭德塞违=zhao1 de2 se4 wei2;章句小儒=zhang1 ju4 xiao3 ru2;湛恩汪濊=zhan4 en1 wang1 hui4;占风望气=zhan1 feng1 wang4 qi4;斩将搴旗=zhan3 jiang4 qian1 qi2;曾母投杼=zeng1 mu3 tou2 zhu4
曾参杀人=zeng1 shen1 sha1 ren2;造谣中伤=zao4 yao2 zhong4 shang1;早占勿药=zao3 zhan1 wu4 yao4;凿龟数策=zao2 gui1 shu3 ce4;攒三聚五=cuan2 san1 ju4 wu3;攒眉蹙额=cuan2 mei5 cu4 e2;攒零合整=cuan2 ling2 he2 zheng3
攒锋聚镝=cuan2 feng1 ju4 di2;载笑载言=zai4 xiao4 zai4 yan2;载酒问字=zai4 jiu3 wen4 zi4;殒身不恤=yun3 shen1 bu4 xu4;云舒霞卷=yun2 shu1 xia2 juan3;月中折桂=yue4 zhong1 she2 gui4;月落参横=yue4 luo4 shen1 heng2
鬻驽窃价=yu4 nu2 qie4 jia4;鬻鸡为凤=yu4 ji1 wei2 feng4;遇难成祥=yu4 nan4 cheng2 xiang2;郁郁累累=yu4 yu4 lei3 lei3;玉卮无当=yu4 zhi1 wu2 dang4;语笑喧阗=yu3 xiao4 xuan1 tian2;与世沉浮=yu3 shi4 chen2 fu2;与时消息=yu3 shi2 xiao1 xi5
逾墙钻隙=yu2 qiang2 zuan1 xi4;渔夺侵牟=yu2 duo2 qin1 mou2;杅穿皮蠹=yu2 chuan1 pi2 du4;余勇可贾=yu2 yong3 ke3 gu3;予智予雄=yu2 zhi4 yu2 xiong2;予取予求=yu2 qu3 yu2 qiu2;于家为国=yu2 jia1 wei2 guo2;有借无还=you3 jie4 wu2 huan2
有加无已=you3 jia1 wu2 yi3;有国难投=you3 guo2 nan2 tou2;游必有方=you2 bi4 you3 fang1;油干灯尽=you2 gan4 deng1 jin4;尤云殢雨=you2 yun2 ti4 yu3;庸中皦皦=yong1 zhong1 jiao3 jiao3;郢书燕说=ying3 shu1 yan1 shuo1
营蝇斐锦=ying2 ying2 fei1 jin3;鹰心雁爪=ying1 xin1 yan4 zhao3;莺吟燕儛=ying1 yin2 yan4 wu3;应天顺时=ying1 tian1 shun4 shi2;印累绶若=yin4 lei2 shou4 ruo4;隐占身体=yin3 zhan4 shen1 ti3;饮犊上流=yin4 du2 shang4 liu2
引绳切墨=yin3 sheng2 qie1 mo4;龈齿弹舌=yin2 chi3 dan4 she2;因缘为市=yin1 yuan2 wei2 shi4;因树为屋=yin1 shu4 wei2 wu1;溢美溢恶=yi4 mei3 yi4 wu4;抑塞磊落=yi4 se4 lei3 luo4;倚闾望切=yi3 lv2 wang4 qie1;以意为之=yi3 yi4 wei2 zhi1
以言为讳=yi3 yan2 wei2 hui4;以疏间亲=yi3 shu1 jian4 qin1;以水济水=yi3 shui3 ji3 shui3;以书为御=yi3 shu1 wei2 yu4;以守为攻=yi3 shou3 wei2 gong1;以升量石=yi3 sheng1 liang2 dan4;以慎为键=yi3 shen4 wei2 jian4;以筌为鱼=yi3 quan2 wei2 yu2
以利累形=yi3 li4 lei3 xing2;以毁为罚=yi3 hui3 wei2 fa2;以黑为白=yi3 hei1 wei2 bai2;以规为瑱=yi3 gui1 wei2 tian4;以古为鉴=yi3 gu3 wei2 jian4;以宫笑角=yi3 gong1 xiao4 jue2;以法为教=yi3 fa3 wei2 jiao4;以大恶细=yi3 da4 wu4 xi4
遗世忘累=yi2 shi4 wang4 lei3;遗寝载怀=yi2 qin3 zai4 huai2;移的就箭=yi2 di4 jiu4 jian4;依头缕当=yi1 tou2 lv3 dang4;衣租食税=yi4 zu1 shi2 shui4;衣轻乘肥=yi4 qing1 cheng2 fei2;衣裳之会=yi1 shang5 zhi1 hui4;衣单食薄=yi1 dan1 shi2 bo2
一还一报=yi1 huan2 yi1 bao4;叶公好龙=ye4 gong1 hao4 long2;野调无腔=ye3 diao4 wu2 qiang1;瑶池女使=yao2 chi2 nv3 shi3;幺麽小丑=yao1 mo2 xiao3 chou3;养精畜锐=yang3 jing1 xu4 rui4;卬首信眉=ang2 shou3 shen1 mei2
洋洋纚纚=yang2 yang2 sa3 sa3;羊羔美酒=yang2 gao1 mei3 jiu3;扬风扢雅=yang2 feng1 jie2 ya3;燕昭市骏=yan1 zhao1 shi4 jun4;燕昭好马=yan1 zhao1 hao3 ma3;燕石妄珍=yan1 shi2 wang4 zhen1;燕骏千金=yan1 jun4 qian1 jin1
燕金募秀=yan1 jin1 mu4 xiu4;燕驾越毂=yan1 jia4 yue4 gu3;燕歌赵舞=yan1 ge1 zhao4 wu3;燕岱之石=yan1 dai4 zhi1 shi2;燕处危巢=yan4 chu3 wei1 chao2;掞藻飞声=shan4 zao3 fei1 sheng1;偃革为轩=yan3 ge2 wei2 xuan1;妍蚩好恶=yan2 chi1 hao3 e4
压良为贱=ya1 liang2 wei2 jian4;搀行夺市=chan1 hang2 duo2 shi4;泣数行下=qi4 shu4 hang2 xia4;当行出色=dang1 hang2 chu1 se4;秀出班行=xiu4 chu1 ban1 hang2;儿女成行=er2 nv3 cheng2 hang2;大行大市=da4 hang2 da4 shi4
寻行数墨=xun2 hang2 shu3 mo4;埙篪相和=xun1 chi2 xiang1 he4;血债累累=xue4 zhai4 lei3 lei3;炫玉贾石=xuan4 yu4 gu3 shi2;炫石为玉=xuan4 shi2 wei2 yu4;悬石程书=xuan2 dan4 cheng2 shu1;悬狟素飡=xuan2 huan2 su4 can1
悬龟系鱼=xuan2 gui1 xi4 yu2;揎拳捋袖=xuan1 quan2 luo1 xiu4;轩鹤冠猴=xuan1 he4 guan4 hou2;畜妻养子=xu4 qi1 yang3 zi3;羞人答答=xiu1 ren2 da1 da1;修鳞养爪=xiu1 lin2 yang3 zhao3;熊据虎跱=xiong2 ju4 hu3 zhi4;兄死弟及=xiong1 si3 di4 ji2
腥闻在上=xing1 wen2 zai4 shang4;兴文匽武=xing1 wen2 yan3 wu3;兴观群怨=xing4 guan1 qun2 yuan4;兴高彩烈=xing4 gao1 cai3 lie4;心手相应=xin1 shou3 xiang1 ying4;心口相应=xin1 kou3 xiang1 ying1;挟势弄权=xie2 shi4 nong4 quan2
胁肩累足=xie2 jian1 lei3 zu2;校短量长=jiao4 duan3 liang2 chang2;小眼薄皮=xiao3 yan3 bo2 pi2;硝云弹雨=xiao1 yun2 dan4 yu3;鸮鸣鼠暴=xiao1 ming2 shu3 bao4;削株掘根=xue1 zhu1 jue2 gen1;削铁无声=xue1 tie3 wu2 sheng1
削职为民=xue1 zhi2 wei2 min2;削木为吏=xue1 mu4 wei2 li4;想望风褱=xiang3 wang4 feng1 huai2;香培玉琢=xiang5 pei5 yu5 zhuo2;相鼠有皮=xiang4 shu3 you3 pi2;相时而动=xiang4 shi2 er2 dong4;相切相磋=xiang1 qie1 xiang1 cuo1
相女配夫=xiang4 nv3 pei4 fu1;相门有相=xiang4 men2 you3 xiang4;挦章撦句=xian2 zhang1 che3 ju4;先我着鞭=xian1 wo3 zhuo2 bian1;习焉不察=xi2 yan1 bu4 cha2;歙漆阿胶=she4 qi1 e1 jiao1;晰毛辨发=xi1 mao2 bian4 fa4;悉索薄赋=xi1 suo3 bo2 fu4
雾鳞云爪=wu4 lin2 yun2 zhao3;物稀为贵=wu4 xi1 wei2 gui4;碔砆混玉=wu3 fu1 hun4 yu4;武断专横=wu3 duan4 zhuan1 heng2;五石六鹢=wu3 shi2 liu4 yi4;五色相宣=wu3 se4 xiang1 xuan1;五侯七贵=wu3 hou2 qi1 gui4;五侯蜡烛=wu3 hou4 la4 zhu2
五羖大夫=wu3 gu3 da4 fu1;吾自有处=wu2 zi4 you3 chu3;无下箸处=wu2 xia4 zhu4 chu3;无伤无臭=wu2 shang1 wu2 xiu4;无能为役=wu2 neng2 wei2 yi4;无寇暴死=wu2 kou4 bao4 si3;无孔不钻=wu2 kong3 bu4 zuan4;无间可乘=wu2 jian1 ke3 cheng2
无间冬夏=wu2 jian1 dong1 xia4;无恶不为=wu2 e4 bu4 wei2;无动为大=wu2 dong4 wei2 da4;诬良为盗=wu1 liang2 wei2 dao4;握拳透爪=wo4 quan2 tou4 zhao3;文武差事=wen2 wu3 chai1 shi4;委委佗佗=wei1 wei1 tuo2 tuo2;惟日为岁=wei2 ri4 wei2 sui4
帷薄不修=wei2 bo2 bu4 xiu1;为善最乐=wei2 shan4 zui4 le4;为山止篑=wei2 shan1 zhi3 kui4;为仁不富=wei2 ren2 bu4 fu4;为裘为箕=wei2 qiu2 wei2 ji1;为民父母=wei2 min2 fu4 mu3;为虺弗摧=wei2 hui3 fu2 cui1;为好成歉=wei2 hao3 cheng2 qian4
为鬼为蜮=wei2 gui3 wei2 yu4;望风响应=wang4 feng1 xiang3 ying1;望尘僄声=wang4 chen2 piao4 sheng1;往渚还汀=wang3 zhu3 huan2 ting1;王贡弹冠=wang2 gong4 dan4 guan4;亡国大夫=wang2 guo2 da4 fu1;万贯家私=wan4 guan4 jia1 si1
晚食当肉=wan3 shi2 dang4 rou4;晚节不保=wan3 jie2 bu4 bao3;玩岁愒时=wan2 sui4 kai4 shi2;蛙蟆胜负=wa1 ma2 sheng4 fu4;吞言咽理=tun1 yan2 yan4 li3;颓垣断堑=tui2 yuan2 duan4 qian4;推干就湿=tui1 gan4 jiu4 shi1;剸繁决剧=tuan2 fan2 jue2 ju4
团头聚面=tuan2 tou2 ju4 mian4;兔丝燕麦=tu4 si1 yan4 mai4;兔头麞脑=tu4 tou2 zhang1 nao3;兔葵燕麦=tu4 kui2 yan4 mai4;吐哺握发=tu3 bu3 wo4 fa4;投传而去=tou2 zhuan4 er2 qu4;头没杯案=tou2 mo4 bei1 an4;头昏脑闷=tou2 hun1 nao3 men4
头会箕敛=tou2 kuai4 ji1 lian3;头出头没=tou2 chu1 tou2 mo4;痛自创艾=tong4 zi4 chuang1 yi4;同恶相助=tong2 wu4 xiang1 zhu4;同恶相恤=tong2 wu4 xiang1 xu4;痌瘝在抱=tong1 guan1 zai4 bao4;通文调武=tong1 wen2 diao4 wu3
停留长智=ting2 liu2 zhang3 zhi4;铁树开华=tie3 shu4 kai1 hua1;条贯部分=tiao2 guan4 bu4 fen1;挑牙料唇=tiao3 ya2 liao4 chun2;挑么挑六=tiao1 yao1 tiao1 liu4;挑唇料嘴=tiao3 chun2 liao4 zui3;恬不为意=tian2 bu4 wei2 yi4
恬不为怪=tian2 bu4 wei2 guai4;天下为笼=tian1 xia4 wei2 long2;天台路迷=tian1 tai2 lu4 mi2;天年不遂=tian1 nian2 bu4 sui4;探囊胠箧=tan4 nang2 qu1 qie4;谭言微中=tan2 yan2 wei1 zhong4;谈言微中=tan2 yan2 wei1 zhong4
狧穅及米=shi4 kang1 ji2 mi3;随物应机=sui2 wu4 ying1 ji1;搜岩采干=sou1 yan2 cai3 gan4;宋斤鲁削=song4 jin1 lu3 xue1;松筠之节=song1 yun2 zhi1 jie2;四亭八当=si4 ting2 ba1 dang4;四马攒蹄=si4 ma3 cuan2 ti2;四不拗六=si4 bu4 niu4 liu4
思所逐之=si1 suo3 zhu2 zhi1;丝恩发怨=si1 en1 fa4 yuan4;硕望宿德=shuo4 wang4 xiu3 de2;铄古切今=shuo4 gu3 qie1 jin1;顺风而呼=shun4 feng1 er2 hu1;顺风吹火=shun4 feng1 chui1 huo3;水中著盐=shui3 zhong1 zhuo2 yan2
双柑斗酒=shuang1 gan1 dou3 jiu3;数米而炊=shu3 mi3 er2 chui1;数米量柴=shu3 mi3 liang2 chai2;数理逻辑=shu4 li3 luo2 ji5;数黑论黄=shu3 hei1 lun4 huang2;数白论黄=shu3 bai2 lun4 huang2;束缊还妇=shu4 yun1 huan2 fu4
束蒲为脯=shu4 pu2 wei2 pu2;束椽为柱=shu4 chuan2 wei2 zhu4;书缺有间=shu1 que1 you3 jian4;手足重茧=shou3 zu2 chong2 jian3;手足异处=shou3 zu2 yi4 chu3;手脚干净=shou3 jiao3 gan4 jing4;手不应心=shou3 bu4 ying1 xin1
螫手解腕=shi4 shou3 jie3 wan4;释知遗形=shi4 zhi1 yi2 xing2;适时应务=shi4 shi2 ying1 wu4;适情率意=shi4 qing2 shuai4 yi4;适当其冲=shi4 dang1 qi2 chong1;视为知己=shi4 wei2 zhi1 ji3;使羊将狼=shi3 yang2 jiang4 lang2
食为民天=shi2 wei2 min2 tian1;拾掇无遗=shi2 duo1 wu2 yi2;实与有力=shi2 yu4 you3 li4;石英玻璃=shi2 ying1 bo1 li5;石室金匮=shi2 shi4 jin1 gui4;什袭珍藏=shi2 xi2 zhen1 cang2;什伍东西=shi2 wu3 dong1 xi1;什围伍攻=shi2 wei2 wu3 gong1
十魔九难=shi2 mo2 jiu3 nan4;诗书发冢=shi1 shu1 fa4 zhong3;虱处裈中=shi1 chu3 kun1 zhong1;师直为壮=shi1 zhi2 wei2 zhuang4;尸居龙见=shi1 ju1 long2 xian4;圣经贤传=sheng4 jing1 xian2 zhuan4;圣君贤相=sheng4 jun1 xian2 xiang4
生拖死拽=sheng1 tuo1 si3 zhuai4;审己度人=shen3 ji3 duo2 ren2;神武挂冠=shen2 wu3 gua4 guan4;神龙失埶=shen2 long2 shi1 shi4;深文曲折=shen1 wen2 qu3 she2;深厉浅揭=shen1 li4 qian3 qi4;深谷为陵=shen1 gu3 wei2 ling2
深恶痛疾=shen1 wu4 tong4 ji2;深仇宿怨=shen1 chou2 xiu3 yuan4;舍己为公=she3 ji3 wei4 gong1;舍短取长=she3 duan3 qu3 chang2;舍策追羊=she3 ce4 zhui1 yang2;蛇蝎为心=she2 xie1 wei2 xin1;少成若性=shao4 cheng2 ruo4 xing4
上当学乖=shang4 dang4 xue2 guai1;赏不当功=shang3 bu4 dang1 gong1;善自为谋=shan4 zi4 wei2 mou2;善为说辞=shan4 wei2 shuo1 ci2;善善恶恶=shan4 shan4 wu4 e4;善财难舍=shan4 cai2 nan2 she3;苫眼铺眉=shan1 yan3 pu1 mei2
讪牙闲嗑=shan4 ya2 xian2 ke1;山阴乘兴=shan1 yin1 cheng2 xing1;山殽野湋=shan1 yao2 ye3 wei2;山溜穿石=shan1 liu4 chuan1 shi2;山节藻棁=shan1 jie2 zao3 zhuo1;杀鸡为黍=sha1 ji1 wei2 shu3;色厉胆薄=se4 li4 dan3 bo2
桑荫未移=sang1 yin1 wei4 yi2;桑荫不徙=sang1 yin1 bu4 xi3;桑土绸缪=sang1 tu3 chou2 miu4;桑户棬枢=sang1 hu4 juan4 shu1;三战三北=san1 zhan4 san1 bei3;三瓦两舍=san1 wa3 liang3 she3;三人为众=san1 ren2 wei4 zhong4
三差两错=san1 cha1 liang3 cuo4;塞井焚舍=sai1 jing3 fen2 she3;洒心更始=sa3 xin1 geng4 shi3;洒扫应对=sa3 sao3 ying4 dui4;软红香土=ruan3 hong2 xiang1 tu3;入吾彀中=ru4 wu2 gou4 zhong1;入铁主簿=ru4 tie3 zhu3 bu4
入理切情=ru4 li3 qie1 qing2;汝成人耶=ru3 cheng2 ren2 ye2;如水投石=ru2 shui3 tou2 shi2;如切如磋=ru2 qie1 ru2 cuo1;如登春台=ru2 deng1 chun1 tai2;肉薄骨并=rou4 bo2 gu3 bing4;柔情绰态=rou2 qing2 chuo4 tai4
戎马劻勷=rong2 ma3 kuang1 rang2;日中为市=ri4 zhong1 wei2 shi4;日月参辰=ri4 yue4 shen1 chen2;日省月修=ri4 xing3 yue4 xiu1;日削月割=ri4 xue1 yue4 ge1;日省月试=ri4 xing3 yue4 shi4;任达不拘=ren4 da2 bu4 ju1;人言藉藉=ren2 yan2 ji2 ji2
人模狗样=ren2 mu2 gou3 yang4;人莫予毒=ren2 mo4 yu2 du2;热熬翻饼=re4 ao2 fan1 bing3;圈牢养物=juan4 lao2 yang3 wu4;取予有节=qu3 yu3 you3 jie2;诎要桡腘=qu1 yao1 rao2 guo2;穷形尽相=qiong2 xing2 jin4 xiang4;情凄意切=qing2 qi1 yi4 qie4
情见势屈=qing2 xian4 shi4 qu1;情见乎辞=qing2 xian4 hu1 ci2;清都绛阙=qing1 dou1 jiang4 que4;倾肠倒肚=qing1 chang2 dao4 du3;青紫被体=qing1 zi3 pi1 ti3;青林黑塞=qing1 lin2 hei1 sai4;螓首蛾眉=qin2 shou3 e2 mei2
琴瑟之好=qin2 se4 zhi1 hao4;且住为佳=qie3 zhu4 wei2 jia1;切树倒根=qie1 shu4 dao3 gen1;切理餍心=qie1 li3 yan4 xin1;切近的当=qie1 jin4 de5 dang1;翘足引领=qiao2 zu2 yin3 ling3;巧发奇中=qiao3 fa1 qi2 zhong4
强嘴拗舌=jiang4 zui3 niu4 she2;强直自遂=qiang2 zhi2 zi4 sui2;强死强活=qiang3 si3 qiang3 huo2;强食自爱=qiang3 shi2 zi4 ai4;强食靡角=qiang3 shi2 mi2 jiao3;强弓劲弩=qiang2 gong1 jing4 nu3;强聒不舍=qiang3 guo1 bu4 she3
强凫变鹤=qiang2 fu2 bian4 he4;强而后可=qiang3 er2 hou4 ke3;强得易贫=qiang3 de2 yi4 pin2;遣兴陶情=qian3 xing4 tao2 qing2;牵羊担酒=qian1 yang2 dan1 jiu3;千了百当=qian1 liao3 bai3 dang4;泣下如雨=qi4 xia4 ru2 yu3
起偃为竖=qi3 yan3 wei2 shu4;岂弟君子=kai3 ti4 jun1 zi3;綦溪利跂=qi2 xi1 li4 qi2;棋输先著=qi2 shu1 xian1 zhuo2;齐王舍牛=qi2 wang2 she3 niu2;欺天诳地=qi1 tian1 kuang2 di4;普天率土=pu3 tian1 shuai4 tu3;铺胸纳地=pu1 xiong1 na4 di4
铺锦列绣=pu1 jin3 lie4 xiu4;破家为国=po4 jia1 wei4 guo2;破觚为圜=po4 gu1 wei2 yuan2;萍飘蓬转=ping2 piao1 peng2 zhuan4;帡天极地=ping2 tian1 ji2 di4;屏声息气=bing3 sheng1 xi1 qi4;凭几据杖=ping2 ji1 ju4 zhang4
贫嘴薄舌=pin2 zui3 bo2 she2;片语只辞=pian4 yu3 zhi1 ci2;披发文身=pi1 fa4 wen2 shen1;烹龙炮凤=peng1 long2 pao2 feng4;炰鳖脍鲤=fou3 bie1 kuai4 li3;庞眉皓发=pang2 mei2 hao4 fa4;攀花折柳=pan1 hua1 zhe2 liu3;攀蟾折桂=pan1 chan2 she2 gui4
女大难留=nv3 da4 nan2 liu2;弄玉吹箫=nong4 yu4 chui1 xiao1;弄管调弦=nong4 guan3 tiao2 xian2;弄粉调朱=nong4 fen3 diao4 zhu1;浓抹淡妆=nong2 mo4 dan4 zhuang1;捻土为香=nian3 tu3 wei2 xiang1;年谊世好=nian2 yi4 shi4 hao3
年华垂暮=nian2 hua2 chui2 mu4;儗不于伦=ni3 bu4 yu2 lun2;泥而不滓=ni2 er2 bu4 zi3;能者为师=neng2 zhe3 wei2 shi1;能不称官=neng2 bu4 chen4 guan1;挠直为曲=nao2 zhi2 wei2 qu1;难进易退=nan2 jin4 yi4 tui4;难得糊涂=nan2 de2 hu2 tu2
南蛮鴂舌=nan2 man2 jue2 she2;南贩北贾=nan2 fan4 bei3 gu3;牧猪奴戏=mu4 zhu1 nu2 xi4;目眢心忳=mu4 yuan1 xin1 tun2;目挑心招=mu4 tiao3 xin1 zhao1;目量意营=mu4 liang4 yi4 ying2;木头木脑=mu4 tou2 mu4 nao3;木干鸟栖=mu4 gan4 niao3 qi1
侔色揣称=mou2 se4 chuai3 chen4;莫予毒也=mo4 yu2 du2 ye3;抹粉施脂=mo4 fen3 shi1 zhi1;磨砻镌切=mo2 long2 juan1 qie1;磨棱刓角=mo2 leng2 wan2 jiao3;摸门不着=mo1 men2 bu4 zhao2;摸不着边=mo1 bu4 zhuo2 bian1
命中注定=ming4 zhong1 zhu4 ding4;鸣鹤之应=ming2 he4 zhi1 ying4;明效大验=ming2 xiao4 da4 yan4;名我固当=ming2 wo3 gu4 dang1;邈处欿视=miao3 chu3 kan3 shi4;黾穴鸲巢=meng3 xue2 qu2 chao2;绵里薄材=mian2 li3 bo2 cai2
靡有孑遗=mi3 you3 jie2 yi2;靡衣偷食=mi3 yi1 tou1 shi2;迷恋骸骨=mi2 lian4 hai2 gu3;扪参历井=men2 shen1 li4 jing3;门单户薄=men2 dan1 hu4 bo2;昧旦晨兴=mei4 dan4 chen2 xing1;冒名接脚=mao4 ming2 jie1 jiao3;毛遂堕井=mao2 sui2 duo4 jing3
毛发倒竖=mao2 fa1 dao3 shu4;卖文为生=mai4 wen2 wei2 sheng1;卖李钻核=mai4 li3 zuan1 he2;买椟还珠=mai3 du2 huan2 zhu1;埋三怨四=man2 san1 yuan4 si4;马入华山=ma3 ru4 hua2 shan1;落魄江湖=luo4 po4 jiang1 hu2;落落难合=luo4 luo4 nan2 he2
落草为寇=luo4 cao3 wei2 kou4;罗织构陷=luo2 zhi1 gou4 xian4;鸾凤和鸣=luan2 feng4 he4 ming2;率由旧章=shuai4 you2 jiu4 zhang1;率土同庆=shuai4 tu3 tong2 qing4;率兽食人=shuai4 shou4 shi2 ren2;率土归心=shuai4 tu3 gui1 xin1
率马以骥=shuai4 ma3 yi3 ji4;率尔成章=shuai4 er3 cheng2 zhang1;鲁斤燕削=lu3 jin1 yan4 xue1;漏尽更阑=lou4 jin4 geng1 lan2;笼鸟槛猿=long2 niao3 jian4 yuan2;笼鸟池鱼=long2 niao3 chi2 yu2;龙游曲沼=long2 you2 qu1 zhao3
龙血玄黄=long2 xue4 xuan2 huang2;龙雕凤咀=long2 diao1 feng4 ju3;六尺之讬=liu4 chi3 zhi1 tuo1;令原之戚=ling2 yuan2 zhi1 qi1;令人捧腹=ling4 ren2 peng3 fu4;陵劲淬砺=ling2 jing4 cui4 li4;临敌易将=lin2 di2 yi4 jiang4
裂裳衣疮=lie4 shang5 yi1 chuang1;裂冠毁冕=lie4 guan4 hui3 mian3;了无惧色=liao3 wu2 ju4 se4;了身达命=liao3 shen1 da2 ming4;了然无闻=liao3 ran2 wu2 wen2;了不可见=liao3 bu4 ke3 jian4;了不长进=liao3 bu4 zhang3 jin4
燎发摧枯=liao3 fa4 cui1 ku1;审时度势=shen3 shi2 duo2 shi4;量小力微=liang4 xiao3 li4 wei1;相时度力=xiang1 shi2 duo2 li4;量枘制凿=liang4 rui4 zhi4 zao2;量如江海=liang4 ru2 jiang1 hai3;量金买赋=liang4 jin1 mai3 fu4
量己审分=liang4 ji3 shen3 fen1;敛骨吹魂=lian3 gu3 chui1 hun2;詈夷为跖=li4 yi2 wei2 zhi2;利令志惛=li4 ling4 zhi4 hun1;李广不侯=li3 guang3 bu4 hou4;礼为情貌=li3 wei2 qing2 mao4;礼让为国=li3 rang4 wei2 guo2
犁生骍角=li2 sheng1 xing1 jiao3;离本徼末=li2 ben3 jiao3 mo4;楞眉横眼=leng2 mei2 heng4 yan3;擂天倒地=lei2 tian1 dao3 di4;累足成步=lei3 zu2 cheng2 bu4;累瓦结绳=lei3 wa3 jie2 sheng2;累土至山=lei3 tu3 zhi4 shan1
累土聚沙=lei3 tu3 ju4 sha1;累卵之危=lei3 luan3 zhi1 wei1;累累如珠=lei3 lei3 ru2 zhu1;累块积苏=lei3 kuai4 ji1 su1;乐山乐水=le4 shan1 le4 shui3;潦原浸天=lao3 yuan2 jin4 tian1;老师宿儒=lao3 shi1 xiu3 ru2;牢什古子=lao2 shi2 gu3 zi5
琅嬛福地=lang2 huan2 fu2 di4;揆情度理=kui2 qing2 duo2 li3;旷日累时=kuang4 ri4 lei3 shi2;匡救弥缝=kuang1 jiu4 mi2 feng4;枯树生华=ku1 shu4 sheng1 hua1;口轻舌薄=kou3 qing1 she2 bo2;口角生风=kou3 jiao3 sheng1 feng1
口角春风=kou3 jiao3 chun1 feng1;口角风情=kou3 jiao3 feng1 qing2;口干舌焦=kou3 gan1 she2 jiao1;口腹之累=kou3 fu4 zhi1 lei3;空腹便便=kong1 fu4 pian2 pian2;嗑牙料嘴=ke1 ya2 liao4 zui3;刻木为鹄=ke4 mu4 wei2 hu2
咳珠唾玉=ke2 zhu1 tuo4 yu4;咳唾成珠=ke2 tuo4 cheng2 zhu1;抗颜为师=kang4 yan2 wei2 shi1;开华结果=kai1 hua1 jie2 guo3;峻阪盐车=jun4 ban3 yan2 che1;嚼铁咀金=jiao2 tie3 ju3 jin1;嚼墨喷纸=jue2 mo4 pen1 zhi3;倔头强脑=jue4 tou2 jiang4 nao3
倔头倔脑=jue4 tou2 jue4 nao3;倦鸟知还=juan4 niao3 zhi1 huan2;卷席而葬=juan3 xi2 er2 zang4;卷甲倍道=juan3 jia3 bei4 dao4;聚米为山=ju4 mi3 wei2 shan1;举手相庆=ju3 shou3 xiang1 qing4;举世混浊=ju3 shi4 hun2 zhuo2
鞠为茂草=ju1 wei2 mao4 cao3;拘神遣将=ju1 shen2 qian3 jiang4;居下讪上=ju1 xia4 shan4 shang4;久要不忘=jiu3 yao1 bu4 wang4;九转功成=jiu3 zhuan3 gong1 cheng2;九蒸三熯=jiu3 zheng1 san1 han4;敬业乐群=jing4 ye4 le4 qun2
井底虾蟆=jing3 di3 xia1 ma2;旌旗卷舒=jing1 qi2 juan3 shu1;荆棘载途=jing1 ji2 zai4 tu2;禁舍开塞=jin4 she3 kai1 sai1;祲威盛容=jin4 wei1 sheng4 rong2;进退消长=jin4 tui4 xiao1 chang2;进退应矩=jin4 tui4 ying1 ju3
进退触籓=jin4 tui4 chu4 fan1;进退跋疐=jin4 tui4 ba2 zhi4;尽多尽少=jin3 duo1 jin3 shao3;锦囊还矢=jin3 nang2 huan2 shi3;矜己自饰=jin1 ji3 zi4 shi4;矜功负气=jin1 gong1 fu4 qi4;津关险塞=jin1 guan1 xian3 sai4;金吾不禁=jin1 wu2 bu4 jin4
金翅擘海=jin1 chi4 bai1 hai3;解衣衣人=jie3 yi1 yi1 ren2;解人难得=jie3 ren2 nan2 de2;解铃系铃=jie3 ling2 xi4 ling2;解发佯狂=jie3 fa4 yang2 kuang2;诘屈磝碻=jie2 qu1 ao2 qiao1;教猱升木=jiao1 nao2 sheng1 mu4
较瘦量肥=jiao4 shou4 liang4 fei2;角立杰出=jiao3 li4 jie2 chu1;焦沙烂石=jiao1 sha1 lan4 shi2;骄儿騃女=jiao1 er2 si4 nv3;浇风薄俗=jiao1 feng1 bo2 su2;降妖捉怪=xiang2 yao1 zhuo1 guai4;将取固予=jiang1 qu3 gu4 yu3
将门有将=jiang4 men2 you3 jiang4;将夺固与=jiang1 duo2 gu4 yu3;槛花笼鹤=jian4 hua1 long2 he4;鉴影度形=jian4 ying3 duo2 xing2;渐不可长=jian4 bu4 ke3 zhang3;见素抱朴=xian4 su4 bao4 pu3;见弃于人=jian4 qi4 yu2 ren2
简丝数米=jian3 si1 shu3 mi3;俭不中礼=jian3 bu4 zhong4 li3;间见层出=jian4 xian4 ceng2 chu1;尖嘴薄舌=jian1 zui3 bo2 she2;甲冠天下=jia3 guan4 tian1 xia4;葭莩之亲=jia1 fu2 zhi1 qin1;家累千金=jia1 lei4 qian1 jin1
家给人足=jia1 ji3 ren2 zu2;家道从容=jia1 dao4 cong2 rong2;夹袋人物=jia1 dai4 ren2 wu4;霁风朗月=ji4 feng1 lang3 yue4;寄兴寓情=ji4 xing4 yu4 qing2;计深虑远=ji4 shen1 lv4 yuan3;计功量罪=ji4 gong1 liang4 zui4
掎裳连襼=ji3 shang5 lian2 yi4;虮虱相吊=ji3 shi1 xiang1 diao4;疾不可为=ji2 bu4 ke3 wei2;极深研几=ji2 shen1 yan2 ji1;及宾有鱼=ji2 bin1 you3 yu2;激薄停浇=ji1 bo2 ting2 jiao1;积素累旧=ji1 su4 lei3 jiu4;积时累日=ji1 shi2 lei3 ri4
积露为波=ji1 lu4 wei2 bo1;积德累功=ji1 de2 lei3 gong1;积谗糜骨=ji1 chan2 mei2 gu3;击排冒没=ji1 pai2 mao4 mo4;祸为福先=huo4 wei2 fu2 xian1;祸福相依=huo4 fu2 xiang1 yi1;获隽公车=huo4 jun4 gong1 che1;混应滥应=hun4 ying1 lan4 ying1
毁舟为杕=hui3 zhou1 wei2 duo4;毁钟为铎=hui3 zhong1 wei2 duo2;毁冠裂裳=hui3 guan1 lie4 chang2;晦盲否塞=hui4 mang2 pi3 se4;回船转舵=hui2 chuan2 zhuan4 duo4;潢池盗弄=huang2 chi2 dao4 nong4;黄冠草履=huang2 guan4 cao3 lv3
黄发儿齿=huang2 fa4 er2 chi3;黄发垂髫=huang2 fa4 chui2 tiao2;还珠返璧=huan2 zhu1 fan3 bi4;还年驻色=huan2 nian2 zhu4 se4;还年却老=huan2 nian2 que4 lao3;坏裳为裤=huai4 shang5 wei2 ku4;画荻和丸=hua4 di2 huo4 wan2
化枭为鸠=hua4 xiao1 wei2 jiu1;化腐为奇=hua4 fu3 wei2 qi2;化鸱为凤=hua4 chi1 wei2 feng4;花不棱登=hua1 bu4 leng1 deng1;户限为穿=hu4 xian4 wei2 chuan1;呼卢喝雉=hu1 lu2 he4 zhi4;呼来喝去=hu1 lai2 he4 qu4;呼不给吸=hu1 bu4 ji3 xi1
厚味腊毒=hou4 wei4 xi1 du2;厚德载物=hou4 de2 zai4 wu4;鸿渐于干=hong2 jian4 yu2 gan4;洪炉燎发=hong2 lu2 liao2 fa4;红绳系足=hong2 sheng2 ji4 zu2;红不棱登=hong2 bu4 leng1 deng1;横抢硬夺=heng4 qiang3 ying4 duo2
横恩滥赏=heng4 en1 lan4 shang3;恨海难填=hen4 hai3 nan2 tian2;鹤发鸡皮=he4 fa4 ji1 pi2;涸思干虑=he2 si1 gan1 lv4;河涸海干=he2 he2 hai3 gan1;和颜说色=he2 yan2 yue4 se4;合从连衡=he2 zong4 lian2 heng2;浩浩汤汤=hao4 hao4 shang1 shang1
好勇斗狠=hao4 yong3 dou4 hen3;好问则裕=hao4 wen4 ze2 yu4;好为事端=hao4 wei2 shi4 duan1;好问决疑=hao4 wen4 jue2 yi2;好生之德=hao4 sheng1 zhi1 de2;好奇尚异=hao3 qi2 shang4 yi4;好恶不同=hao3 e4 bu4 tong2;好丹非素=hao4 dan1 fei1 su4
豪干暴取=hao2 gan4 bao4 qu3;毫发不爽=hao2 fa4 bu4 shuang3;寒酸落魄=han2 suan1 luo4 po4;含英咀华=han2 ying1 ju3 hua2;含糊不明=han2 hu2 bu4 ming2;过为已甚=guo4 wei2 yi3 shen4;桂折兰摧=gui4 she2 lan2 cui1;规旋矩折=gui1 xuan2 ju3 she2
广文先生=guang3 wen2 xian1 sheng5;广陵散绝=guang3 ling2 san3 jue2;冠山戴粒=guan4 shan1 dai4 li4;冠屦倒施=guan4 ju4 dao3 shi1;挂席为门=gua4 xi2 wei2 men2;寡见鲜闻=gua3 jian4 xian3 wen2;瓜葛相连=gua1 ge2 xiang1 lian2
鼓吻奋爪=gu3 wen3 fen4 zhao3;古调单弹=gu3 diao4 dan1 tan2;古调不弹=gu3 diao4 bu4 tan2;姑射神人=gu1 ye4 shen2 ren2;苟合取容=gou3 he2 qu3 rong2;狗续侯冠=gou3 xu4 hou4 guan4;钩爪锯牙=gou1 zhao3 ju4 ya2;共枝别干=gong4 zhi1 bie2 gan4
共为唇齿=gong4 wei2 chun2 chi3;拱手而降=gong3 shou3 er2 xiang2;拱肩缩背=gong3 jian1 suo1 bei4;功薄蝉翼=gong1 bo2 chan2 yi4;弓调马服=gong1 diao4 ma3 fu2;更姓改物=geng1 xing4 gai3 wu4;更仆难数=geng1 pu2 nan2 shu3
更令明号=geng1 ling4 ming2 hao4;更待干罢=geng4 dai4 gan4 ba4;更唱迭和=geng1 chang4 die2 he2;更长梦短=geng1 chang2 meng4 duan3;各色名样=ge4 se4 ming2 yang4;格格不纳=ge2 ge2 bu4 na4;格格不吐=ge2 ge2 bu4 tu3
告朔饩羊=gu4 shuo4 xi4 yang2;膏车秣马=gao4 che1 mo4 ma3;高义薄云=gao1 yi4 bo2 yun2;岗头泽底=gang1 tou2 ze2 di3;敢为敢做=gan3 wei2 gan3 zuo4;甘分随时=gan1 fen4 sui2 shi2;甘处下流=gan1 chu3 xia4 liu2;干啼湿哭=gan4 ti2 shi1 ku1
干名犯义=gan4 ming2 fan4 yi4;干将莫邪=gan1 jiang1 mo4 ye2;干城之将=gan1 cheng2 zhi1 jiang4;腹载五车=fu4 zai4 wu3 che1;父债子还=fu4 zhai4 zi3 huan2;父为子隐=fu4 wei2 zi3 yin3;辅世长民=fu3 shi4 zhang3 min2;福为祸始=fu2 wei2 huo4 shi3
符号逻辑=fu2 hao4 luo2 ji2;浮收勒折=fu2 shou1 le4 she2;肤受之愬=fu1 shou4 zhi1 su4;否终则泰=pi3 zhong1 ze2 tai4;佛头著粪=fo2 tou2 zhuo2 fen4;奉为楷模=feng4 wei2 kai3 mo2;凤靡鸾吪=feng4 mi3 luan2 e2;封豨修蛇=feng1 xi1 xiu1 she2
风影敷衍=feng1 ying3 fu1 yan3;丰屋蔀家=feng1 wu1 bu4 jia1;粪土不如=fen4 tu3 bu4 ru2;分风劈流=fen1 feng1 pi3 liu2;沸沸汤汤=fei4 fei4 shang1 shang1;菲食薄衣=fei3 shi2 bo2 yi1;飞将数奇=fei1 jiang4 shu4 qi2;放辟邪侈=fang4 pi4 xie2 chi3
方领圆冠=fang1 ling3 yuan2 guan4;犯而不校=fan4 er2 bu4 jiao4;返本还源=fan3 ben3 huan2 yuan2;反劳为逸=fan3 lao2 wei2 yi4;法轮常转=fa3 lun2 chang2 zhuan4;罚不当罪=fa2 bu4 dang1 zui4;发引千钧=fa4 yin3 qian1 jun1
发奸擿伏=fa1 jian1 ti1 fu2;发短心长=fa4 duan3 xin1 chang2;二竖为虐=er4 shu4 wei2 nve4;儿女心肠=er2 nv3 xin1 chang2;儿女亲家=er2 nv3 qing4 jia1;遏恶扬善=e4 wu4 yang2 shan4;饿殍枕藉=e4 piao3 zhen3 ji2;饿殍载道=e4 piao3 zai4 dao4
恶醉强酒=wu4 zui4 qiang3 jiu3;恶意中伤=e4 yi4 zhong4 shang1;恶湿居下=wu4 shi1 ju1 xia4;恶居下流=wu4 ju1 xia4 liu2;恶不去善=wu4 bu4 qu4 shan4;扼吭夺食=e4 hang2 duo2 shi2;扼襟控咽=e4 jin1 kong4 yan1;峨峨汤汤=e2 e2 shang1 shang1
屙金溺银=e1 jin1 niao4 yin2;朵颐大嚼=duo3 yi2 da4 jiao2;夺人所好=duo2 ren2 suo3 hao4;多言数穷=duo1 yan2 shuo4 qiong2;多文为富=duo1 wen2 wei2 fu4;多端寡要=duo1 duan1 gua3 yao4;多财善贾=duo1 cai2 shan4 gu3;遁世无闷=dun4 shi4 wu2 men4
遁迹黄冠=dun4 ji4 huang2 guan4;堆案盈几=dui1 an4 ying2 ji1;断还归宗=duan4 huan2 gui1 zong1;短见薄识=duan3 jian4 bo2 shi2;蠹居棊处=du4 ju1 qi2 chu3;度己以绳=duo2 ji3 yi3 sheng2;杜默为诗=du4 mo4 wei2 shi1;杜鹃啼血=du4 juan1 ti2 xue4
笃近举远=du3 jin4 ju3 yuan3;独有千秋=du2 you3 qian1 qiu1;读书得间=du2 shu1 de2 jian4;斗转参横=dou3 zhuan3 shen1 heng2;兜肚连肠=dou1 du3 lian2 chang2;洞见症结=dong4 jian4 zheng4 jie2;恫疑虚喝=dong4 yi2 xu1 he4
动中窾要=dong4 zhong1 kuan3 yao4;东鸣西应=dong1 ming2 xi1 ying1;东鳞西爪=dong1 lin2 xi1 zhao3;东量西折=dong1 liang4 xi1 she2;东家西舍=dong1 jia1 xi1 she4;东扯西拽=dong1 che3 xi1 zhuai1;鼎铛有耳=ding3 cheng1 you3 er3
鼎铛玉石=ding3 cheng1 yu4 shi2;钉头磷磷=ding1 tou2 lin2 lin2;跌宕不羁=die1 dang4 bu4 ji1;跌弹斑鸠=die1 dan4 ban1 jiu1;雕心雁爪=diao1 xin1 yan4 zhao3;颠倒衣裳=dian1 dao3 yi1 chang2;德薄能鲜=de2 bo2 neng2 xian3
得马折足=de2 ma3 she2 zu2;蹈其覆辙=dao3 qi2 fu4 zhe2;捣虚撇抗=dao3 xu1 pie1 kang4;倒载干戈=dao4 zai4 gan1 ge1;倒裳索领=dao4 chang2 suo3 ling3;倒果为因=dao4 guo3 wei2 yin1;叨在知己=tao1 zai4 zhi1 ji3;叨陪末座=tao1 pei2 mo4 zuo4
党豺为虐=dang3 chai2 wei2 nve4;当轴处中=dang1 zhou2 chu3 zhong1;当着不着=dang1 zhuo2 bu4 zhuo2;当务始终=dang1 wu4 shi3 zhong1;淡汝浓抹=dan4 ru3 nong2 mo3;弹丸脱手=tan2 wan2 tuo1 shou3;弹铗无鱼=dan4 jia2 wu2 yu2
箪食瓢饮=dan1 si4 piao2 yin3;大璞不完=da4 pu2 bu4 wan2;大明法度=da4 ming2 fa3 du4;大车以载=da4 che1 yi3 zai4;打闷葫芦=da3 men4 hu2 lu5;沓来踵至=ta4 lai2 zhong3 zhi4;厝火燎原=cuo4 huo3 liao3 yuan2;撮科打哄=cuo1 ke1 da3 hong4
寸积铢累=cun4 ji1 zhu1 lei3;啛啛喳喳=cui4 cui4 cha1 cha1;摧折豪强=cui1 zhe2 hao2 qiang2;摧刚为柔=cui1 gang1 wei2 rou2;从俗就简=cong2 su2 jiu4 jian3;此发彼应=ci3 fa1 bi3 ying1;此唱彼和=ci3 chang4 bi3 he4;慈悲为本=ci2 bei1 wei2 ben3
纯属骗局=chun2 shu3 pian4 ju2;春笋怒发=chun1 sun3 nu4 fa1;垂头搨翼=chui2 tou2 ta4 yi4;传为笑谈=chuan2 wei2 xiao4 tan2;传风扇火=chuan2 feng1 shan1 huo3;穿红着绿=chuan1 hong2 zhuo2 lv4;触处机来=chu4 chu3 ji1 lai2
处尊居显=chu3 zun1 ju1 xian3;处堂燕雀=chu3 tang2 yan4 que4;处实效功=chu3 shi2 xiao4 gong1;处高临深=chu3 gao1 lin2 shen1;出入无间=chu1 ru4 wu2 jian1;出门应辙=chu1 men2 ying1 zhe2;出处语默=chu1 chu3 yu3 mo4;出处殊途=chu1 chu3 shu1 tu2
出处进退=chu1 chu3 jin4 tui4;愁山闷海=chou2 shan1 men4 hai3;冲冠眦裂=chong1 guan4 zi4 lie4;齿牙为祸=chi3 ya2 wei2 huo4;尺二冤家=chi3 er4 yuan1 jia5;尺短寸长=chi3 duan3 cun4 chang2;尺寸之功=chi3 cun4 zhi1 gong1
城北徐公=cheng2 bei3 xu2 gong1;成败兴废=cheng2 bai4 xing1 fei4;趁水和泥=chen4 shui3 huo4 ni2;称雨道晴=cheng1 yu3 dao4 qing2;称体载衣=cheng1 ti3 zai4 yi1;称体裁衣=chen4 ti3 cai2 yi1;称家有无=chen4 jia1 you3 wu2
称德度功=cheng1 de2 duo2 gong1;沉吟章句=chen2 yin2 zhang1 ju4;沉吟不决=chen2 yin2 bu4 jue2;沉疴宿疾=chen2 ke1 su4 ji2;扯纤拉烟=che3 qian4 la1 yan1;扯顺风旗=che3 shun4 feng1 qi2;车载船装=che1 zai3 chuan2 zhuang1
朝升暮合=zhao1 sheng1 mu4 ge3;朝攀暮折=zhao1 pan1 mu4 she2;超今冠古=chao1 jin1 guan4 gu3;倡而不和=chang4 er2 bu4 he4;畅所欲为=chang4 suo3 yu4 wei2;苌弘碧血=chang2 hong2 bi4 xie3;长幼尊卑=zhang3 you4 zun1 bei1
长绳系日=chang2 sheng2 ji4 ri4;长年三老=zhang3 nian2 san1 lao3;长春不老=chang2 chun1 bu4 lao3;长傲饰非=zhang3 ao4 shi4 fei1;昌亭旅食=chang1 ting2 lv3 shi2;禅絮沾泥=chan2 xu4 zhan1 ni2;差三错四=cha1 san1 cuo4 si4
层台累榭=ceng2 tai2 lei3 xie4;层见迭出=ceng2 xian4 die2 chu1;藏踪蹑迹=cang2 zong1 nie4 ji4;苍蝇见血=cang1 ying2 jian4 xie3;餐松啖柏=can1 song1 dan4 bo2;骖风驷霞=can1 feng1 si4 xia2;参伍错综=cen1 wu3 cuo4 zong1
参辰卯酉=shen1 chen2 mao3 you3;材优干济=cai2 you1 gan1 ji3;材薄质衰=cai2 bo2 zhi4 shuai1;才大难用=cai2 da4 nan2 yong4;才薄智浅=cai2 bo2 zhi4 qian3;不足为意=bu4 zu2 wei2 yi4;不足为据=bu4 zu2 wei2 ju4;不足为法=bu4 zu2 wei2 fa3
不足齿数=bu4 zu2 chi3 shu3;不着疼热=bu4 zhuo2 teng2 re4;不知薡蕫=bu4 zhi1 ding3 dong3;不越雷池=bu4 yue4 lei2 chi2;不相为谋=bu4 xiang1 wei2 mou2;不贪为宝=bu4 tan1 wei2 bao3;不了而了=bu4 liao3 er2 liao3;不可揆度=bu4 ke3 kui2 duo2
不遑启处=bu4 huang2 qi3 chu3;不当不正=bu4 dang1 bu4 zheng4;不差什么=bu4 cha4 shen2 me5;不差累黍=bu4 cha1 lei3 shu3;擘两分星=bo4 liang3 fen1 xing1;簸土扬沙=bo3 tu3 yang2 sha1;薄物细故=bo2 wu4 xi4 gu4;薄寒中人=bo2 han2 zhong4 ren2
博文约礼=bo2 wen2 yue1 li3;播糠眯目=bo1 kang1 mi2 mu4;剥皮抽筋=bo1 pi2 chou1 jin1;剥肤椎髓=bo1 fu1 chui2 sui3;波属云委=bo1 zhu3 yun2 wei3;波骇云属=bo1 hai4 yun2 zhu3;兵微将寡=bing1 wei1 jiang4 gua3;兵强将勇=bing1 qiang2 jiang4 yong3
兵多将广=bing1 duo1 jiang4 guang3;兵不由将=bing1 bu4 you2 jiang4;冰解的破=bing1 jie3 di4 po4;彬彬济济=bin1 bin1 ji3 ji3;摽梅之年=biao4 mei2 zhi1 nian2;表里为奸=biao3 li3 wei2 jian1;飙发电举=biao1 fa1 dian4 ju3
变贪厉薄=bian4 tan1 li4 bo2;敝盖不弃=bi4 gai4 bu4 qi4;秕言谬说=bi3 yan2 miu4 shuo1;比物属事=bi3 wu4 zhu3 shi4;被山带河=pi1 shan1 dai4 he2;被甲枕戈=pi1 jia3 zhen3 ge1;被甲据鞍=pi1 jia3 ju4 an1;被褐怀玉=pi1 he4 huai2 yu4
被发缨冠=pi1 fa4 ying1 guan4;背曲腰躬=bei4 qu3 yao1 gong1;北窗高卧=bei3 chuang1 gao1 wo4;北辰星拱=bei3 chen2 xing1 gong3;北鄙之音=bei3 bi3 zhi1 yin1;卑宫菲食=bei1 gong1 fei3 shi2;暴衣露冠=pu4 yi1 lu4 guan4
暴腮龙门=pu4 sai1 long2 men2;暴露文学=bao4 lu4 wen2 xue2;暴虎冯河=bao4 hu3 ping2 he2;抱蔓摘瓜=bao4 wan4 zhai1 gua1;抱法处势=bao4 fa3 chu3 shi4;褒贬与夺=bao1 bian3 yu3 duo2;帮闲钻懒=bang1 xian2 zuan1 lan3
拜将封侯=bai4 jiang4 feng1 hou2;百兽率舞=bai3 shou4 shuai4 wu3;百孔千创=bai3 kong3 qian1 chuang1;白衣卿相=bai2 yi1 qing1 xiang4;白首为郎=bai2 shou3 wei2 lang2;白首相知=bai2 shou3 xiang1 zhi1;把玩无厌=ba3 wan2 wu2 yan4
拔锅卷席=ba2 guo1 juan3 xi2;拔本塞源=ba2 ben3 se4 yuan2;傲不可长=ao4 bu4 ke3 zhang3;熬更守夜=ao2 geng1 shou3 ye4;安时处顺=an1 shi2 chu3 shun4;安身为乐=an1 shen1 wei2 le4;安老怀少=an1 lao3 huai2 shao4;安步当车=an1 bu4 dang4 che1
爱人好士=ai4 ren2 hao4 shi4;矮人观场=ai3 ren2 guan1 chang3;捱风缉缝=ai2 feng1 ji1 feng4;挨山塞海=ai1 shan1 se4 hai3;阿家阿翁=a1 jia1 a1 weng1;阿党相为=e1 dang3 xiang1 wei2;追亡逐北=zhui1 wang2 zhu2 bei3;竹篮打水=zhu2 lan2 da2 shui3
知疼着热=zhi1 teng2 zhao2 re4;语不惊人=yu3 bu4 jing1 ren2;于今为烈=yu2 jin1 wei2 lie4;一日三省=yi1 ri4 san1 xing3;穴居野处=xue2 ju1 ye3 chu3;五脊六兽=wu3 ji3 liu4 shou4;无声无臭=wu2 sheng1 wu2 xiu4;谓予不信=wei4 yu2 bu4 xin4
舍身为国=she3 shen1 wei2 guo2;杀妻求将=sha1 qi1 qiu2 jiang4;强作解人=qiang3 zuo4 jie3 ren2;气冲斗牛=qi4 chong1 dou3 niu2;临深履薄=lin2 shen1 lv3 bo2;钧天广乐=jun1 tian1 guang3 yue4;艰难竭蹶=jian1 nan2 jie2 jue2
夹七夹八=jia1 qi1 jia1 ba1;混混噩噩=hun2 hun2 e4 e4;厚古薄今=hou4 gu3 bo2 jin1;鬼怕恶人=gui3 pa4 e4 ren2;伽马射线=ga1 ma3 she4 xian4;佛头着粪=fo2 tou2 zhuo2 fen4;奉为至宝=feng4 wei2 zhi4 bao3;登坛拜将=deng1 tan2 bai4 jiang4
晨昏定省=chen2 hun1 ding4 xing3;察察为明=cha2 cha2 wei2 ming2;博闻强识=bo2 wen2 qiang2 zhi4;避难就易=bi4 nan2 jiu4 yi4;了无生机=liao3 wu2 sheng1 ji1;有一说一=you3 yi1 shuo1 yi1;独一无二=du2 yi1 wu2 er4;说一不二=shuo1 yi1 bu4 er4
举一反三=ju3 yi1 fan3 san1;数一数二=shu3 yi1 shu3 er4;杀一儆百=sha1 yi1 jing3 bai3;丁一卯二=ding1 yi1 mao3 er4;丁一确二=ding1 yi1 que4 er4;不一而止=bu4 yi1 er2 zhi3;无一幸免=wu2 yi1 xing4 mian3;表里不一=biao3 li3 bu4 yi1
良莠不一=liang2 you3 bu4 yi1;心口不一=xin1 kou3 bu4 yi1;言行不一=yan2 xing2 bu4 yi1;政令不一=zheng4 ling4 bu4 yi1;参差不一=cen1 ci1 bu4 yi1;纷纷不一=fen1 fen1 bu4 yi1;毁誉不一=hui3 yu4 bu4 yi1;不一而三=bu4 yi1 er2 san1
百不一遇=bai3 bu4 yi1 yu4;言行抱一=yan2 xing2 bao4 yi1;瑜百瑕一=yu2 bai3 xia2 yi1;背城借一=bei4 cheng2 jie4 yi1;凭城借一=ping2 cheng2 jie4 yi1;劝百讽一=quan4 bai3 feng3 yi1;群居和一=qun2 ju1 he2 yi1;百不获一=bai3 bu4 huo4 yi1
百不失一=bai3 bu4 shi1 yi1;百无失一=bai3 wu2 shi1 yi1;万不失一=wan4 bu4 shi1 yi1;万无失一=wan4 wu2 shi1 yi1;合而为一=he2 er2 wei2 yi1;合两为一=he2 liang3 wei2 yi1;合二为一=he2 er4 wei2 yi1;天下为一=tian1 xia4 wei2 yi1
相与为一=xiang1 yu3 wei2 yi1;较若画一=jiao4 ruo4 hua4 yi1;较如画一=jiao4 ru2 hua4 yi1;斠若画一=jiao4 ruo4 hua4 yi1;言行若一=yan2 xing2 ruo4 yi1;始终若一=shi3 zhong1 ruo4 yi1;终始若一=zhong1 shi3 ruo4 yi1;惟精惟一=wei2 jing1 wei2 yi1
众多非一=zhong4 duo1 fei1 yi1;不能赞一=bu4 neng2 zan4 yi1;问一答十=wen4 yi1 da2 shi2;一不扭众=yi1 bu4 niu3 zhong4;一以贯之=yi1 yi3 guan4 zhi1;一以当百=yi1 yi3 dang1 bai3;百不当一=bai3 bu4 dang1 yi1;十不当一=shi2 bu4 dang1 yi1
以一警百=yi3 yi1 jing3 bai3;以一奉百=yi3 yi1 feng4 bai3;以一持万=yi3 yi1 chi2 wan4;以一知万=yi3 yi1 zhi1 wan4;百里挑一=bai3 li3 tiao1 yi1;整齐划一=zheng3 qi2 hua4 yi1;一来二去=yi1 lai2 er4 qu4;一路公交=yi1 lu4 gong1 jiao1
一路汽车=yi1 lu4 qi4 che1;一路巴士=yi1 lu4 ba1 shi4;朝朝朝落=zhao1 chao2 zhao1 luo4;曲意逢迎=qu1 yi4 feng2 ying2;一行不行=yi1 hang2 bu4 xing2;行行不行=hang2 hang2 bu4 xing2;为什么=wei4 shen2 me5;实际上=shi2 ji4 shang5
检察长=jian3 cha2 zhang3;干什么=gan4 shen2 me5;这会儿=zhe4 hui4 er5;尽可能=jin3 ke3 neng2;董事长=dong3 shi4 zhang3;了不起=liao3 bu4 qi3;参谋长=can1 mou2 zhang3;朝鲜族=chao2 xian3 zu2;海内外=hai3 nei4 wai4;禁不住=jin1 bu4 zhu4
柏拉图=bo2 la1 tu2;不在乎=bu4 zai4 hu5;洛杉矶=luo4 shan1 ji1;有点儿=you3 dian3 er5;迫击炮=pai3 ji1 pao4;不得了=bu4 de2 liao3;马尾松=ma3 wei3 song1;运输量=yun4 shu1 liang4;发脾气=fa1 pi2 qi5;士大夫=shi4 da4 fu1;鸭绿江=ya1 lu4 jiang1
压根儿=ya4 gen1 er5;对得起=dui4 de5 qi3;那会儿=na4 hui4 er5;自个儿=zi4 ge3 er5;物理量=wu4 li3 liang4;怎么着=zen3 me5 zhao1;明晃晃=ming2 huang3 huang3;节假日=jie2 jia4 ri4;心里话=xin1 li3 hua4;发行量=fa1 xing2 liang4
兴冲冲=xing4 chong1 chong1;分子量=fen1 zi3 liang4;国子监=guo2 zi3 jian4;老大难=lao3 da4 nan2;党内外=dang3 nei4 wai4;这么着=zhe4 me5 zhao1;少奶奶=shao4 nai3 nai5;暗地里=an4 di4 li3;更年期=geng1 nian2 qi1;工作量=gong1 zuo4 liang4
背地里=bei4 di4 li3;山里红=shan1 li5 hong2;好好儿=hao3 hao1 er5;交响乐=jiao1 xiang3 yue4;好意思=hao3 yi4 si5;吐谷浑=tu3 yu4 hun2;没意思=mei2 yi4 si5;理发师=li3 fa4 shi1;塔什干=ta3 shi2 gan1;充其量=chong1 qi2 liang4
靠得住=kao4 de5 zhu4;车行道=che1 xing2 dao4;人行道=ren2 xing2 dao4;中郎将=zhong1 lang2 jiang4;照明弹=zhao4 ming2 dan4;烟幕弹=yan1 mu4 dan4;没奈何=mo4 nai4 he2;乱哄哄=luan4 hong1 hong1;惠更斯=hui4 geng1 si1
载重量=zai4 zhong4 liang4;瞧得起=qiao2 de5 qi3;纪传体=ji4 zhuan4 ti3;阿房宫=e1 pang2 gong1;卷心菜=juan3 xin1 cai4;戏班子=xi4 ban1 zi5;过得去=guo4 de5 qu4;花岗石=hua1 gang1 shi2;外甥女=wai4 sheng5 nv3;团团转=tuan2 tuan2 zhuan4
大堡礁=da4 bao3 jiao1;燃烧弹=ran2 shao1 dan4;劳什子=lao2 shi2 zi5;摇滚乐=yao2 gun3 yue4;夹竹桃=jia1 zhu2 tao2;闹哄哄=nao4 hong1 hong1;三连冠=san1 lian2 guan4;重头戏=zhong4 tou2 xi4;二人转=er4 ren2 zhuan4;节骨眼=jie1 gu3 yan3
知识面=zhi1 shi5 mian4;护士长=hu4 shi5 zhang3;信号弹=xin4 hao4 dan4;干电池=gan1 dian4 chi2;枪杆子=qiang1 gan3 zi5;哭丧棒=ku1 sang1 bang4;鼻咽癌=bi2 yan1 ai2;瓦岗军=wa3 gang1 jun1;买得起=mai3 de5 qi3;癞蛤蟆=lai4 ha2 ma5
脊梁骨=ji3 liang5 gu3;子母弹=zi3 mu3 dan4;开小差=kai1 xiao3 chai1;女强人=nv3 qiang2 ren2;英雄传=ying1 xiong2 zhuan4;爵士乐=jue2 shi4 yue4;说笑话=shuo1 xiao4 hua5;碰头会=peng4 tou2 hui4;玻璃钢=bo1 li5 gang1;曳光弹=ye4 guang1 dan4
少林拳=shao4 lin2 quan2;咏叹调=yong3 tan4 diao4;少先队=shao4 xian1 dui4;灵长目=ling2 zhang3 mu4;对着干=dui4 zhe5 gan4;蒙蒙亮=meng2 meng2 liang4;软骨头=ruan3 gu3 tou5;铺盖卷=pu1 gai4 juan3;和稀泥=huo4 xi1 ni2;背黑锅=bei1 hei1 guo1
红彤彤=hong2 tong1 tong1;武侯祠=wu3 hou2 ci2;打哆嗦=da3 duo1 suo5;户口簿=hu4 kou3 bu4;马尾藻=ma3 wei3 zao3;夜猫子=ye4 mao1 zi5;打手势=da3 shou3 shi4;龙王爷=long2 wang2 ye2;气头上=qi4 tou2 shang5;糊涂虫=hu2 tu5 chong2
笔杆子=bi3 gan3 zi5;占便宜=zhan4 pian2 yi5;打主意=da3 zhu3 yi4;多弹头=duo1 dan4 tou2;露一手=lou4 yi1 shou3;堰塞湖=yan4 se4 hu2;保得住=bao3 de5 zhu4;趵突泉=bao4 tu1 quan2;奥得河=ao4 de5 he2;司务长=si1 wu4 zhang3;禁不起=jin1 bu4 qi3
什刹海=shi2 cha4 hai3;莲花落=lian2 hua1 lao4;见世面=jian4 shi4 mian4;豁出去=huo1 chu1 qu4;电位差=dian4 wei4 cha1;挨个儿=ai1 ge4 er5;那阵儿=na4 zhen4 er5;肺活量=fei4 huo2 liang4;大师傅=da4 shi1 fu5;掷弹筒=zhi4 dan4 tong3
打呼噜=da3 hu1 lu5;广渠门=an1 qu2 men2;未见得=wei4 jian4 de2;大婶儿=da4 shen3 er5;谈得来=tan2 de5 lai2;脚丫子=jiao3 ya1 zi5;空包弹=kong1 bao1 dan4;窝里斗=wo1 li5 dou4;弹着点=dan4 zhuo2 dian3;个头儿=ge4 tou2 er5;看得起=kan4 de5 qi3
糊涂账=hu2 tu5 zhang4;大猩猩=da4 xing1 xing5;禁得起=jin1 de5 qi3;法相宗=fa3 xiang4 zong1;可怜相=ke3 lian2 xiang4;吃得下=chi1 de5 xia4;汉堡包=han4 bao3 bao1;闹嚷嚷=nao4 rang1 rang1;数来宝=shu3 lai2 bao3;合得来=he2 de5 lai2
干性油=gan1 xing4 you2;闷葫芦=men4 hu2 lu5;呱呱叫=gua1 gua1 jiao4;西洋参=xi1 yang2 shen1;林荫道=lin2 yin1 dao4;拉家常=la1 jia1 chang2;卷铺盖=juan3 pu1 gai4;过得硬=guo4 de5 ying4;飞将军=fei1 jiang1 jun1;挑大梁=tiao3 da4 liang2
哈巴狗=ha3 ba5 gou3;过家家=guo4 jia1 jia1;催泪弹=cui1 lei4 dan4;雨夹雪=yu3 jia1 xue3;敲竹杠=qiao1 zhu2 gang4;列车长=lie4 che1 zhang3;华达呢=hua2 da2 ni2;犯得着=fan4 de5 zhao2;土疙瘩=tu3 ge1 da5;煞风景=sha1 feng1 jing3
轻量级=qing1 liang4 ji2;羞答答=xiu1 da1 da1;石子儿=shi2 zi3 er5;达姆弹=da2 mu3 dan4;科教片=ke1 jiao4 pian1;侃大山=kan3 da4 shan1;丁点儿=ding1 dian3 er5;吃得消=chi1 de5 xiao1;捋虎须=luo1 hu3 xu1;高丽参=gao1 li2 shen1
众生相=zhong4 sheng1 xiang4;咽峡炎=yan1 xia2 yan2;禁得住=jin1 de5 zhu4;吃得开=chi1 de5 kai1;柞丝绸=zuo4 si1 chou2;应声虫=ying4 sheng1 chong2;数得着=shu3 de5 zhao2;傻劲儿=sha3 jin4 er5;铅玻璃=qian1 bo1 li5;可的松=ke3 di4 song1
划得来=hua2 de5 lai2;晕乎乎=yun1 hu1 hu1;屎壳郎=shi3 ke5 lang4;尥蹶子=liao4 jue3 zi5;藏红花=zang4 hong2 hua1;闷罐车=men4 guan4 che1;卡脖子=qia3 bo2 zi5;红澄澄=hong2 deng5 deng5;赶得及=gan3 de5 ji2;当间儿=dang1 jian4 er5
露马脚=lou4 ma3 jiao3;鸡内金=ji1 nei4 jin1;犯得上=fan4 de5 shang4;钉齿耙=ding1 chi3 ba4;饱和点=bao3 he2 dian3;龙爪槐=long2 zhao3 huai2;喝倒彩=he4 dao4 cai3;定冠词=ding4 guan4 ci2;担担面=dan4 dan5 mian4;吃得住=chi1 de5 zhu4
爪尖儿=zhua3 jian1 er5;支着儿=zhi1 zhao1 er5;折跟头=zhe1 gen1 tou5;阴着儿=yin1 zhao1 er5;烟卷儿=yan1 juan3 er5;宣传弹=xuan1 chuan2 dan4;信皮儿=xin4 pi2 er5;弦切角=xian2 qie1 jiao3;缩砂密=su4 sha1 mi4;说得来=shuo1 de5 lai2
水漂儿=shui3 piao1 er5;耍笔杆=shua3 bi3 gan3;数得上=shu3 de5 shang4;数不着=shu3 bu4 zhao2;数不清=shu3 bu4 qing1;什件儿=shi2 jian4 er5;生死簿=sheng1 si3 bu4;扇风机=shan1 feng1 ji1;撒呓挣=sa1 yi4 zheng5;日记簿=ri4 ji4 bu4
热得快=re4 de5 kuai4;亲家公=qing4 jia5 gong1;奇函数=ji1 han2 shu4;拍纸簿=pai1 zhi3 bu4;努劲儿=nu3 jin4 er5;泥娃娃=ni2 wa2 wa5;内切圆=nei4 qie1 yuan2;哪会儿=na3 hui4 er5;闷头儿=men1 tou2 er5;没谱儿=mei2 pu3 er5;铆劲儿=mao3 jin4 er5
溜肩膀=liu1 jian1 bang3;了望台=liao4 wang4 tai2;老来少=lao3 lai2 shao4;坤角儿=kun1 jue2 er5;考勤簿=kao3 qin2 bu4;卷笔刀=juan3 bi3 dao1;进给量=jin4 ji3 liang4;划不来=hua2 bu4 lai2;汗褂儿=han4 gua4 er5;鼓囊囊=gu3 nang1 nang1
够劲儿=gou4 jin4 er5;公切线=gong1 qie1 xian4;搁得住=ge2 de5 zhu4;赶浪头=gan3 lang4 tou2;赶得上=gan3 de5 shang4;干酵母=gan1 jiao4 mu3;嘎渣儿=ga1 zha1 er5;嘎嘣脆=ga1 beng1 cui4;对得住=dui4 de5 zhu4;逗闷子=dou4 men4 zi5
顶呱呱=ding3 gua1 gua1;滴溜儿=di1 liu4 er5;大轴子=da4 zhou4 zi5;打板子=da3 ban3 zi5;寸劲儿=cun4 jin4 er5;醋劲儿=cu4 jin4 er5;揣手儿=chuai1 shou3 er5;冲劲儿=chong4 jin4 er5;吃得来=chi1 de5 lai2;不更事=bu4 geng1 shi4
奔头儿=ben4 tou5 er5;百夫长=bai3 fu1 zhang3;娃娃亲=wa2 wa5 qin1;死劲儿=si3 jin4 er5;骨朵儿=gu1 duo3 er5;功劳簿=gong1 lao2 bu4;都江堰=du1 jiang1 yan4;一担水=yi1 dan4 shui3;否极泰=pi3 ji2 tai4;泰来否=tai4 lai2 pi3;咳特灵=ke2 te4 ling2
开户行=kai1 hu4 hang2;郦食其=li4 yi4 ji1;花事了=hua1 shi4 liao3;一更更=yi1 geng1 geng1;一重山=yi1 chong2 shan1;风一更=feng1 yi1 geng1;雪一更=xue3 yi1 geng1;归一码=gui1 yi1 ma3;星期一=xing1 qi1 yi1;礼拜一=li3 bai4 yi1
一季度=yi1 ji4 du4;一月一=yi1 yue4 yi1;一字马=yi1 zi4 ma3;一是一=yi1 shi4 yi1;一次方=yi1 ci4 fang1;一阳指=yi1 yang2 zhi3;一字决=yi1 zi4 jue2;一年级=yi1 nian2 ji2;一不做=yi1 bu4 zuo4;屈戌儿=qu1 qu5 er2;难为水=nan2 wei2 shui3
难为情=nan2 wei2 qing2;行一行=xing2 yi1 hang2;别别的=bie4 bie2 de5;干哪行=gan4 na3 hang2;干一行=gan4 yi1 hang2;曲别针=qu1 bie2 zhen1;这个=zhe4 ge5;成为=cheng2 wei2;认为=ren4 wei2;作为=zuo4 wei2;部分=bu4 fen5;要求=yao1 qiu2
应该=ying1 gai1;增长=zeng1 zhang3;提供=ti2 gong1;觉得=jue2 de5;任务=ren4 wu5;那个=na4 ge5;称为=cheng1 wei2;为主=wei2 zhu3;了解=liao3 jie3;处理=chu3 li3;皇上=huang2 shang5;只要=zhi3 yao4;大量=da4 liang4;力量=li4 liang4;几乎=ji1 hu1
干部=gan4 bu4;目的=mu4 di4;行为=xing2 wei2;只见=zhi3 jian4;认识=ren4 shi5;市长=shi4 zhang3;师父=shi1 fu5;调查=diao4 cha2;重新=chong2 xin1;分为=fen1 wei2;知识=zhi1 shi5;导弹=dao3 dan4;质量=zhi4 liang4;行款=hang2 kuan3
行列=hang2 lie4;行话=hang2 hua4;行业=hang2 ye4;隔行=ge2 hang2;在行=zai4 hang2;行家=hang2 jia5;内行=nei4 hang2;外行=wai4 hang2;同行=tong2 hang2;本行=ben3 hang2;行伍=hang2 wu3;洋行=yang2 hang2;银行=yin2 hang2;商行=shang1 hang2
支行=zhi1 hang2;总行=zong3 hang2;行情=hang2 qing2;懂行=dong3 hang2;行规=hang2 gui1;行当=hang2 dang5;行货=hang2 huo4;太行=tai4 hang2;入行=ru4 hang2;中行=zhong1 hang2;农行=nong2 hang2;工行=gong1 hang2;建行=jian4 hang2
各行=ge4 hang2;行号=hang2 hao4;行高=hang2 gao1;行首=hang2 shou3;行尾=hang2 wei3;行末=hang2 mo4;行长=hang2 zhang3;行距=hang2 ju4;换行=huan4 hang2;行会=hang2 hui4;行辈=hang2 bei4;行道=hang2 dao4;道行=dao4 heng5;参与=can1 yu4
充分=chong1 fen4;尽管=jin3 guan3;生长=sheng1 zhang3;数量=shu4 liang4;应当=ying1 dang1;院长=yuan4 zhang3;强调=qiang2 diao4;只能=zhi3 neng2;音乐=yin1 yue4;以为=yi3 wei2;处于=chu3 yu2;部长=bu4 zhang3;蒙古=meng3 gu3;只有=zhi3 you3
适当=shi4 dang4;只好=zhi3 hao3;成长=cheng2 zhang3;高兴=gao1 xing4;不了=bu4 liao3;产量=chan3 liang4;胖子=pang4 zi5;显得=xian3 de5;只是=zhi3 shi4;似的=shi4 de5;率领=shuai4 ling3;改为=gai3 wei2;不禁=bu4 jin1;成分=cheng2 fen4
答应=da1 ying5;少年=shao4 nian2;兴趣=xing4 qu4;太监=tai4 jian5;休息=xiu1 xi5;校长=xiao4 zhang3;更新=geng1 xin1;合同=he2 tong5;喝道=he4 dao4;重庆=chong2 qing4;重建=chong2 jian4;使得=shi3 de5;审查=shen3 cha2;累计=lei3 ji4
给予=ji3 yu3;极为=ji2 wei2;冠军=guan4 jun1;仿佛=fang3 fu2;头发=tou2 fa5;投降=tou2 xiang2;家长=jia1 zhang3;仔细=zi3 xi4;要是=yao4 shi5;将领=jiang4 ling3;含量=han2 liang4;更为=geng4 wei2;积累=ji1 lei3;地处=di4 chu3;县长=xian4 zhang3
少女=shao4 nv3;路上=lu4 shang5;只怕=zhi3 pa4;能量=neng2 liang4;储量=chu3 liang4;供应=gong1 ying4;挑战=tiao3 zhan4;西藏=xi1 zang4;记得=ji4 de5;总量=zong3 liang4;当真=dang4 zhen1;将士=jiang4 shi4;差别=cha1 bie2;较为=jiao4 wei2
长老=zhang3 lao3;大夫=dai4 fu5;差异=cha1 yi4;懂得=dong3 de5;尽量=jin3 liang4;模样=mu2 yang4;的确=di2 que4;为首=wei2 shou3;便宜=pian2 yi5;更名=geng1 ming2;石头=shi2 tou5;州长=zhou1 zhang3;为止=wei2 zhi3;漂亮=piao4 liang5
炮弹=pao4 dan4;藏族=zang4 zu2;角色=jue2 se4;当作=dang4 zuo4;尽快=jin3 kuai4;人为=ren2 wei2;重复=chong2 fu4;胡同=hu2 tong4;差距=cha1 ju4;弟兄=di4 xiong5;大将=da4 jiang4;睡觉=shui4 jiao4;一觉=yi1 jiao4;团长=tuan2 zhang3
队长=dui4 zhang3;区长=qu1 zhang3;难得=nan2 de2;丫头=ya1 tou5;会长=hui4 zhang3;弟弟=di4 di5;王爷=wang2 ye5;重量=zhong4 liang4;誉为=yu4 wei2;家伙=jia1 huo5;华山=hua4 shan1;椅子=yi3 zi5;流量=liu2 liang4;长大=zhang3 da4
勉强=mian3 qiang3;会计=kuai4 ji4;过分=guo4 fen4;济南=ji3 nan2;调动=diao4 dong4;燕京=yan1 jing1;少将=shao4 jiang4;中毒=zhong4 du2;晓得=xiao3 de5;变更=bian4 geng1;打更=da3 geng1;认得=ren4 de5;苹果=ping2 guo3;念头=nian4 tou5
挣扎=zheng1 zha2;三藏=san1 zang4;剥削=bo1 xue1;丞相=cheng2 xiang4;少量=shao3 liang4;寻思=xun2 si5;夺得=duo2 de2;干线=gan4 xian4;呼吁=hu1 yu4;处罚=chu3 fa2;长官=zhang3 guan1;柏林=bo2 lin2;亲戚=qin1 qi5;身分=shen1 fen4;胳膊=ge1 bo5
着手=zhuo2 shou3;炸弹=zha4 dan4;咳嗽=ke2 sou5;叶子=ye4 zi5;外长=wai4 zhang3;供给=gong1 ji3;师长=shi1 zhang3;变量=bian4 liang4;应有=ying1 you3;下载=xia4 zai4;乐器=yue4 qi4;间接=jian4 jie1;底下=di3 xia4;打扮=da3 ban4;子弹=zi3 dan4
弹药=dan4 yao4;热量=re4 liang4;削弱=xue1 ruo4;骨干=gu3 gan4;容量=rong2 liang4;模糊=mo2 hu5;转动=zhuan4 dong4;称呼=cheng1 hu5;科长=ke1 zhang3;处置=chu3 zhi4;着重=zhuo2 zhong4;着急=zhao2 ji2;强迫=qiang3 po4;庭长=ting2 zhang3
首相=shou3 xiang4;喇嘛=la3 ma5;镇长=zhen4 zhang3;只管=zhi3 guan3;重重=chong2 chong2;免得=mian3 de5;着实=zhuo2 shi2;度假=du4 jia4;真相=zhen1 xiang4;相貌=xiang4 mao4;处分=chu3 fen4;委屈=wei3 qu5;为期=wei2 qi1;伯伯=bo2 bo5
伯子=bai3 zi5;圈子=quan1 zi5;见识=jian4 shi5;笼罩=long3 zhao4;与会=yu4 hui4;都督=du1 du5;都市=du1 shi4;成都=cheng2 du1;首都=shou3 du1;帝都=di4 du1;王都=wang2 du1;东都=dong1 du1;都护=du1 hu4;都城=du1 cheng2;建都=jian4 du1
迁都=qian1 du1;故都=gu4 du1;定都=ding4 du1;中都=zhong1 du1;六安=lu4 an1;宰相=zai3 xiang4;较量=jiao4 liang4;对称=dui4 chen4;总长=zong3 zhang3;相公=xiang4 gong5;空白=kong4 bai2;打量=da3 liang5;水分=shui3 fen4;舌头=she2 tou5
没收=mo4 shou1;行李=xing2 li5;判处=pan4 chu3;散文=san3 wen2;处境=chu3 jing4;孙子=sun1 zi5;拳头=quan2 tou5;打发=da3 fa1;组长=zu3 zhang3;骨头=gu3 tou5;宁可=ning4 ke3;更换=geng1 huan4;薄弱=bo2 ruo4;还原=huan2 yuan2;重修=chong2 xiu1
重来=chong2 lai2;只顾=zhi3 gu4;爱好=ai4 hao4;馒头=man2 tou5;军长=jun1 zhang3;首长=shou3 zhang3;厂长=chang3 zhang3;司长=si1 zhang3;长子=zhang3 zi3;强劲=qiang2 jing4;恰当=qia4 dang4;头儿=tou2 er5;站长=zhan4 zhang3;折腾=zhe1 teng5
相处=xiang1 chu3;统率=tong3 shuai4;中将=zhong1 jiang4;命中=ming4 zhong4;名将=ming2 jiang4;木头=mu4 tou5;动弹=dong4 tan5;地壳=di4 qiao4;干活=gan4 huo2;少爷=shao4 ye5;水量=shui3 liang4;补给=bu3 ji3;尾巴=wei3 ba5;来得=lai2 de5
好奇=hao4 qi2;钥匙=yao4 shi5;当做=dang4 zuo4;沉着=chen2 zhuo2;哑巴=ya3 ba5;车子=che1 zi5;上将=shang4 jiang4;恶心=e3 xin1;担子=dan4 zi5;应届=ying1 jie4;主角=zhu3 jue2;运转=yun4 zhuan3;兄长=xiong1 zhang3;格式=ge2 shi4
正月=zheng1 yue4;营长=ying2 zhang3;当成=dang4 cheng2;女婿=nv3 xu5;咽喉=yan1 hou2;重阳=chong2 yang2;化为=hua4 wei2;吐蕃=tu3 bo1;钻进=zuan1 jin4;乐队=yue4 dui4;亮相=liang4 xiang4;被子=bei4 zi5;舍得=she3 de5;杉木=sha1 mu4
击中=ji1 zhong4;排长=pai2 zhang3;假期=jia4 qi1;分量=fen4 liang4;数次=shu4 ci4;提防=di1 fang2;吆喝=yao1 he5;查处=cha2 chu3;量子=liang4 zi3;里头=li3 tou5;调研=diao4 yan2;伺候=ci4 hou5;重申=chong2 shen1;枕头=zhen3 tou5
拚命=pin1 ming4;社长=she4 zhang3;归还=gui1 huan2;批量=pi1 liang4;畜牧=xu4 mu4;点着=dian3 zhao2;甚为=shen4 wei2;小将=xiao3 jiang4;着眼=zhuo2 yan3;处死=chu3 si3;厌恶=yan4 wu4;鼓乐=gu3 yue4;树干=shu4 gan4;秘鲁=bi4 lu3;大方=da4 fang1
外头=wai4 tou5;班长=ban1 zhang3;星宿=xing1 xiu4;宁愿=ning4 yuan4;钦差=qin1 chai1;为数=wei2 shu4;勾当=gou4 dang4;削减=xue1 jian3;间谍=jian4 die2;埋怨=man2 yuan4;结实=jie1 shi5;计量=ji4 liang2;淹没=yan1 mo4;村长=cun1 zhang3
连长=lian2 zhang3;自给=zi4 ji3;武将=wu3 jiang4;温差=wen1 cha1;直奔=zhi2 ben4;供求=gong1 qiu2;剂量=ji4 liang4;道长=dao4 zhang3;泄露=xie4 lou4;王八=wang2 ba5;切割=qie1 ge1;间隔=jian4 ge2;一晃=yi1 huang3;长假=chang2 jia4
令狐=ling2 hu2;为害=wei2 hai4;句子=ju4 zi5;偿还=chang2 huan2;疙瘩=ge1 da5;燕山=yan1 shan1;堵塞=du3 se4;夺冠=duo2 guan4;扎实=zha1 shi5;电荷=dian4 he4;看守=kan1 shou3;复辟=fu4 bi4;郁闷=yu4 men4;尽早=jin3 zao3;切断=qie1 duan4
指头=zhi3 tou5;为生=wei2 sheng1;畜生=chu4 sheng5;切除=qie1 chu2;着力=zhuo2 li4;着想=zhuo2 xiang3;级差=ji2 cha1;投奔=tou2 ben4;棍子=gun4 zi5;含糊=han2 hu5;少妇=shao4 fu4;兴致=xing4 zhi4;纳闷=na4 men4;干流=gan4 liu2;卷起=juan3 qi3
扇子=shan4 zi5;更改=geng1 gai3;笼络=long3 luo4;喇叭=la3 ba5;载荷=zai4 he4;妥当=tuo3 dang4;为难=wei2 nan2;着陆=zhuo2 lu4;燕子=yan4 zi5;干吗=gan4 ma2;白发=bai2 fa4;总得=zong3 dei3;夹击=jia1 ji1;曝光=bao4 guang1;曲调=qu3 diao4
相机=xiang4 ji1;叫化=jiao4 hua4;角逐=jue2 zhu2;啊哟=a1 yo1;载重=zai4 zhong4;长辈=zhang3 bei4;出差=chu1 chai1;垛口=duo3 kou3;撇开=pie1 kai1;厅长=ting1 zhang3;组分=zu3 fen4;误差=wu4 cha1;家当=jia1 dang4;传记=zhuan4 ji4;个子=ge4 zi5
铺设=pu1 she4;干事=gan4 shi4;杆菌=gan3 jun1;定量=ding4 liang4;运载=yun4 zai4;会儿=hui4 er5;酋长=qiu2 zhang3;重返=chong2 fan3;差额=cha1 e2;露面=lou4 mian4;钻研=zuan1 yan2;大城=dai4 cheng2;上当=shang4 dang4;销量=xiao1 liang4
作坊=zuo1 fang5;照相=zhao4 xiang4;哎呀=ai1 ya1;调集=diao4 ji2;看中=kan4 zhong4;议长=yi4 zhang3;风筝=feng1 zheng5;辟邪=bi4 xie2;空隙=kong4 xi4;更迭=geng1 die2;偏差=pian1 cha1;声调=sheng1 diao4;适量=shi4 liang4;屯子=tun2 zi5
无量=wu2 liang4;空地=kong4 di4;调度=diao4 du4;散射=san3 she4;创伤=chuang1 shang1;海参=hai3 shen1;满载=man3 zai4;重叠=chong2 die2;落差=luo4 cha1;单调=dan1 diao4;老将=lao3 jiang4;人参=ren2 shen1;间断=jian4 duan4;重现=chong2 xian4
夹杂=jia1 za2;调用=diao4 yong4;萝卜=luo2 bo5;附着=fu4 zhuo2;应声=ying4 sheng1;主将=zhu3 jiang4;罪过=zui4 guo5;咀嚼=ju3 jue2;为政=wei2 zheng4;过量=guo4 liang4;乐曲=yue4 qu3;负荷=fu4 he4;枪弹=qiang1 dan4;悄然=qiao3 ran2
处方=chu3 fang1;悄声=qiao3 sheng1;曲子=qu3 zi5;情调=qing2 diao4;挑衅=tiao3 xin4;代为=dai4 wei2;了结=liao3 jie2;打中=da3 zhong4;酒吧=jiu3 ba1;懒得=lan3 de5;增量=zeng1 liang4;衣着=yi1 zhuo2;部将=bu4 jiang4;要塞=yao4 sai4
茶几=cha2 ji1;杠杆=gang4 gan3;出没=chu1 mo4;鲜有=xian3 you3;间隙=jian4 xi4;重担=zhong4 dan4;重演=chong2 yan3;重试=chong2 shi4;应酬=ying4 chou5;只当=zhi3 dang1;毋宁=wu2 ning4;包扎=bao1 za1;前头=qian2 tou5;卷烟=juan3 yan1
非得=fei1 dei3;弹道=dan4 dao4;杆子=gan1 zi5;门将=men2 jiang4;后头=hou4 tou5;喝彩=he4 cai3;暖和=nuan3 huo5;累积=lei3 ji1;调遣=diao4 qian3;倔强=jue2 jiang4;宝藏=bao3 zang4;丧事=sang1 shi4;约莫=yue1 mo5;纤夫=qian4 fu1;更替=geng1 ti4
装载=zhuang1 zai4;背包=bei1 bao1;帖子=tie3 zi5;松散=song1 san3;呼喝=hu1 he4;可恶=ke3 wu4;自转=zi4 zhuan4;供电=gong1 dian4;反省=fan3 xing3;坦率=tan3 shuai4;苏打=su1 da2;本分=ben3 fen4;落得=luo4 de5;鄙薄=bi3 bo2;相间=xiang1 jian4
单薄=dan1 bo2;混蛋=hun2 dan4;贞观=zhen1 guan1;附和=fu4 he4;能耐=neng2 nai4;吓唬=xia4 hu5;未了=wei4 liao3;引着=yin3 zhao2;抽调=chou1 diao4;沙子=sha1 zi5;席卷=xi2 juan3;标的=biao1 di4;别扭=bie4 niu5;思量=si1 liang5;喝采=he4 cai3
论语=lun2 yu3;盖子=gai4 zi5;分外=fen4 wai4;弄堂=long4 tang2;乐舞=yue4 wu3;雨量=yu3 liang4;毛发=mao2 fa4;差遣=chai1 qian3;背负=bei1 fu4;转速=zhuan4 su4;声乐=sheng1 yue4;夹攻=jia1 gong1;供水=gong1 shui3;主干=zhu3 gan4
惩处=cheng2 chu3;长相=zhang3 xiang4;公差=gong1 chai1;榴弹=liu2 dan4;省得=sheng3 de5;条子=tiao2 zi5;重围=chong2 wei2;阻塞=zu3 se4;劲风=jing4 feng1;纠葛=jiu1 ge2;颠簸=dian1 bo3;点中=dian3 zhong4;重创=zhong4 chuang1;姥姥=lao3 lao5
迷糊=mi2 hu5;公家=gong1 jia5;几率=ji1 lv4;苦闷=ku3 men4;度量=du4 liang4;差错=cha1 cuo4;暑假=shu3 jia4;参差=cen1 ci1;搭载=da1 zai4;助长=zhu4 zhang3;相称=xiang1 chen4;红晕=hong2 yun4;舍命=she3 ming4;喜好=xi3 hao4;列传=lie4 zhuan4
劲敌=jing4 di2;蛤蟆=ha2 ma5;请假=qing3 jia4;钉子=ding1 zi5;沉没=chen2 mo4;高丽=gao1 li2;休假=xiu1 jia4;无为=wu2 wei2;巴结=ba1 jie5;了得=liao3 de2;变相=bian4 xiang4;核弹=he2 dan4;亲家=qing4 jia5;承载=cheng2 zai4;喝问=he4 wen4
还击=huan2 ji1;交还=jiao1 huan2;将令=jiang4 ling4;单于=chan2 yu2;空缺=kong4 que1;绿林=lu4 lin2;胆量=dan3 liang4;执着=zhi2 zhuo2;低调=di1 diao4;闭塞=bi4 se4;轻薄=qing1 bo2;得当=de2 dang4;占卜=zhan1 bu3;扫帚=sao4 zhou5;龟兹=qiu1 ci2
年长=nian2 zhang3;外传=wai4 zhuan4;头子=tou2 zi5;裁缝=cai2 feng5;礼乐=li3 yue4;血泊=xue4 po1;散乱=san3 luan4;动量=dong4 liang4;倒腾=dao3 teng5;取舍=qu3 she3;咱家=zan2 jia1;长发=chang2 fa4;爪哇=zhao3 wa1;弹壳=dan4 ke2
省悟=xing3 wu4;嚷嚷=rang1 rang5;连累=lian2 lei4;应得=ying1 de2;族长=zu2 zhang3;柜子=gui4 zi5;擂鼓=lei2 gu3;眩晕=xuan4 yun4;调配=tiao2 pei4;躯干=qu1 gan4;差役=chai1 yi4;坎坷=kan3 ke3;少儿=shao4 er2;乐团=yue4 tuan2;养分=yang3 fen4
退还=tui4 huan2;格调=ge2 diao4;语调=yu3 diao4;音调=yin1 diao4;乐府=yue4 fu3;古朴=gu3 pu3;打点=da3 dian3;差使=chai1 shi3;匀称=yun2 chen4;瘦削=shou4 xue1;膏药=gao1 yao5;吞没=tun1 mo4;调任=diao4 ren4;散居=san3 ju1;上头=shang4 tou2
风靡=feng1 mi3;放假=fang4 jia4;估量=gu1 liang5;失当=shi1 dang4;中弹=zhong4 dan4;妄为=wang4 wei2;长者=zhang3 zhe3;起哄=qi3 hong4;末了=mo4 liao3;相声=xiang4 sheng5;校正=jiao4 zheng4;劝降=quan4 xiang2;矢量=shi3 liang4
沉闷=chen2 men4;给与=ji3 yu3;解法=jie3 fa3;塞外=sai4 wai4;将校=jiang4 xiao4;嗜好=shi4 hao4;没落=mo4 luo4;朴刀=po1 dao1;片子=pian1 zi5;切削=qie1 xiao1;弹丸=dan4 wan2;稀薄=xi1 bo2;亏得=kui1 de2;间歇=jian4 xie1;翘首=qiao2 shou3
色调=se4 diao4;处决=chu3 jue2;表率=biao3 shuai4;尺子=chi3 zi5;招降=zhao1 xiang2;称职=chen4 zhi2;斗篷=dou3 peng5;铺子=pu4 zi5;底子=di3 zi5;负载=fu4 zai4;干警=gan4 jing3;倒数=dao4 shu3;将官=jiang4 guan1;锄头=chu2 tou5
归降=gui1 xiang2;疟疾=nve4 ji5;唠叨=lao2 dao5;限量=xian4 liang4;屏息=bing3 xi1;重逢=chong2 feng2;器乐=qi4 yue4;氢弹=qing1 dan4;脖颈=bo2 geng3;妃子=fei1 zi5;处事=chu3 shi4;参量=can1 liang4;轻率=qing1 shuai4;缥缈=piao1 miao3
中奖=zhong4 jiang3;才干=cai2 gan4;施舍=shi1 she3;卷子=juan4 zi5;游说=you2 shui4;巷子=xiang4 zi5;膀胱=pang2 guang1;切勿=qie4 wu4;看管=kan1 guan3;风头=feng1 tou5;精干=jing1 gan4;高差=gao1 cha1;恐吓=kong3 he4;扁担=bian3 dan4
给养=ji3 yang3;格子=ge2 zi5;供需=gong1 xu1;反差=fan3 cha1;飞弹=fei1 dan4;微薄=wei1 bo2;发型=fa4 xing2;即兴=ji2 xing4;攒动=cuan2 dong4;间或=jian4 huo4;浅薄=qian3 bo2;乐章=yue4 zhang1;顺差=shun4 cha1;调子=diao4 zi5;相位=xiang4 wei4
转子=zhuan4 zi3;劲旅=jing4 lv3;咔嚓=ka1 cha1;了事=liao3 shi4;转悠=zhuan4 you5;当铺=dang4 pu4;爪子=zhua3 zi5;单子=dan1 zi5;好战=hao4 zhan4;燕麦=yan4 mai4;只许=zhi3 xu3;干练=gan4 lian4;女将=nv3 jiang4;酒量=jiu3 liang4
划船=hua2 chuan2;伎俩=ji4 liang3;挑拨=tiao3 bo1;少校=shao4 xiao4;着落=zhuo2 luo4;憎恶=zeng1 wu4;刻薄=ke4 bo2;要挟=yao1 xie2;用处=yong4 chu5;还手=huan2 shou3;模具=mu2 ju4;执著=zhi2 zhuo2;喝令=he4 ling4;保长=bao3 zhang3
吸着=xi1 zhe5;症结=zheng1 jie2;公转=gong1 zhuan4;校勘=jiao4 kan1;重提=chong2 ti2;扫兴=sao3 xing4;铺盖=pu1 gai4;长史=zhang3 shi3;差价=cha1 jia4;压根=ya4 gen1;怔住=zheng4 zhu4;应允=ying1 yun3;切入=qie1 ru4;战将=zhan4 jiang4
年少=nian2 shao4;舍身=she3 shen1;执拗=zhi2 niu4;处世=chu3 shi4;中风=zhong4 feng1;等量=deng3 liang4;放量=fang4 liang4;腔调=qiang1 diao4;老少=lao3 shao4;没入=mo4 ru4;瓜葛=gua1 ge2;将帅=jiang4 shuai4;车载=che1 zai4;窝囊=wo1 nang5
长进=zhang3 jin4;可汗=ke4 han2;并州=bing1 zhou1;供销=gong1 xiao1;切片=qie1 pian4;差事=chai1 shi4;知会=zhi1 hui5;鹰爪=ying1 zhao3;处女=chu3 nv3;切磋=qie1 cuo1;日头=ri4 tou5;押解=ya1 jie4;滋长=zi1 zhang3;道观=dao4 guan4
脚色=jue2 se4;当量=dang1 liang4;婆家=po2 jia5;缘分=yuan2 fen4;空闲=kong4 xian2;好色=hao4 se4;怒喝=nu4 he4;笼统=long3 tong3;边塞=bian1 sai4;何曾=he2 ceng2;重合=chong2 he2;零散=ling2 san3;轰隆=hong1 long1;化子=hua4 zi5
内蒙=nei4 meng3;数落=shu3 luo4;逆差=ni4 cha1;牟利=mou2 li4;栅栏=zha4 lan5;中标=zhong4 biao1;调档=diao4 dang4;佝偻=gou1 lou2;场子=chang3 zi5;甲壳=jia3 qiao4;重温=chong2 wen1;炮制=pao2 zhi4;返还=fan3 huan2;自传=zi4 zhuan4
高调=gao1 diao4;殷红=yan1 hong2;固着=gu4 zhuo2;强求=qiang3 qiu2;本相=ben3 xiang4;骄横=jiao1 heng4;草率=cao3 shuai4;气闷=qi4 men4;着色=zhuo2 se4;宁肯=ning4 ken3;兴头=xing4 tou5;拘泥=ju1 ni4;夹角=jia1 jiao3;发髻=fa4 ji4
猛将=meng3 jiang4;约摸=yue1 mo5;拖累=tuo1 lei3;呢绒=ni2 rong2;钻探=zuan1 tan4;夹层=jia1 ceng2;落魄=luo4 po4;巷道=hang4 dao4;运量=yun4 liang4;解闷=jie3 men4;空儿=kong4 er5;估摸=gu1 mo5;好客=hao4 ke4;钻孔=zuan1 kong3;糊弄=hu4 nong4
荥阳=xing2 yang2;烦闷=fan2 men4;仓卒=cang1 cu4;分叉=fen1 cha4;厂子=chang3 zi5;小调=xiao3 diao4;少阳=shao4 yang2;受降=shou4 xiang2;染坊=ran3 fang2;胳臂=ge1 bei5;将门=jiang4 men2;模板=mu2 ban3;配给=pei4 ji3;为伍=wei2 wu3
跟头=gen1 tou5;划算=hua2 suan4;累赘=lei2 zhui5;哄笑=hong1 xiao4;晕眩=yun1 xuan4;干掉=gan4 diao4;缝制=feng2 zhi4;难处=nan2 chu4;着意=zhuo2 yi4;蛮横=man2 heng4;奇数=ji1 shu4;短发=duan3 fa4;生还=sheng1 huan2;还清=huan2 qing1
看护=kan1 hu4;直率=zhi2 shuai4;奏乐=zou4 yue4;载客=zai4 ke4;专横=zhuan1 heng4;湮没=yan1 mo4;空格=kong4 ge2;铺垫=pu1 dian4;良将=liang2 jiang4;哗啦=hua1 la1;散漫=san3 man4;脱发=tuo1 fa4;送还=song4 huan2;埋没=mai2 mo4;累及=lei3 ji2
薄雾=bo2 wu4;调离=diao4 li2;舌苔=she2 tai1;机长=ji1 zhang3;栓塞=shuan1 se4;配角=pei4 jue2;切口=qie1 kou3;创口=chuang1 kou3;哈欠=ha1 qian5;实弹=shi2 dan4;铺平=pu1 ping2;哈达=ha3 da2;懒散=lan3 san3;实干=shi2 gan4;填空=tian2 kong4
刁钻=diao1 zuan1;乐师=yue4 shi1;量变=liang4 bian4;诱降=you4 xiang2;搪塞=tang2 se4;征调=zheng1 diao4;夹道=jia1 dao4;干咳=gan1 ke2;止咳=zhi3 ke2;乐工=yue4 gong1;划过=hua2 guo4;着火=zhao2 huo3;更正=geng1 zheng4;给付=ji3 fu4
空子=kong4 zi5;哪吒=ne2 zha1;正着=zheng4 zhao2;刷子=shua1 zi5;丧葬=sang1 zang4;夹带=jia1 dai4;安分=an1 fen4;中意=zhong4 yi4;长孙=zhang3 sun1;校订=jiao4 ding4;卷曲=juan3 qu1;载运=zai4 yun4;投弹=tou2 dan4;柞蚕=zuo4 can2
份量=fen4 liang4;调换=diao4 huan4;了然=liao3 ran2;咧嘴=lie3 zui3;典当=dian3 dang4;寒假=han2 jia4;长兄=zhang3 xiong1;给水=ji3 shui3;须发=xu1 fa4;枝干=zhi1 gan4;属相=shu3 xiang4;哄抢=hong1 qiang3;刻划=ke4 hua4;塞子=sai1 zi5
单干=dan1 gan4;还乡=huan2 xiang1;兆头=zhao4 tou5;寺观=si4 guan4;督率=du1 shuai4;啊哈=a1 ha5;割舍=ge1 she3;抹布=ma1 bu4;好恶=hao4 wu4;下处=xia4 chu3;消长=xiao1 zhang3;离间=li2 jian4;准头=zhun3 tou5;校对=jiao4 dui4;什物=shi2 wu4
番禺=pan1 yu2;佛爷=fo2 ye5;吗啡=ma3 fei1;盐分=yan2 fen4;虎将=hu3 jiang4;薄荷=bo4 he5;独处=du2 chu3;空位=kong4 wei4;铺路=pu1 lu4;乌拉=wu1 la1;调回=diao4 hui2;来头=lai2 tou5;闲散=xian2 san3;胶卷=jiao1 juan3;冒失=mao4 shi5
干劲=gan4 jin4;弦乐=xian2 yue4;相国=xiang4 guo2;丹参=dan1 shen1;助兴=zhu4 xing4;铺开=pu1 kai1;次长=ci4 zhang3;发卡=fa4 qia3;拮据=jie2 ju1;刹车=sha1 che1;生发=sheng1 fa4;重播=chong2 bo1;缝合=feng2 he2;音量=yin1 liang4
少尉=shao4 wei4;冲压=chong4 ya1;苍劲=cang1 jing4;厚薄=hou4 bao2;威吓=wei1 he4;外相=wai4 xiang4;呼号=hu1 hao2;着迷=zhao2 mi2;挑担=tiao1 dan4;纹路=wen2 lu4;还俗=huan2 su2;强横=qiang2 heng4;着数=zhao1 shu4;降顺=xiang2 shun4
挑明=tiao3 ming2;眯缝=mi1 feng5;分内=fen4 nei4;更衣=geng1 yi1;软和=ruan3 huo5;尽兴=jin4 xing4;号子=hao4 zi5;爪牙=zhao3 ya2;败将=bai4 jiang4;猜中=cai1 zhong4;结扎=jie2 za1;没空=mei2 kong4;夹缝=jia1 feng4;拾掇=shi2 duo5
掺和=chan1 huo5;簸箕=bo4 ji5;电量=dian4 liang4;荷载=he4 zai3;调式=diao4 shi4;处身=chu3 shen1;打手=da3 shou3;弹弓=dan4 gong1;横蛮=heng4 man2;能干=neng2 gan4;校点=jiao4 dian3;加载=jia1 zai4;干校=gan4 xiao4;哄传=hong1 chuan2
校注=jiao4 zhu4;淤塞=yu1 se4;马扎=ma3 zha2;月氏=yue4 zhi1;高干=gao1 gan4;经传=jing1 zhuan4;曾孙=zeng1 sun1;好斗=hao4 dou4;关卡=guan1 qia3;逃奔=tao2 ben4;磨蹭=mo2 ceng5;牟取=mou2 qu3;颤栗=zhan4 li4;蚂蚱=ma4 zha5;撮合=cuo1 he5
趔趄=lie4 qie5;摔打=shuai1 da3;台子=tai2 zi5;分得=fen1 de5;粘着=nian2 zhuo2;采邑=cai4 yi4;散装=san3 zhuang1;婀娜=e1 nuo2;兴味=xing4 wei4;行头=xing2 tou5;气量=qi4 liang4;调运=diao4 yun4;处治=chu3 zhi4;乐音=yue4 yin1;充塞=chong1 se4
恫吓=dong4 he4;论调=lun4 diao4;相中=xiang1 zhong4;民乐=min2 yue4;炮仗=pao4 zhang5;丧服=sang1 fu2;骁将=xiao1 jiang4;量刑=liang4 xing2;缝补=feng2 bu3;财会=cai2 kuai4;大干=da4 gan4;历数=li4 shu3;校场=jiao4 chang3;塞北=sai4 bei3
识相=shi2 xiang4;辱没=ru3 mo4;鲜亮=xian1 liang4;语塞=yu3 se4;露脸=lou4 lian3;凉快=liang2 kuai5;腰杆=yao1 gan3;溜达=liu1 da5;嘎嘎=ga1 ga1;公干=gong1 gan4;桔梗=jie2 geng3;挑逗=tiao3 dou4;看门=kan1 men2;乐歌=yue4 ge1;拓片=ta4 pian4
挑动=tiao3 dong4;准将=zhun3 jiang4;遒劲=qiu2 jing4;磨坊=mo4 fang2;逶迤=wei1 yi2;搅和=jiao3 huo5;摩挲=mo2 suo1;作弄=zuo4 nong4;苗头=miao2 tou5;打颤=da3 zhan4;大藏=da4 zang4;畜牲=chu4 sheng1;勾搭=gou1 da5;树荫=shu4 yin1
树杈=shu4 cha4;铁杆=tie3 gan3;将相=jiang4 xiang4;份子=fen4 zi5;视差=shi4 cha1;绿荫=lv4 yin1;枪杆=qiang1 gan3;缝纫=feng2 ren4;愁闷=chou2 men4;点将=dian3 jiang4;华佗=hua4 tuo2;劲射=jing4 she4;箱笼=xiang1 long3;终了=zhong1 liao3
鬓发=bin4 fa4;结巴=jie1 ba5;苦干=ku3 gan4;看家=kan1 jia1;正旦=zheng1 dan4;中肯=zhong4 ken3;厦门=xia4 men2;东莞=dong1 guan3;食量=shi2 liang4;宫调=gong1 diao4;间作=jian4 zuo4;弹片=dan4 pian4;差池=cha1 chi2;漂白=piao3 bai2
杠子=gang4 zi5;调处=tiao2 chu3;好动=hao4 dong4;转炉=zhuan4 lu2;屏气=bing3 qi4;夹板=jia1 ban3;哀乐=ai1 yue4;干道=gan4 dao4;苦处=ku3 chu4;劈柴=pi3 chai2;长势=zhang3 shi4;天华=tian1 hua2;共处=gong4 chu3;校验=jiao4 yan4;出塞=chu1 sai4
磨盘=mo4 pan2;萎靡=wei3 mi3;奔丧=ben1 sang1;唱和=chang4 he4;大调=da4 diao4;非分=fei1 fen4;钻营=zuan1 ying2;夹子=jia1 zi5;超载=chao1 zai4;更始=geng1 shi3;铃铛=ling2 dang5;披散=pi1 san4;发还=fa1 huan2;转轮=zhuan4 lun2
横财=heng4 cai2;泡桐=pao1 tong2;抛撒=pao1 sa3;天呀=tian1 ya1;糊糊=hu1 hu5;躯壳=qu1 qiao4;通量=tong1 liang4;奉还=feng4 huan2;午觉=wu3 jiao4;闷棍=men4 gun4;浪头=lang4 tou5;砚台=yan4 tai2;油坊=you2 fang2;学长=xue2 zhang3
过载=guo4 zai4;笔调=bi3 diao4;衣被=yi1 bei4;畜产=xu4 chan3;调阅=diao4 yue4;蛮干=man2 gan4;曾祖=zeng1 zu3;提干=ti2 gan4;变调=bian4 diao4;覆没=fu4 mo4;模子=mu2 zi5;乐律=yue4 lv4;称心=chen4 xin1;木杆=mu4 gan1;重印=chong2 yin4
自省=zi4 xing3;提调=ti2 diao4;看相=kan4 xiang4;芋头=yu4 tou5;下切=xia4 qie1;塞上=sai4 shang4;铺张=pu1 zhang1;藤蔓=teng2 wan4;薄幸=bo2 xing4;解数=xie4 shu4;褪去=tui4 qu4;霰弹=xian4 dan4;柚木=you2 mu4;痕量=hen2 liang4;雅乐=ya3 yue4
号哭=hao2 ku1;诈降=zha4 xiang2;猪圈=zhu1 juan4;咋舌=ze2 she2;铣床=xi3 chuang2;防弹=fang2 dan4;健将=jian4 jiang4;丽水=li2 shui3;削发=xue1 fa4;空当=kong4 dang1;多相=duo1 xiang4;鲜见=xian3 jian4;划桨=hua2 jiang3;载波=zai4 bo1
跳蚤=tiao4 zao5;俏皮=qiao4 pi2;吧嗒=ba1 da1;结发=jie2 fa4;了断=liao3 duan4;同调=tong2 diao4;石磨=shi2 mo4;时差=shi2 cha1;鼻塞=bi2 se4;挑子=tiao1 zi5;推磨=tui1 mo4;武侯=wu3 hou2;抹煞=mo3 sha1;调转=diao4 zhuan3;籍没=ji2 mo4
还债=huan2 zhai4;调演=diao4 yan3;分划=fen1 hua2;奇偶=ji1 ou3;断喝=duan4 he4;闷雷=men4 lei2;狼藉=lang2 ji2;饭量=fan4 liang4;还礼=huan2 li3;转调=zhuan3 diao4;星相=xing1 xiang4;手相=shou3 xiang4;配乐=pei4 yue4;盖头=gai4 tou5
连杆=lian2 gan3;簿记=bu4 ji4;刀把=dao1 ba4;量词=liang4 ci2;名角=ming2 jue2;步调=bu4 diao4;校本=jiao4 ben3;账簿=zhang4 bu4;隽永=juan4 yong3;稍为=shao1 wei2;易传=yi4 zhuan4;乐谱=yue4 pu3;牵累=qian1 lei3;答理=da1 li5;喝斥=he4 chi4
吟哦=yin2 e2;干渠=gan4 qu2;海量=hai3 liang4;精当=jing1 dang4;着床=zhuo2 chuang2;月相=yue4 xiang4;庶几=shu4 ji1;宫观=gong1 guan4;论处=lun4 chu3;征辟=zheng1 bi4;厚朴=hou4 po4;介壳=jie4 qiao4;吭哧=keng1 chi1;咯血=ka3 xie3
铺陈=pu1 chen2;重生=chong2 sheng1;乐理=yue4 li3;哀号=ai1 hao2;藏历=zang4 li4;刚劲=gang1 jing4;削平=xue1 ping2;浓荫=nong2 yin1;城垛=cheng2 duo3;当差=dang1 chai1;正传=zheng4 zhuan4;并处=bing4 chu3;创面=chuang1 mian4;旦角=dan4 jue2
薄礼=bo2 li3;晃荡=huang4 dang5;臊子=sao4 zi5;家什=jia1 shi2;闷头=men1 tou2;美发=mei3 fa4;度数=du4 shu5;着凉=zhao2 liang2;闯将=chuang3 jiang4;几案=ji1 an4;姘头=pin1 tou5;差数=cha1 shu4;散碎=san3 sui4;壅塞=yong1 se4;寒颤=han2 zhan4
牵强=qian1 qiang3;无间=wu2 jian4;轮转=lun2 zhuan4;号叫=hao2 jiao4;铺排=pu1 pai2;降伏=xiang2 fu2;轧钢=zha2 gang1;东阿=dong1 e1;病假=bing4 jia4;累加=lei3 jia1;梗塞=geng3 se4;弹夹=dan4 jia1;钻心=zuan1 xin1;晃眼=huang3 yan3
魔爪=mo2 zhao3;标量=biao1 liang4;憋闷=bie1 men4;猜度=cai1 duo2;处士=chu3 shi4;官差=guan1 chai1;讨还=tao3 huan2;长门=chang2 men2;馏分=liu2 fen1;里弄=li3 long4;色相=se4 xiang4;雅兴=ya3 xing4;角力=jue2 li4;弹坑=dan4 keng1
枝杈=zhi1 cha4;夹具=jia1 ju4;处刑=chu3 xing2;悍将=han4 jiang4;好学=hao4 xue2;好好=hao3 hao3;银发=yin2 fa4;扫把=sao4 ba3;法相=fa3 xiang4;贵干=gui4 gan4;供气=gong1 qi4;空余=kong4 yu2;捆扎=kun3 za1;瘠薄=ji2 bo2;浆糊=jiang4 hu5
嘎吱=ga1 zhi1;调令=diao4 ling4;法帖=fa3 tie4;淋病=lin4 bing4;调派=diao4 pai4;转盘=zhuan4 pan2;供稿=gong1 gao3;差官=chai1 guan1;忧闷=you1 men4;教长=jiao4 zhang3;重唱=chong2 chang4;酒兴=jiu3 xing4;乐坛=yue4 tan2;花呢=hua1 ni2
叱喝=chi4 he4;膀臂=bang3 bi4;得空=de2 kong4;转圈=zhuan4 quan1;横暴=heng4 bao4;哄抬=hong1 tai2;引吭=yin3 hang2;载货=zai4 huo4;中计=zhong4 ji4;官长=guan1 zhang3;相面=xiang4 mian4;看头=kan4 tou5;盼头=pan4 tou5;意兴=yi4 xing4
军乐=jun1 yue4;累次=lei3 ci4;骨嘟=gu3 du1;燕赵=yan1 zhao4;报丧=bao4 sang1;弥撒=mi2 sa5;挨斗=ai2 dou4;扁舟=pian1 zhou1;丑角=chou3 jue2;吊丧=diao4 sang1;强将=qiang2 jiang4;重奏=chong2 zou4;发辫=fa4 bian4;着魔=zhao2 mo2
着法=zhao1 fa3;盛放=sheng4 fang4;填塞=tian2 se4;凶横=xiong1 heng4;稽首=qi3 shou3;碑帖=bei1 tie4;冲量=chong1 liang4;发菜=fa4 cai4;假发=jia3 fa4;翻卷=fan1 juan3;小量=xiao3 liang4;胶着=jiao1 zhuo2;里子=li3 zi5;调调=diao4 diao5
散兵=san3 bing1;高挑=gao1 tiao3;播撒=bo1 sa3;夹心=jia1 xin1;扇动=shan1 dong4;叨扰=tao1 rao3;霓裳=ni2 chang2;捻子=nian3 zi5;弥缝=mi2 feng2;撒布=sa3 bu4;场院=chang2 yuan4;省亲=xing3 qin1;提拉=ti2 la1;惯量=guan4 liang4
强逼=qiang2 bi1;强征=qiang2 zheng1;晕车=yun4 che1;数道=shu4 dao4;带累=dai4 lei4;拓本=ta4 ben3;嫌恶=xian2 wu4;宿将=su4 jiang4;龟裂=jun1 lie4;缠夹=chan2 jia1;发式=fa4 shi4;隔扇=ge2 shan4;天分=tian1 fen4;癖好=pi3 hao4;四通=si4 tong1
白术=bai2 zhu2;划伤=hua2 shang1;角斗=jue2 dou4;听差=ting1 chai1;岁差=sui4 cha1;丧礼=sang1 li3;脉脉=mo4 mo4;削瘦=xue1 shou4;撒播=sa3 bo1;莎草=suo1 cao3;犍为=qian2 wei2;调头=diao4 tou2;龙卷=long2 juan3;外调=wai4 diao4;字帖=zi4 tie4
卷发=juan3 fa4;揣度=chuai3 duo2;洋相=yang2 xiang4;散光=san3 guang1;骨碌=gu1 lu5;薄命=bo2 ming4;笼头=long2 tou2;咽炎=yan1 yan2;碌碡=liu4 zhou5;片儿=pian4 er5;纤手=qian4 shou3;散体=san3 ti3;内省=nei4 xing3;强留=qiang2 liu2
解送=jie4 song4;反间=fan3 jian4;少壮=shao4 zhuang4;留空=liu2 kong1;告假=gao4 jia4;咳血=ke2 xue4;薄暮=bo2 mu4;铺轨=pu1 gui3;磨削=mo2 xue1;治丧=zhi4 sang1;叉子=cha1 zi5;哄动=hong1 dong4;蛾子=e2 zi5;出落=chu1 luo4;股长=gu3 zhang3
贵处=gui4 chu4;还魂=huan2 hun2;例假=li4 jia4;刹住=sha1 zhu4;身量=shen1 liang4;同好=tong2 hao4;模量=mo2 liang4;更生=geng1 sheng1;服丧=fu2 sang1;率直=shuai4 zhi2;字模=zi4 mu2;散架=san3 jia4;答腔=da1 qiang1;交恶=jiao1 wu4
薄情=bo2 qing2;眼泡=yan3 pao1;袅娜=niao3 nuo2;草垛=cao3 duo4;冲劲=chong4 jin4;呢喃=ni2 nan2;切中=qie4 zhong4;挑灯=tiao3 deng1;还愿=huan2 yuan4;激将=ji1 jiang4;更鼓=geng1 gu3;没药=mo4 yao4;败兴=bai4 xing4;切面=qie1 mian4
散户=san3 hu4;累进=lei3 jin4;背带=bei1 dai4;秤杆=cheng4 gan3;碾坊=nian3 fang2;簿子=bu4 zi5;扳手=ban1 shou3;铅山=yan2 shan1;儒将=ru2 jiang4;重光=chong2 guang1;剪发=jian3 fa4;长上=zhang3 shang4;小传=xiao3 zhuan4;压轴=ya1 zhou4
弱冠=ruo4 guan4;花卷=hua1 juan3;横祸=heng4 huo4;夹克=jia1 ke4;光晕=guang1 yun4;披靡=pi1 mi3;对调=dui4 diao4;夹持=jia1 chi2;空额=kong4 e2;平调=ping2 diao4;铺床=pu1 chuang2;丧钟=sang1 zhong1;作乐=zuo4 le4;少府=shao4 fu3
数数=shuo4 shuo4;奔头=ben4 tou5;进给=jin4 ji3;率性=shuai4 xing4;乐子=le4 zi5;绑扎=bang3 za1;挑唆=tiao3 suo1;漂洗=piao3 xi3;夹墙=jia1 qiang2;咳喘=ke2 chuan3;乜斜=mie1 xie5;错处=cuo4 chu4;闷酒=men4 jiu3;时调=shi2 diao4
重孙=chong2 sun1;经幢=jing1 chuang2;圩场=xu1 chang3;调门=diao4 men2;花头=hua1 tou2;划拉=hua2 la5;套色=tao4 shai3;粗率=cu1 shuai4;相率=xiang1 shuai4;款识=kuan3 zhi4;吁请=yu4 qing3;荫蔽=yin1 bi4;文蛤=wen2 ge2;嘀嗒=di1 da1
调取=diao4 qu3;交差=jiao1 chai1;落子=luo4 zi3;相册=xiang4 ce4;絮叨=xu4 dao5;落发=luo4 fa4;异相=yi4 xiang4;浸没=jin4 mo4;角抵=jue2 di3;卸载=xie4 zai4;春卷=chun1 juan3;扎挣=zha2 zheng5;畜养=xu4 yang3;吡咯=bi3 luo4;垛子=duo4 zi5
恶少=e4 shao4;发际=fa4 ji4;红苕=hong2 shao2;糨糊=jiang4 hu5;哭丧=ku1 sang1;稍息=shao4 xi1;晕船=yun4 chuan2;校样=jiao4 yang4;外差=wai4 cha1;脚爪=jiao3 zhao3;铺展=pu1 zhan3;芫荽=yan2 sui5;夹紧=jia1 jin3;尿泡=sui1 pao4
丧乱=sang1 luan4;凶相=xiong1 xiang4;华发=hua2 fa4;打场=da3 chang2;云量=yun2 liang4;正切=zheng4 qie1;划拳=hua2 quan2;划艇=hua2 ting3;评传=ping2 zhuan4;拉纤=la1 qian4;句读=ju4 dou4;散剂=san3 ji4;骨殖=gu3 shi5;塞音=se4 yin1
铺叙=pu1 xu4;阏氏=yan1 zhi1;冷颤=leng3 zhan4;煞住=sha1 zhu4;少男=shao4 nan2;管乐=guan3 yue4;号啕=hao2 tao2;纳降=na4 xiang2;拥塞=yong1 se4;万乘=wan4 sheng4;杆儿=gan3 er2;葛藤=ge2 teng2;簿籍=bu4 ji2;皮夹=pi2 jia1;校准=jiao4 zhun3
允当=yun3 dang4;器量=qi4 liang4;选调=xuan3 diao4;扮相=ban4 xiang4;干才=gan4 cai2;基干=ji1 gan4;割切=ge1 qie1;国乐=guo2 yue4;卡壳=qia3 ke2;辟谷=bi4 gu3;磨房=mo4 fang2;咿呀=yi1 ya1;芥末=jie4 mo5;薄技=bo2 ji4;产假=chan3 jia4
诗兴=shi1 xing4;重出=chong2 chu1;转椅=zhuan4 yi3;酌量=zhuo2 liang5;簿册=bu4 ce4;藏青=zang4 qing1;的士=di1 shi4;调人=diao4 ren2;解元=jie4 yuan2;茎干=jing1 gan4;巨量=ju4 liang4;榔头=lang2 tou5;率真=shuai4 zhen1;喷香=pen4 xiang1
锁钥=suo3 yue4;虾蟆=ha2 ma2;相图=xiang4 tu2;兴会=xing4 hui4;灶头=zao4 tou2;重婚=chong2 hun1;钻洞=zuan1 dong4;忖度=cun3 duo2;党参=dang3 shen1;调温=diao4 wen1;杆塔=gan1 ta3;葛布=ge2 bu4;拱券=gong3 xuan4;夹生=jia1 sheng1
露馅=lou4 xian4;恰切=qia4 qie4;散见=san3 jian4;哨卡=shao4 qia3;烫发=tang4 fa4;体量=ti3 liang4;挺括=ting3 kuo4;系带=ji4 dai4;相士=xiang4 shi4;羊圈=yang2 juan4;转矩=zhuan4 ju3;吧台=ba1 tai2;苍术=cang1 zhu2;菲薄=fei3 bo2
蛤蚧=ge2 jie4;蛤蜊=ge2 li2;瓜蔓=gua1 wan4;怪相=guai4 xiang4;临帖=lin2 tie4;女红=nv3 gong1;刨床=bao4 chuang2;翘楚=qiao2 chu3;数九=shu3 jiu3;谈兴=tan2 xing4;雄劲=xiong2 jing4;扎染=za1 ran3;遮荫=zhe1 yin1;周正=zhou1 zheng4
赚头=zhuan4 tou5;扒手=pa2 shou3;搀和=chan1 huo5;诚朴=cheng2 pu3;肚量=du4 liang4;干结=gan1 jie2;工尺=gong1 che3;家累=jia1 lei3;曲水=qu1 shui3;沙参=sha1 shen1;挑花=tiao3 hua1;阿门=a1 men2;背篓=bei1 lou3;瘪三=bie1 san1;裁处=cai2 chu3
创痛=chuang1 tong4;福相=fu2 xiang4;更动=geng1 dong4;豪兴=hao2 xing4;还阳=huan2 yang2;还嘴=huan2 zui3;借调=jie4 diao4;卷云=juan3 yun2;流弹=liu2 dan4;想头=xiang3 tou5;削价=xue1 jia4;校阅=jiao4 yue4;雅量=ya3 liang4;别传=bie2 zhuan4
薄酒=bo2 jiu3;春假=chun1 jia4;发妻=fa4 qi1;哗哗=hua1 hua1;宽绰=kuan1 chuo5;了悟=liao3 wu4;切花=qie1 hua1;审度=shen3 duo2;应许=ying1 xu3;转台=zhuan4 tai2;仔猪=zi3 zhu1;裁量=cai2 liang2;藏戏=zang4 xi4;乘兴=cheng2 xing4
绸缪=chou2 mou2;摧折=cui1 zhe2;调经=tiao2 jing1;调职=diao4 zhi2;缝缀=feng2 zhui4;骨朵=gu1 duo3;核儿=hu2 er5;恒量=heng2 liang4;还价=huan2 jia4;浑朴=hun2 pu3;苦差=ku3 chai1;面糊=mian4 hu4;煞车=sha1 che1;省视=xing3 shi4
什锦=shi2 jin3;信差=xin4 chai1;余切=yu2 qie1;攒眉=cuan2 mei2;炸糕=zha2 gao1;钻杆=zuan4 gan3;扒灰=pa2 hui1;拌和=ban4 huo4;长调=chang2 diao4;大溜=da4 liu4;抖搂=dou3 lou1;飞转=fei1 zhuan4;干仗=gan4 zhang4;好胜=hao4 sheng4
画片=hua4 pian4;搅混=jiao3 hun2;螺杆=luo2 gan3;木模=mu4 mu2;怒号=nu4 hao2;频数=pin2 shu4;无宁=wu2 ning2;遗少=yi2 shao4;邮差=you2 chai1;占卦=zhan1 gua4;占星=zhan1 xing1;重审=chong2 shen3;自量=zi4 liang4;调防=diao4 fang2
发廊=fa4 lang2;反调=fan3 diao4;缝子=feng4 zi5;更夫=geng1 fu1;骨子=gu3 zi5;光杆=guang1 gan3;夹棍=jia1 gun4;居丧=ju1 sang1;巨贾=ju4 gu3;看押=kan1 ya1;空转=kong1 zhuan4;量力=liang4 li4;炮烙=pao2 luo4;赔还=pei2 huan2;扑扇=pu1 shan1
散记=san3 ji4;散件=san3 jian4;删削=shan1 xue1;射干=she4 gan4;条几=tiao2 ji1;偷空=tou1 kong4;削壁=xue1 bi4;校核=jiao4 he2;阴干=yin1 gan1;择菜=zhai2 cai4;重九=chong2 jiu3;主调=zhu3 diao4;自禁=zi4 jin1;吧唧=ba1 ji1;便溺=bian4 niao4
词调=ci2 diao4;叨咕=dao2 gu5;落枕=lao4 zhen3;铺砌=pu1 qi4;刷白=shua4 bai2;委靡=wei3 mi3;系泊=xi4 bo2;相马=xiang4 ma3;熨帖=yu4 tie1;转筋=zhuan4 jin1;棒喝=bang4 he4;傧相=bin1 xiang4;镐头=gao3 tou2;间苗=jian4 miao2;乐池=yue4 chi2
卖相=mai4 xiang4;屏弃=bing3 qi4;铅弹=qian1 dan4;切变=qie1 bian4;请调=qing3 diao4;群氓=qun2 meng2;散板=san3 ban3;省察=xing3 cha2;事假=shi4 jia4;纤绳=qian4 sheng2;重影=chong2 ying3;耕种=geng1 zhong4;种地=zhong4 di4
种菜=zhong4 cai4;栽种=zai1 zhong4;接种=jie1 zhong4;垦种=ken3 zhong4;种殖=zhong4 zhi2;种瓜=zhong4 gua1;种豆=zhong4 dou4;种树=zhong4 shu4;睡着=shui4 zhao2;笼子=long2 zi5;重启=chong2 qi3;重整=chong2 zheng3;重弹=chong2 tan2
重足=chong2 zu2;重山=chong2 shan1;重游=chong2 you2;重峦=chong2 luan2;爷爷=ye2 ye5;奶奶=nai3 nai5;姥爷=lao3 ye5;爸爸=ba4 ba5;妈妈=ma1 ma5;婶婶=shen3 shen5;舅舅=jiu4 jiu5;姑姑=gu1 gu5;叔叔=shu1 shu5;姨夫=yi2 fu5;舅母=jiu4 mu5
姑父=gu1 fu5;姐夫=jie3 fu5;婆婆=po2 po5;公公=gong1 gong5;舅子=jiu4 zi5;姐姐=jie3 jie5;哥哥=ge1 ge5;妹妹=mei4 mei5;妹夫=mei4 fu5;姨子=yi2 zi5;宝宝=bao3 bao5;娃娃=wa2 wa5;孩子=hai2 zi5;日子=ri4 zi5;样子=yang4 zi5;狮子=shi1 zi5
身子=shen1 zi5;架子=jia4 zi5;嫂子=sao3 zi5;鼻子=bi2 zi5;亭子=ting2 zi5;折子=zhe2 zi5;面子=mian4 zi5;脖子=bo2 zi5;辈子=bei4 zi5;帽子=mao4 zi5;拍子=pai1 zi5;柱子=zhu4 zi5;辫子=bian4 zi5;鸽子=ge1 zi5;房子=fang2 zi5;丸子=wan2 zi5
摊子=tan1 zi5;牌子=pai2 zi5;胡子=hu2 zi5;鬼子=gui3 zi5;矮子=ai3 zi5;鸭子=ya1 zi5;小子=xiao3 zi5;影子=ying3 zi5;屋子=wu1 zi5;对子=dui4 zi5;点子=dian3 zi5;本子=ben3 zi5;种子=zhong3 zi5;儿子=er2 zi5;兔子=tu4 zi5;骗子=pian4 zi5
院子=yuan4 zi5;猴子=hou2 zi5;嗓子=sang3 zi5;侄子=zhi2 zi5;柿子=shi4 zi5;钳子=qian2 zi5;虱子=shi1 zi5;瓶子=ping2 zi5;豹子=bao4 zi5;筷子=kuai4 zi5;篮子=lan2 zi5;绳子=sheng2 zi5;嘴巴=zui3 ba5;耳朵=er3 duo5;茄子=qie2 zi5;蚌埠=beng4 bu4
崆峒=kong1 tong2;琵琶=pi2 pa5;蘑菇=mo2 gu5;葫芦=hu2 lu5;狐狸=hu2 li5;桔子=ju2 zi5;盒子=he2 zi5;桌子=zhuo1 zi5;竹子=zhu2 zi5;师傅=shi1 fu5;衣服=yi1 fu5;袜子=wa4 zi5;杯子=bei1 zi5;刺猬=ci4 wei5;麦子=mai4 zi5;队伍=dui4 wu5
知了=zhi1 liao3;鱼儿=yu2 er5;馄饨=hun2 tun5;灯笼=deng1 long5;庄稼=zhuang1 jia5;聪明=cong1 ming5;镜子=jing4 zi5;银子=yin2 zi5;盘子=pan2 zi5;了却=liao3 que4;力气=li4 qi5;席子=xi2 zi5;林子=lin2 zi5;朝霞=zhao1 xia2;朝夕=zhao1 xi1
朝气=zhao1 qi4;翅膀=chi4 bang3;省长=sheng3 zhang3;臧否=zang1 pi3;否泰=pi3 tai4;变得=bian4 de5;丈夫=zhang4 fu5;豆腐=dou4 fu5;笔杆=bi3 gan3;枞阳=zong1 yang2;行人=xing2 ren2;打着=da3 zhe5;第一=di4 yi1;万一=wan4 yi1;之一=zhi1 yi1
得之=de2 zhi1;统一=tong3 yi1;唯一=wei2 yi1;专一=zhuan1 yi1;单一=dan1 yi1;如一=ru2 yi1;其一=qi2 yi1;合一=he2 yi1;逐一=zhu2 yi1;周一=zhou1 yi1;初一=chu1 yi1;研一=yan2 yi1;归一=gui1 yi1;假一=jia3 yi1;闻一=wen2 yi1;了了=liao3 liao3
公了=gong1 liao3;私了=si1 liao3;一月=yi1 yue4;一号=yi1 hao4;一级=yi1 ji2;一等=yi1 deng3;一哥=yi1 ge1;月一=yue4 yi1;一一=yi1 yi1;二一=er4 yi1;三一=san1 yi1;四一=si4 yi1;五一=wu3 yi1;六一=liu4 yi1;七一=qi1 yi1;八一=ba1 yi1;九一=jiu3 yi1
一〇=yi1 ling2;一零=yi1 ling2;一二=yi1 er4;一三=yi1 san1;一四=yi1 si4;一五=yi1 wu3;一六=yi1 liu4;一七=yi1 qi1;一八=yi1 ba1;一九=yi1 jiu3;一又=yi1 you4;一饼=yi1 bing3;一楼=yi1 lou2;为例=wei2 li4;为准=wei2 zhun3;沧海=cang1 hai3
难为=nan2 wei2;责难=ze2 nan4;患难=huan4 nan4;磨难=mo2 nan4;大难=da4 nan4;刁难=diao1 nan4;殉难=xun4 nan4;落难=luo4 nan4;罹难=li2 nan4;灾难=zai1 nan4;难民=nan4 min2;苦难=ku3 nan4;危难=wei1 nan4;发难=fa1 nan4;逃难=tao2 nan4
避难=bi4 nan4;遇难=yu4 nan4;阻难=zu3 nan4;厄难=e4 nan4;徇难=xun4 nan4;空难=kong1 nan4;喜欢=xi3 huan5;朝朝=zhao1 zhao1;不行=bu4 xing2;轧轧=ya4 ya4;弯曲=wan1 qu1;扭曲=niu3 qu1;曲直=qu1 zhi2;委曲=wei3 qu1;酒曲=jiu3 qu1;曲径=qu1 jing4
曲解=qu1 jie3;歪曲=wai1 qu1;曲线=qu1 xian4;曲阜=qu1 fu4;九曲=jiu3 qu1;曲折=qu1 zhe2;曲肱=qu1 gong1;曲意=qu1 yi4;仡佬=ge1 lao3
`;

/** Numbers before measure words. Any other word that overlaps with them takes precedence. */
export const numberWords = `
零一=ling2 yi1;〇一=ling2 yi1;十一=shi2 yi1;一十=yi1 shi2;一十一=yi1 shi2 yi1;一重=yi1 chong2;一行=yi1 hang2;一斗=yi1 dou3;一更=yi1 geng1;二重=er4 chong2;二行=er4 hang2;二斗=er4 dou3;二更=er4 geng1;三重=san1 chong2;三行=san1 hang2
三斗=san1 dou3;三更=san1 geng1;四重=si4 chong2;四行=si4 hang2;四斗=si4 dou3;四更=si4 geng1;五重=wu3 chong2;五行=wu3 hang2;五斗=wu3 dou3;五更=wu3 geng1;六重=liu4 chong2;六行=liu4 hang2;六斗=liu4 dou3;六更=liu4 geng1;七重=qi1 chong2
七行=qi1 hang2;七斗=qi1 dou3;七更=qi1 geng1;八重=ba1 chong2;八行=ba1 hang2;八斗=ba1 dou3;八更=ba1 geng1;九重=jiu3 chong2;九行=jiu3 hang2;九斗=jiu3 dou3;九更=jiu3 geng1;十重=shi2 chong2;十行=shi2 hang2;十斗=shi2 dou3
十更=shi2 geng1;百重=bai3 chong2;百行=bai3 hang2;百斗=bai3 dou3;百更=bai3 geng1;千重=qian1 chong2;千行=qian1 hang2;千斗=qian1 dou3;千更=qian1 geng1;万重=wan4 chong2;万行=wan4 hang2;万斗=wan4 dou3;万更=wan4 geng1;亿重=yi4 chong2
亿行=yi4 hang2;亿斗=yi4 dou3;亿更=yi4 geng1;单重=dan1 chong2;单行=dan1 hang2;单斗=dan1 dou3;单更=dan1 geng1;两重=liang3 chong2;两行=liang3 hang2;两斗=liang3 dou3;两更=liang3 geng1;双重=shuang1 chong2;双行=shuang1 hang2
双斗=shuang1 dou3;双更=shuang1 geng1;多重=duo1 chong2;多行=duo1 hang2;多斗=duo1 dou3;多更=duo1 geng1;几重=ji3 chong2;几行=ji3 hang2;几斗=ji3 dou3;几更=ji3 geng1;十一重=shi2 yi1 chong2;十一行=shi2 yi1 hang2;十一斗=shi2 yi1 dou3
十一更=shi2 yi1 geng1;零一重=ling2 yi1 chong2;零一行=ling2 yi1 hang2;零一斗=ling2 yi1 dou3;零一更=ling2 yi1 geng1;第一重=di4 yi1 chong2;第一行=di4 yi1 hang2;第一斗=di4 yi1 dou3;第一更=di4 yi1 geng1;一十重=yi1 shi2 chong2
一十行=yi1 shi2 hang2;一十斗=yi1 shi2 dou3;一十更=yi1 shi2 geng1;一十一重=yi1 shi2 yi1 chong2;一十一行=yi1 shi2 yi1 hang2;一十一斗=yi1 shi2 yi1 dou3;一十一更=yi1 shi2 yi1 geng1
`;
