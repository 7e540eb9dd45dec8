// The filters of a search, as tests for datasets, families and territories. A list means any of its values. An unknown value matches nothing.
//
// A value that equals a code is not split at its commas. The value `all` removes its filter. Both are as in the slice.
import {splitList} from "../../statistics/catalogue/selection.ts";
import {type Level, type Territory, territoryIdentity} from "../../statistics/territory.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";
import type {IndexedTerritory} from "../index/territory-index.ts";
import type {Chunk} from "../stored/chunk.ts";
import {type FoundClass, findClasses} from "../stored/class-section.ts";
import type {SearchSteps} from "../stored/reading.ts";

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
  readonly fullTerritory?: Pick<Territory, "code" | "canonical"> | null;
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
export function datasetFilter({provider, dataset}: SearchFilters): (segment: DatasetSegment) => boolean {
  const providers = listed(provider);
  const datasets = listed(dataset);
  return (segment) =>
    (providers === null || providers.has(segment.provider)) &&
    (datasets === null || datasets.has(segment.code) || datasets.has(`${segment.provider}/${segment.code}`));
}

/** The families of a segment that pass the filters. */
export interface PassingFamilies {
  /** They are among the families from `ranges[2 * k]` to `ranges[2 * k + 1]`, ascending; null: all may pass. */
  readonly ranges: readonly number[] | null;
  /** Whether a family of these passes, by its index in a chunk; null: all do. */
  readonly passes: ((chunk: Chunk, at: number) => boolean) | null;
}

/**
 * The families of a segment that pass; null: none, `true`: all.
 * @param partsOf all segments of its dataset
 */
export function familyFilter(
  filters: SearchFilters,
  partsOf: (segment: DatasetSegment) => readonly DatasetSegment[],
): (segment: DatasetSegment) => SearchSteps<PassingFamilies | true | null> {
  const given = FILTERED_COLUMNS.flatMap((column): ColumnValues[] => {
    const values = filters[column] ?? [];
    if (listed(values) === null) return [];
    return [{column, values: values.map((whole) => ({whole, split: new Set(splitList(whole))}))}];
  });
  return (segment) => passingFamilies(segment, given, partsOf(segment));
}

interface ColumnValues {
  readonly column: (typeof FILTERED_COLUMNS)[number];
  readonly values: readonly Value[];
}

/** @param segments all segments of its dataset */
function* passingFamilies(
  segment: DatasetSegment,
  given: readonly ColumnValues[],
  segments: readonly DatasetSegment[],
): SearchSteps<PassingFamilies | true | null> {
  let ranges: number[] | null = null;
  const predicates: {column: Exclude<(typeof FILTERED_COLUMNS)[number], "classification">; member: Uint8Array}[] = [];
  for (const {column, values} of given) {
    if (column === "classification") {
      const found = yield* classesOf(segment, values, segments);
      if (found.length === 0) return null;
      if (found.length < segment.classCount) ranges = found.flatMap(({from, to}) => [from, to]);
      continue;
    }
    const codes = segment.codes[column];
    const all = segments.map((one) => one.codes[column]);
    const chosen = new Set(values.flatMap((value) => indexesOf(codes, value, all)));
    if (chosen.size === 0) return null;
    // a segment has only codes of its own families, so all codes means all families
    if (chosen.size === codes.length) continue;
    const member = new Uint8Array(codes.length);
    for (const code of chosen) member[code] = 1;
    predicates.push({column, member});
  }
  if (predicates.length === 0) return ranges === null ? true : {ranges, passes: null};
  return {ranges, passes: (chunk, at) => predicates.every(({column, member}) => member[chunk[column][at]!] === 1)};
}

/** The classes that the values name, each once and ascending. A value with commas that is no class of any segment names each of its items. */
function* classesOf(
  segment: DatasetSegment,
  values: readonly Value[],
  all: readonly DatasetSegment[],
): SearchSteps<FoundClass[]> {
  const found = yield* findClasses(segment, [...new Set(values.map(({whole}) => whole))]);
  let joined = values.filter(({whole, split}) => !split.has(whole));
  for (const one of all) {
    if (joined.length === 0) break;
    const known = one === segment ? found : yield* findClasses(one, [...new Set(joined.map(({whole}) => whole))]);
    const wholes = new Set(known.map(({code}) => code));
    joined = joined.filter(({whole}) => !wholes.has(whole));
  }
  const sought = new Set(joined.flatMap(({split}) => [...split]));
  const others = sought.size === 0 ? [] : yield* findClasses(segment, [...sought]);
  const byIndex = new Map([...found, ...others].map((one) => [one.index, one]));
  return [...byIndex.values()].sort((one, other) => one.index - other.index);
}

/** A test for territories; null: no filter. */
export function territoryFilter({
  territory,
  level = null,
  fullTerritory: where,
}: SearchFilters): ((one: IndexedTerritory) => boolean) | null {
  const codes = listed(territory);
  const identity = where ? territoryIdentity(where) : null;
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

interface Value {
  readonly whole: string;
  readonly split: ReadonlySet<string>;
}

/** Indexes of the codes that a value names. @param all the lists of all segments */
function indexesOf(
  codes: readonly (string | null)[],
  {whole, split}: Value,
  all: readonly (readonly (string | null)[])[],
): number[] {
  return indexesAmong(codes, all.some((own) => own.includes(whole)) ? new Set([whole]) : split);
}

/** Indexes of the codes that are among the names. */
export function indexesAmong(codes: readonly (string | null)[], names: ReadonlySet<string>): number[] {
  return codes.flatMap((code, index) => (code !== null && names.has(code) ? [index] : []));
}
