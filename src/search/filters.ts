// Filters of a search, resolved within one dataset. Lists mean any of their values; what a dataset does not know matches nothing.
//
// A value that equals a whole code wins over splitting it at commas, as in the slice; a literal `all` lifts its filter.
import {findCode} from "../statistics/code-order.ts";
import {splitList} from "../statistics/selection.ts";
import type {DatasetPart, FamilyColumn} from "./dataset-part.ts";
import type {IndexedTerritory} from "./territory-index.ts";

/** Values as given, one for each occurrence of the parameter; null: no filter. */
export interface SearchFilters {
  readonly provider: readonly string[] | null;
  /** `provider/dataset`, or the dataset code alone: then of whichever provider. */
  readonly dataset: readonly string[] | null;
  /** Codes of territories, of either kind. */
  readonly territory: readonly string[] | null;
  readonly frequency: readonly string[] | null;
  readonly classification: readonly string[] | null;
  readonly transformation: readonly string[] | null;
}

const FILTERED_COLUMNS = ["frequency", "classification", "transformation"] as const;

/** Whether any filter is given at all. */
export function hasFilter(filters: SearchFilters): boolean {
  return Object.values(filters).some((values) => listed(values) !== null);
}

/** A test for datasets. */
export function datasetFilter({provider, dataset}: SearchFilters): (part: DatasetPart) => boolean {
  const providers = listed(provider);
  const datasets = listed(dataset);
  return (part) =>
    (providers === null || providers.has(part.provider)) &&
    (datasets === null || datasets.has(part.code) || datasets.has(`${part.provider}/${part.code}`));
}

/** A test for the families of the part; null when none can pass, `true` when all do. */
export function familyFilter(part: DatasetPart, filters: SearchFilters): ((family: number) => boolean) | true | null {
  if (FILTERED_COLUMNS.every((column) => filters[column] === null)) return true;
  const sieves: {index: FamilyColumn["index"]; member: Uint8Array}[] = [];
  for (const column of FILTERED_COLUMNS) {
    const chosen = chosenCodes(part[column].codes, filters[column]);
    if (chosen === null) continue;
    if (chosen.length === 0) return null;
    const member = new Uint8Array(part[column].codes.length);
    for (const code of chosen) member[code] = 1;
    sieves.push({index: part[column].index, member});
  }
  if (sieves.length === 0) return true;
  return (family) => sieves.every(({index, member}) => member[index[family]!] === 1);
}

/** A test for territories; null when there is no such filter. */
export function territoryFilter({territory}: SearchFilters): ((one: IndexedTerritory) => boolean) | null {
  const codes = listed(territory);
  return codes === null ? null : ({code, canonical}) => codes.has(code) || codes.has(canonical);
}

/** Whole values and their parts; null: no filter. */
function listed(values: readonly string[] | null): ReadonlySet<string> | null {
  if (values === null) return null;
  const parts = new Set(values.flatMap((value) => [value.trim(), ...splitList(value)]).filter((part) => part !== ""));
  return parts.size === 0 || parts.has("all") ? null : parts;
}

function chosenCodes(codes: readonly (string | null)[], values: readonly string[] | null): readonly number[] | null {
  if (listed(values) === null) return null;
  const chosen = values!.flatMap((value) => {
    const whole = place(codes, value);
    return whole === -1 ? splitList(value).map((part) => place(codes, part)) : [whole];
  });
  return chosen.filter((found) => found !== -1);
}

function place(codes: readonly (string | null)[], code: string): number {
  return findCode(codes, code);
}
