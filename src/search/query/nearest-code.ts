// The first value of a filter that no series has, and the code nearest to it: the reason why a search found nothing.
//
// Only codes of the datasets named by the filters count. A value that some series has is not at fault, even if no series has all values.
import {findNearestName} from "../../near-name.ts";
import type {Texts} from "../../statistics/catalogue/catalogue.ts";
import type {DatasetPart} from "../index/dataset-part.ts";
import type {FamilyIndex} from "../index/family-index.ts";
import {datasetFilter, FILTERED_COLUMNS, listed, placesAmong, type SearchFilters} from "./filters.ts";

export interface UnknownCode {
  readonly filter: "provider" | "dataset" | "territory" | (typeof FILTERED_COLUMNS)[number];
  readonly value: string;
  /** null: there are no codes at all. */
  readonly nearest: string | null;
}

/** Step by step. null: every value is the code of some series. The work does not grow with the number of codes, which may be millions. */
export function* findUnknownCode(index: FamilyIndex, filters: SearchFilters): Generator<undefined, UnknownCode | null> {
  const all = [...index.parts.values()];
  const asked = all.filter(datasetFilter(filters));
  for (const filter of ["provider", "dataset", "territory", ...FILTERED_COLUMNS] as const) {
    const values = listed(filters[filter]);
    if (values === null) continue;
    const lists = codeLists(filter, index, filter === "provider" || filter === "dataset" ? all : asked);
    let isKnown = false;
    for (const {hasAny} of lists) {
      isKnown ||= hasAny(values);
      yield;
    }
    if (isKnown) continue;
    const [value] = [...values] as [string];
    return {filter, value, nearest: findNearestName(value, inTurn(lists.map(({codes}) => codes)))};
  }
  return null;
}

interface CodeList {
  readonly codes: Texts;
  hasAny(names: ReadonlySet<string>): boolean;
}

function codeLists(filter: UnknownCode["filter"], index: FamilyIndex, parts: readonly DatasetPart[]): CodeList[] {
  if (filter === "provider") return [listOf(parts.map(({provider}) => provider))];
  if (filter === "dataset") return [listOf(parts.flatMap(({provider, code}) => [code, `${provider}/${code}`]))];
  if (filter === "territory") return [listOf(index.territories.all.flatMap(({canonical, code}) => [canonical, code]))];
  return parts.map((part) => {
    const {codes} = part[filter];
    return {codes, hasAny: (names) => placesAmong(codes, names).length > 0};
  });
}

function listOf(codes: readonly string[]): CodeList {
  return {codes, hasAny: (names) => codes.some((code) => names.has(code))};
}

/** One code of each list after the other, so that no dataset hides the codes of the next. */
function* inTurn(lists: readonly Texts[]): Iterable<string> {
  const longest = Math.max(0, ...lists.map(({length}) => length));
  for (let place = 0; place < longest; place++) {
    for (const codes of lists) {
      const code = codes.at(place);
      if (code != null) yield code;
    }
  }
}
