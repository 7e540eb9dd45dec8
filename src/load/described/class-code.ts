// A code for what has only a name: readable Latin words that are the same on every machine and in every release.
//
// A name that is longer than a code should be is cut between words and closed by four characters of its hash, so that two long
// names that begin alike stay two codes.
import {hash} from "node:crypto";

const MAX_LENGTH = 64;

/** "Добыча полезных ископаемых" → "dobycha_poleznyh_iskopaemyh". Equal for names that differ in case, blanks or ё alone. */
export function codeOfName(name: string): string {
  const folded = name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  const words = [...folded].map((letter) => LETTERS[letter] ?? letter).join("");
  const code = words.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  if (code.length <= MAX_LENGTH && code !== "") return code;
  const cut = code.slice(0, MAX_LENGTH - 5).replace(/_[^_]*$/, "");
  return `${cut}_${Number.parseInt(hash("sha256", folded).slice(0, 8), 16).toString(36).slice(-4).padStart(4, "0")}`;
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
