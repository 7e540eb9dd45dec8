// Where the page of a territory is: by its code, which of two territories with one code is the built-in one's.
import {readTerritories} from "../../reference.ts";
import type {Territory} from "../../statistics/territory.ts";

type Place = Pick<Territory, "code" | "canonical">;

/** null where the page of that code is about another territory. */
export function territoryPath({code, canonical}: Place): string | null {
  const builtIn = builtInTerritory(code);
  return builtIn === null || builtIn.canonical === canonical ? `/territories/${encodeURIComponent(code)}` : null;
}

/** The territory that a code stands for where no package says otherwise. */
export function builtInTerritory(code: string): Place | null {
  byCode ??= new Map(readTerritories().map((one) => [one.code, one]));
  return byCode.get(code) ?? null;
}

let byCode: ReadonlyMap<string, Place> | null = null;
