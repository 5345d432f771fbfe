// English letters and their sounds; for each letter the more special rules come first. C is any consonant letter, V any
// vowel letter, and look-around holds the context. Written for this project.
export const soundRules = `
augh(?=t)=AO
augh=AE F
au=AO
awe$=AO
aw=AO
air=EH R
aigh=EY
ain$=EY N
ai=EY
ayer=EY ER
ay=EY
are$=EH R
arr=AE R
(?<=w)ar=AO R
(?<=qu)ar=AO R
(?<=V.*)ard$=ER D
ary$=EH R IY
ar(?=V)=EH R
ar=AA R
ae=IY
alk=AO K
alm=AA M
(?<!V.*)all=AO L
al(?=t|d)=AO L
al$=AH L
able$=AH B AH L
(?<=V.*)age$=IH JH
ange=EY N JH
aste=EY S T
(?<=^(?:w|qu|wh|squ|sw))a(?=[nts])=AA
ation=EY SH AH N
a(?=tion)=EY
a(?=C(?:e|es|er|ed|ers|ing|le)$)=EY
a(?=Cie?s?$)=EY
(?<=V.*)ate$=EY T
a(?=[cgpt]ion)=EY
a(?=Ci?ous)=EY
(?<=^)a(?=C{1,2}[rl]?ou|g[ar]|b[ou]|l[oi]|w|cr|part|noth)=AH
a(?=th(?:e|$))=AE
a$=AH
a=AE
bb=B
bt$=T
b$=B
b=B
cch=K
cc(?=[eiy])=K S
cc=K
ch(?=[rl])=K
(?<=s)ch=K
(?<=t)ch=CH
che$=SH
(?<=te|psy|me)ch=K
ch=CH
ck=K
cial=SH AH L
cian=SH AH N
cious=SH AH S
cient=SH AH N T
c(?=[eiy])=S
cqu=K W
c=K
dge=JH
dg(?=[ei])=JH
dd=D
dr=D R
du(?=V)=JH UW
d=D
eer=IH R
ee=IY
eau=OW
earth=ER TH
ear(?=[nlcd])=ER
ear=IH R
eath$=EH TH
ead$=EH D
eal=IY L
east=IY S T
eat=IY T
ea(?=ther|sure|lth|vy)=EH
ea=IY
eigh=EY
(?<=c)ei=IY
eir=EH R
ei=EY
eu=Y UW
(?<=[rljcd])ew=UW
ew=Y UW
ey$=IY
ey=EY
ere$=IH R
err=EH R
er(?=[iy](?!ng))=EH R
er=ER
(?<=V.*C)e$=
(?<=V[a-z]*V)e$=
(?<=[bcdfghjklmnpqrstvwxz]l)e$=
e(?=ly$|ment|ful|less|ness)=
ex(?=V)=IH G Z
e(?=Ce$)=IY
e(?=V)=IY
(?<=^[bdrp]r?)e(?=C[aeiou])=IH
(?<=^C)e$=IY
(?<=^C)e(?=Cus|Co$|C[iy]a)=IY
(?<=V.*)en$=AH N
(?<=V.*)el$=AH L
(?<=V.*)et$=AH T
(?<=V.*)ent$=AH N T
(?<=V.*)ence$=AH N S
(?<=V.*)ess$=AH S
e$=
e=EH
ff=F
f=F
(?<=^)gh=G
gh=
(?<=^)gn=N
gn$=N
gg=G
ge$=JH
geo=JH IY OW
g(?=et|ive|irl|ift)=G
g(?=[eiy])=JH
gue$=G
gu(?=[eiy])=G
g=G
(?<=^)ho(?=ur|nest|nor)=AA
h(?=$|C)=
(?<=[rg])h=
h=HH
igh=AY
ign$=AY N
ind$=AY N D
ild$=AY L D
ique$=IY K
ire=AY ER
ir=ER
(?<=^C{1,3})ie$=AY
(?<=^C{1,3})ied$=AY D
ier$=IY ER
ience$=IY AH N S
ie(?=w)=Y
ie=IY
iou=IY AH
io$=IY OW
io=IY AA
ial=IY AH L
ia=IY AH
ise$=AY Z
ize$=AY Z
ine$=AY N
ive$=IH V
(?<=^C{1,3})ive$=AY V
ite$=AY T
ice$=AY S
(?<=V.*)ice$=IH S
ity$=IH T IY
ing$=IH NG
i(?=C(?:e|es|er|ed|ers|le|les)$)=AY
(?<=^C{1,2})i(?=C(?:al|us|ot|o|a)$)=AY
(?<=^b)i(?=o)=AY
i(?=sm)=IH
i$=IY
i=IH
j=JH
(?<=^)kn=N
kk=K
k=K
ll=L
le$=AH L
l=L
mb$=M
mm=M
(?<=^)mn=N
m=M
nn=N
ng(?=$|s$)=NG
(?<=[iou])ng(?=ing$)=NG
ng(?=[ei])=N JH
ng=NG G
nk=NG K
nx=NG K S
nqu=NG K W
n=N
ook=UH K
ood$=UH D
oor=AO R
oo=UW
ous$=AH S
ously$=AH S L IY
ought=AO T
ough$=AH F
ould=UH D
our(?=[ts])=AO R
our=AW ER
oup=UW P
ound=AW N D
ou(?=ble|ple|ntry|sin|ch)=AH
ou=AW
oy=OY
oi=OY
oar=AO R
oa=OW
oe$=OW
ore=AO R
(?<=w)or(?=[kdlst])=ER
(?<=V.*)or$=ER
or=AO R
own$=OW N
(?<=[bcdnvhp])ow$=AW
ow$=OW
ow(?=er|el|n|d)=AW
ow=OW
old=OW L D
oll$=OW L
olk=OW K
ost$=OW S T
oth(?=er)=AH DH
ome$=AH M
ove$=AH V
one$=OW N
o(?=C(?:e|es|er|ed|ers)$)=OW
(?<=^C{1,2})o(?=C(?:al|us|or|en|ic)$)=OW
o(?=tion|sion|gr|ph|CiV)=OW
on$=AH N
om$=AH M
o$=OW
os$=OW Z
o(?=V)=OW
o=AA
ph=F
pp=P
(?<=^)ps=S
(?<=^)pn=N
p=P
que$=K
qu=K W
q=K
rr=R
rh=R
r=R
sch=S K
sh=SH
ssion=SH AH N
ssure=SH ER
(?<=V)sion=ZH AH N
sion=SH AH N
(?<=V)sure=ZH ER
(?<=V)sual=ZH UW AH L
sc(?=[eiy])=S
sm$=Z AH M
ss=S
se$=Z
stle$=S AH L
(?<=V)s(?=V)=Z
sw=S W
s=S
tch=CH
tion=SH AH N
tial=SH AH L
tient=SH AH N T
tious=SH AH S
ture$=CH ER
tures$=CH ER Z
tual=CH UW AH L
(?<=^)th(?=[ei][mnry]|is|at|us|ou)=DH
th(?=er)=DH
the$=DH
th=TH
tt=T
t=T
ui(?=t|s)=UW
uy=AY
ue$=UW
(?<=g)ue=
(?<=[rljs])u(?=C(?:e|es|ed|er)$)=UW
u(?=C(?:e|es|ed|er)$)=Y UW
urr=ER
ur=ER
ull$=UH L
(?<=^)un(?=i)=Y UW N
un(?=k)=AH NG
ung$=AH NG
un=AH N
(?<=[rljs])u(?=C[aeiou])=UW
(?<=[ctdgkmfpbhn])u(?=C[aiou])=Y UW
us$=AH S
u$=UW
u(?=V)=UW
u=AH
vv=V
v=V
wh(?=o)=HH
wh=W
wr=R
w(?=C|$)=
w=W
(?<=^)x=Z
x=K S
y(?=V)=Y
(?<=^C{1,3})y$=AY
(?<=f)y$=AY
y$=IY
y(?=Ce$)=AY
(?<=^C{1,2})y(?=p|r|d)=AY
y=IH
zz=Z
z=Z
`;
