"""One writing for the many of a name. Two names of this table are two names, however alike."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

from portal.names.scripts import to_latin
from portal.names.sounds import skeleton

# Honorifics, ranks and words that are no part of a name.
NO_PART = frozenset(
    "smt srimati shrimati sri shri sree shree mr mrs ms miss dr doctor prof haji hajji alhaj hafiz"
    " moulana maulana janab janaab kum kumari selvi late master advocate adv er capt pc hc hg asi"
    " rsi si ci sho acp dcp inspector constable head sub police officer asst garu saheb sahab sahib"
    " ji the and bhai retd subedar havildar jamadar moulvi maulvi molvi aged age years yrs".split()
)
# The father, husband or other after whom one is called.
RELATIONS = (
    "s/o", "d/o", "w/o", "c/o", "h/o", "f/o", "so.", "do.", "wo.", "son of", "daughter of",
    "wife of", "husband of", "father of", "mother of", "brother of", "sister of", "care of",
    "r/o", "bin", "binte", "bint", "ibn",
    "తండ్రి", "భర్త", "కుమారుడు", "కుమార్తె", "భార్య", "पुत्र", "पत्नी", "पिता", "पुत्री",
    "ولد", "زوجہ", "بنت", "بن",
)  # fmt: skip
ALIASES = (
    "@",
    " alias ",
    " nicknamed ",
    " called ",
    " known as ",
    " urf ",
    " a/k/a ",
    " aka ",
    " عرف ",
    " उर्फ ",
    " అలియాస్ ",
)

# Borne by so many in the city that they tell little.
COMMON_TOKENS = frozenset(
    "muhammad ahmed syed shaik khan ali hussain begum fatima abdul pasha khaja baig mirza khatun"
    " sultana reddy rao goud yadav kumar kumari lakshmi devi bai naidu singh raju rani sai"
    " krishna amma chary sharma varma prasad rama".split()
)

# Each line is one name: first as it is kept, then other writings of it. Common ones come first;
# a mark of how common is in rarity.py.
_WRITINGS = """
muhammad mohammed mohammad mohamed mohamad mohd md mohad muhammed mohmd mahammad mahmmad mohemmad muhamad mohammd mahammed muhmmad mhmd muhd mhd
mahmud mahmood mehmood mehmud mahamood
mahbub mehboob mahboob mehbub mahabub mahaboob
hamid hameed
hamida hameeda
ahmed ahmad ahamed ahmd ahemad ehmed ahammed ahamad
syed sayed saiyed syd sayyed sayyad sayeed saiyid
shaik sheikh shaikh sk shek shekh sheik shaikh shk saik
khan khaan
pathan
ali aly
hussain hussein husain hussen husein hosain hossain hussan
hasan hassan
hasina haseena
begum begam bee bi bibi
khatun khatoon
fatima fathima fatema fatimah fathema
ayesha aisha aysha ayisha
zainab zaynab
sultana sulthana
sultan sulthan
parvin parveen perveen
yasmin yasmeen jasmin
nasrin nasreen
shahin shaheen
rahman rehman rahaman rehaman
rahim raheem
rahima raheema
karim kareem kreem
karima kareema
salim saleem
salima saleema
salam
aziz azeez ajij
aziza azeeza
hafiza hafeeza
qadir khader qader kadir khadar kadar quadir abdulkhader
qadri khadri quadri
rashid rasheed
rashida rasheeda
majid majeed
wahid waheed vaheed vahid
wahida waheeda
jabbar jabar
sattar
gaffar ghaffar gafar
ghani gani
nabi
rasul rasool
ghulam gulam gholam
hakim hakeem
latif lateef
rafiq rafeeq rafik rafeek
rafi
shafi shafee
shafiq shafeeq
sadiq sadeq sadik
siddiqui siddiqi siddique siddeeqi
ansari ansaari
qureshi quraishi khureshi qureishi
mirza meerza mirja
baig beg beig
khaja khwaja khwaaja kaja
pasha basha baasha pasa
imran
irfan
ismail ismayil ishmael esmail
ibrahim ebrahim ibraheem
iqbal ikbal eqbal
yusuf yousuf yousaf yusuff yousef
yunus younus
yaqub yakub yaqoob yakoob
mustafa mustapha musthafa
mujtaba mujthaba
murtuza murthuza
osman usman uthman osmaan
omar umar umer omer
aslam
akbar akber
asghar asgar
anwar anwer
afzal afjal
amjad amzad
arif aarif
asif aasif
azam aazam
azhar ajhar
faruq farooq faruk farookh farukh
farid fareed
farida fareeda pharida
faisal
jamil jameel
jamila jameela
javed javeed jawed
kaleem kalim
khalil khaleel
khalid
masud masood
moin moyeen
moinuddin moinoddin moyeenuddin moinudin
mohiuddin mohiddin mohinuddin muhiuddin mohioddin mohiudin
fakhruddin fakruddin
nizamuddin nijamuddin
nasiruddin naseeruddin
nuruddin nooruddin
jalaluddin
salauddin salahuddin
sirajuddin
shamsuddin
imamuddin
ziauddin
zahiruddin zaheeruddin
qamaruddin khamaruddin
abdul abdool
abdulrahman
abdullah abdulla
amanullah
habibullah
rahmatullah
asadullah
mubin mubeen
mumtaz
munawar munavvar
munir muneer
musa moosa
nadim nadeem
naim nayeem naeem nayim
nasir naseer
nasim naseem
nazir nazeer najeer
nizam
nur noor
qasim khasim kasim qaseem
qutub khutub
rahmat rahmath rehmat
raza reza
riyaz riaz riyaj
sabir
sabira
said saeed sayeed
sajid
samir sameer
samad
shabbir shabir
shahid
shakil shakeel
sharif shareef
sirajud
taher tahir
tajuddin
wasim waseem vaseem
zahid
zakir zaker
zubair jubair
zuber
lakshmi laxmi lakshimi laksmi laxshmi lachmi
lakshmaiah laxmaiah laxmaya lakshmayya
lakshman laxman lachman laxmana lakshmana
lakshminarayana laxminarayana
srinivas sreenivas shrinivas srinivasulu srinivasa sreenivasulu srinu seenu sreenu srinivaas srinivasu
srikanth sreekanth shrikant srikant
sridhar sreedhar shridhar
srilatha sreelatha
srishailam srisailam
reddy reddi redy reddie
rao rau row ravu rav raav roa
goud gowd goad gaud
yadav yadava yadhav
kumar kumaar kumara kumr
kumari
naidu nayudu naydu
chary chari charyulu
sharma sarma
varma verma
raju
rani
devi
bai baai
amma
singh sing sinh
prasad prashad
krishna krishnaa kishna
krishnaiah kistaiah krishnayya
kishan kishen
kishore kishor
radha
radhika
radhakrishna
ramakrishna ramkrishna
rama ram
ramesh
rajesh
rakesh
mahesh
naresh
suresh
ganesh
dinesh
umesh
venkatesh venkatesham
venkat venkata
venkataiah
venkateswarlu venkateshwarlu venkateswarulu
venkateswara venkateshwara
venkatamma
narasimha narsimha narsimhulu narasimhulu narsimlu narasimham
narsing narsingh
narayana narayan
narayanamma
satyanarayana sathyanarayana satyanarayan
satya sathya
satyam sathyam
sai
saidulu saidaiah
sailu
sainath
shankar sankar shanker sanker
shiva siva
shivaji sivaji
shyam sham
sunil suneel
sunita sunitha suneetha
sujata sujatha
sarita saritha
savitri savithri savitramma
sarojini sarojani
saroja
saraswati saraswathi
shanti shanthi santhi
shobha sobha
padma
padmavati padmavathi
parvati parvathi parvatamma
pavan pawan
prakash
pratap prathap
praveen pravin
prabhakar
pushpa
purushotham purushottam
raghu
raghava
raghavender raghavendra
rajender rajendra
rajaiah
rajamma
rajashekar rajasekhar rajashekhar
ravi
ravinder ravindra ravindar
surender surendra
narender narendra
mahender mahendra
virender virendra
jitender jitendra
devender devendra
upender upendra
harinder
manohar
madhu
madhava
madhavi
malla
mallaiah
mallesh
mallikarjun mallikarjuna
mamata mamatha
manjula
mani
maisaiah
nagaraju nagraj nagaraj
nageshwar nageswara nageswar nageshwara
nagamani
nagesh
nagender nagendra
nirmala
anil
anita anitha
anjaiah anjayya
anjali
anasuya
anand ananda
arun
aruna
ashok asok
balaiah balayya
balraj
balram balaram
bhaskar basker bhasker
bharat bharath
bhavani
bhikshapati bikshapathi bhikshapathi
buchaiah
chandra
chandraiah
chandrakala
chandrasekhar chandrashekar chandrashekhar
dasharath dasarath dasaratha
gopal
gopala
govind govinda
hari
harish hareesh
hanumanth hanumanthu hanumantha
jagadish jagadeesh
jagan
jangaiah jangayya
jyoti jyothi
kamala
kavita kavitha
kalyan
kanakaiah
komuraiah
kondal
kiran
lalita lalitha
lingaiah
lokesh
mohan
murali muralidhar
pandu
pentaiah
pochaiah
sathaiah sattaiah satthaiah
somaiah
sudhakar
sudha
swapna
swami swamy
shashi sasi
tirupati thirupathi
tulasi thulasi
uma
usha
vani
vasantha vasanta
vijay vijaya
vijaya vijya
vijayalakshmi vijayalaxmi
vikram
vinod
vishnu
yadagiri
yadaiah
yellaiah yelaiah ellaiah yellayya
yellamma ellamma
yesu
joseph
thomas
john
mary
karan
islam
gafur gafoor ghafoor ghafur
wajid vajid
jamaluddin
kamaluddin
jaffar jafer
zahida zaheda
dastagir dastageer dasthagiri
hanif haneef
tiwari tivari
faruqi farooqui farooqi
zafar jafar
"""


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in _WRITINGS.strip().splitlines():
        kept, *others = line.split()
        for writing in (kept, *others):
            table.setdefault(writing, kept)
    return table


TABLE = _table()
_URDU_WORDS = {
    "محمد": "muhammad", "احمد": "ahmed", "سید": "syed", "شیخ": "shaik", "خان": "khan",
    "علی": "ali", "حسین": "hussain", "حسن": "hasan", "بیگم": "begum", "بی": "begum",
    "فاطمہ": "fatima", "عائشہ": "ayesha", "محمود": "mahmud", "محبوب": "mahbub", "حمید": "hamid",
    "رحمن": "rahman", "رحمان": "rahman", "الرحمن": "rahman", "الرحمان": "rahman",
    "رحیم": "rahim", "الرحیم": "rahim", "کریم": "karim", "الکریم": "karim", "عبد": "abdul",
    "عبدالرحمن": "abdul rahman", "عبدالرحمان": "abdul rahman", "عبدالکریم": "abdul karim",
    "عبدالرحیم": "abdul rahim", "عبداللہ": "abdullah", "سلیم": "salim", "قادر": "qadir",
    "القادر": "qadir", "غلام": "ghulam", "یوسف": "yusuf", "ابراہیم": "ibrahim",
    "اسماعیل": "ismail", "مصطفی": "mustafa", "مصطفیٰ": "mustafa", "عثمان": "osman",
    "عمر": "omar", "فاروق": "faruq", "مرزا": "mirza", "بیگ": "baig", "خواجہ": "khaja",
    "پاشا": "pasha", "قریشی": "qureshi", "انصاری": "ansari", "صدیقی": "siddiqui",
    "اقبال": "iqbal", "اکبر": "akbar", "انور": "anwar", "جاوید": "javed", "جناب": "janab", "قدیر": "qadir", "حنیف": "hanif", "اللہ": "ullah", "سیف": "saif", "ستار": "sattar", "ریڈی": "reddy", "یادو": "yadav", "راؤ": "rao", "کمار": "kumar",
    "گوڑ": "goud", "لکشمی": "lakshmi", "سرینواس": "srinivas", "رمیش": "ramesh", "راجو": "raju",
    "سنگھ": "singh", "شرما": "sharma", "کرشنا": "krishna", "دیوی": "devi", "بائی": "bai", "فاروقی": "faruqi", "خالد": "khalid",
    "معین": "moin", "محی": "mohi", "الدین": "uddin", "النساء": "unnisa", "سلطانہ": "sultana",
    "پروین": "parvin", "یاسمین": "yasmin", "شاہین": "shahin", "رشید": "rashid",
    "نسیم": "nasim", "نعیم": "naim", "نذیر": "nazir", "ریاض": "riyaz", "اسلم": "aslam",
    "امجد": "amjad", "عرفان": "irfan", "عمران": "imran", "شریف": "sharif", "شکیل": "shakil",
    "زینب": "zainab", "خاتون": "khatun", "یعقوب": "yaqub", "ظہیر": "zahir", "منیر": "munir",
}  # fmt: skip
SERVANT_OF, THE = "عبدال", "ال"
LONG_ENOUGH, SHORTEST_SLIP, ENOUGH_BONES = 6, 4, 3
_SPELLINGS = (
    ("ee", "i"), ("ii", "i"), ("oo", "u"), ("ou", "u"), ("aa", "a"), ("ph", "f"), ("w", "v"),
    ("th", "t"), ("dh", "d"), ("sh", "s"), ("ay", "ai"), ("q", "k"), ("z", "j"),
)  # fmt: skip


def _spelled_plainly(token: str) -> str:
    for written, plain in _SPELLINGS:
        token = token.replace(written, plain)
    return re.sub(r"(.)\1+", r"\1", token)


def _by_plain_spelling() -> dict[str, str]:
    """Give the table by plain spelling, without spellings that would fit two names."""
    found: dict[str, set[str]] = {}
    for writing, kept in TABLE.items():
        found.setdefault(_spelled_plainly(writing), set()).add(kept)
    return {plain: kept.pop() for plain, kept in found.items() if len(kept) == 1}


PLAIN = _by_plain_spelling()
_VOWELS = frozenset("aeiouy")


def consonant_put_for_another(one: str, other: str) -> bool:
    """Tell whether two writings differ by one consonant for another: then they are two names."""
    if len(one) != len(other):
        return False
    unlike = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(unlike) == 1 and not ({*unlike[0]} & _VOWELS)


def urdu_word(word: str) -> str | None:
    """Give a well-known name written in Urdu, in which short vowels are not written."""
    word = word.replace("ي", "ی").replace("ك", "ک").replace("ه", "ہ")
    if word not in _URDU_WORDS and word.startswith(THE) and len(word) > len(THE) + 1:
        return urdu_word(word.removeprefix(THE))
    if word not in _URDU_WORDS and word.startswith(SERVANT_OF) and len(word) > len(SERVANT_OF) + 1:
        rest = word.removeprefix(SERVANT_OF)
        return f"abdul {_URDU_WORDS.get(rest) or to_latin(rest)}"
    return _URDU_WORDS.get(word)


@lru_cache(maxsize=8192)
def canonical(token: str) -> str:
    """Give the one writing of a token; a slip of one letter in a long well-known name is mended."""
    if token in TABLE:
        return TABLE[token]
    plainly = PLAIN.get(_spelled_plainly(token))
    if plainly is not None:
        return plainly
    if len(token) < LONG_ENOUGH:
        return _common_slip(token) if len(token) >= SHORTEST_SLIP else token
    near = {
        kept
        for writing, kept in TABLE.items()
        if len(writing) >= LONG_ENOUGH
        and writing[0] == token[0]
        and OSA.distance(token, writing, score_cutoff=1) <= 1
        and not consonant_put_for_another(token, writing)
    }
    return near.pop() if len(near) == 1 else _common_slip(token)


def _common_slip(token: str) -> str:
    """Mend a slip in a name that every tenth man bears: there it is far likelier than a new name."""
    near = {
        kept
        for kept in COMMON_TOKENS
        if len(kept) >= SHORTEST_SLIP
        and kept[0] == token[0]
        and (_slipped(token, kept) or _sounds_same(token, kept))
    }
    return near.pop() if len(near) == 1 else token


def _slipped(token: str, kept: str) -> bool:
    slipped = OSA.distance(token, kept, score_cutoff=1) <= 1
    return slipped and not consonant_put_for_another(token, kept)


def _sounds_same(token: str, kept: str) -> bool:
    bones = skeleton(token)
    return len(bones) >= ENOUGH_BONES and bones == skeleton(kept)


def is_known(token: str) -> bool:
    """Tell whether a canonical token is a name of the table."""
    return TABLE.get(token) == token
