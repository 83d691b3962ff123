"""A town of people who have nothing to do with each other, to count false alarms in.

Innocent bidders and officers are drawn alike from what is usual in Hyderabad. What two of them have
in common (a name, a locality, a year of birth) is chance, as in life. Phones, identity numbers, bank
accounts and addresses are never shared. Only the `neighbours` have a street door number in common:
each is a bidder and an officer in one big building, in another flat.

The lists were written without looking at the rules that they are to try, and nobody in them is real.
The weights are a resident's guess and not a census. An identity number begins with 0, which no
Aadhaar number does.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

BIDDERS, OFFICERS, NEIGHBOURS = 1_500, 300, 6
FIRST_YEAR, USUAL_YEAR, LAST_YEAR = 1950, 1982, 2006
FIRST_OFFICER_YEAR, LAST_OFFICER_YEAR = 1966, 2004
MAN, WOMAN = "M", "F"


@dataclass(frozen=True, slots=True)
class Person:
    """One who lives in the town, as the desk or the staff list has written him down."""

    name: str
    identity: str
    phone: str
    bank: str
    door_number: str
    locality: str
    pin_code: str
    birth_year: int
    relation: str
    house_name: str
    gender: str


@dataclass(frozen=True, slots=True)
class Town:
    """All who live in it; `neighbours` are also among the bidders and the officers."""

    bidders: tuple[Person, ...]
    officers: tuple[Person, ...]
    neighbours: tuple[tuple[Person, Person], ...]


@dataclass(frozen=True, slots=True)
class _Called:
    """A name as typed, and what goes with it."""

    name: str
    relation: str
    house_name: str


class _List:
    """Entries with weights: "9 Mohammed/Mohd" is drawn as one of its spellings, nine times in the sum.

    The first spelling is the likeliest.
    """

    def __init__(self, written: str) -> None:
        entries = [entry.strip().split(" ", 1) for entry in written.split(",") if entry.strip()]
        self.weights = [int(weight) for weight, _ in entries]
        self.entries = [spellings.split("/") for _, spellings in entries]

    def draw(self, chance: random.Random) -> str:
        """Give one name in one of its spellings."""
        (spellings,) = chance.choices(self.entries, self.weights)
        return spellings[0] if chance.random() < 0.5 else chance.choice(spellings)


TELUGU_MEN = _List("""
    30 Srinivas/Sreenivas/Srinivasa, 26 Ramesh, 24 Venkatesh/Venkatesham, 22 Raju, 20 Mahesh,
    20 Suresh, 18 Ravi, 18 Krishna, 17 Narsimha/Narasimha, 16 Mallesh/Mallesham, 15 Rajesh,
    15 Naresh, 14 Srikanth/Sreekanth, 14 Yadagiri/Yadgiri, 13 Satyanarayana/Sathyanarayana,
    13 Rajender/Rajendar, 13 Ravinder/Ravindar, 12 Shankar, 12 Praveen/Pravin, 11 Ashok,
    11 Anjaiah, 11 Ramulu, 10 Laxman/Lakshman, 10 Venkat, 10 Naveen, 10 Prabhakar, 10 Sudhakar,
    9 Bhaskar/Baskar, 9 Mallaiah, 9 Yadaiah, 9 Santosh/Santhosh, 8 Kiran, 8 Sathish/Satish,
    8 Jangaiah, 8 Laxmaiah/Lakshmaiah, 8 Narayana, 8 Vijay, 8 Sandeep, 7 Balaiah, 7 Kishtaiah,
    7 Mahender/Mahendar, 7 Surender/Surendar, 7 Venkateshwarlu/Venkateswarlu, 7 Chandraiah,
    7 Nagesh, 6 Srisailam, 6 Anil, 6 Ganesh, 6 Komuraiah, 6 Balakrishna/Bala Krishna, 6 Prasad,
    6 Ramchander/Ram Chander, 6 Upender/Upendar, 6 Linga Swamy/Lingaswamy, 5 Ellaiah/Yellaiah,
    5 Bikshapathi/Bhikshapathi, 5 Raghavender/Raghavendra, 5 Madhusudhan/Madhusudan, 5 Shiva/Siva,
    5 Chandrashekar/Chandra Shekar, 5 Janardhan, 5 Saidulu, 5 Sai Kumar, 5 Vamshi/Vamsi,
    5 Tirupathi/Thirupathi, 4 Pochaiah, 4 Sathaiah, 4 Bal Raj/Balraj, 4 Ramakrishna/Rama Krishna,
    4 Venkata Ramana/Venkataramana, 4 Hanumanthu/Hanmanthu, 4 Dasharath, 4 Gopal, 4 Murali,
    4 Jagan, 4 Sai Kiran, 4 Manohar, 4 Damodar, 3 Pentaiah, 3 Buchaiah, 3 Narender/Narendar,
    3 Devender/Devendar, 3 Sanjeev, 3 Harish, 3 Veeresham, 3 Swamy, 3 Vishnu, 3 Goverdhan,
    2 Sailu, 2 Mogulaiah, 2 Jagadish, 2 Bhupal, 2 Charan, 2 Rohith, 2 Nikhil, 2 Agaiah, 2 Eshwar
