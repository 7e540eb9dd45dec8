// What was typed with the other layout of the keyboard switched on: `byakzwbz` is `инфляция`, `пвз` is `gdp`.
//
// Signs are letters there: `[kt,` is `хлеб`. So a text is turned over as it was typed, before it is taken apart into words.

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

/** The text as the other layout would have written it: Latin letters as Russian ones where there are any, else the other way. */
export function inOtherLayout(text: string): string {
  const map = /[a-z]/i.test(text) ? toRussian : toLatin;
  return [...text].map((sign) => map.get(sign) ?? map.get(sign.toLowerCase()) ?? sign).join("");
}
