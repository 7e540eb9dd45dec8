// Which territory a publisher means, by its code or by its name: one matcher for all parsers.
//
// It never guesses between two: a name that fits several, or a district that was reformed, gives null unless the day of the
// statement tells which. Zeros are never stripped: 35 is a subject (Crimea) and 035 a district (Siberia).
import {once, readTerritories, readTerritorySpellings} from "../../reference.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {Day} from "../../statistics/time/day.ts";
import {foldTerritoryName} from "./territory-name.ts";

/** How a list of codes writes territories: OKATO (zeros may be lost), or the Bank of Russia's own list in EMISS. */
export type TerritoryCoding = "okato" | "00_003";

/** The built-in territory that a code stands for; null when there is none. */
export function matchTerritoryCode(code: string, coding: TerritoryCoding = "okato"): Territory | null {
  const plain = code.trim();
  const okato = coding === "00_003" ? bankCode(plain) : okatoCode(plain);
  return okato === null ? null : (codeIndex().get(okato) ?? null);
}

/**
 * The built-in territory that a name stands for. `day` is when the name was written: bare "Южный федеральный округ" is a different
 * district before 2010, before and after 2016-07-29. A name of exactly 31 characters may be a sheet name that was cut.
 */
export function matchTerritoryName(text: string, day: Day | null = null): Territory | null {
  const name = foldTerritoryName(text);
  if (name === "") return null;
  const exact = onlyTerritory(nameIndex().get(name) ?? [], day);
  if (exact !== null || nameIndex().has(name)) return exact;
  return text.trim().length === CUT_LENGTH ? onlyTerritory(namesStartingWith(name), day) : null;
}

/** Every built-in territory that bears a name, at whatever time; a name that fits several gives them all. */
export function territoriesNamed(text: string): Territory[] {
  return (nameIndex().get(foldTerritoryName(text)) ?? []).map(({territory}) => territory);
}

/**
 * The territory that a name stands for in a table of many years: bare "Сибирский федеральный округ" is one district before 2018-11-03 and
 * another since, and where a row beside it names one of them by its era, the bare name is the other. null: none, or not to be told.
 * @param period days of the value; `last` tells the eras apart
 * @param others codes of territories that the table names by labels of their own
 */
export function matchTerritoryInEra(
  text: string,
  period: {readonly first: Day; readonly last: Day},
  others: ReadonlySet<string>,
): Territory | null {
  const named = nameIndex().get(foldTerritoryName(text)) ?? [];
  const left = named.filter(({territory}) => !others.has(territory.code));
  if (left.length !== 1) return onlyTerritory(left, period.last);
  // Figures of before are given for a district of today, but none of today for one that is no more.
  const [{territory, to}] = left as [NamedTerritory];
  return to === null || period.first <= to ? territory : null;
}

/** The subject in which an 11-digit OKATO code lies; null when its digits are of none. */
export function subjectOfCode(okato: string): Territory | null {
  const subject = codeIndex().get(subjectCode(okato));
  return subject?.level === "region" ? subject : null;
}

/** Two digits name the subject, but three autonomous districts have ranges of their own inside an oblast. */
function subjectCode(okato: string): string {
  if (okato.startsWith("111")) return "11100000000";
  if (okato.startsWith("711"))
    return /^711[4-7]/.test(okato) ? "71140000000" : /^711[0-38]/.test(okato) ? "71100000000" : "";
  return `${okato.slice(0, 2)}000000000`;
}

/** Excel cuts the names of sheets here. */
const CUT_LENGTH = 31;

interface NamedTerritory {
  readonly territory: Territory;
  readonly from: Day | null;
  readonly to: Day | null;
}

/** OKATO as publishers write it, made whole: districts have 3 digits, all others 11; leading zeros and the zeros at the end may be lost. */
export function okatoCode(code: string): string | null {
  // The second country series bears Cyrillic letters; some lists have them in Latin.
  if (/^643004\.?[АA]Г$/i.test(code)) return "643004.АГ";
  if (!/^\d{1,11}$/.test(code) || code.length === 9) return null;
  if (code.length <= 3) return code.padStart(3, "0");
  if (code.length >= 10) return code.padStart(11, "0");
  return code.padStart(8, "0").padEnd(11, "0");
}

/** The list 00_003: the first two digits of OKATO, three for districts, five for autonomous districts, and codes of its own. */
function bankCode(code: string): string | null {
  const own = BANK_CODES.get(code);
  if (own !== undefined) return own;
  if (/^0\d\d$/.test(code)) return code;
  if (/^\d\d$/.test(code) || /^\d{5}$/.test(code)) return code.padEnd(11, "0");
  return null;
}

const BANK_CODES: ReadonlyMap<string, string> = new Map([
  ["00", "643"],
  // Buryatia and Zabaikalye moved to another federal district in 2018 and were given new codes: OKATO 81 and 76.
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
  // A name that also stands among the spellings is bounded in time there.
  const bounded = new Set(spellings.map(({code, spelling}) => `${code};${foldTerritoryName(spelling)}`));
  for (const territory of readTerritories()) {
    for (const name of namesOf(territory)) {
      if (!bounded.has(`${territory.code};${foldTerritoryName(name)}`)) add(name, {territory, from: null, to: null});
    }
  }
  for (const {code, spelling, from, to} of spellings) add(spelling, {territory: codeIndex().get(code)!, from, to});
  return index;
});

/** A city's name alone too, where ours adds the subject to tell it from another: then it fits several and gives null. */
function namesOf(territory: Territory): readonly string[] {
  if (territory.level !== "city" || !territory.name.endsWith(")")) return [territory.name];
  return [territory.name, territory.name.slice(0, territory.name.indexOf("(")).trim()];
}

function onlyTerritory(candidates: readonly NamedTerritory[], day: Day | null): Territory | null {
  const standing = candidates.filter(
    ({from, to}) => day === null || ((from === null || from <= day) && (to === null || day <= to)),
  );
  const first = standing[0]?.territory ?? null;
  return standing.every(({territory}) => territory === first) ? first : null;
}

function namesStartingWith(start: string): readonly NamedTerritory[] {
  const found: NamedTerritory[] = [];
  for (const [name, named] of nameIndex()) {
    // A remark in brackets was not cut off: it says that another territory is meant.
    if (!start.includes("(") && name.includes("(")) continue;
    if (name.startsWith(start))
      found.push(...named.filter(({territory}) => territory.level !== "city" || isPart(territory)));
  }
  return found;
}

/** Parts of a subject share the level of cities, but a sheet may be theirs. */
function isPart(territory: Territory): boolean {
  return (
    /область|округ/.test(territory.name) && !territory.name.endsWith("область)") && !territory.name.endsWith("округ)")
  );
}