""")
TELUGU_WOMEN = _List("""
    26 Lakshmi/Laxmi, 16 Padma, 15 Sujatha, 14 Swapna, 13 Kavitha, 13 Anitha, 12 Sunitha,
    12 Jyothi/Jyoti, 12 Renuka, 11 Manjula, 11 Lavanya, 10 Vijaya, 10 Saritha, 10 Rajitha,
    9 Mamatha, 9 Radha, 8 Bhagyamma/Bhagyalaxmi, 8 Yadamma, 8 Pochamma, 8 Saroja, 7 Sandhya,
    7 Balamani, 7 Shobha, 7 Sridevi/Sreedevi, 6 Andalu, 6 Narsamma, 6 Rama Devi, 6 Nagamani,
    6 Vijaya Lakshmi/Vijayalaxmi, 6 Bharathi, 5 Swaroopa, 5 Latha, 5 Shanthamma, 5 Padmavathi,
    5 Uma, 5 Aruna, 4 Sathemma, 4 Mallamma, 4 Geetha, 4 Divya, 4 Kalavathi, 4 Jayamma,
    3 Parvathamma, 3 Savithri, 3 Mounika, 3 Prameela, 3 Sulochana, 2 Buchamma, 2 Ramya, 2 Sravani
""")
HOUSES = _List("""
    9 Kandula, 9 Gaddam, 8 Thota, 8 Bandi, 8 Akula, 7 Vemula, 7 Boddu, 7 Dasari, 7 Konda, 6 Palle,
    6 Gajula, 6 Chintala, 6 Mekala, 6 Kotha, 6 Golla, 6 Bollam, 5 Nalla, 5 Erra, 5 Pulla, 5 Boya,
    5 Yerram, 5 Koppula, 5 Jakkula, 5 Gundla, 5 Mamidi, 5 Pittala, 5 Samala, 5 Ravula, 4 Adepu,
    4 Banoth/Banothu, 4 Lavudya, 4 Guguloth, 4 Kethavath, 4 Ramavath, 4 Nenavath, 4 Dharavath,
    4 Kasula, 4 Bathini, 4 Eega, 4 Macha, 4 Cheruku, 4 Sama, 4 Gattu, 4 Peddi, 4 Nakka, 4 Muppidi,
    4 Vangala, 4 Kurma, 4 Chilukuri, 3 Devulapally, 3 Polepally, 3 Bommineni, 3 Chinthakindi,
    3 Gopidi, 3 Tirumani, 3 Madireddy, 3 Nomula, 3 Orsu, 3 Enugula, 3 Thallapally, 3 Vadla,
    3 Sangem, 3 Katta, 3 Jella, 3 Uppari, 3 Inala, 3 Oruganti, 2 Alapati, 2 Duggirala, 2 Gorla,
    2 Pasupuleti, 2 Kotagiri, 2 Beeram, 2 Hanchate, 2 Rapolu, 2 Sirikonda, 2 Toleti, 2 Voruganti
