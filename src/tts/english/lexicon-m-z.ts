// Words from M to Z whose spelling misleads the letter rules, in the format of common-words.ts. Written by hand for
// this project.
export const furtherWordsFromM = `
madrid=M AH0 D R IH1 D; magazine=M AE2 G AH0 Z IY1 N; maintain=M EY0 N T EY1 N; maintenance=M EY1 N T AH0 N AH0 N S
major=M EY1 JH ER0; majority=M AH0 JH AO1 R AH0 T IY0; male=M EY1 L; manage=M AE1 N IH0 JH
management=M AE1 N IH0 JH M AH0 N T; market=M AA1 R K AH0 T; marriage=M EH1 R IH0 JH; married=M EH1 R IY0 D
marry=M EH1 R IY0; mary=M EH1 R IY0; master=M AE1 S T ER0; material=M AH0 T IH1 R IY0 AH0 L; maybe=M EY1 B IY0
mayor=M EY1 ER0; meant=M EH1 N T; measure=M EH1 ZH ER0; measured=M EH1 ZH ER0 D; medical=M EH1 D AH0 K AH0 L
medicine=M EH1 D AH0 S AH0 N; medium=M IY1 D IY0 AH0 M; memory=M EH1 M ER0 IY0; men=M EH1 N; mention=M EH1 N SH AH0 N
menu=M EH1 N Y UW0; mere=M IH1 R; merely=M IH1 R L IY0; met=M EH1 T; metal=M EH1 T AH0 L; method=M EH1 TH AH0 D
mexico=M EH1 K S AH0 K OW2; miami=M AY0 AE1 M IY0; michael=M AY1 K AH0 L; michigan=M IH1 SH IH0 G AH0 N
microphone=M AY1 K R AH0 F OW2 N; midnight=M IH1 D N AY2 T; military=M IH1 L AH0 T EH2 R IY0; miller=M IH1 L ER0
minor=M AY1 N ER0; mirror=M IH1 R ER0; miss=M IH1 S; mistake=M IH0 S T EY1 K; modern=M AA1 D ER0 N; mom=M AA1 M
monkey=M AH1 NG K IY0; mood=M UW1 D; mortgage=M AO1 R G IH0 JH; mostly=M OW1 S T L IY0; motor=M OW1 T ER0
motorway=M OW1 T ER0 W EY2; movement=M UW1 V M AH0 N T; movie=M UW1 V IY0; mozart=M OW1 T S AA2 R T
multiple=M AH1 L T AH0 P AH0 L; murder=M ER1 D ER0; muscle=M AH1 S AH0 L; museum=M Y UW0 Z IY1 AH0 M
myself=M AY0 S EH1 L F; mystery=M IH1 S T ER0 IY0; native=N EY1 T IH0 V; natural=N AE1 CH ER0 AH0 L
nature=N EY1 CH ER0; navy=N EY1 V IY0; nearby=N IH2 R B AY1; nearest=N IH1 R AH0 S T; nearly=N IH1 R L IY0
necessarily=N EH2 S AH0 S EH1 R AH0 L IY0; neighbor=N EY1 B ER0; neighborhood=N EY1 B ER0 HH UH2 D
neighbour=N EY1 B ER0; neighbourhood=N EY1 B ER0 HH UH2 D; neither=N IY1 DH ER0; news=N UW1 Z
newspaper=N UW1 Z P EY2 P ER0; nobody=N OW1 B AA2 D IY0; none=N AH1 N; note=N OW1 T; nothing=N AH1 TH IH0 NG
notice=N OW1 T AH0 S; novel=N AA1 V AH0 L; nowadays=N AW1 AH0 D EY2 Z; nowhere=N OW1 W EH2 R
nuclear=N UW1 K L IY0 ER0; nurse=N ER1 S; obey=OW0 B EY1; object=AA1 B JH EH0 K T; occasion=AH0 K EY1 ZH AH0 N
occasionally=AH0 K EY1 ZH AH0 N AH0 L IY0; occur=AH0 K ER1; ocean=OW1 SH AH0 N; octagon=AA1 K T AH0 G AA2 N
offend=AH0 F EH1 N D; offense=AH0 F EH1 N S; officer=AO1 F AH0 S ER0; official=AH0 F IH1 SH AH0 L; ohio=OW0 HH AY1 OW0
ok=OW0 K EY1; oldest=OW1 L D AH0 S T; onion=AH1 N Y AH0 N; onto=AA1 N T UW0; operation=AA2 P ER0 EY1 SH AH0 N
opinion=AH0 P IH1 N Y AH0 N; oppose=AH0 P OW1 Z; opposite=AA1 P AH0 Z AH0 T; opposition=AA2 P AH0 Z IH1 SH AH0 N
option=AA1 P SH AH0 N; orange=AO1 R AH0 N JH; orchestra=AO1 R K AH0 S T R AH0; ordinary=AO1 R D AH0 N EH2 R IY0
oregon=AO1 R AH0 G AH0 N; organization=AO2 R G AH0 N AH0 Z EY1 SH AH0 N; original=ER0 IH1 JH AH0 N AH0 L
oslo=AA1 Z L OW0; ours=AW1 ER0 Z; outside=AW2 T S AY1 D; oven=AH1 V AH0 N; overall=OW1 V ER0 AO2 L
overseas=OW2 V ER0 S IY1 Z; owen=OW1 AH0 N; owl=AW1 L; owner=OW1 N ER0; parcel=P AA1 R S AH0 L
parliament=P AA1 R L AH0 M AH0 N T; participate=P AA0 R T IH1 S AH0 P EY2 T; particular=P ER0 T IH1 K Y AH0 L ER0
passenger=P AE1 S AH0 N JH ER0; patience=P EY1 SH AH0 N S; patient=P EY1 SH AH0 N T; penalty=P EH1 N AH0 L T IY0
perfect=P ER1 F IH0 K T; perform=P ER0 F AO1 R M; performance=P ER0 F AO1 R M AH0 N S; perhaps=P ER0 HH AE1 P S
permission=P ER0 M IH1 SH AH0 N; personal=P ER1 S AH0 N AH0 L; peter=P IY1 T ER0; photo=F OW1 T OW0
piano=P IY0 AE1 N OW0; piece=P IY1 S; pizza=P IY1 T S AH0; plane=P L EY1 N; pleasant=P L EH1 Z AH0 N T
pleasure=P L EH1 ZH ER0; plough=P L AW1; plumber=P L AH1 M ER0; police=P AH0 L IY1 S; polite=P AH0 L AY1 T
politics=P AA1 L AH0 T IH2 K S; pollinate=P AA1 L AH0 N EY2 T; poor=P UH1 R; popular=P AA1 P Y AH0 L ER0
population=P AA2 P Y AH0 L EY1 SH AH0 N; position=P AH0 Z IH1 SH AH0 N; positive=P AA1 Z AH0 T IH0 V
possibility=P AA2 S AH0 B IH1 L AH0 T IY0; possible=P AA1 S AH0 B AH0 L; possibly=P AA1 S AH0 B L IY0; post=P OW1 S T
poster=P OW1 S T ER0; postman=P OW1 S T M AH0 N; potato=P AH0 T EY1 T OW0; potential=P AH0 T EH1 N SH AH0 L
pour=P AO1 R; practice=P R AE1 K T AH0 S; practise=P R AE1 K T AH0 S; prefer=P R IH0 F ER1
pregnant=P R EH1 G N AH0 N T; prepare=P R IH0 P EH1 R; presence=P R EH1 Z AH0 N S; present=P R EH1 Z AH0 N T
presidential=P R EH2 Z AH0 D EH1 N SH AH0 L; pressure=P R EH1 SH ER0; pretend=P R IH0 T EH1 N D
prevent=P R IH0 V EH1 N T; previous=P R IY1 V IY0 AH0 S; primary=P R AY1 M EH2 R IY0; prince=P R IH1 N S
princess=P R IH1 N S EH0 S; prior=P R AY1 ER0; priority=P R AY0 AO1 R AH0 T IY0; privacy=P R AY1 V AH0 S IY0
private=P R AY1 V AH0 T; prize=P R AY1 Z; probably=P R AA1 B AH0 B L IY0; procedure=P R AH0 S IY1 JH ER0
produce=P R AH0 D UW1 S; production=P R AH0 D AH1 K SH AH0 N; professional=P R AH0 F EH1 SH AH0 N AH0 L
professor=P R AH0 F EH1 S ER0; profile=P R OW1 F AY2 L; profit=P R AA1 F AH0 T; program=P R OW1 G R AE2 M
progress=P R AA1 G R EH2 S; project=P R AA1 JH EH2 K T; promise=P R AA1 M AH0 S; proper=P R AA1 P ER0
property=P R AA1 P ER0 T IY0; protect=P R AH0 T EH1 K T; protein=P R OW1 T IY2 N; prove=P R UW1 V
proven=P R UW1 V AH0 N; provide=P R AH0 V AY1 D; publish=P AH1 B L IH0 SH; pull=P UH1 L; pulled=P UH1 L D
punk=P AH1 NG K; pupil=P Y UW1 P AH0 L; purchase=P ER1 CH AH0 S; pure=P Y UH1 R; purpose=P ER1 P AH0 S; push=P UH1 SH
pyramid=P IH1 R AH0 M IH2 D; qualified=K W AA1 L AH0 F AY2 D; qualify=K W AA1 L AH0 F AY2; quality=K W AA1 L AH0 T IY0
quarrel=K W AO1 R AH0 L; queue=K Y UW1; quiet=K W AY1 AH0 T; radio=R EY1 D IY0 OW2; rarely=R EH1 R L IY0
rather=R AE1 DH ER0; react=R IY0 AE1 K T; reaction=R IY0 AE1 K SH AH0 N; reality=R IY0 AE1 L AH0 T IY0
realize=R IY1 AH0 L AY2 Z; reason=R IY1 Z AH0 N; recall=R IH0 K AO1 L; receipt=R IH0 S IY1 T; recent=R IY1 S AH0 N T
recently=R IY1 S AH0 N T L IY0; recognize=R EH1 K AH0 G N AY2 Z; recorded=R IH0 K AO1 R D IH0 D
recording=R IH0 K AO1 R D IH0 NG; recover=R IH0 K AH1 V ER0; recovery=R IH0 K AH1 V ER0 IY0; refer=R IH0 F ER1
referee=R EH2 F ER0 IY1; reference=R EH1 F ER0 AH0 N S; refugee=R EH2 F Y UW0 JH IY1; refund=R IY1 F AH2 N D
refuse=R IH0 F Y UW1 Z; regard=R IH0 G AA1 R D; regardless=R IH0 G AA1 R D L AH0 S; region=R IY1 JH AH0 N
register=R EH1 JH AH0 S T ER0; registration=R EH2 JH AH0 S T R EY1 SH AH0 N; regret=R IH0 G R EH1 T
regular=R EH1 G Y AH0 L ER0; reign=R EY1 N; relation=R IH0 L EY1 SH AH0 N; relationship=R IH0 L EY1 SH AH0 N SH IH2 P
relative=R EH1 L AH0 T IH0 V; relatively=R EH1 L AH0 T IH0 V L IY0; relax=R IH0 L AE1 K S; release=R IH0 L IY1 S
relevant=R EH1 L AH0 V AH0 N T; reliable=R IH0 L AY1 AH0 B AH0 L; religion=R IH0 L IH1 JH AH0 N
religious=R IH0 L IH1 JH AH0 S; rely=R IH0 L AY1; remain=R IH0 M EY1 N; remember=R IH0 M EH1 M B ER0
remind=R IH0 M AY1 N D; remove=R IH0 M UW1 V; rent=R EH1 N T; repair=R IH0 P EH1 R; replace=R IY0 P L EY1 S
replacement=R IY0 P L EY1 S M AH0 N T; reply=R IH0 P L AY1; represent=R EH2 P R IH0 Z EH1 N T
representative=R EH2 P R IH0 Z EH1 N T AH0 T IH0 V; republic=R IH0 P AH1 B L IH0 K
reputation=R EH2 P Y AH0 T EY1 SH AH0 N; require=R IH0 K W AY1 ER0; research=R IY1 S ER0 CH
researcher=R IY1 S ER0 CH ER0; reservation=R EH2 Z ER0 V EY1 SH AH0 N; reset=R IY1 S EH2 T
residence=R EH1 Z AH0 D AH0 N S; resident=R EH1 Z AH0 D AH0 N T; resign=R IH0 Z AY1 N
resolution=R EH2 Z AH0 L UW1 SH AH0 N; resolve=R IH0 Z AA1 L V; resource=R IY1 S AO0 R S; respect=R IH0 S P EH1 K T
respond=R IH0 S P AA1 N D; response=R IH0 S P AA1 N S; responsibility=R IH0 S P AA2 N S AH0 B IH1 L AH0 T IY0
responsible=R IH0 S P AA1 N S AH0 B AH0 L; result=R IH0 Z AH1 L T; retail=R IY1 T EY2 L; retire=R IH0 T AY1 ER0
return=R IH0 T ER1 N; revenue=R EH1 V AH0 N UW2; review=R IH0 V Y UW1; revolution=R EH2 V AH0 L UW1 SH AH0 N
reward=R IH0 W AO1 R D; ride=R AY1 D; ridiculous=R IH0 D IH1 K Y AH0 L AH0 S; riot=R AY1 AH0 T; rise=R AY1 Z
river=R IH1 V ER0; robert=R AA1 B ER0 T; robot=R OW1 B AA2 T; roll=R OW1 L; romeo=R OW1 M IY0 OW2; roof=R UW1 F
rouge=R UW1 ZH; rough=R AH1 F; route=R UW1 T; router=R AW1 T ER0; routine=R UW0 T IY1 N; running=R AH1 N IH0 NG
rural=R UH1 R AH0 L; russia=R AH1 SH AH0; russian=R AH1 SH AH0 N; safety=S EY1 F T IY0; salary=S AE1 L ER0 IY0
sandwich=S AE1 N D W IH0 CH; satellite=S AE1 T AH0 L AY2 T; satisfaction=S AE2 T IH0 S F AE1 K SH AH0 N
satisfied=S AE1 T IH0 S F AY2 D; scare=S K EH1 R; scared=S K EH1 R D; scenario=S AH0 N EH1 R IY0 OW2; scene=S IY1 N
scientific=S AY2 AH0 N T IH1 F IH0 K; scientist=S AY1 AH0 N T IH0 S T; search=S ER1 CH; season=S IY1 Z AH0 N
seattle=S IY0 AE1 T AH0 L; secret=S IY1 K R AH0 T; secretary=S EH1 K R AH0 T EH2 R IY0; section=S EH1 K SH AH0 N
secure=S IH0 K Y UH1 R; seize=S IY1 Z; select=S AH0 L EH1 K T; selection=S AH0 L EH1 K SH AH0 N; senate=S EH1 N AH0 T
senior=S IY1 N Y ER0; sense=S EH1 N S; sent=S EH1 N T; sentence=S EH1 N T AH0 N S; separate=S EH1 P ER0 AH0 T
series=S IH1 R IY0 Z; serious=S IH1 R IY0 AH0 S; session=S EH1 SH AH0 N; settings=S EH1 T IH0 NG Z
several=S EH1 V R AH0 L; severe=S AH0 V IH1 R; sew=S OW1; share=SH EH1 R; shared=SH EH1 R D; she'd=SH IY1 D
she'll=SH IY1 L; she's=SH IY1 Z; shoe=SH UW1; shoes=SH UW1 Z; should've=SH UH1 D AH0 V; shoulder=SH OW1 L D ER0
shouldn't=SH UH1 D AH0 N T; show=SH OW1; showed=SH OW1 D; shower=SH AW1 ER0; shown=SH OW1 N; sierra=S IY0 EH1 R AH0
signature=S IH1 G N AH0 CH ER0; significant=S IH0 G N IH1 F IH0 K AH0 N T; silence=S AY1 L AH0 N S
similar=S IH1 M AH0 L ER0; simple=S IH1 M P AH0 L; simpler=S IH1 M P L ER0; since=S IH1 N S
singapore=S IH1 NG AH0 P AO2 R; singer=S IH1 NG ER0; singing=S IH1 NG IH0 NG; situation=S IH2 CH UW0 EY1 SH AH0 N
sleigh=S L EY1; slow=S L OW1; slowly=S L OW1 L IY0; smith=S M IH1 TH; smoke=S M OW1 K; smoking=S M OW1 K IH0 NG
smooth=S M UW1 DH; snow=S N OW1; snowy=S N OW1 IY0; soccer=S AA1 K ER0; social=S OW1 SH AH0 L
society=S AH0 S AY1 AH0 T IY0; sofa=S OW1 F AH0; soft=S AO1 F T; solar=S OW1 L ER0; soldier=S OW1 L JH ER0
solo=S OW1 L OW0; solution=S AH0 L UW1 SH AH0 N; somebody=S AH1 M B AA2 D IY0; somehow=S AH1 M HH AW2
sometime=S AH1 M T AY2 M; sometimes=S AH1 M T AY2 M Z; somewhat=S AH1 M W AH2 T; somewhere=S AH1 M W EH2 R
song=S AO1 NG; soul=S OW1 L; soup=S UW1 P; source=S AO1 R S; southern=S AH1 DH ER0 N; spain=S P EY1 N
species=S P IY1 SH IY0 Z; specific=S P AH0 S IH1 F IH0 K; specifically=S P AH0 S IH1 F IH0 K L IY0; spent=S P EH1 N T
spirit=S P IH1 R AH0 T; spokesman=S P OW1 K S M AH0 N; spy=S P AY1; squad=S K W AA1 D; squirrel=S K W ER1 AH0 L
stable=S T EY1 B AH0 L; stadium=S T EY1 D IY0 AH0 M; stage=S T EY1 JH; statement=S T EY1 T M AH0 N T; steak=S T EY1 K
stomach=S T AH1 M AH0 K; stove=S T OW1 V; strange=S T R EY1 N JH; stranger=S T R EY1 N JH ER0
strategy=S T R AE1 T AH0 JH IY0; strength=S T R EH1 NG K TH; strong=S T R AO1 NG; stronger=S T R AO1 NG G ER0
structure=S T R AH1 K CH ER0; studied=S T AH1 D IY0 D; studio=S T UW1 D IY0 OW2; study=S T AH1 D IY0
stupid=S T UW1 P AH0 D; subject=S AH1 B JH IH0 K T; sudden=S AH1 D AH0 N; sugar=SH UH1 G ER0
suggest=S AH0 G JH EH1 S T; suit=S UW1 T; suitcase=S UW1 T K EY2 S; summit=S AH1 M AH0 T; sunlight=S AH1 N L AY2 T
sunny=S AH1 N IY0; sunrise=S AH1 N R AY2 Z; sunset=S AH1 N S EH2 T; supervisor=S UW1 P ER0 V AY2 Z ER0
supplier=S AH0 P L AY1 ER0; supply=S AH0 P L AY1; suppose=S AH0 P OW1 Z; supposed=S AH0 P OW1 Z D
surface=S ER1 F AH0 S; surgery=S ER1 JH ER0 IY0; surprise=S ER0 P R AY1 Z; survey=S ER1 V EY0
survival=S ER0 V AY1 V AH0 L; survive=S ER0 V AY1 V; survivor=S ER0 V AY1 V ER0; susan=S UW1 Z AH0 N; swan=S W AA1 N
swear=S W EH1 R; swollen=S W OW1 L AH0 N; sword=S AO1 R D; sydney=S IH1 D N IY0; taken=T EY1 K AH0 N
tasted=T EY1 S T IH0 D; taylor=T EY1 L ER0; tear=T IH1 R; technical=T EH1 K N AH0 K AH0 L
technician=T EH0 K N IH1 SH AH0 N; temporary=T EH1 M P ER0 EH2 R IY0; tent=T EH1 N T; terminal=T ER1 M AH0 N AH0 L
terrible=T EH1 R AH0 B AH0 L; texas=T EH1 K S AH0 S; that'd=DH AE1 T AH0 D; theater=TH IY1 AH0 T ER0
theatre=TH IY1 AH0 T ER0; theirs=DH EH1 R Z; theme=TH IY1 M; themselves=DH EH0 M S EH1 L V Z; theory=TH IH1 R IY0
therapy=TH EH1 R AH0 P IY0; there's=DH EH1 R Z; therefore=DH EH1 R F AO2 R; they'd=DH EY1 D; they'll=DH EY1 L
they're=DH EH1 R; they've=DH EY1 V; thin=TH IH1 N; thistle=TH IH1 S AH0 L; thomas=T AA1 M AH0 S; thorough=TH ER1 OW0
threat=TH R EH1 T; threaten=TH R EH1 T AH0 N; throughout=TH R UW0 AW1 T; throw=TH R OW1; thrown=TH R OW1 N; tie=T AY1
tied=T AY1 D; tiger=T AY1 G ER0; tiny=T AY1 N IY0; tire=T AY1 ER0; tokyo=T OW1 K IY0 OW2; tom=T AA1 M
tomato=T AH0 M EY1 T OW0; tomb=T UW1 M; tongue=T AH1 NG; tonight=T AH0 N AY1 T; tony=T OW1 N IY0; tooth=T UW1 TH
topic=T AA1 P IH0 K; tough=T AH1 F; tour=T UH1 R; tourist=T UH1 R AH0 S T; tournament=T UH1 R N AH0 M AH0 N T
toward=T AH0 W AO1 R D; towards=T AH0 W AO1 R D Z; tower=T AW1 ER0; town=T AW1 N
traditional=T R AH0 D IH1 SH AH0 N AH0 L; training=T R EY1 N IH0 NG; transaction=T R AE0 N Z AE1 K SH AH0 N
translate=T R AE0 N Z L EY1 T; treasure=T R EH1 ZH ER0; treatment=T R IY1 T M AH0 N T; trial=T R AY1 AH0 L
trouble=T R AH1 B AH0 L; truly=T R UW1 L IY0; truth=T R UW1 TH; twelfths=T W EH1 L F TH S; typical=T IH1 P AH0 K AH0 L
typically=T IH1 P IH0 K L IY0; tyre=T AY1 ER0; ultimate=AH1 L T AH0 M AH0 T; unable=AH0 N EY1 B AH0 L
uncle=AH1 NG K AH0 L; uncomfortable=AH0 N K AH1 M F ER0 T AH0 B AH0 L; unemployment=AH2 N IH0 M P L OY1 M AH0 N T
unfortunately=AH0 N F AO1 R CH AH0 N AH0 T L IY0; uniform=Y UW1 N AH0 F AO2 R M; union=Y UW1 N Y AH0 N
unique=Y UW0 N IY1 K; unite=Y UW0 N AY1 T; universe=Y UW1 N AH0 V ER2 S; university=Y UW2 N AH0 V ER1 S AH0 T IY0
unknown=AH0 N N OW1 N; unless=AH0 N L EH1 S; unlikely=AH0 N L AY1 K L IY0; unplug=AH0 N P L AH1 G; untie=AH0 N T AY1
unusual=AH0 N Y UW1 ZH UW0 AH0 L; update=AH1 P D EY2 T; upon=AH0 P AA1 N; upset=AH0 P S EH1 T; used=Y UW1 Z D
useful=Y UW1 S F AH0 L; useless=Y UW1 S L AH0 S; uses=Y UW1 Z IH0 Z; using=Y UW1 Z IH0 NG
usually=Y UW1 ZH UW0 AH0 L IY0; vacation=V EY0 K EY1 SH AH0 N; vaccine=V AE0 K S IY1 N; valid=V AE1 L AH0 D
valley=V AE1 L IY0; valuable=V AE1 L Y AH0 B AH0 L; value=V AE1 L Y UW0; variety=V ER0 AY1 AH0 T IY0
various=V EH1 R IY0 AH0 S; vegas=V EY1 G AH0 S; vehicle=V IY1 HH IH0 K AH0 L; veil=V EY1 L; vein=V EY1 N
vex=V EH1 K S; victim=V IH1 K T AH0 M; victor=V IH1 K T ER0; victory=V IH1 K T ER0 IY0; view=V Y UW1
violence=V AY1 AH0 L AH0 N S; violent=V AY1 AH0 L AH0 N T; violin=V AY2 AH0 L IH1 N; virginia=V ER0 JH IH1 N Y AH0
virus=V AY1 R AH0 S; visit=V IH1 Z AH0 T; volume=V AA1 L Y UW0 M; vote=V OW1 T; wallet=W AA1 L AH0 T
warehouse=W EH1 R HH AW2 S; warranty=W AO1 R AH0 N T IY0; wash=W AA1 SH; washington=W AA1 SH IH0 NG T AH0 N
wasn't=W AA1 Z AH0 N T; we'd=W IY1 D; weak=W IY1 K; wealth=W EH1 L TH; wealthy=W EH1 L TH IY0; weapon=W EH1 P AH0 N
wear=W EH1 R; weather=W EH1 DH ER0; weight=W EY1 T; weird=W IH1 R D; went=W EH1 N T; weren't=W ER1 AH0 N T
wet=W EH1 T; what's=W AH1 T S; whatever=W AH0 T EH1 V ER0; whenever=W EH0 N EH1 V ER0; where's=W EH1 R Z
whereas=W EH0 R AE1 Z; wherever=W EH0 R EH1 V ER0; who's=HH UW1 Z; whoever=HH UW0 EH1 V ER0; whole=HH OW1 L
whom=HH UW1 M; whose=HH UW1 Z; wicked=W IH1 K IH0 D; william=W IH1 L Y AH0 M; wind=W IH1 N D; wing=W IH1 NG
wireless=W AY1 ER0 L AH0 S; within=W IH0 DH IH1 N; without=W IH0 DH AW1 T; wizard=W IH1 Z ER0 D; wolf=W UH1 L F
wonder=W AH1 N D ER0; wonderful=W AH1 N D ER0 F AH0 L; wood=W UH1 D; wooden=W UH1 D AH0 N; wool=W UH1 L
worker=W ER1 K ER0; worn=W AO1 R N; worry=W ER1 IY0; worse=W ER1 S; worst=W ER1 S T; worth=W ER1 TH
would've=W UH1 D AH0 V; wouldn't=W UH1 D AH0 N T; wound=W UW1 N D; wow=W AW1; written=R IH1 T AH0 N; wrote=R OW1 T
yacht=Y AA1 T; yard=Y AA1 R D; yeah=Y AE1; you'd=Y UW1 D; younger=Y AH1 NG G ER0; youngest=Y AH1 NG G AH0 S T
yours=Y UH1 R Z; yourself=Y ER0 S EH1 L F; youth=Y UW1 TH; yvonne=IH0 V AA1 N; zebra=Z IY1 B R AH0; zoe=Z OW1 IY0
zulu=Z UW1 L UW0
`;
