"""English sentences for generated speech: those of tts_english.txt, and any number from patterns.

    python -m tts.english.tts_english_texts --count 6000 > SENTENCES.txt

Patterns: `{name}` is one of a list below, or a pattern itself. Numbers, dates, times, sums and codes are written as a
customer would write them, because the front end reads them. tts_generate.py chooses among the sentences.
"""

import argparse
import pathlib
import random
import re

HERE = pathlib.Path(__file__).parent
SENTENCES = HERE / 'tts_english.txt'
JUDGED = HERE.parents[2] / 'measure/eval/voices/english_sentences.txt'

LISTS = {
    'person': 'my brother|the manager|a young girl|our neighbour|the old farmer|her uncle|the pilot|a tall stranger|'
    'the nurse|your agent|their lawyer|the new teacher|a famous writer|my best friend|the driver|an engineer|the chef|'
    'his daughter|the whole family|somebody|nobody|everyone|the tourist guide|a customer|the judge|Mr. Jones|Mrs. Taylor|'
    'Doctor Young|George|Julia|Victor|Joyce|Arthur|Zoe|Roy|Ethan|Ruth|Hugh|Fiona|Keith|Walter|Yvonne|Charlotte|Thomas',
    'did': 'found|lost|sold|bought|opened|closed|painted|described|carried|forgot|noticed|cleaned|measured|ordered|'
    'dropped|changed|checked|used|kept|watched|wanted|moved|borrowed|repaired|touched|chose|pushed|pulled|stole|'
    'recognized|enjoyed|examined|photographed|hid|brought|shared|picked up|threw away|asked about|looked for|laughed at',
    'thing': 'a green bottle|the yellow box|an orange jacket|the broken window|a cheap watch|the usual package|a huge boat|'
    'the silver coin|an old engine|the purple flower|a loose wire|the golden ring|a leather bag|the wooden chair|'
    'the garage door|an empty bath|a thick cloth|the left shoe|a good book|the rough path|a wise choice|the noisy toy|'
    'an unusual picture|the third page|a small village|the kitchen table|a television|the red rose|an image|the juicy pear',
    'where': 'in the garden|near the river|at the station|on the roof|behind the church|above the garage|under the bridge|'
    'in a quiet village|outside the theatre|next to the bank|at the corner of Fifth Street|in the south of England|'
    'on the other side of the road|by the pool|around the house|in Washington|beyond the valley|at the airport|'
    'between two towers|without a reason|through the fog|in July|on Thursday|early in the morning|five minutes ago|'
    'for the third time|after breakfast|before the weather changed|while it was raining|at the end of the month',
    'adjective': 'large|gentle|rough|easy|strange|usual|joyful|huge|thirsty|healthy|quick|average|young|wealthy|warm|'
    'cheerful|royal|tough|smooth|modern|famous|pleasant|southern|curious|precious|various|average|foolish|careful',
    'adverb': 'slowly|quickly|usually|always|never|gladly|rarely|often|just|clearly|finally|already|almost|surely|badly',
    'noun': 'judge|oyster|treasure|language|question|voyage|garage|picture|shower|mirror|engine|mouth|month|bridge|'
    'brother|village|journey|cushion|flower|zebra|yacht|opinion|squirrel|orchard|thumb|measure|choice|lawyer|beach',
    'month': 'January|February|March|April|May|June|July|August|September|October|November|December',
    'day': 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday',
    'item': 'invoice|order|package|contract|ticket|refund|payment|bill|subscription|phone|battery|router|password|card',
    'city': 'Boston|Chicago|Houston|Seattle|Denver|Miami|London|Paris|Berlin|Madrid|Tokyo|Beijing|Shanghai|Sydney|Oslo',
    'please': 'Please |Could you please |Kindly |You should |I would like to |We have to |Do not forget to |Let us |'
    'You can also |I will |They refused to |She agreed to |It is time to |He is going to |Why not ',
    'do': 'check the address|send the {item} again|call the office in {city}|wait for the next agent|change your plan|'
    'read the last line|enter the code once more|repeat the question|cancel the {item}|confirm the date|speak more loudly|'
    'choose another number|join the meeting|put the box on the shelf|return the {thing2}|measure both sides|'
    'look at the picture|finish the job|watch the show|share the details|thank the {noun}|move the {noun}|'
    'hold this for a moment|write it down|leave a message|press any key|turn off the engine|buy a few things',
    'thing2': 'shoes|camera|jacket|keyboard|charger|toy|watch|vase|lamp|guitar|blouse|couch|oven|helmet|fridge|mirror',
    'opening': 'Well, |Sorry, |Thank you, |Yes, |No, |Actually, |By the way, |In fact, |Please note, |Good news, |',
}
PATTERNS = (
    (6, '{person} {did} {thing} {where}.'),
    (2, '{person} {adverb} {did} {thing}.'),
    (2, '{where}, {person} {did} {thing}.'),
    (4, '{please}{do}.'),
    (2, '{please}{do}, and then {do}.'),
    (2, 'If you want to {do}, {do} first.'),
    (2, 'The {adjective} {noun} was {adjective}, but the {noun} was not.'),
    (2, 'Is the {noun} as {adjective} as the {noun}?'),
    (2, 'The {noun}, the {noun} and the {adjective} {noun}.'),
    (2, '{opening}your {item} number is {digits}.'),
    (1, '{opening}your {item} will arrive on {day}, {month} {ordinal}.'),
    (1, 'The {item} of {month} {ordinal} is for {money}.'),
    (1, 'It costs {money} or {percent} of the price.'),
    (1, 'The flight to {city} leaves at {time} from gate {letter}{two}.'),
    (1, 'You can reach us in {city} at {phone}.'),
    (1, 'In {year}, {person} moved to {city}.'),
    (1, 'There are {number} people in {city} and {number} in {city}.'),
    (1, '{letter}, {letter}, {letter}, {letter}, {digits}.'),
    (1, 'My name is spelled {letter} {letter} {letter} {letter} {letter} {letter}.'),
    (1, 'Press {digit} for the {item}, {digit} for the {noun}.'),
    (1, 'The code is {letter}{letter} {digits}, I repeat, {letter}{letter} {digits}.'),
    (1, 'It is {time}, {two} degrees in {city} and {two} in {city}.'),
    (1, '{number}.'),
    (1, '{day}, {time}.'),
    (4, '{word} {word} {word} {word} {word} {word}.'),
    (2, '{word} {word}, {word} {word} {word}.'),
)