""")
HOUSE_ENDS = _List("""
    34 -, 17 Reddy/Reddy/Reddy/Reddi, 13 Yadav, 12 Goud/Gowd, 11 Kumar, 9 Rao, 5 Naik/Nayak, 4 Mudiraj,
    3 Chary, 2 Gupta, 2 Raju, 1 Varma, 1 Sagar, 1 Babu
""")
OF_A_WHOLE_FAMILY = {
    "Reddy",
    "Reddi",
    "Yadav",
    "Goud",
    "Gowd",
    "Rao",
    "Naik",
    "Nayak",
    "Chary",
    "Gupta",
}
WOMENS_ENDS = _List("62 -, 9 Devi, 7 Reddy, 7 Rani, 5 Bai, 4 Yadav, 3 Goud, 2 Kumari, 1 Rao")
CHRISTIANS = {
    MAN: _List("6 John, 6 David, 5 Joseph, 4 Samuel, 4 Daniel, 3 Prabhudas, 3 Yesudas, 2 Anthony"),
    WOMAN: _List("6 Mary, 4 Sarah, 3 Grace, 3 Esther, 2 Ruth, 2 Mariamma, 2 Shantha Kumari"),
}

MUSLIM_FRONTS = _List("""
    40 Mohammed/Mohd/Md/Md./Mohammad/Muhammad, 19 Syed/Sayed/Syed/Sayyed,
    18 Shaik/Sk/Shaikh/Sheikh/Sk., 13 -, 4 Mir, 4 Mirza, 5 Khaja/Khwaja, 2 Ghulam/Gulam
""")
MUSLIM_MEN = _List("""
    14 Ahmed/Ahmad, 13 Ali, 13 Pasha, 12 Imran, 11 Khaleel/Khalil, 11 Saleem/Salim, 10 Ismail,
    10 Yousuf/Yusuf, 10 Ghouse/Gouse, 10 Rafeeq/Rafiq, 10 Jahangir/Jahangeer, 9 Mahboob/Mehboob,
    9 Nayeem/Naeem, 9 Khaja, 9 Akbar, 9 Anwar/Anwer, 9 Hussain/Husain, 8 Osman/Usman, 8 Irfan,
    8 Feroz/Feroze, 8 Younus/Yunus, 8 Aslam, 8 Arif/Areef, 8 Asif, 8 Sajid, 8 Azhar, 7 Majid/Majeed,
    7 Ibrahim, 7 Jaffar/Jaffer, 7 Habeeb/Habib, 7 Chand, 7 Iqbal, 7 Shareef/Sharif, 6 Zaheer,
    6 Naseer, 6 Nazeer, 6 Mujeeb, 6 Wajid, 6 Afzal, 6 Afsar, 6 Moinuddin, 6 Nizamuddin,
    6 Mohiuddin/Mohiyuddin, 6 Zakir, 6 Muneer, 5 Jameel, 5 Qasim/Khasim, 5 Basheer, 5 Shabbir,
    5 Omer/Umar, 5 Haneef/Hanif, 5 Rasheed, 5 Taher, 5 Azam, 5 Akram, 5 Riyaz/Riaz, 5 Salman,
    4 Ilyas, 4 Ishaq, 4 Shamsuddin, 4 Fareed, 4 Farooq/Farooque, 4 Sardar, 4 Hyder/Haider,
    4 Moiz, 4 Mustafa, 4 Sameer, 4 Waseem, 4 Abdullah, 3 Burhanuddin, 3 Sirajuddin, 3 Amjad,
    3 Faisal, 3 Junaid, 3 Maqsood, 3 Mazhar, 3 Zubair, 3 Mastan, 3 Moulana, 2 Tajuddin, 2 Noor,
    2 Fasiuddin, 2 Shujauddin, 2 Vazeer/Wazeer, 2 Dastagir
""")
SERVANTS_OF = _List("""
    14 Rahman/Rehman, 13 Kareem/Karim, 13 Raheem/Rahim, 11 Aziz/Azeez, 10 Hameed, 10 Majeed,
    9 Khader/Quader/Qadeer, 9 Razzak/Razzaq/Razak, 8 Rasheed, 8 Gaffar/Ghaffar, 8 Sattar, 8 Jabbar,
    7 Salam, 7 Wahab, 7 Waheed, 7 Lateef, 6 Aleem, 6 Hafeez, 6 Khaliq, 5 Basith, 5 Quddus,
    5 Samad, 5 Rauf, 4 Hai, 4 Mannan, 4 Nayeem, 3 Muqeet, 3 Bari, 2 Shukoor
