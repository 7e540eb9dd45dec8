// Whether a text that was read as windows-1251 was written in another encoding of Russian: its letters are there, and its words are not.
//
// In Russian a third of all letters are the four commonest vowels. Read from KOI8-R or cp866 they are other letters.

const LEAST_LETTERS = 20;
const LEAST_VOWELS = 0.18;
const LETTERS = /\p{Script=Cyrillic}/gu;
const VOWELS = /[оеаиОЕАИ]/g;
/** Of the old encoding of the Mac, which has the small letters in the same places, but for the last one. */
const MAC_CAPITAL = /[ЂЃЉЊЌЋЏ][а-яё]/;
const MAC_LAST = /[а-яё]Я(?!\p{L})/u;

export function isGarbled(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters < LEAST_LETTERS) return false;
  return (text.match(VOWELS)?.length ?? 0) < letters * LEAST_VOWELS || (MAC_CAPITAL.test(text) && MAC_LAST.test(text));
}
