"""What is known of the names of Hyderabad: their writings, titles, relations; data, no rules."""

from __future__ import annotations

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
WRITINGS = """
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

URDU_WORDS = {
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