""")
MUSLIM_ENDS = _List("""
    40 -, 22 Khan, 11 Ahmed/Ahmad, 8 Ali, 7 Hussain, 6 Pasha, 4 Qureshi/Quraishi, 3 Siddiqui,
    2 Ansari, 2 Quadri/Qadri, 2 Baba, 1 Farooqui, 1 Hashmi, 1 Shareef
""")
MUSLIM_WOMEN = _List("""
    13 Fatima/Fathima, 12 Shabana, 11 Ayesha/Aisha, 10 Asma, 10 Rizwana, 10 Nasreen, 9 Farzana,
    9 Razia, 9 Yasmeen/Yasmin, 9 Parveen, 8 Zareena, 8 Sultana, 8 Tahera, 8 Amina/Ameena, 7 Khaja,
    7 Shaheen, 7 Noorjahan/Noor Jahan, 6 Haleema, 6 Rukhsana, 6 Sameena, 6 Zakia, 6 Mehrunnisa,
    5 Zubeda/Zubaida, 5 Naseem, 5 Salma, 5 Rehana, 4 Saba, 4 Hajera, 4 Khairunnisa, 4 Mumtaz,
    4 Sabiha, 3 Kausar, 3 Afreen, 3 Wajeeda, 2 Zaibunnisa, 2 Maimoona
""")
MUSLIM_WOMENS_ENDS = _List(
    "52 Begum/Begum/Begum/Begam, 14 Sultana, 8 Fatima, 7 Bee/Bi, 6 Parveen, 5 Khatoon, 4 Unnisa, 4 Jabeen"
)

NORTHERN_MEN = _List("""
    9 Rajesh, 9 Ram, 8 Sunil, 8 Anil, 8 Vijay, 8 Mohan, 7 Kishan, 7 Om Prakash/Omprakash, 7 Raj,
    6 Dilip, 6 Ganesh, 6 Mukesh, 6 Santosh, 6 Gopal, 5 Prakash, 5 Shivaji, 5 Pandurang, 5 Tukaram,
    4 Baburao, 4 Vitthal/Vittal, 4 Jitender, 4 Harish, 3 Balwant, 3 Dattatray, 3 Maruti, 2 Gurdeep
""")
NORTHERN_WOMEN = _List("""
    8 Sunita, 8 Geeta, 7 Laxmi, 7 Kamla, 6 Rekha, 6 Shobha, 6 Anita, 5 Savitri, 5 Usha, 5 Meena,
    4 Rukmini, 4 Kanta, 3 Vandana, 3 Pushpa, 2 Sarla, 2 Manjeet
""")
NORTHERN_MIDDLES = _List("48 -, 20 Kumar, 13 Lal, 11 Singh, 8 Rao")
NORTHERN_FAMILIES = _List("""
    12 Singh, 10 Yadav, 9 Sharma, 9 Jadhav, 8 Agarwal/Aggarwal, 7 Pawar, 7 Shinde, 6 Kulkarni,
    6 Patil, 5 Gupta, 5 Tiwari, 5 Kamble, 4 Joshi, 4 More, 4 Thakur, 3 Gaikwad, 3 Deshpande,
    3 Soni, 3 Bansal, 2 Rathod, 2 Bhati, 2 Sahu, 1 Chawla, 1 Dubey
