// Territories: their levels and the normalised code (`geo_canonical`) under which users know them.
//
// The normalised code of a subject is its subject number, not its OKATO prefix: Moscow is RU-77 and OKATO 45, and autonomous
// districts share the prefix of their oblast. Two territories may share one: both country methodologies are RU-00.

import {keepsOlderName} from "./release/kept-name.ts";

export const LEVELS = ["country", "district", "macroregion", "region", "city"] as const;
export type Level = (typeof LEVELS)[number];

export interface Territory {
  /** As in the source's own classifier, OKATO as a rule. */
  readonly code: string;
  readonly name: string;
  readonly level: Level;
  readonly canonical: string;
  /** Code of the territory that it is a part of. */
  readonly parent: string | null;
  /** Known by the label of a row alone. Its level is a guess, so it gives way to any list that names the code. */
  readonly labelled?: true;
}

/** One code may be of two territories in two lists, which their normalised codes tell apart: 040 is a district here, and elsewhere Austria. */
export function territoryIdentity({code, canonical}: Pick<Territory, "code" | "canonical">): string {
  return JSON.stringify([code, canonical]);
}

/**
 * What is known of a territory once a later release speaks of its code: the label of a row says nothing over a list, and not every
 * name renames (kept-name.ts).
 */
export function retold(older: Territory | undefined, newer: Territory, isPartial = false): Territory {
  if (!older) return newer;
  if (newer.labelled && !older.labelled) return older;
  return keepsOlderName(newer.code, older.name, newer.name, isPartial) ? {...newer, name: older.name} : newer;
}

/** The country whose lists of codes apply where a release names no other. */
export const HOME_COUNTRY = "RU";

/**
 * `geo_canonical` of a territory of Russia (CONTRACT 2): RU-00 the country, RU-nn a subject by its number, RU-1nn a federal district
 * and RU-2nn a macroregion by the last two digits of its code, RU- and the OKATO digits a city (and a region whose number is unknown).
 * A code that is in no list and has none of these shapes is its own, and a country is Russia by a code of Russia alone.
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

/** A code that begins like a normalised one, and is none of its level, would be taken for another territory. */
function ownCode(code: string): string {
  return code.startsWith("RU-") ? `RU-x-${code}` : code;
}

/** By ISO 3166, or 643 with a mark behind it: another methodology. */
const RUSSIA = /^(?:643(?!\d).*|643004\.?[АA]Г|RU|RUS|RU-00)$/;

/** Districts and macroregions have three digits, 030 … 060; a spreadsheet may have eaten the zero. */
const GROUP_CODE = /^0?\d\d$/;
/** From the district of a subject (5 digits) down to a village (11). */
const OKATO_DIGITS = /^\d{5,11}$/;

const SHAPE_OF_LEVEL: Record<Exclude<Level, "country">, RegExp> = {
  district: /^RU-1\d\d$/,
  macroregion: /^RU-2\d\d$/,
  region: /^RU-(\d\d|[A-Z]{2,3})$/,
  city: /^RU-\d{5,11}$/,
};
