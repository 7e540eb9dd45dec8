// The normalised code (`geo_canonical`) of a territory of Russia.
//
// The code of a subject is its subject number, not its OKATO prefix: Moscow is RU-77 and OKATO 45, and autonomous districts share the
// prefix of their oblast. Both country methodologies are RU-00.
import type {Level} from "../../statistics/territory.ts";

/**
 * `geo_canonical` of a territory of Russia (CONTRACT 2): RU-00 the country, RU-nn a subject by its number, RU-1nn a federal district
 * and RU-2nn a macroregion by the last two digits of its code, RU- and the OKATO digits a city (and a region whose number is unknown).
 * A code that is in no list and has none of these forms is kept, and a country is Russia only with a code of Russia (FIX-country-01).
 */
export function canonicalCode(code: string, level: Level, subjectNumber: string | null): string {
  if (level === "country") return RUSSIA.test(code) ? "RU-00" : ownCode(code);
  if (level === "region" && subjectNumber !== null) return `RU-${subjectNumber.padStart(2, "0")}`;
  if (SHAPE_OF_LEVEL[level].test(code)) return code;
  if (level === "district" && GROUP_CODE.test(code)) return `RU-1${code.slice(-2)}`;
  if (level === "macroregion" && GROUP_CODE.test(code)) return `RU-2${code.slice(-2)}`;
  const isOkato = (level === "city" || level === "region") && OKATO_DIGITS.test(code);
  return isOkato ? `RU-${code}` : ownCode(code);
}

/** A code that begins like a normalised code of another level could be mistaken for another territory. */
function ownCode(code: string): string {
  return code.startsWith("RU-") ? `RU-x-${code}` : code;
}

/** By ISO 3166, or 643 with a mark after it: another methodology. */
const RUSSIA = /^(?:643(?!\d).*|643004\.?[АA]Г|RU|RUS|RU-00)$/;

/** Districts and macroregions have three digits, 030 … 060; a spreadsheet may have removed the zero. */
const GROUP_CODE = /^0?\d\d$/;
/** From the district of a subject (5 digits) down to a village (11). */
const OKATO_DIGITS = /^\d{5,11}$/;

const SHAPE_OF_LEVEL: Record<Exclude<Level, "country">, RegExp> = {
  district: /^RU-1\d\d$/,
  macroregion: /^RU-2\d\d$/,
  region: /^RU-(\d\d|[A-Z]{2,3})$/,
  city: /^RU-\d{5,11}$/,
};
