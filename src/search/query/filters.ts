// The filters of a search, as tests for datasets, families and territories. A list means any of its values. An unknown value matches nothing.
//
// A value that equals a code is not split at its commas. The value `all` removes its filter. Both are as in the slice.
import type {Texts} from "../../statistics/catalogue/catalogue.ts";
import {findCode} from "../../statistics/catalogue/code-order.ts";
import {splitList} from "../../statistics/catalogue/selection.ts";
import {type Level, type Territory, territoryIdentity} from "../../statistics/territory.ts";
import type {DatasetPart, FamilyColumn} from "../index/dataset-part.ts";
import type {IndexedTerritory} from "../index/territory-index.ts";

/** The values as given, one per occurrence of the parameter; null or missing: no filter. */
export interface SearchFilters {
  readonly provider?: readonly string[] | null;
  /** `provider/dataset`, or the dataset code alone for all providers. */
  readonly dataset?: readonly string[] | null;
  /** Codes of territories: of the publisher or canonical. */
  readonly territory?: readonly string[] | null;
  /** Territories of one level. */
  readonly level?: Level | null;
  /** One territory alone, whose code may be of another in another list. */
  readonly place?: Pick<Territory, "code" | "canonical"> | null;
  readonly frequency?: readonly string[] | null;
  readonly classification?: readonly string[] | null;
  readonly measure?: readonly string[] | null;
  readonly transformation?: readonly string[] | null;
  readonly unit?: readonly string[] | null;
  /** Only series that their dataset still brings up to date, or only those that have stopped. */
  readonly status?: "active" | "stalled" | null;
}

export const FILTERED_COLUMNS = ["frequency", "classification", "measure", "transformation", "unit"] as const;

/** A test for datasets. */
export function datasetFilter({provider, dataset}: SearchFilters): (part: DatasetPart) => boolean {
  const providers = listed(provider);
  const datasets = listed(dataset);
  return (part) =>
    (providers === null || providers.has(part.provider)) &&
    (datasets === null || datasets.has(part.code) || datasets.has(`${part.provider}/${part.code}`));
}

/** A test for the families of a part; null: none passes, `true`: all pass. */
export function familyFilter(
  filters: SearchFilters,
): (part: DatasetPart) => ((family: number) => boolean) | true | null {
  const given = FILTERED_COLUMNS.flatMap((column) => {
    const values = filters[column] ?? [];
    if (listed(values) === null) return [];
    return [{column, values: values.map((whole) => ({whole, split: new Set(splitList(whole))}))}];
  });
  return (part) => {
    const sieves: {index: FamilyColumn["index"]; member: Uint8Array}[] = [];
    for (const {column, values} of given) {
      const {codes, index} = part[column];
      const chosen = new Set(values.flatMap((value) => placesOf(codes, value)));
      if (chosen.size === 0) return null;
      // a part has only codes of its own families, so all codes means all families
      if (chosen.size === codes.length) continue;
      const member = new Uint8Array(codes.length);
      for (const code of chosen) member[code] = 1;
      sieves.push({index, member});
    }
    if (sieves.length === 0) return true;
    const [{index, member}, ...more] = sieves as [(typeof sieves)[0]];
    if (more.length === 0) return (family) => member[index[family]!] === 1;
    return (family) => sieves.every((sieve) => sieve.member[sieve.index[family]!] === 1);
  };
}

/** A test for territories; null: no filter. */
export function territoryFilter({
  territory,
  level = null,
  place,
}: SearchFilters): ((one: IndexedTerritory) => boolean) | null {
  const codes = listed(territory);
  const identity = place ? territoryIdentity(place) : null;
  if (codes === null && level === null && identity === null) return null;
  return (one) =>
    (level === null || one.level === level) &&
    (codes === null || codes.has(one.code) || codes.has(one.canonical)) &&
    (identity === null || territoryIdentity(one) === identity);
}

/** The values and their parts; null: no filter. */
export function listed(values: readonly string[] | null | undefined): ReadonlySet<string> | null {
  if (values == null) return null;
  const parts = new Set(values.flatMap((value) => [value.trim(), ...splitList(value)]).filter((part) => part !== ""));
  return parts.size === 0 || parts.has("all") ? null : parts;
}

/** Places of the codes that a value names. */
function placesOf(
  codes: Texts,
  {whole, split}: {readonly whole: string; readonly split: ReadonlySet<string>},
): number[] {
  const place = findCode(codes, whole);
  return place === -1 ? placesAmong(codes, split) : [place];
}

/** Places of the codes that are among the names. The work grows with the shorter of the two lists. */
export function placesAmong(codes: Texts, names: ReadonlySet<string>): number[] {
  if (names.size < codes.length) return [...names].map((name) => findCode(codes, name)).filter((place) => place !== -1);
  return [...codes].flatMap((code, place) => (code !== null && names.has(code) ? [place] : []));
}
