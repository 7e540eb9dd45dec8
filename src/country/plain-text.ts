// The form in which texts of tables are compared, and a code for what has only a name: readable Latin words that are the same on every
// machine and in every release.
//
// A name that is longer than a code should be is cut between words and closed by four characters of its hash, so that two long
// names that begin alike stay two codes.
import {hash} from "node:crypto";

/** Blanks of all kinds as one each, hyphens of a broken word joined. */
export function folded(text: string): string {
  return text.replace(/[\s\u00a0\u00ad\u202f\u2007\u2009\ufeff]+/g, " ").trim();
}

const MAX_LENGTH = 64;

/**
 * @param name as far as it counts: names that differ in case or blanks alone must be one text here
 * @param latin the same in Latin letters
 */
export function nameCode(name: string, latin = name): string {
  const code = latin.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  if (code.length <= MAX_LENGTH && code !== "") return code;
  const cut = code.slice(0, MAX_LENGTH - 5).replace(/_[^_]*$/, "");
  return `${cut}_${Number.parseInt(hash("sha256", name).slice(0, 8), 16).toString(36).slice(-4).padStart(4, "0")}`;
}
