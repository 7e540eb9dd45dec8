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

const FIRST_LETTER = "а".charCodeAt(0);
/** By the place in the alphabet; without ё. */
const LATIN = "a b v g d e zh z i y k l m n o p r s t u f h c ch sh sch  y  e yu ya".split(" ");
