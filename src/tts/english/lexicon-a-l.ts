// Words from A to L whose spelling misleads the letter rules, in the format of common-words.ts. Written by hand for
// this project.
export const furtherWordsToL = `
able=EY1 B AH0 L; above=AH0 B AH1 V; abroad=AH0 B R AO1 D; absolute=AE1 B S AH0 L UW2 T; accept=AE0 K S EH1 P T
access=AE1 K S EH2 S; accident=AE1 K S AH0 D AH0 N T; according=AH0 K AO1 R D IH0 NG; accurate=AE1 K Y ER0 AH0 T
accuse=AH0 K Y UW1 Z; achieve=AH0 CH IY1 V; acquire=AH0 K W AY1 ER0; across=AH0 K R AO1 S
activate=AE1 K T AH0 V EY2 T; active=AE1 K T IH0 V; activity=AE0 K T IH1 V AH0 T IY0; actual=AE1 K CH UW0 AH0 L
actually=AE1 K CH UW0 AH0 L IY0; adam=AE1 D AH0 M; addition=AH0 D IH1 SH AH0 N; additional=AH0 D IH1 SH AH0 N AH0 L
administration=AH0 D M IH2 N AH0 S T R EY1 SH AH0 N; admire=AH0 D M AY1 ER0; admit=AH0 D M IH1 T; adult=AH0 D AH1 L T
advance=AH0 D V AE1 N S; advantage=AH0 D V AE1 N T IH0 JH; advertise=AE1 D V ER0 T AY2 Z; advice=AH0 D V AY1 S
advise=AH0 D V AY1 Z; affect=AH0 F EH1 K T; afford=AH0 F AO1 R D; afraid=AH0 F R EY1 D; african=AE1 F R IH0 K AH0 N
afternoon=AE2 F T ER0 N UW1 N; afterwards=AE1 F T ER0 W ER0 D Z; against=AH0 G EH1 N S T; agency=EY1 JH AH0 N S IY0
agenda=AH0 JH EH1 N D AH0; aggressive=AH0 G R EH1 S IH0 V; agree=AH0 G R IY1; agreement=AH0 G R IY1 M AH0 N T; ah=AA1
ahead=AH0 HH EH1 D; aircraft=EH1 R K R AE2 F T; alcohol=AE1 L K AH0 HH AO2 L; alien=EY1 L IY0 AH0 N; alike=AH0 L AY1 K
alive=AH0 L AY1 V; allow=AH0 L AW1; almost=AO1 L M OW2 S T; along=AH0 L AO1 NG; already=AO0 L R EH1 D IY0
alright=AO0 L R AY1 T; although=AO0 L DH OW1; amaze=AH0 M EY1 Z; ambassador=AE0 M B AE1 S AH0 D ER0
among=AH0 M AH1 NG; amount=AH0 M AW1 N T; analysis=AH0 N AE1 L AH0 S AH0 S; ancient=EY1 N CH AH0 N T
angeles=AE1 N JH AH0 L AH0 S; anger=AE1 NG G ER0; angry=AE1 NG G R IY0; animal=AE1 N AH0 M AH0 L; anna=AE1 N AH0
announce=AH0 N AW1 N S; annoy=AH0 N OY1; anxiety=AE0 NG Z AY1 AH0 T IY0; anybody=EH1 N IY0 B AA2 D IY0
anymore=EH2 N IY0 M AO1 R; anyone=EH1 N IY0 W AH2 N; anything=EH1 N IY0 TH IH2 NG; anyway=EH1 N IY0 W EY2
anywhere=EH1 N IY0 W EH2 R; apartment=AH0 P AA1 R T M AH0 N T; apologize=AH0 P AA1 L AH0 JH AY2 Z
apparently=AH0 P EH1 R AH0 N T L IY0; appeal=AH0 P IY1 L; appear=AH0 P IH1 R; appearance=AH0 P IH1 R AH0 N S
apply=AH0 P L AY1; appointment=AH0 P OY1 N T M AH0 N T; appreciate=AH0 P R IY1 SH IY0 EY2 T; approach=AH0 P R OW1 CH
appropriate=AH0 P R OW1 P R IY0 AH0 T; approve=AH0 P R UW1 V; area=EH1 R IY0 AH0; aren't=AA1 R AH0 N T
argue=AA1 R G Y UW0; argument=AA1 R G Y AH0 M AH0 N T; arizona=EH2 R AH0 Z OW1 N AH0; around=ER0 AW1 N D
arrest=ER0 EH1 S T; arrival=ER0 AY1 V AH0 L; arrive=ER0 AY1 V; article=AA1 R T AH0 K AH0 L; asia=EY1 ZH AH0
asian=EY1 ZH AH0 N; aside=AH0 S AY1 D; asleep=AH0 S L IY1 P; asset=AE1 S EH2 T; assist=AH0 S IH1 S T
assistance=AH0 S IH1 S T AH0 N S; assistant=AH0 S IH1 S T AH0 N T; associate=AH0 S OW1 SH IY0 EY2 T
association=AH0 S OW2 S IY0 EY1 SH AH0 N; assume=AH0 S UW1 M; athlete=AE1 TH L IY2 T; attach=AH0 T AE1 CH
attack=AH0 T AE1 K; attempt=AH0 T EH1 M P T; attend=AH0 T EH1 N D; attention=AH0 T EH1 N SH AH0 N
attract=AH0 T R AE1 K T; attractive=AH0 T R AE1 K T IH0 V; audio=AO1 D IY0 OW2; aunt=AE1 N T
australia=AO0 S T R EY1 L Y AH0; author=AO1 TH ER0; authority=AH0 TH AO1 R AH0 T IY0
automatic=AO2 T AH0 M AE1 T IH0 K; automatically=AO2 T AH0 M AE1 T IH0 K L IY0; autumn=AO1 T AH0 M
availability=AH0 V EY2 L AH0 B IH1 L AH0 T IY0; average=AE1 V R IH0 JH; avoid=AH0 V OY1 D; award=AH0 W AO1 R D
aware=AH0 W EH1 R; awesome=AO1 S AH0 M; awkward=AO1 K W ER0 D; azure=AE1 ZH ER0; base=B EY1 S
baseball=B EY1 S B AO2 L; based=B EY1 S T; basement=B EY1 S M AH0 N T; basic=B EY1 S IH0 K
basically=B EY1 S IH0 K L IY0; basis=B EY1 S IH0 S; basketball=B AE1 S K AH0 T B AO2 L; bass=B EY1 S
bathroom=B AE1 TH R UW2 M; bear=B EH1 R; beauty=B Y UW1 T IY0; became=B IH0 K EY1 M; become=B IH0 K AH1 M; bed=B EH1 D
bedroom=B EH1 D R UW2 M; beer=B IH1 R; began=B IH0 G AE1 N; begin=B IH0 G IH1 N; behave=B IH0 HH EY1 V
behavior=B IH0 HH EY1 V Y ER0; behind=B IH0 HH AY1 N D; beige=B EY1 ZH; believe=B IH0 L IY1 V; below=B IH0 L OW1
benefit=B EH1 N AH0 F IH0 T; berlin=B ER0 L IH1 N; beside=B IH0 S AY1 D; beyond=B IY0 AA1 N D
bicycle=B AY1 S IH0 K AH0 L; biggest=B IH1 G AH0 S T; billing=B IH1 L IH0 NG; birthday=B ER1 TH D EY2
blanket=B L AE1 NG K AH0 T; blood=B L AH1 D; body=B AA1 D IY0; bolt=B OW1 L T; bomb=B AA1 M; borrow=B AA1 R OW0
boston=B AO1 S T AH0 N; bother=B AA1 DH ER0; bough=B AW1; bowl=B OW1 L; boyfriend=B OY1 F R EH2 N D
branch=B R AE1 N CH; brazil=B R AH0 Z IH1 L; break=B R EY1 K; breakfast=B R EH1 K F AH0 S T; breast=B R EH1 S T
breath=B R EH1 TH; breathe=B R IY1 DH; brian=B R AY1 AH0 N; brilliant=B R IH1 L Y AH0 N T; bringing=B R IH1 NG IH0 NG
britain=B R IH1 T AH0 N; british=B R IH1 T IH0 SH; broad=B R AO1 D; broadband=B R AO1 D B AE2 N D
broken=B R OW1 K AH0 N; brown=B R AW1 N; browse=B R AW1 Z; browser=B R AW1 Z ER0; budget=B AH1 JH IH0 T
build=B IH1 L D; building=B IH1 L D IH0 NG; built=B IH1 L T; bull=B UH1 L; bury=B EH1 R IY0; bus=B AH1 S
buses=B AH1 S IH0 Z; bush=B UH1 SH; butcher=B UH1 CH ER0; butterfly=B AH1 T ER0 F L AY2; cable=K EY1 B AH0 L
calendar=K AE1 L AH0 N D ER0; california=K AE2 L AH0 F AO1 R N Y AH0; camera=K AE1 M R AH0; campaign=K AE0 M P EY1 N
canada=K AE1 N AH0 D AH0; canadian=K AH0 N EY1 D IY0 AH0 N; cannot=K AE1 N AA0 T; capable=K EY1 P AH0 B AH0 L
capital=K AE1 P AH0 T AH0 L; captain=K AE1 P T AH0 N; capture=K AE1 P CH ER0; captured=K AE1 P CH ER0 D; care=K EH1 R
career=K ER0 IH1 R; careful=K EH1 R F AH0 L; carpenter=K AA1 R P AH0 N T ER0; carrot=K EH1 R AH0 T; carry=K EH1 R IY0
case=K EY1 S; castle=K AE1 S AH0 L; category=K AE1 T AH0 G AO2 R IY0; catholic=K AE1 TH L IH0 K; caught=K AO1 T
celebrate=S EH1 L AH0 B R EY2 T; celebration=S EH2 L AH0 B R EY1 SH AH0 N; cellular=S EH1 L Y AH0 L ER0
celsius=S EH1 L S IY0 AH0 S; center=S EH1 N T ER0; centre=S EH1 N T ER0; century=S EH1 N CH ER0 IY0
certain=S ER1 T AH0 N; chair=CH EH1 R; challenge=CH AE1 L AH0 N JH; chance=CH AE1 N S; channel=CH AE1 N AH0 L
chaos=K EY1 AA2 S; character=K EH1 R IH0 K T ER0; charge=CH AA1 R JH; charged=CH AA1 R JH D; charles=CH AA1 R L Z
charlotte=SH AA1 R L AH0 T; chef=SH EH1 F; chemical=K EH1 M IH0 K AH0 L; chemist=K EH1 M IH0 S T
chemistry=K EH1 M IH0 S T R IY0; chess=CH EH1 S; chicago=SH AH0 K AA1 G OW0; childhood=CH AY1 L D HH UH2 D
choir=K W AY1 ER0; choose=CH UW1 Z; chose=CH OW1 Z; chosen=CH OW1 Z AH0 N; christian=K R IH1 S CH AH0 N
christmas=K R IH1 S M AH0 S; chunk=CH AH1 NG K; cigarette=S IH2 G ER0 EH1 T; cinema=S IH1 N AH0 M AH0
circumstances=S ER1 K AH0 M S T AE2 N S AH0 Z; clear=K L IH1 R; clearly=K L IH1 R L IY0; client=K L AY1 AH0 N T
climate=K L AY1 M AH0 T; climb=K L AY1 M; climber=K L AY1 M ER0; close=K L OW1 Z; clothes=K L OW1 Z
clothing=K L OW1 DH IH0 NG; collapse=K AH0 L AE1 P S; collect=K AH0 L EH1 K T; college=K AA1 L IH0 JH
color=K AH1 L ER0; colour=K AH1 L ER0; comb=K OW1 M; combination=K AA2 M B AH0 N EY1 SH AH0 N; combine=K AH0 M B AY1 N
comedy=K AA1 M AH0 D IY0; comfort=K AH1 M F ER0 T; comfortable=K AH1 M F ER0 T AH0 B AH0 L; comic=K AA1 M IH0 K
coming=K AH1 M IH0 NG; comment=K AA1 M EH2 N T; commercial=K AH0 M ER1 SH AH0 L; commit=K AH0 M IH1 T
commitment=K AH0 M IH1 T M AH0 N T; committee=K AH0 M IH1 T IY0; common=K AA1 M AH0 N
communicate=K AH0 M Y UW1 N AH0 K EY2 T; community=K AH0 M Y UW1 N AH0 T IY0; compare=K AH0 M P EH1 R
comparison=K AH0 M P EH1 R AH0 S AH0 N; competition=K AA2 M P AH0 T IH1 SH AH0 N; complain=K AH0 M P L EY1 N
complaint=K AH0 M P L EY1 N T; concept=K AA1 N S EH0 P T; condition=K AH0 N D IH1 SH AH0 N
conference=K AA1 N F ER0 AH0 N S; confirmation=K AA2 N F ER0 M EY1 SH AH0 N
congratulations=K AH0 N G R AE2 CH AH0 L EY1 SH AH0 N Z; congress=K AA1 NG G R AH0 S; connect=K AH0 N EH1 K T
connection=K AH0 N EH1 K SH AH0 N; consequence=K AA1 N S AH0 K W EH2 N S; consider=K AH0 N S IH1 D ER0
consistent=K AH0 N S IH1 S T AH0 N T; constant=K AA1 N S T AH0 N T; consume=K AH0 N S UW1 M
consumer=K AH0 N S UW1 M ER0; content=K AA1 N T EH0 N T; context=K AA1 N T EH2 K S T; continue=K AH0 N T IH1 N Y UW0
contract=K AA1 N T R AE2 K T; contribute=K AH0 N T R IH1 B Y UW0 T; control=K AH0 N T R OW1 L
convenient=K AH0 N V IY1 N Y AH0 N T; conversation=K AA2 N V ER0 S EY1 SH AH0 N
cooperation=K OW0 AA2 P ER0 EY1 SH AH0 N; corporate=K AO1 R P ER0 AH0 T; correct=K ER0 EH1 K T; cost=K AO1 S T
cotton=K AA1 T AH0 N; couch=K AW1 CH; cough=K AO1 F; could've=K UH1 D AH0 V; couldn't=K UH1 D AH0 N T
county=K AW1 N T IY0; couple=K AH1 P AH0 L; courage=K ER1 IH0 JH; course=K AO1 R S; court=K AO1 R T
cousin=K AH1 Z AH0 N; cover=K AH1 V ER0; coverage=K AH1 V ER0 IH0 JH; crazy=K R EY1 Z IY0; create=K R IY0 EY1 T
creation=K R IY0 EY1 SH AH0 N; creative=K R IY0 EY1 T IH0 V; creature=K R IY1 CH ER0; cried=K R AY1 D
crisis=K R AY1 S AH0 S; cross=K R AO1 S; crouch=K R AW1 CH; crowd=K R AW1 D; cry=K R AY1; crystal=K R IH1 S T AH0 L
cube=K Y UW1 B; cucumber=K Y UW1 K AH0 M B ER0; cue=K Y UW1; cultural=K AH1 L CH ER0 AH0 L; culture=K AH1 L CH ER0
cure=K Y UH1 R; curious=K Y UH1 R IY0 AH0 S; current=K ER1 AH0 N T; cushion=K UH1 SH AH0 N; cycle=S AY1 K AH0 L
damage=D AE1 M IH0 JH; damn=D AE1 M; danger=D EY1 N JH ER0; dangerous=D EY1 N JH ER0 AH0 S; daniel=D AE1 N Y AH0 L
david=D EY1 V AH0 D; dead=D EH1 D; deaf=D EH1 F; deal=D IY1 L; death=D EH1 TH; debt=D EH1 T; deceive=D IH0 S IY1 V
decent=D IY1 S AH0 N T; decide=D IH0 S AY1 D; decision=D IH0 S IH1 ZH AH0 N; decline=D IH0 K L AY1 N
dedicate=D EH1 D AH0 K EY2 T; defence=D IH0 F EH1 N S; defense=D IH0 F EH1 N S; deficit=D EH1 F AH0 S AH0 T
definitely=D EH1 F AH0 N AH0 T L IY0; definition=D EH2 F AH0 N IH1 SH AH0 N; degree=D IH0 G R IY1
deliver=D IH0 L IH1 V ER0; democracy=D IH0 M AA1 K R AH0 S IY0; democratic=D EH2 M AH0 K R AE1 T IH0 K
dentist=D EH1 N T IH0 S T; denver=D EH1 N V ER0; deny=D IH0 N AY1; deposit=D IH0 P AA1 Z IH0 T
depression=D IH0 P R EH1 SH AH0 N; describe=D IH0 S K R AY1 B; description=D IH0 S K R IH1 P SH AH0 N
desert=D EH1 Z ER0 T; design=D IH0 Z AY1 N; desire=D IH0 Z AY1 ER0; desperate=D EH1 S P R AH0 T
despite=D IH0 S P AY1 T; destroy=D IH0 S T R OY1; destruction=D IH0 S T R AH1 K SH AH0 N; detail=D IH0 T EY1 L
determine=D IH0 T ER1 M AH0 N; detroit=D IH0 T R OY1 T; develop=D IH0 V EH1 L AH0 P; device=D IH0 V AY1 S
dial=D AY1 AH0 L; dialed=D AY1 AH0 L D; diamond=D AY1 M AH0 N D; die=D AY1; died=D AY1 D; diet=D AY1 AH0 T
differ=D IH1 F ER0; different=D IH1 F ER0 AH0 N T; digital=D IH1 JH AH0 T AH0 L; dinner=D IH1 N ER0
direct=D ER0 EH1 K T; direction=D ER0 EH1 K SH AH0 N; director=D ER0 EH1 K T ER0; disagree=D IH2 S AH0 G R IY1
disappoint=D IH2 S AH0 P OY1 N T; disaster=D IH0 Z AE1 S T ER0; discount=D IH1 S K AW0 N T
discover=D IH0 S K AH1 V ER0; discuss=D IH0 S K AH1 S; distance=D IH1 S T AH0 N S; document=D AA1 K Y AH0 M AH0 N T
dog=D AO1 G; double=D AH1 B AH0 L; doubt=D AW1 T; dough=D OW1; downtown=D AW2 N T AW1 N; dozen=D AH1 Z AH0 N
drama=D R AA1 M AH0; drank=D R AE1 NG K; dress=D R EH1 S; dried=D R AY1 D; drive=D R AY1 V; driven=D R IH1 V AH0 N
drove=D R OW1 V; drunk=D R AH1 NG K; dry=D R AY1; dubai=D UW0 B AY1; due=D UW1; during=D UH1 R IH0 NG
duty=D UW1 T IY0; easier=IY1 Z IY0 ER0; echo=EH1 K OW0; economic=EH2 K AH0 N AA1 M IH0 K
economy=IH0 K AA1 N AH0 M IY0; educate=EH1 JH AH0 K EY2 T; effect=IH0 F EH1 K T; effective=IH0 F EH1 K T IH0 V
efficient=IH0 F IH1 SH AH0 N T; effort=EH1 F ER0 T; egypt=IY1 JH IH0 P T; elect=IH0 L EH1 K T
election=IH0 L EH1 K SH AH0 N; electric=IH0 L EH1 K T R IH0 K; electricity=IH0 L EH2 K T R IH1 S AH0 T IY0
elephant=EH1 L AH0 F AH0 N T; eleventh=IH0 L EH1 V AH0 N TH; elizabeth=IH0 L IH1 Z AH0 B AH0 TH; else=EH1 L S
elsewhere=EH1 L S W EH2 R; emergency=IH0 M ER1 JH AH0 N S IY0; emotional=IH0 M OW1 SH AH0 N AH0 L
employ=IH0 M P L OY1; employee=IH0 M P L OY1 IY0; encourage=IH0 N K ER1 IH0 JH; endless=EH1 N D L AH0 S
enemy=EH1 N AH0 M IY0; energy=EH1 N ER0 JH IY0; engage=IH0 N G EY1 JH; england=IH1 NG G L AH0 N D; enjoy=IH0 N JH OY1
enlarge=IH0 N L AA1 R JH; enormous=IH0 N AO1 R M AH0 S; enough=IH0 N AH1 F; ensure=IH0 N SH UH1 R
entire=IH0 N T AY1 ER0; entirely=IH0 N T AY1 ER0 L IY0; entrance=EH1 N T R AH0 N S
environmental=IH0 N V AY2 R AH0 N M EH1 N T AH0 L; episode=EH1 P AH0 S OW2 D; equipment=IH0 K W IH1 P M AH0 N T
equivalent=IH0 K W IH1 V AH0 L AH0 N T; era=EH1 R AH0; escape=IH0 S K EY1 P; especially=IH0 S P EH1 SH AH0 L IY0
essay=EH1 S EY2; essential=IH0 S EH1 N SH AH0 L; establish=IH0 S T AE1 B L IH0 SH; estate=IH0 S T EY1 T
estimate=EH1 S T AH0 M EY2 T; ethan=IY1 TH AH0 N; europe=Y UH1 R AH0 P; european=Y UH2 R AH0 P IY1 AH0 N
event=IH0 V EH1 N T; eventually=IH0 V EH1 N CH UW0 AH0 L IY0; everybody=EH1 V R IY0 B AA2 D IY0
everyday=EH1 V R IY0 D EY2; everyone=EH1 V R IY0 W AH2 N; everything=EH1 V R IY0 TH IH2 NG
everywhere=EH1 V R IY0 W EH2 R; evidence=EH1 V AH0 D AH0 N S; evil=IY1 V AH0 L; exact=IH0 G Z AE1 K T
exam=IH0 G Z AE1 M; examine=IH0 G Z AE1 M AH0 N; excellent=EH1 K S AH0 L AH0 N T; except=IH0 K S EH1 P T
exception=IH0 K S EH1 P SH AH0 N; exchange=IH0 K S CH EY1 N JH; excite=IH0 K S AY1 T; excuse=IH0 K S K Y UW1 Z
executive=IH0 G Z EH1 K Y AH0 T IH0 V; exercise=EH1 K S ER0 S AY2 Z; exist=IH0 G Z IH1 S T; expand=IH0 K S P AE1 N D
expect=IH0 K S P EH1 K T; expensive=IH0 K S P EH1 N S IH0 V; experiment=IH0 K S P EH1 R AH0 M AH0 N T
expert=EH1 K S P ER0 T; expire=IH0 K S P AY1 ER0; explain=IH0 K S P L EY1 N; export=EH1 K S P AO2 R T
expose=IH0 K S P OW1 Z; extend=IH0 K S T EH1 N D; extent=IH0 K S T EH1 N T; extra=EH1 K S T R AH0
extreme=IH0 K S T R IY1 M; factory=F AE1 K T ER0 IY0; failure=F EY1 L Y ER0; false=F AO1 L S
familiar=F AH0 M IH1 L Y ER0; famous=F EY1 M AH0 S; fantastic=F AE0 N T AE1 S T IH0 K; fantasy=F AE1 N T AH0 S IY0
fashion=F AE1 SH AH0 N; fast=F AE1 S T; fasten=F AE1 S AH0 N; faster=F AE1 S T ER0; favor=F EY1 V ER0
favorite=F EY1 V ER0 IH0 T; favour=F EY1 V ER0; favourite=F EY1 V ER0 IH0 T; feature=F IY1 CH ER0
federal=F EH1 D ER0 AH0 L; feedback=F IY1 D B AE2 K; fellow=F EH1 L OW0; female=F IY1 M EY2 L; fence=F EH1 N S
fever=F IY1 V ER0; fiber=F AY1 B ER0; field=F IY1 L D; figure=F IH1 G Y ER0; fill=F IH1 L; filled=F IH1 L D
final=F AY1 N AH0 L; finance=F AY1 N AE2 N S; financial=F AH0 N AE1 N SH AH0 L; finger=F IH1 NG G ER0
finish=F IH1 N IH0 SH; fiona=F IY0 OW1 N AH0; fire=F AY1 ER0; fireplace=F AY1 ER0 P L EY2 S; flood=F L AH1 D
florida=F L AO1 R AH0 D AH0; flow=F L OW1; flower=F L AW1 ER0; fly=F L AY1; focus=F OW1 K AH0 S
focused=F OW1 K AH0 S T; food=F UW1 D; foot=F UH1 T; football=F UH1 T B AO2 L; foreign=F AO1 R AH0 N
forest=F AO1 R AH0 S T; forever=F ER0 EH1 V ER0; forget=F ER0 G EH1 T; forgot=F ER0 G AA1 T
forgotten=F ER0 G AA1 T AH0 N; format=F AO1 R M AE2 T; fortunate=F AO1 R CH AH0 N AH0 T
fortunately=F AO1 R CH AH0 N AH0 T L IY0; forward=F AO1 R W ER0 D; france=F R AE1 N S; freezing=F R IY1 Z IH0 NG
frequent=F R IY1 K W AH0 N T; fried=F R AY1 D; friendship=F R EH1 N D SH IH2 P; front=F R AH1 N T; fry=F R AY1
fuel=F Y UW1 AH0 L; fully=F UH1 L IY0; function=F AH1 NG K SH AH0 N; funny=F AH1 N IY0; furniture=F ER1 N IH0 CH ER0
future=F Y UW1 CH ER0; garage=G ER0 AA1 ZH; gas=G AE1 S; gather=G AE1 DH ER0; gear=G IH1 R; general=JH EH1 N ER0 AH0 L
generation=JH EH2 N ER0 EY1 SH AH0 N; genetic=JH AH0 N EH1 T IH0 K; geneva=JH AH0 N IY1 V AH0
gentleman=JH EH1 N T AH0 L M AH0 N; george=JH AO1 R JH; georgia=JH AO1 R JH AH0; germany=JH ER1 M AH0 N IY0
ghost=G OW1 S T; giant=JH AY1 AH0 N T; giggle=G IH1 G AH0 L; giraffe=JH ER0 AE1 F; girl=G ER1 L
girlfriend=G ER1 L F R EH2 N D; glass=G L AE1 S; global=G L OW1 B AH0 L; glove=G L AH1 V; goal=G OW1 L
goodness=G UH1 D N AH0 S; govern=G AH1 V ER0 N; governor=G AH1 V ER0 N ER0; gradual=G R AE1 JH UW0 AH0 L
graduate=G R AE1 JH UW0 AH0 T; grandfather=G R AE1 N D F AA2 DH ER0; grandmother=G R AE1 N D M AH2 DH ER0
grass=G R AE1 S; gray=G R EY1; greatest=G R EY1 T AH0 S T; grey=G R EY1; grocery=G R OW1 S ER0 IY0; gross=G R OW1 S
growth=G R OW1 TH; guarantee=G EH2 R AH0 N T IY1; guard=G AA1 R D; guess=G EH1 S; guest=G EH1 S T; guide=G AY1 D
guilty=G IH1 L T IY0; guitar=G IH0 T AA1 R; guy=G AY1; hadn't=HH AE1 D AH0 N T; handle=HH AE1 N D AH0 L
hanging=HH AE1 NG IH0 NG; happen=HH AE1 P AH0 N; harbor=HH AA1 R B ER0; harbour=HH AA1 R B ER0; hard=HH AA1 R D
hardly=HH AA1 R D L IY0; hasn't=HH AE1 Z AH0 N T; haven't=HH AE1 V AH0 N T; he'd=HH IY1 D; he'll=HH IY1 L
he's=HH IY1 Z; health=HH EH1 L TH; healthcare=HH EH1 L TH K EH2 R; healthy=HH EH1 L TH IY0; hear=HH IH1 R
heard=HH ER1 D; heart=HH AA1 R T; heaven=HH EH1 V AH0 N; heavily=HH EH1 V AH0 L IY0; heavy=HH EH1 V IY0
height=HH AY1 T; here's=HH IH1 R Z; hero=HH IH1 R OW0; hers=HH ER1 Z; herself=HH ER0 S EH1 L F; hey=HH EY1
hidden=HH IH1 D AH0 N; hide=HH AY1 D; highest=HH AY1 AH0 S T; himself=HH IH0 M S EH1 L F; hire=HH AY1 ER0
history=HH IH1 S T ER0 IY0; hobby=HH AA1 B IY0; holiday=HH AA1 L AH0 D EY2; hollywood=HH AA1 L IY0 W UH2 D
holy=HH OW1 L IY0; homeless=HH OW1 M L AH0 S; honest=AA1 N AH0 S T; honey=HH AH1 N IY0; hong=HH AO1 NG
honor=AA1 N ER0; hope=HH OW1 P; hopefully=HH OW1 P F AH0 L IY0; horrible=HH AO1 R AH0 B AH0 L; horse=HH AO1 R S
hospital=HH AA1 S P IH2 T AH0 L; housing=HH AW1 Z IH0 NG; houston=HH Y UW1 S T AH0 N; hugh=HH Y UW1
human=HH Y UW1 M AH0 N; humor=HH Y UW1 M ER0; hung=HH AH1 NG; hungry=HH AH1 NG G R IY0; husband=HH AH1 Z B AH0 N D
ian=IY1 AH0 N; ideal=AY0 D IY1 L; identify=AY0 D EH1 N T AH0 F AY2; identity=AY0 D EH1 N T AH0 T IY0; idle=AY1 D AH0 L
ignore=IH0 G N AO1 R; illegal=IH0 L IY1 G AH0 L; image=IH1 M IH0 JH; imagine=IH0 M AE1 JH AH0 N
immediate=IH0 M IY1 D IY0 AH0 T; immediately=IH0 M IY1 D IY0 AH0 T L IY0; important=IH0 M P AO1 R T AH0 N T
impossible=IH0 M P AA1 S AH0 B AH0 L; impress=IH0 M P R EH1 S; improve=IH0 M P R UW1 V
improvement=IH0 M P R UW1 V M AH0 N T; include=IH0 N K L UW1 D; increase=IH0 N K R IY1 S
increasingly=IH0 N K R IY1 S IH0 NG L IY0; incredible=IH0 N K R EH1 D AH0 B AH0 L
independent=IH2 N D IH0 P EH1 N D AH0 N T; individual=IH2 N D AH0 V IH1 JH UW0 AH0 L; industry=IH1 N D AH0 S T R IY0
inform=IH0 N F AO1 R M; initial=IH0 N IH1 SH AH0 L; initially=IH0 N IH1 SH AH0 L IY0; inside=IH2 N S AY1 D
inspire=IH0 N S P AY1 ER0; instance=IH1 N S T AH0 N S; instant=IH1 N S T AH0 N T; instead=IH0 N S T EH1 D
institution=IH2 N S T AH0 T UW1 SH AH0 N; instruction=IH0 N S T R AH1 K SH AH0 N; intense=IH0 N T EH1 N S
interest=IH1 N T R AH0 S T; interview=IH1 N T ER0 V Y UW2; introduce=IH2 N T R AH0 D UW1 S; invite=IH0 N V AY1 T
involve=IH0 N V AA1 L V; iran=IH0 R AA1 N; iraq=IH0 R AA1 K; irish=AY1 R IH0 SH; iron=AY1 ER0 N; island=AY1 L AH0 N D
israel=IH1 Z R IY0 AH0 L; issue=IH1 SH UW0; it'd=IH1 T AH0 D; it'll=IH1 T AH0 L; italian=IH0 T AE1 L Y AH0 N
italy=IH1 T AH0 L IY0; james=JH EY1 M Z; japan=JH AH0 P AE1 N; jealous=JH EH1 L AH0 S; jennifer=JH EH1 N AH0 F ER0
jersey=JH ER1 Z IY0; john=JH AA1 N; johnson=JH AA1 N S AH0 N; join=JH OY1 N; jones=JH OW1 N Z; joseph=JH OW1 S AH0 F
journal=JH ER1 N AH0 L; journey=JH ER1 N IY0; judge=JH AH1 JH; judged=JH AH1 JH D; judgment=JH AH1 JH M AH0 N T
juice=JH UW1 S; juicy=JH UW1 S IY0; julia=JH UW1 L Y AH0; jungle=JH AH1 NG G AH0 L; junior=JH UW1 N Y ER0
jury=JH UH1 R IY0; justice=JH AH1 S T AH0 S; kill=K IH1 L; kind=K AY1 N D; kindly=K AY1 N D L IY0; knee=N IY1
knew=N UW1; knife=N AY1 F; knock=N AA1 K; knot=N AA1 T; knowledge=N AA1 L AH0 JH; known=N OW1 N; kong=K AO1 NG
korea=K ER0 IY1 AH0; labor=L EY1 B ER0; labour=L EY1 B ER0; lady=L EY1 D IY0; lamb=L AE1 M; laptop=L AE1 P T AA2 P
large=L AA1 R JH; largest=L AA1 R JH AH0 S T; late=L EY1 T; lately=L EY1 T L IY0; latest=L EY1 T AH0 S T
laughter=L AE1 F T ER0; lawyer=L AO1 Y ER0; lazy=L EY1 Z IY0; lead=L IY1 D; leader=L IY1 D ER0; leather=L EH1 DH ER0
legal=L IY1 G AH0 L; leisure=L IY1 ZH ER0; length=L EH1 NG K TH; less=L EH1 S; lesson=L EH1 S AH0 N
license=L AY1 S AH0 N S; lifestyle=L AY1 F S T AY2 L; lifetime=L AY1 F T AY2 M; likely=L AY1 K L IY0; limb=L IH1 M
limit=L IH1 M AH0 T; linda=L IH1 N D AH0; lion=L AY1 AH0 N; local=L OW1 K AH0 L; locate=L OW1 K EY2 T
location=L OW0 K EY1 SH AH0 N; logic=L AA1 JH IH0 K; lonely=L OW1 N L IY0; longer=L AO1 NG G ER0
longest=L AO1 NG G AH0 S T; loose=L UW1 S; lorry=L AO1 R IY0; lose=L UW1 Z; lost=L AO1 S T; low=L OW1
lunch=L AH1 N CH; lung=L AH1 NG; lying=L AY1 IH0 NG
`;
