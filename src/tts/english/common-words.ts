// Common words with their phones, separated by semicolons. Written by hand for this project.
export const commonWords = `
a=AH0; about=AH0 B AW1 T; account=AH0 K AW1 N T; address=AE1 D R EH2 S; after=AE1 F T ER0; again=AH0 G EH1 N
agent=EY1 JH AH0 N T; ago=AH0 G OW1; all=AO1 L; also=AO1 L S OW0; always=AO1 L W EY2 Z; am=AE1 M
amazon=AE1 M AH0 Z AA2 N; america=AH0 M EH1 R IH0 K AH0; american=AH0 M EH1 R IH0 K AH0 N; an=AE1 N; and=AE1 N D
android=AE1 N D R OY2 D; another=AH0 N AH1 DH ER0; answer=AE1 N S ER0; any=EH1 N IY0; app=AE1 P; apple=AE1 P AH0 L
april=EY1 P R AH0 L; are=AA1 R; as=AE1 Z; ask=AE1 S K; asap=EY1 S AE2 P; at=AE1 T; august=AO1 G AH0 S T
available=AH0 V EY1 L AH0 B AH0 L; away=AH0 W EY1; baby=B EY1 B IY0; back=B AE1 K; balance=B AE1 L AH0 N S
bank=B AE1 NG K; be=B IY1; beautiful=B Y UW1 T AH0 F AH0 L; because=B IH0 K AO1 Z; been=B IH1 N; before=B IH0 F AO1 R
beijing=B EY2 JH IH1 NG; best=B EH1 S T; better=B EH1 T ER0; between=B IH0 T W IY1 N; beta=B EY1 T AH0
alpha=AE1 L F AH0; gamma=G AE1 M AH0; delta=D EH1 L T AH0; theta=TH EY1 T AH0; lambda=L AE1 M D AH0; pi=P AY1
omega=OW0 M EY1 G AH0; bill=B IH1 L; billion=B IH1 L Y AH0 N; bio=B AY1 OW0; bluetooth=B L UW1 T UW2 TH; book=B UH1 K
both=B OW1 TH; boy=B OY1; business=B IH1 Z N AH0 S; busy=B IH1 Z IY0; but=B AH1 T; button=B AH1 T AH0 N; buy=B AY1
by=B AY1; bye=B AY1; call=K AO1 L; can=K AE1 N; can't=K AE1 N T; cancel=K AE1 N S AH0 L; car=K AA1 R; card=K AA1 R D
cent=S EH1 N T; change=CH EY1 N JH; chat=CH AE1 T; check=CH EH1 K; chief=CH IY1 F; child=CH AY1 L D
children=CH IH1 L D R AH0 N; china=CH AY1 N AH0; chinese=CH AY0 N IY1 Z; chrome=K R OW1 M; city=S IH1 T IY0
cloud=K L AW1 D; code=K OW1 D; coffee=K AO1 F IY0; colon=K OW1 L AH0 N; com=K AA1 M; come=K AH1 M; comma=K AA1 M AH0
company=K AH1 M P AH0 N IY0; complete=K AH0 M P L IY1 T; computer=K AH0 M P Y UW1 T ER0; confirm=K AH0 N F ER1 M
contact=K AA1 N T AE2 K T; cookie=K UH1 K IY0; copy=K AA1 P IY0; could=K UH1 D; country=K AH1 N T R IY0
credit=K R EH1 D IH0 T; customer=K AH1 S T AH0 M ER0; data=D EY1 T AH0; date=D EY1 T; day=D EY1; dear=D IH1 R
december=D IH0 S EH1 M B ER0; decade=D EH1 K EY2 D; delay=D IH0 L EY1; delivery=D IH0 L IH1 V ER0 IY0
department=D IH0 P AA1 R T M AH0 N T; desk=D EH1 S K; did=D IH1 D; didn't=D IH1 D AH0 N T; digit=D IH1 JH IH0 T
do=D UW1; doctor=D AA1 K T ER0; does=D AH1 Z; doesn't=D AH1 Z AH0 N T; dollar=D AA1 L ER0; don't=D OW1 N T
done=D AH1 N; door=D AO1 R; dot=D AA1 T; down=D AW1 N; download=D AW1 N L OW2 D; early=ER1 L IY0; eight=EY1 T
eighteen=EY0 T IY1 N; eighth=EY1 T TH; eighty=EY1 T IY0; either=IY1 DH ER0; eleven=IH0 L EH1 V AH0 N
email=IY1 M EY2 L; engine=EH1 N JH AH0 N; english=IH1 NG G L IH0 SH; enter=EH1 N T ER0; equal=IY1 K W AH0 L
error=EH1 R ER0; euro=Y UH1 R OW0; even=IY1 V AH0 N; evening=IY1 V N IH0 NG; every=EH1 V R IY0
example=IH0 G Z AE1 M P AH0 L; excel=IH0 K S EH1 L; express=IH0 K S P R EH1 S; extension=IH0 K S T EH1 N SH AH0 N
eye=AY1; facebook=F EY1 S B UH2 K; family=F AE1 M AH0 L IY0; father=F AA1 DH ER0; february=F EH1 B Y AH0 W EH2 R IY0
few=F Y UW1; fifteen=F IH0 F T IY1 N; fifth=F IH1 F TH; fifty=F IH1 F T IY0; file=F AY1 L; first=F ER1 S T
five=F AY1 V; follow=F AA1 L OW0; for=F AO1 R; forty=F AO1 R T IY0; four=F AO1 R; fourteen=F AO0 R T IY1 N
fourth=F AO1 R TH; free=F R IY1; friday=F R AY1 D EY2; friend=F R EH1 N D; from=F R AH1 M; full=F UH1 L
gateway=G EY1 T W EY2; get=G EH1 T; give=G IH1 V; go=G OW1; goes=G OW1 Z; going=G OW1 IH0 NG; gone=G AO1 N
good=G UH1 D; goodbye=G UH2 D B AY1; google=G UW1 G AH0 L; great=G R EY1 T; had=HH AE1 D; half=HH AE1 F
happy=HH AE1 P IY0; has=HH AE1 Z; have=HH AE1 V; he=HH IY1; head=HH EH1 D; hello=HH AH0 L OW1; help=HH EH1 L P
her=HH ER1; here=HH IH1 R; hi=HH AY1; him=HH IH1 M; his=HH IH1 Z; hold=HH OW1 L D; home=HH OW1 M; hour=AW1 ER0
house=HH AW1 S; how=HH AW1; however=HH AW0 EH1 V ER0; huawei=W AA1 W EY2; hundred=HH AH1 N D R AH0 D; i=AY1; i'm=AY1 M
i'll=AY1 L; i've=AY1 V; i'd=AY1 D; idea=AY0 D IY1 AH0; if=IH1 F; in=IH1 N; information=IH2 N F ER0 M EY1 SH AH0 N
internet=IH1 N T ER0 N EH2 T; into=IH1 N T UW0; invoice=IH1 N V OY2 S; ios=AY2 OW2 EH1 S; ipad=AY1 P AE2 D
iphone=AY1 F OW2 N; is=IH1 Z; isn't=IH1 Z AH0 N T; it=IH1 T; its=IH1 T S; it's=IH1 T S; item=AY1 T AH0 M
january=JH AE1 N Y UW0 EH2 R IY0; java=JH AA1 V AH0; july=JH UH0 L AY1; june=JH UW1 N; just=JH AH1 S T; know=N OW1
language=L AE1 NG G W AH0 JH; last=L AE1 S T; later=L EY1 T ER0; laugh=L AE1 F; learn=L ER1 N; let=L EH1 T
let's=L EH1 T S; letter=L EH1 T ER0; level=L EH1 V AH0 L; like=L AY1 K; line=L AY1 N; linux=L IH1 N AH0 K S
listen=L IH1 S AH0 N; little=L IH1 T AH0 L; live=L IH1 V; london=L AH1 N D AH0 N; long=L AO1 NG; look=L UH1 K
love=L AH1 V; machine=M AH0 SH IY1 N; made=M EY1 D; mail=M EY1 L; make=M EY1 K; manager=M AE1 N IH0 JH ER0
many=M EH1 N IY0; march=M AA1 R CH; may=M EY1; me=M IY1; meeting=M IY1 T IH0 NG; member=M EH1 M B ER0
message=M EH1 S IH0 JH; meter=M IY1 T ER0; microsoft=M AY1 K R OW0 S AO2 F T; million=M IH1 L Y AH0 N
minus=M AY1 N AH0 S; minute=M IH1 N AH0 T; mobile=M OW1 B AH0 L; model=M AA1 D AH0 L; moment=M OW1 M AH0 N T
monday=M AH1 N D EY2; money=M AH1 N IY0; month=M AH1 N TH; more=M AO1 R; morning=M AO1 R N IH0 NG; most=M OW1 S T
mother=M AH1 DH ER0; mouse=M AW1 S; move=M UW1 V; mr=M IH1 S T ER0; mrs=M IH1 S AH0 Z; ms=M IH1 Z; dr=D AA1 K T ER0
much=M AH1 CH; music=M Y UW1 Z IH0 K; must=M AH1 S T; my=M AY1; name=N EY1 M; need=N IY1 D
negative=N EH1 G AH0 T IH0 V; network=N EH1 T W ER2 K; never=N EH1 V ER0; new=N UW1; next=N EH1 K S T; night=N AY1 T
nine=N AY1 N; nineteen=N AY2 N T IY1 N; ninety=N AY1 N T IY0; ninth=N AY1 N TH; no=N OW1; not=N AA1 T
november=N OW0 V EH1 M B ER0; now=N AW1; number=N AH1 M B ER0; o'clock=AH0 K L AA1 K; october=AA0 K T OW1 B ER0
of=AH1 V; off=AO1 F; offer=AO1 F ER0; office=AO1 F IH0 S; often=AO1 F AH0 N; oh=OW1; ohm=OW1 M; okay=OW0 K EY1
old=OW1 L D; on=AA1 N; once=W AH1 N S; one=W AH1 N; online=AO1 N L AY2 N; only=OW1 N L IY0; open=OW1 P AH0 N
operator=AA1 P ER0 EY2 T ER0; or=AO1 R; order=AO1 R D ER0; other=AH1 DH ER0; our=AW1 ER0; out=AW1 T; over=OW1 V ER0
own=OW1 N; package=P AE1 K IH0 JH; password=P AE1 S W ER2 D; pay=P EY1; payment=P EY1 M AH0 N T; pence=P EH1 N S
people=P IY1 P AH0 L; per=P ER1; percent=P ER0 S EH1 N T; period=P IH1 R IY0 AH0 D; person=P ER1 S AH0 N
phone=F OW1 N; plan=P L AE1 N; play=P L EY1; please=P L IY1 Z; plus=P L AH1 S; point=P OY1 N T; pound=P AW1 N D
power=P AW1 ER0; press=P R EH1 S; pretty=P R IH1 T IY0; price=P R AY1 S; printer=P R IH1 N T ER0
problem=P R AA1 B L AH0 M; process=P R AA1 S EH2 S; product=P R AA1 D AH0 K T; put=P UH1 T; python=P AY1 TH AA0 N
quarter=K W AO1 R T ER0; question=K W EH1 S CH AH0 N; read=R IY1 D; ready=R EH1 D IY0; really=R IH1 L IY0
receive=R IH0 S IY1 V; record=R EH1 K ER0 D; request=R IH0 K W EH1 S T; right=R AY1 T; said=S EH1 D
samsung=S AE1 M S AH2 NG; saturday=S AE1 T ER0 D EY2; save=S EY1 V; say=S EY1; says=S EH1 Z; schedule=S K EH1 JH UH0 L
school=S K UW1 L; second=S EH1 K AH0 N D; see=S IY1; send=S EH1 N D; september=S EH0 P T EH1 M B ER0
server=S ER1 V ER0; service=S ER1 V AH0 S; seven=S EH1 V AH0 N; seventeen=S EH2 V AH0 N T IY1 N
seventh=S EH1 V AH0 N TH; seventy=S EH1 V AH0 N T IY0; shall=SH AE1 L; shanghai=SH AE2 NG HH AY1; she=SH IY1
shop=SH AA1 P; should=SH UH1 D; sign=S AY1 N; sim=S IH1 M; six=S IH1 K S; sixteen=S IH0 K S T IY1 N
sixth=S IH1 K S TH; sixty=S IH1 K S T IY0; skype=S K AY1 P; slash=S L AE1 SH; so=S OW1; software=S AO1 F T W EH2 R
some=S AH1 M; someone=S AH1 M W AH2 N; something=S AH1 M TH IH0 NG; son=S AH1 N; sorry=S AA1 R IY0; speak=S P IY1 K
special=S P EH1 SH AH0 L; speech=S P IY1 CH; standard=S T AE1 N D ER0 D; star=S T AA1 R; start=S T AA1 R T
station=S T EY1 SH AH0 N; status=S T AE1 T AH0 S; stop=S T AA1 P; store=S T AO1 R; student=S T UW1 D AH0 N T
success=S AH0 K S EH1 S; sunday=S AH1 N D EY2; support=S AH0 P AO1 R T; sure=SH UH1 R; system=S IH1 S T AH0 M
table=T EY1 B AH0 L; take=T EY1 K; talk=T AO1 K; taxi=T AE1 K S IY0; tea=T IY1; team=T IY1 M
technology=T EH0 K N AA1 L AH0 JH IY0; telephone=T EH1 L AH0 F OW2 N; tell=T EH1 L; ten=T EH1 N; tenth=T EH1 N TH
test=T EH1 S T; text=T EH1 K S T; than=DH AE1 N; thank=TH AE1 NG K; thanks=TH AE1 NG K S; that=DH AE1 T
that's=DH AE1 T S; the=DH AH0; their=DH EH1 R; them=DH EH1 M; then=DH EH1 N; there=DH EH1 R; these=DH IY1 Z
they=DH EY1; thing=TH IH1 NG; think=TH IH1 NG K; third=TH ER1 D; thirteen=TH ER0 T IY1 N; thirty=TH ER1 T IY0
this=DH IH1 S; those=DH OW1 Z; though=DH OW1; thought=TH AO1 T; thousand=TH AW1 Z AH0 N D; three=TH R IY1
through=TH R UW1; thursday=TH ER1 Z D EY2; ticket=T IH1 K AH0 T; time=T AY1 M; times=T AY1 M Z; to=T UW1
today=T AH0 D EY1; together=T AH0 G EH1 DH ER0; tomorrow=T AH0 M AA1 R OW0; too=T UW1; total=T OW1 T AH0 L
touch=T AH1 CH; transfer=T R AE1 N S F ER0; trillion=T R IH1 L Y AH0 N; try=T R AY1; tuesday=T UW1 Z D EY2
twelfth=T W EH1 L F TH; twelve=T W EH1 L V; twentieth=T W EH1 N T IY0 AH0 TH; twenty=T W EH1 N T IY0
twitter=T W IH1 T ER0; two=T UW1; type=T AY1 P; uber=UW1 B ER0; under=AH1 N D ER0; until=AH0 N T IH1 L; up=AH1 P
us=AH1 S; use=Y UW1 Z; user=Y UW1 Z ER0; usual=Y UW1 ZH UW0 AH0 L; version=V ER1 ZH AH0 N; very=V EH1 R IY0
video=V IH1 D IY0 OW0; virtual=V ER1 CH UW0 AH0 L; visa=V IY1 Z AH0; voice=V OY1 S; wait=W EY1 T; walk=W AO1 K
want=W AA1 N T; warm=W AO1 R M; was=W AH1 Z; watch=W AA1 CH; water=W AO1 T ER0; way=W EY1; we=W IY1; we'll=W IY1 L
we're=W IY1 R; we've=W IY1 V; website=W EH1 B S AY2 T; wechat=W IY1 CH AE2 T; wednesday=W EH1 N Z D EY2; week=W IY1 K
weibo=W EY1 B OW2; welcome=W EH1 L K AH0 M; well=W EH1 L; were=W ER1; what=W AH1 T; when=W EH1 N; where=W EH1 R
which=W IH1 CH; who=HH UW1; why=W AY1; wifi=W AY1 F AY2; will=W IH1 L; window=W IH1 N D OW0; windows=W IH1 N D OW0 Z
with=W IH1 DH; woman=W UH1 M AH0 N; women=W IH1 M AH0 N; won=W AH1 N; won't=W OW1 N T; word=W ER1 D; work=W ER1 K
world=W ER1 L D; would=W UH1 D; write=R AY1 T; wrong=R AO1 NG; xiaomi=SH AW1 M IY2; year=Y IH1 R; yen=Y EH1 N
yes=Y EH1 S; yesterday=Y EH1 S T ER0 D EY2; yet=Y EH1 T; you=Y UW1; you'll=Y UW1 L; you're=Y UH1 R; you've=Y UW1 V
young=Y AH1 NG; your=Y UH1 R; youtube=Y UW1 T UW2 B; yuan=Y UW0 AA1 N; zero=Z IH1 R OW0; zoom=Z UW1 M
restaurant=R EH1 S T ER0 AA2 N T; mountain=M AW1 N T AH0 N; engineer=EH2 N JH AH0 N IH1 R; keyboard=K IY1 B AO2 R D
notebook=N OW1 T B UH2 K; government=G AH1 V ER0 N M AH0 N T; international=IH2 N T ER0 N AE1 SH AH0 N AH0 L
national=N AE1 SH AH0 N AH0 L; chocolate=CH AA1 K L AH0 T; photograph=F OW1 T AH0 G R AE2 F
vegetable=V EH1 JH T AH0 B AH0 L; understand=AH2 N D ER0 S T AE1 N D; temperature=T EH1 M P R AH0 CH ER0
opportunity=AA2 P ER0 T UW1 N AH0 T IY0; library=L AY1 B R EH2 R IY0; battery=B AE1 T ER0 IY0; github=G IH1 T HH AH2 B
nvidia=EH0 N V IH1 D IY0 AH0; intel=IH1 N T EH2 L; mercedes=M ER0 S EY1 D IY0 Z; walmart=W AO1 L M AA2 R T
costco=K AO1 S T K OW0; airbnb=EH1 R B IY2 EH0 N B IY2; starbucks=S T AA1 R B AH2 K S
mcdonald=M AH0 K D AA1 N AH0 L D; photoshop=F OW1 T OW0 SH AA2 P; banana=B AH0 N AE1 N AH0
communication=K AH0 M Y UW2 N AH0 K EY1 SH AH0 N; environment=IH0 N V AY1 R AH0 N M AH0 N T
experience=IH0 K S P IH1 R IY0 AH0 N S; science=S AY1 AH0 N S; president=P R EH1 Z AH0 D AH0 N T
recommend=R EH2 K AH0 M EH1 N D; interesting=IH1 N T R AH0 S T IH0 NG; necessary=N EH1 S AH0 S EH2 R IY0
toyota=T OY0 OW1 T AH0; docker=D AA1 K ER0; spotify=S P AA1 T AH0 F AY2; television=T EH1 L AH0 V IH2 ZH AH0 N
key=K IY1; application=AE2 P L AH0 K EY1 SH AH0 N; education=EH2 JH AH0 K EY1 SH AH0 N; travel=T R AE1 V AH0 L
hotel=HH OW0 T EH1 L; airport=EH1 R P AO2 R T; flight=F L AY1 T; train=T R EY1 N; insurance=IH0 N SH UH1 R AH0 N S
security=S IH0 K Y UH1 R AH0 T IY0; verify=V EH1 R AH0 F AY2; verification=V EH2 R AH0 F AH0 K EY1 SH AH0 N
mastercard=M AE1 S T ER0 K AA2 R D; paypal=P EY1 P AE2 L; chatgpt=CH AE1 T JH IY2 P IY2 T IY2
deepseek=D IY1 P S IY2 K; alipay=AE1 L IY0 P EY2; baidu=B AY1 D UW2; alibaba=AA2 L IY0 B AA1 B AA0
tencent=T EH1 N S EH2 N T; taobao=T AW1 B AW2; iot=AY2 OW2 T IY1
`;
