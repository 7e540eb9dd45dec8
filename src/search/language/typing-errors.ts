// Words that differ by one typing error (an extra letter, a missing one, a wrong one, or two neighbours swapped), and text typed in the
// wrong keyboard layout: `byakzwbz` is `инфляция`, `пвз` is `gdp`.

/** Shorter words are never corrected: they have too many neighbours. */
export const NEAR_FROM_LETTERS = 5;

/** Whether one error turns one word into the other. Equal words are not near. */
export function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < short.length - start &&
    short.charCodeAt(short.length - 1 - end) === long.charCodeAt(long.length - 1 - end)
  )
    end++;
  const left = short.length - start - end;
  if (short.length < long.length) return left === 0;
  if (left === 1) return true;
  return left === 2 && short[start] === long[start + 1] && short[start + 1] === long[start];
}

/** The letters of a word as bits. Several letters share a bit. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Whether words with these letters may be near: one error changes at most one letter. */
export function mayBeNear(one: number, other: number): boolean {
  const different = one ^ other;
  const butOne = different & (different - 1);
  return (butOne & (butOne - 1)) === 0;
}

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = "ёйцукенгшщзхъфывапролджэячсмитьбю";
const LATIN_SHIFTED = '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>';

const toRussian = new Map<string, string>(
  [...RUSSIAN].flatMap((letter, key) => [
    [LATIN[key]!, letter],
    [LATIN_SHIFTED[key]!, letter],
  ]),
);
const toLatin = new Map<string, string>([...RUSSIAN].map((letter, key) => [letter, LATIN[key]!]));

/**
 * The text in the other layout: from Latin to Russian if it has a Latin letter, else from Russian to Latin. Punctuation keys are letters in
 * the other layout (`[kt,` is `хлеб`), so the text is converted before it is split into words.
 */
export function inOtherLayout(text: string): string {
  const map = /[a-z]/i.test(text) ? toRussian : toLatin;
  return [...text].map((key) => map.get(key) ?? map.get(key.toLowerCase()) ?? key).join("");
}
