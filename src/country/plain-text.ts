// The form in which texts of tables are compared, and codes for things that have only a name: readable Latin words, the same on every
// machine and in every release.
//
// A name that is too long for a code is cut between words and gets four characters of its hash, so that two long names with the same
// beginning have two codes.
import {hash} from "node:crypto";

/** Blanks of any kind become one space, and words broken by a hyphen are joined. */
export function folded(text: string): string {
  // Most texts are in this form already, and looking is ten times cheaper than replacing.
  if (!UNFOLDED.test(text)) return text;
  const joined = text.includes("\u00ad") ? text.replace(/(?<=\p{L})\u00ad\s*(?=\p{L})/gu, "") : text;
  return joined.replace(/[\s\u00a0\u00ad\u202f\u2007\u2009\ufeff]+/g, " ").trim();
}

const UNFOLDED = /[\t-\r\u00a0\u00ad\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| {2}|^ | $/;

const MAX_LENGTH = 64;

/**
 * @param name the significant text: names that differ only in case or blanks must be equal here
 * @param latin the same text in Latin letters
 */
export function nameCode(name: string, latin = name): string {
  const code = latin.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  if (code.length <= MAX_LENGTH && code !== "") return code;
  const cut = code.slice(0, MAX_LENGTH - 5).replace(/_[^_]*$/, "");
  return `${cut}_${Number.parseInt(hash("sha256", name).slice(0, 8), 16).toString(36).slice(-4).padStart(4, "0")}`;
}
