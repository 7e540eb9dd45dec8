// Finds the territory of a publisher's code or name: one matcher for all parsers.
//
// It never guesses between two: a name of several territories, or of a reformed district, gives null unless the day of the name decides.
// Zeros are never removed: 35 is a subject (Crimea) and 035 a district (Siberia).
import {once, readTerritories, readTerritorySpellings} from "../../reference/reference.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {Day} from "../../statistics/time/day.ts";
import {foldTerritoryName} from "./territory-name.ts";

/** The coding of a list: OKATO (zeros may be lost), or the Bank of Russia's own list in EMISS. */
export type TerritoryCoding = "okato" | "00_003";

export function matchTerritoryCode(code: string, coding: TerritoryCoding = "okato"): Territory | null {
  const plain = code.trim();
  const okato = coding === "00_003" ? bankCode(plain) : okatoCode(plain);
  return okato === null ? null : (codeIndex().get(okato) ?? null);
}

/**
 * The built-in territory of a name. `day` is the day when the name was written: plain "Южный федеральный округ" is one district before 2010,
 * another one until 2016-07-29, and a third one since. A name of exactly 31 characters may be a cut sheet name.
 */
export function matchTerritoryName(text: string, day: Day | null = null): Territory | null {
  const name = foldTerritoryName(text);
  if (name === "") return null;
  const exact = onlyTerritory(nameIndex().get(name) ?? [], day);
  if (exact !== null || nameIndex().has(name)) return exact;
  return text.trim().length === CUT_LENGTH ? onlyTerritory(namesStartingWith(name), day) : null;
}

/** All built-in territories that have had this name at any time. */
export function territoriesNamed(text: string): Territory[] {
  return (nameIndex().get(foldTerritoryName(text)) ?? []).map(({territory}) => territory);
}

/**
 * The territory of a name in a table of many years: plain "Сибирский федеральный округ" is one district before 2018-11-03 and another one
 * since; if another row names one of them with its era, the plain name is the other. null: none, or several are possible.
 * @param period days of the value; `last` decides between the eras
 * @param others codes of territories that the table names with unique labels
 */
export function matchTerritoryInEra(
  text: string,
  period: {readonly first: Day; readonly last: Day},
  others: ReadonlySet<string>,
): Territory | null {
  const named = nameIndex().get(foldTerritoryName(text)) ?? [];
  const left = named.filter(({territory}) => !others.has(territory.code));
  if (left.length !== 1) return onlyTerritory(left, period.last);
  // Tables may give earlier figures for a district of today, but never figures of today for a district that no longer exists.
  const [{territory, to}] = left as [NamedTerritory];
  return to === null || period.first <= to ? territory : null;
}

/** The subject that contains the territory of an 11-digit OKATO code; null: none. */
export function subjectOfCode(okato: string): Territory | null {
  const subject = codeIndex().get(subjectCode(okato));
  return subject?.level === "region" ? subject : null;
}

/** The first two digits are the subject, but three autonomous districts have their own ranges inside an oblast. */
function subjectCode(okato: string): string {
  if (okato.startsWith("111")) return "11100000000";
  if (okato.startsWith("711"))
    return /^711[4-7]/.test(okato) ? "71140000000" : /^711[0-38]/.test(okato) ? "71100000000" : "";
  return `${okato.slice(0, 2)}000000000`;
}

/** Excel cuts names of sheets at this length. */
const CUT_LENGTH = 31;

interface NamedTerritory {
  readonly territory: Territory;
  readonly from: Day | null;
  readonly to: Day | null;
}

/** The complete OKATO code of a publisher's code: districts have 3 digits, all others 11; zeros at the start and the end may be lost. */
export function okatoCode(code: string): string | null {
  // The code of the second country series has Cyrillic letters; some lists have Latin ones.
  if (/^643004\.?[АA]Г$/i.test(code)) return "643004.АГ";
  if (!/^\d{1,11}$/.test(code) || code.length === 9) return null;
  if (code.length <= 3) return code.padStart(3, "0");
  if (code.length >= 10) return code.padStart(11, "0");
  return code.padStart(8, "0").padEnd(11, "0");
}

/** The list 00_003: the first two digits of OKATO, three for districts, five for autonomous districts, and its own codes. */
function bankCode(code: string): string | null {
  const own = BANK_CODES.get(code);
  if (own !== undefined) return own;
  if (/^0\d\d$/.test(code)) return code;
  if (/^\d\d$/.test(code) || /^\d{5}$/.test(code)) return code.padEnd(11, "0");
  return null;
}

const BANK_CODES: ReadonlyMap<string, string> = new Map([
  ["00", "643"],
  // Buryatia and Zabaikalye moved to another federal district in 2018 and got new codes there: OKATO 81 and 76.
  ["101", "81000000000"],
  ["102", "76000000000"],
  // "без данных по …"
  ["11999", "11001000000"],
  ["71999", "71001000000"],
]);

const codeIndex = once(
  (): ReadonlyMap<string, Territory> => new Map(readTerritories().map((territory) => [territory.code, territory])),
);

const nameIndex = once((): ReadonlyMap<string, readonly NamedTerritory[]> => {
  const index = new Map<string, NamedTerritory[]>();
  const add = (name: string, named: NamedTerritory) => {
    const key = foldTerritoryName(name);
    const others = index.get(key);
    if (others) others.push(named);
    else index.set(key, [named]);
  };
  const spellings = readTerritorySpellings();
  // A name that is also in the list of spellings has its limits in time there.
  const bounded = new Set(spellings.map(({code, spelling}) => `${code};${foldTerritoryName(spelling)}`));
  for (const territory of readTerritories()) {
    for (const name of namesOf(territory)) {
      if (!bounded.has(`${territory.code};${foldTerritoryName(name)}`)) add(name, {territory, from: null, to: null});
    }
  }
  for (const {code, spelling, from, to} of spellings) add(spelling, {territory: codeIndex().get(code)!, from, to});
  return index;
});

/** Also the name of a city without the subject that our list adds: if several cities have it, the result is null. */
function namesOf(territory: Territory): readonly string[] {
  if (territory.level !== "city" || !territory.name.endsWith(")")) return [territory.name];
  return [territory.name, territory.name.slice(0, territory.name.indexOf("(")).trim()];
}

function onlyTerritory(candidates: readonly NamedTerritory[], day: Day | null): Territory | null {
  const valid = candidates.filter(
    ({from, to}) => day === null || ((from === null || from <= day) && (to === null || day <= to)),
  );
  const first = valid[0]?.territory ?? null;
  return valid.every(({territory}) => territory === first) ? first : null;
}

function namesStartingWith(start: string): readonly NamedTerritory[] {
  const found: NamedTerritory[] = [];
  for (const [name, named] of nameIndex()) {
    // A remark in brackets is not a cut part: it means another territory.
    if (!start.includes("(") && name.includes("(")) continue;
    if (name.startsWith(start))
      found.push(...named.filter(({territory}) => territory.level !== "city" || isPart(territory)));
  }
  return found;
}

/** Parts of a subject have the level of cities, but a sheet may be about them. */
function isPart(territory: Territory): boolean {
  return (
    /область|округ/.test(territory.name) && !territory.name.endsWith("область)") && !territory.name.endsWith("округ)")
  );
}
