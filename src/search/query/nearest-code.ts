// The first value of a filter that no series has, and the code nearest to it: why a search found nothing.
//
// Codes are those of the datasets that the filters name. A value that some series has is not at fault, even where no series has all values.
import {findNearestName} from "../../near-name.ts";
import type {FamilyIndex} from "../index/family-index.ts";
import {datasetFilter, FILTERED_COLUMNS, listed, type SearchFilters} from "./filters.ts";

export interface UnknownCode {
  readonly filter: "provider" | "dataset" | "territory" | (typeof FILTERED_COLUMNS)[number];
  readonly value: string;
  /** null: there are no codes at all. */
  readonly nearest: string | null;
}

/** null: every value is the code of some series. */
export function findUnknownCode(index: FamilyIndex, filters: SearchFilters): UnknownCode | null {
  const all = [...index.parts.values()];
  const parts = all.filter(datasetFilter(filters));
  const codesOf = {
    provider: () => all.map(({provider}) => provider),
    dataset: () => all.flatMap(({provider, code}) => [code, `${provider}/${code}`]),
    territory: () => index.territories.all.flatMap(({canonical, code}) => [canonical, code]),
  };
  for (const filter of ["provider", "dataset", "territory", ...FILTERED_COLUMNS] as const) {
    const values = listed(filters[filter]);
    if (values === null) continue;
    const codes = new Set(
      filter === "provider" || filter === "dataset" || filter === "territory"
        ? codesOf[filter]()
        : parts.flatMap((part) => part[filter].codes.filter((code) => code !== null)),
    );
    const isKnown = [...values].some((value) => codes.has(value));
    if (isKnown) continue;
    const [value] = [...values] as [string];
    return {filter, value, nearest: findNearestName(value, codes)};
  }
  return null;
}