""")

LOCALITIES = """
    9 Tolichowki 500008 8-1, 9 Mehdipatnam 500028 12-2, 9 Chandrayangutta 500005 18-8,
    9 Kukatpally 500072 15-24, 8 Malakpet 500036 16-2, 8 Saidabad 500059 17-1, 8 Uppal 500039 2-5,
    8 L.B. Nagar 500074 3-10, 8 Quthbullapur 500055 5-3, 7 Bahadurpura 500064 19-4,
    7 Yakutpura 500023 17-3, 7 Amberpet 500013 2-3, 7 Malkajgiri 500047 29-4,
    7 Vanasthalipuram 500070 5-5, 7 Karwan 500006 13-6, 6 Musheerabad 500020 1-6,
    6 Rajendranagar 500030 4-7, 6 Santosh Nagar 500059 17-1, 6 Falaknuma 500053 18-3,
    6 Alwal 500010 1-11, 6 Borabanda 500018 8-4, 6 Miyapur 500049 2-36, 6 Dilsukhnagar 500060 16-11,
    5 Charminar 500002 23-1, 5 Golconda 500008 9-4, 5 Attapur 500048 3-4, 5 Hayathnagar 501505 7-2,
    5 Secunderabad 500003 7-1, 5 Balanagar 500037 6-5, 5 Shah Ali Banda 500065 20-4,
    5 Bowenpally 500011 1-24, 4 Moghalpura 500002 23-2, 4 Ameerpet 500016 7-1, 4 Begumpet 500016 6-3,
    4 Kachiguda 500027 3-3, 4 Banjara Hills 500034 8-2, 4 Khairatabad 500004 6-2,
    4 Goshamahal 500012 14-2, 4 Nampally 500001 11-4, 3 Narayanguda 500029 3-5,
    3 Himayatnagar 500029 3-6, 3 Tarnaka 500017 12-13, 3 Marredpally 500026 10-3,
    3 Habsiguda 500007 1-8, 3 Jubilee Hills 500033 8-2, 3 Gachibowli 500032 1-62,
    2 Abids 500001 5-9, 2 Shamshabad 501218 15-1
"""
BANKS = (  # the letters of the IFSC, how many digits an account has, how often it is met
    ("SBIN", 11, 34),
    ("UBIN", 15, 14),
    ("CNRB", 13, 12),
    ("HDFC", 14, 10),
    ("ICIC", 12, 7),
    ("APGV", 11, 7),
    ("BARB", 14, 6),
    ("IOBA", 15, 4),
    ("UTIB", 15, 4),
    ("TSAB", 12, 2),
)
MOBILE_STARTS = """
    98480 98490 99490 99590 94400 94410 90000 90100 93910 93460 96660 97000 98660 99080 99480
    95020 91000 91210 81210 80080 88860 89780 70320 79810 73960 63000 63030 77020 85000 86880
