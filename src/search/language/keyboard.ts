// Text typed in the wrong keyboard layout: `byakzwbz` is `инфляция`, `пвз` is `gdp`.
//
// Punctuation keys are letters in the other layout: `[kt,` is `хлеб`. So the text is converted before it is split into words.

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

/** The text in the other layout: from Latin to Russian if it has a Latin letter, else from Russian to Latin. */
export function inOtherLayout(text: string): string {
  const map = /[a-z]/i.test(text) ? toRussian : toLatin;
  return [...text].map((key) => map.get(key) ?? map.get(key.toLowerCase()) ?? key).join("");
}
