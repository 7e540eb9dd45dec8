// A Russian name as a code in Latin letters.
import {nameCode} from "../plain-text.ts";

/** "Добыча полезных ископаемых" → "dobycha_poleznyh_iskopaemyh". Equal for names that differ only in case, blanks or ё. */
export function codeOfName(name: string): string {
  const folded = name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  let latin = "";
  for (let at = 0; at < folded.length; at++) {
    const place = folded.charCodeAt(at) - FIRST_LETTER;
    latin += place >= 0 && place < LATIN.length ? LATIN[place] : folded[at];
  }
  return nameCode(folded, latin);
}

const LETTERS: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ж: "zh",
  з: "z",
  и: "i",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "h",
  ц: "c",
  ч: "ch",
  ш: "sh",
  щ: "sch",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
};

const FIRST_LETTER = "а".charCodeAt(0);
/** By the place in the alphabet: a table names thousands of things. */
const LATIN = Array.from({length: 32}, (_, place) => LETTERS[String.fromCharCode(FIRST_LETTER + place)]!);