"""

TELUGU_SCRIPT = {
    "Srinivas": "శ్రీనివాస్",
    "Ramesh": "రమేష్",
    "Venkatesh": "వెంకటేష్",
    "Raju": "రాజు",
    "Mahesh": "మహేష్",
    "Suresh": "సురేష్",
    "Krishna": "కృష్ణ",
    "Narsimha": "నర్సింహ",
    "Mallesh": "మల్లేష్",
    "Yadagiri": "యాదగిరి",
    "Satyanarayana": "సత్యనారాయణ",
    "Rajender": "రాజేందర్",
    "Ravinder": "రవీందర్",
    "Shankar": "శంకర్",
    "Anjaiah": "అంజయ్య",
    "Ramulu": "రాములు",
    "Mallaiah": "మల్లయ్య",
    "Yadaiah": "యాదయ్య",
    "Laxmaiah": "లక్ష్మయ్య",
    "Narayana": "నారాయణ",
    "Balaiah": "బాలయ్య",
    "Chandraiah": "చంద్రయ్య",
    "Lakshmi": "లక్ష్మి",
    "Laxmi": "లక్ష్మి",
    "Padma": "పద్మ",
    "Sujatha": "సుజాత",
    "Kavitha": "కవిత",
    "Renuka": "రేణుక",
    "Pochamma": "పోచమ్మ",
    "Yadamma": "యాదమ్మ",
    "Reddy": "రెడ్డి",
    "Rao": "రావు",
    "Goud": "గౌడ్",
    "Yadav": "యాదవ్",
    "Kumar": "కుమార్",
    "Devi": "దేవి",
    "Gaddam": "గడ్డం",
    "Thota": "తోట",
    "Bandi": "బండి",
    "Akula": "ఆకుల",
    "Vemula": "వేముల",
    "Boddu": "బొద్దు",
    "Dasari": "దాసరి",
    "Konda": "కొండ",
    "Gajula": "గాజుల",
    "Chintala": "చింతల",
    "Mekala": "మేకల",
    "Golla": "గొల్ల",
    "Koppula": "కొప్పుల",
    "Mamidi": "మామిడి",
}
URDU_SCRIPT = {
    "Mohammed": "محمد",
    "Syed": "سید",
    "Shaik": "شیخ",
    "Mir": "میر",
    "Mirza": "مرزا",
    "Khaja": "خواجہ",
    "Ahmed": "احمد",
    "Ali": "علی",
    "Pasha": "پاشاہ",
    "Imran": "عمران",
    "Khaleel": "خلیل",
    "Saleem": "سلیم",
    "Ismail": "اسماعیل",
    "Yousuf": "یوسف",
    "Ghouse": "غوث",
    "Rafeeq": "رفیق",
    "Jahangir": "جہانگیر",
    "Mahboob": "محبوب",
    "Akbar": "اکبر",
    "Anwar": "انور",
    "Hussain": "حسین",
    "Osman": "عثمان",
    "Irfan": "عرفان",
    "Younus": "یونس",
    "Aslam": "اسلم",
    "Ibrahim": "ابراہیم",
    "Khan": "خان",
    "Baig": "بیگ",
    "Abdul": "عبدال",
    "Rahman": "رحمن",
    "Kareem": "کریم",
    "Raheem": "رحیم",
    "Aziz": "عزیز",
    "Fatima": "فاطمہ",
    "Shabana": "شبانہ",
    "Ayesha": "عائشہ",
    "Asma": "اسماء",
    "Razia": "رضیہ",
    "Begum": "بیگم",
    "Sultana": "سلطانہ",
}
DEVANAGARI = {
    "Rajesh": "राजेश",
    "Ram": "राम",
    "Sunil": "सुनील",
    "Anil": "अनिल",
    "Vijay": "विजय",
    "Mohan": "मोहन",
    "Kishan": "किशन",
    "Ganesh": "गणेश",
    "Gopal": "गोपाल",
    "Kumar": "कुमार",
    "Lal": "लाल",
    "Singh": "सिंह",
    "Yadav": "यादव",
    "Sharma": "शर्मा",
    "Jadhav": "जाधव",
    "Pawar": "पवार",
    "Shinde": "शिंदे",
    "Sunita": "सुनीता",
    "Geeta": "गीता",
}


def town(seed: int = 1) -> Town:
    """Give the same town for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - nothing is kept secret with it
    book = _AddressBook(chance)
    next_door = [book.big_building() for _ in range(NEIGHBOURS)]
    bidders = [
        _somebody(chance, book, _bidders_year(chance), women=0.16, home=home)
        for home in _homes(book, [bidder for bidder, _ in next_door], BIDDERS)
    ]
    officers = [
        _somebody(chance, book, _officers_year(chance), women=0.18, home=home)
        for home in _homes(book, [officer for _, officer in next_door], OFFICERS)
    ]
    neighbours = tuple(zip(bidders[:NEIGHBOURS], officers[:NEIGHBOURS], strict=True))
    chance.shuffle(bidders)
    chance.shuffle(officers)
    return Town(tuple(bidders), tuple(officers), neighbours)


@dataclass(frozen=True, slots=True)
class _Home:
    door_number: str
    locality: str
    pin_code: str