def made(rng, words):
    figures = {
        'digit': lambda: str(rng.randint(0, 9)),
        'two': lambda: str(rng.randint(10, 99)),
        'digits': lambda: ' '.join(str(rng.randint(0, 9)) for _ in range(rng.randint(3, 7))),
        'number': lambda: str(rng.choice([rng.randint(0, 120), rng.randint(100, 9999), rng.randint(10**4, 10**7)])),
        'money': lambda: f'${rng.randint(1, 400)}.{rng.randint(10, 99)}',
        'percent': lambda: f'{rng.randint(1, 99)}%',
        'ordinal': lambda: str(rng.randint(1, 31)),
        'year': lambda: str(rng.randint(1901, 2035)),
        'time': lambda: f'{rng.randint(1, 12)}:{rng.choice([0, 5, 10, 15, 20, 30, 40, 45, 50]):02d}',
        'phone': lambda: f'{rng.randint(200, 989)}-{rng.randint(200, 989)}-{rng.randint(1000, 9999)}',
        'letter': lambda: rng.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
        'word': lambda: rng.choice(words),
    }

    def fill(found):
        name = found[1]
        return figures[name]() if name in figures else rng.choice(LISTS[name].split('|'))

    text = rng.choices([pattern for _, pattern in PATTERNS], [weight for weight, _ in PATTERNS])[0]
    while '{' in text:
        text = re.sub(r'{(\w+)}', fill, text)
    return text[0].upper() + text[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--count', type=int, default=6000)
    parser.add_argument('--seed', type=int, default=7)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    written = [line for line in SENTENCES.read_text('utf-8').split('\n') if line]
    joined = ' '.join(written + [value.replace('|', ' ') for value in LISTS.values()])
    words = sorted({word.lower() for word in re.findall(r'[A-Za-z]{2,}', joined)})
    out = dict.fromkeys(written)
    while len(out) < args.count:
        out[made(rng, words)] = None
    for judged in JUDGED.read_text('utf-8').split('\n'):
        out.pop(judged, None)
    print('\n'.join(out))


if __name__ == '__main__':
    main()
