// Whose budget a regional form is about: by ОКТМО, by the number of the Treasury's body, or by the name in its head.
//
// FIX-roskazna-04: the number in a file's name (84, 74, 69, 95) is the Treasury body's own and neither OKATO nor the number of the subject:
// 74 is Sevastopol here and Chelyabinsk elsewhere. Only numbers that were seen in real files are known; the rest is not guessed.

import {matchTerritoryCode, subjectOfCode} from "../../../country/ru/territory-matcher.ts";
import {readTerritories} from "../../../reference.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {FormHead} from "./form-head.ts";

/** The territory; null where it can't be told, or where two sayings contradict each other. */
export function budgetTerritory({municipality, okpo, names}: FormHead, file: string): Territory | null {
  const said = [territoryOfOktmo(municipality), territoryOfBody(bodyNumber(okpo, file)), territoryNamed(names)];
  const known = said.filter((territory) => territory !== null);
  return known.every(({code}) => code === known[0]!.code) ? (known[0] ?? null) : null;
}

/** ОКТМО has the digits of OKATO but for three autonomous districts. */
export function territoryOfOktmo(code: string): Territory | null {
  if (!/^\d{8}(?:\d{3})?$/.test(code)) return null;
  const okato = OKTMO_DISTRICTS.find(([start]) => code.startsWith(start))?.[1];
  return okato === undefined ? subjectOfCode(`${code.slice(0, 2)}000000000`) : matchTerritoryCode(okato);
}

const OKTMO_DISTRICTS: readonly (readonly [string, string])[] = [
  ["118", "11100000000"],
  ["718", "71100000000"],
  ["719", "71140000000"],
];

/** Until 2017 the form has the body's number where ОКПО belongs: "84", "9500". */
function bodyNumber(okpo: string, file: string): string {
  const inForm = /^(\d\d)(?:00)?$/.exec(okpo)?.[1];
  return inForm ?? /^(?:20\d\d_)?(\d\d)[-_]/.exec(file)?.[1] ?? "";
}

function territoryOfBody(number: string): Territory | null {
  const code = BODIES[number];
  return code === undefined ? null : matchTerritoryCode(code);
}

const BODIES: Readonly<Record<string, string>> = {
  "69": "75000000000",
  "74": "67000000000",
  "84": "11100000000",
  // The interregional operational body reports the budgets of all subjects together.
  "95": "643",
};

/** The one subject whose name, in whatever case, stands in the text. */
export function territoryNamed(text: string): Territory | null {
  const words = text
    .toLowerCase()
    .replaceAll("ё", "е")
    .split(/[^а-я-]+/);
  const found = readTerritories().filter(({level, name}) => {
    if (level !== "region") return false;
    const stems = nameStems(name);
    return stems.length > 0 && stems.every((stem) => words.some((word) => word.startsWith(stem)));
  });
  return found.length === 1 ? found[0]! : null;
}

/** "Ненецкий автономный округ" → "ненецк": words of its own, without their endings. */
function nameStems(name: string): string[] {
  return name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/\(.*\)/, "")
    .split(/[^а-я-]+/)
    .filter((word) => word.length > 3 && !COMMON.test(word))
    .map((word) => word.slice(0, Math.max(4, word.length - 2)));
}

const COMMON = /^(?:област|кра[йя]$|республик|автономн|округ|город|федеральн|значени|народн)/;