class _AddressBook:
    """Where they live, and every number that is given out only once."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.given: set[str] = set()
        self.mobile_starts = MOBILE_STARTS.split()
        places = [place.split() for place in LOCALITIES.split(",")]
        self.weights = [int(place[0]) for place in places]
        self.places = [(" ".join(place[1:-2]), place[-2], place[-1]) for place in places]

    def once(self, make: Callable[[], str]) -> str:
        """Make numbers until there is one that nobody has."""
        while (number := make()) in self.given:
            pass
        self.given.add(number)
        return number

    def digits(self, count: int) -> str:
        """Give so many digits."""
        return "".join(self.chance.choice("0123456789") for _ in range(count))

    def home(self) -> _Home:
        """Give a door that nobody else has, here and there a flat."""
        door, locality, pin_code = self._street_door()
        if self.chance.random() < 0.12:
            door = f"{door}, {self._flat()}"
        return _Home(door, locality, pin_code)

    def big_building(self) -> tuple[_Home, _Home]:
        """Give two flats behind one street door."""
        door, locality, pin_code = self._street_door()
        one = self._flat()
        while (other := self._flat()).split()[-1] == one.split()[-1]:
            pass
        return (
            _Home(f"{door}, {one}", locality, pin_code),
            _Home(f"{door}, {other}", locality, pin_code),
        )

    def phone(self) -> str:
        """Give a mobile number of ten digits."""
        return self.once(lambda: self.chance.choice(self.mobile_starts) + self.digits(5))

    def identity(self) -> str:
        """Give twelve digits that are no Aadhaar number."""
        return self.once(lambda: "0" + self.digits(11))

    def bank(self) -> str:
        """Give the IFSC of one of the branches in town and an account."""
        ((letters, length, _),) = self.chance.choices(BANKS, [often for _, _, often in BANKS])
        branch = f"{letters}0{self.chance.randrange(1, 90) * 113:06}"
        return f"{branch} {self.once(lambda: self._account(length))}"

    def _account(self, length: int) -> str:
        return self.chance.choice("123456789") + self.digits(length - 1)

    def _street_door(self) -> tuple[str, str, str]:
        ((locality, pin_code, ward),) = self.chance.choices(self.places, self.weights)
        return self.once(lambda: self._door_in(ward)), locality, pin_code

    def _door_in(self, ward: str) -> str:
        door = f"{ward}-{self.chance.randrange(1, 990)}"
        if self.chance.random() < 0.7:
            door += f"/{self.chance.choice(('', '', '', 'A/', 'B/'))}{self.chance.randrange(1, 60)}"
        return door

    def _flat(self) -> str:
        number = f"{self.chance.randrange(1, 6)}{self.chance.randrange(1, 13):02}"
        return f"{self.chance.choice(('Flat', 'Flat', 'Flat No.', 'F.No.'))} {number}"


def _homes(book: _AddressBook, first: list[_Home], count: int) -> list[_Home]:
    return first + [book.home() for _ in range(count - len(first))]


def _bidders_year(chance: random.Random) -> int:
    return round(chance.triangular(FIRST_YEAR, LAST_YEAR, USUAL_YEAR))


def _officers_year(chance: random.Random) -> int:
    return chance.randint(FIRST_OFFICER_YEAR, LAST_OFFICER_YEAR)


def _somebody(
    chance: random.Random, book: _AddressBook, birth_year: int, *, women: float, home: _Home
) -> Person:
    gender = WOMAN if chance.random() < women else MAN
    (call,) = chance.choices((_telugu, _muslim, _northern, _christian), (52, 38, 8, 2))
    called = call(chance, gender, married=birth_year < 1999 and chance.random() < 0.8)
    return Person(
        name=called.name,
        identity=book.identity(),
        phone=book.phone(),
        bank=book.bank(),
        door_number=home.door_number,
        locality=home.locality,
        pin_code=home.pin_code,
        birth_year=birth_year,
        relation=called.relation,
        house_name=called.house_name,
        gender=gender,
    )


def _telugu(chance: random.Random, gender: str, *, married: bool) -> _Called:
    house, end = HOUSES.draw(chance), HOUSE_ENDS.draw(chance)
    if gender == WOMAN:
        end = WOMENS_ENDS.draw(chance)
        given = _joined(TELUGU_WOMEN.draw(chance), end)
    else:
        given = _joined(TELUGU_MEN.draw(chance), end)
    elder = _joined(TELUGU_MEN.draw(chance), end if end in OF_A_WHOLE_FAMILY else "-")
    if chance.random() < 0.35:
        elder = f"{house[0]}. {elder}"
    name = _in_script(chance, 0.07, TELUGU_SCRIPT, f"{house} {given}")
    known = house if chance.random() < 0.9 else ""
    name = name or _with_house(chance, house, given)
    name = _addressed(chance, gender, name, "Sri", "Smt.")
    return _Called(name, _relation(chance, gender, elder, married=married), known)


def _christian(chance: random.Random, gender: str, *, married: bool) -> _Called:
    house = HOUSES.draw(chance)
    given, elder = CHRISTIANS[gender].draw(chance), CHRISTIANS[MAN].draw(chance)
    name = _with_house(chance, house, given)
    return _Called(name, _relation(chance, gender, elder, married=married), house)


def _with_house(chance: random.Random, house: str, given: str) -> str:
    """Put the house name where this clerk puts it, if at all."""
    writings = (
        f"{house[0]}. {given}",
        f"{house[0]} {given}",
        f"{house} {given}",
        f"{given} {house}",
        f"{given} {house[0]}".upper(),
        given,
    )
    (written,) = chance.choices(writings, (26, 8, 34, 14, 8, 10))
    return written


def _muslim(chance: random.Random, gender: str, *, married: bool) -> _Called:
    front = MUSLIM_FRONTS.draw(chance)
    elder = _muslim_man(chance, front if chance.random() < 0.6 else MUSLIM_FRONTS.draw(chance))
    if gender == WOMAN:
        front = "Syeda" if front.startswith("S") and front[1] in "ay" else "-"
        name = _joined(front, MUSLIM_WOMEN.draw(chance), MUSLIM_WOMENS_ENDS.draw(chance))
    else:
        name = _muslim_man(chance, front)
    name = _in_script(chance, 0.07, URDU_SCRIPT, name) or name
    name = _addressed(chance, gender, name, "Janab", "Mohtarma")
    return _Called(name, _relation(chance, gender, elder, married=married), "")


def _muslim_man(chance: random.Random, front: str) -> str:
    end = MUSLIM_ENDS.draw(chance)
    if front == "Mirza":
        end = "Baig"
    elif front == "Mir":
        end = chance.choice(("Ali", "Ali Khan", "Hussain"))
    elif front == "-" and end == "-":
        end = "Khan"
    if chance.random() >= 0.27:
        given = [MUSLIM_MEN.draw(chance)]
        if end == given[0]:
            end = "-"
    else:
        given = ["Abdul", SERVANTS_OF.draw(chance)]
        end = end if chance.random() < 0.5 or front in {"Mir", "Mirza"} else "-"
        if front[0] == "M" and chance.random() < 0.2:
            front, given = "-", ["M.A.", given[1]]
    return _joined(front, *given, end)


def _northern(chance: random.Random, gender: str, *, married: bool) -> _Called:
    family = NORTHERN_FAMILIES.draw(chance)
    if gender == WOMAN:
        given = _joined(NORTHERN_WOMEN.draw(chance), chance.choice(("-", "-", "Devi", "Bai")))
    else:
        given = _joined(NORTHERN_MEN.draw(chance), NORTHERN_MIDDLES.draw(chance))
    if given.endswith(family):
        family = "Thakur"
    elder = _joined(NORTHERN_MEN.draw(chance), chance.choice(("-", family)))
    name = _in_script(chance, 0.12, DEVANAGARI, f"{given} {family}") or f"{given} {family}"
    name = _addressed(chance, gender, name, "Shri", "Smt.")
    return _Called(name, _relation(chance, gender, elder, married=married), "")


def _addressed(chance: random.Random, gender: str, name: str, sir: str, madam: str) -> str:
    """Put a word of respect before a name that is written in Latin letters, now and then."""
    if not name.isascii() or chance.random() >= 0.04:
        return name
    return f"{madam if gender == WOMAN else sir} {name}"


def _in_script(
    chance: random.Random, often: float, letters: dict[str, str], name: str
) -> str | None:
    """Write the name in its own letters, or give nothing if it stays in Latin ones."""
    words = name.split()
    if chance.random() >= often * 4 or not all(word in letters for word in words):
        return None
    return " ".join(letters[word] for word in words).replace("عبدال ", "عبدال")


def _relation(chance: random.Random, gender: str, elder: str, *, married: bool) -> str:
    phrase = "S/o" if gender == MAN else "W/o" if married else "D/o"
    late = "Late " if chance.random() < 0.08 else ""
    return f"{phrase} {late}{elder}"


def _joined(*parts: str) -> str:
    """Put the parts together: "-" is none, and no word stands twice in a row."""
    words = " ".join(part for part in parts if part != "-").split()
    return " ".join(word for word, _ in groupby(words))
