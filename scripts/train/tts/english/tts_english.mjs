// English sentences as the product's own front end reads them, so that a voice is trained with what it is given later.
//
//     node tts/english/tts_english.mjs SENTENCES.txt > tokens.jsonl      # a sentence a line; after `npm run build`
//
// A line of the answer: {"text", "words": [{"syllables": [[phone, …], …], "boundary"}, …]}; the phones of a vowel carry
// their stress, the boundary is the one behind the word.
import { readFileSync } from 'node:fs';
import { syllablesOf } from '../../../../dist/text/english-syllables.js';
import { openText } from '../../../../dist/tts/front-end.js';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node tts/english/tts_english.mjs SENTENCES.txt');

for (const text of readFileSync(file, 'utf8').split('\n')) {
  if (text.trim() === '') continue;
  const given = { text, language: 'en', digitMode: 0, speakPunctuation: false, isMarkup: false };
  for (const { tokens } of openText(given, () => false).sentences) {
    const words = tokens.map((token) => {
      if (token.kind !== 'english') throw new Error(`${text}: a ${token.kind}, where English words were wanted`);
      return { word: token.text, syllables: syllablesOf(token.phones), boundary: token.boundary };
    });
    if (words.length > 0) console.log(JSON.stringify({ text, words }));
  }
}
