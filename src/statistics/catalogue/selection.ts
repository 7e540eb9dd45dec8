// The series of a dataset that a request selects: filters resolved to codes, counted and paged over the catalogue.
//
// A filter is an any-of list. null means "no filter"; an empty list means "matches nothing".

import {firstAtLeast, firstWhere} from "../order/binary-search.ts";
import {LEVELS, type Level, type Territory} from "../territory.ts";
import type {Catalogue, Column, Texts} from "./catalogue.ts";
import {findCode} from "./code-order.ts";

export type GeoFilter =
  | {readonly kind: "level"; readonly level: Level | "all"}
  | {
      readonly kind: "codes";
      readonly codes: readonly string[];
      /** By codes of ISO 3166 among them: the canonical codes of the country. They count where the dataset has no such code itself. */
      readonly countries?: ReadonlyMap<string, readonly string[]>;
    };

/** The dimensions that a request can filter, in the order of the slice: the territory last. */
export const FILTERED = ["classification", "measure", "transformation", "unit", "frequency", "territory"] as const;
export type Filtered = (typeof FILTERED)[number];

/** Values as given, one for each occurrence of the parameter; a value may contain commas. null: no filter. */
export interface SeriesFilters extends Readonly<Record<Exclude<Filtered, "territory">, readonly string[] | null>> {
  readonly territory: GeoFilter;
}

/** The selected code indexes of each dimension, ascending and unique; null: the dimension is not filtered. */
export type Selection = Readonly<Record<Filtered, readonly number[] | null>>;

/** Finds the codes that the filters mean in this dataset [data.*]. An unknown code matches nothing. */
export function* resolveSelection(catalogue: Catalogue, filters: SeriesFilters): Generator<undefined, Selection> {
  return {
    classification: yield* resolveCodes(catalogue.classification, filters.classification),
    measure: yield* resolveCodes(catalogue.measure, filters.measure),
    transformation: yield* resolveCodes(catalogue.transformation, filters.transformation),
    unit: yield* resolveCodes(catalogue.unit, filters.unit),
    frequency: yield* resolveCodes(catalogue.frequency, filters.frequency),
    territory: resolveTerritories(catalogue, filters.territory),
  };
}

/**
 * The selection as text, equal exactly for filters with the same meaning. Ranges of neighbouring codes are written as their ends, so texts
 * can be compared only within one version of the catalogue (an ETag also names that version).
 */
export function normalForm(catalogue: Catalogue, selection: Selection): string {
  const parts: string[] = [];
  for (const dimension of FILTERED) {
    const chosen = selection[dimension];
    if (chosen !== null) parts.push(`${dimension}=${rangesText(catalogue[dimension].codes, chosen)}`);
  }
  return parts.join(";");
}

/**
 * The number of series that match, and the positions of at most `limit` of them from `offset` on.
 * Except for the territory, all series of a family pass or fail together, so families are checked first.
 */
export function selectPage(
  catalogue: Catalogue,
  selection: Selection,
  offset: number,
  limit: number,
): {readonly total: number; readonly positions: readonly number[]} {
  const {families} = catalogue;
  const positions: number[] = [];
  let total = 0;
  if (FILTERED.some((dimension) => selection[dimension]?.length === 0)) return {total, positions};
  const predicates = createPredicates(catalogue, selection);
  const territories = createTerritoryPredicate(catalogue, selection.territory);
  const allPass = predicates.length === 0 && territories === null;
  for (const range of familyRanges(catalogue, selection.classification)) {
    const step = allPass ? range.end - range.start : 1;
    for (let family = range.start; family < range.end; family += step) {
      const start = families[family] as number;
      if (!passes(predicates, start)) continue;
      const end = families[family + step] as number;
      const matches = countTerritories(territories, start, end);
      if (matches > 0 && total + matches > offset && positions.length < limit) {
        collectPage(territories, {start, end}, offset - total, limit, positions);
      }
      total += matches;
    }
  }
  return {total, positions};
}

/** A filter on one dimension: `member[i]` is 1 if code i is selected. */
interface Predicate {
  readonly index: Uint16Array | Uint32Array;
  readonly member: Uint8Array;
  readonly share: number;
}

/** The selected territories: `size` of all `codes` in the dictionary, none before `from`, none from `to` on. */
interface TerritoryPredicate {
  readonly index: Uint16Array | Uint32Array;
  /** Null: those from `from` to `to` are all selected, as the territories of a level are. */
  readonly member: Uint8Array | null;
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly codes: number;
}

/** The filters on families, the most selective first; the class is not among them, because familyRanges selects it. */
function createPredicates(catalogue: Catalogue, selection: Selection): Predicate[] {
  const predicates: Predicate[] = [];
  for (const dimension of ["measure", "transformation", "unit", "frequency"] as const) {
    const chosen = selection[dimension];
    if (chosen !== null) predicates.push(createPredicate(catalogue[dimension], chosen));
  }
  return predicates.sort((left, right) => left.share - right.share);
}

function createPredicate({codes, index}: Column, chosen: readonly number[]): Predicate {
  const member = new Uint8Array(codes.length);
  for (const code of chosen) member[code] = 1;
  return {index, member, share: chosen.length / codes.length};
}

function createTerritoryPredicate(catalogue: Catalogue, chosen: readonly number[] | null): TerritoryPredicate | null {
  if (chosen === null) return null;
  const {index, codes} = catalogue.territory;
  const from = chosen[0] ?? 0;
  const to = (chosen.at(-1) ?? -1) + 1;
  const size = chosen.length;
  const member = to - from === size ? null : createPredicate(catalogue.territory, chosen).member;
  return {index, member, from, to, size, codes: codes.length};
}

/** Ranges of families of the selected classes. Series are sorted by class first, so each class is one range. */
function familyRanges(catalogue: Catalogue, chosen: readonly number[] | null): {start: number; end: number}[] {
  const {families, classification} = catalogue;
  if (chosen === null) return [{start: 0, end: families.length - 1}];
  const ranges: {start: number; end: number}[] = [];
  let after = 0;
  for (const code of chosen) {
    const from = firstAtLeast(classification.index, code, after, catalogue.size);
    after = firstAtLeast(classification.index, code + 1, from, catalogue.size);
    const start = firstAtLeast(families, from, ranges.at(-1)?.end ?? 0, families.length);
    ranges.push({start, end: firstAtLeast(families, after, start, families.length)});
  }
  return ranges;
}

function passes(predicates: readonly Predicate[], position: number): boolean {
  for (let s = 0; s < predicates.length; s++) {
    const {index, member} = predicates[s] as Predicate;
    if (member[index[position] as number] === 0) return false;
  }
  return true;
}

function countTerritories(predicate: TerritoryPredicate | null, start: number, end: number): number {
  if (predicate === null) return end - start;
  const {index, member, size, codes} = predicate;
  // A family has each territory at most once, so a family of this length has all of them.
  if (end - start === codes) return size;
  if (member === null) {
    const from = firstAtLeast(index, predicate.from, start, end);
    return firstAtLeast(index, predicate.to, from, end) - from;
  }
  let matches = 0;
  for (let position = start; position < end; position++) matches += member[index[position] as number] as number;
  return matches;
}

/** Adds the matches in [start, end) to the page, without the first `skip`. */
function collectPage(
  predicate: TerritoryPredicate | null,
  {start, end}: {readonly start: number; readonly end: number},
  skip: number,
  limit: number,
  positions: number[],
): void {
  let left = predicate === null ? 0 : Math.max(0, skip);
  const from = predicate === null ? start + Math.max(0, skip) : start;
  for (let position = from; position < end && positions.length < limit; position++) {
    if (predicate !== null && !isMember(predicate, predicate.index[position] as number)) continue;
    if (left > 0) left--;
    else positions.push(position);
  }
}

function isMember({member, from, to}: TerritoryPredicate, code: number): boolean {
  return code >= from && code < to && (member === null || member[code] === 1);
}

/** Codes looked for in one step: each may be unpacked from many of a large dataset. */
const CODES_AT_ONCE = 25;

/** A value that is a code is not split at its commas; the word `all` at any place removes the filter. */
function* resolveCodes(
  {codes}: Column<Texts>,
  values: readonly string[] | null,
): Generator<undefined, readonly number[] | null> {
  if (values === null) return null;
  const chosen = new Set<number>();
  const parts = new Set<string>();
  let named = false;
  let looked = 0;
  for (const value of values) {
    if (value === "all") return null;
    if (++looked % CODES_AT_ONCE === 0) yield;
    const whole = findCode(codes, value);
    if (whole !== -1) chosen.add(whole);
    for (const part of whole === -1 ? splitList(value) : []) {
      if (part === "all") return null;
      parts.add(part);
    }
    named ||= whole !== -1;
  }
  for (const part of parts) {
    named = true;
    if (++looked % CODES_AT_ONCE === 0) yield;
    const index = findCode(codes, part);
    if (index !== -1) chosen.add(index);
  }
  return named ? ascending(chosen, codes.length) : null;
}

/** Codes of both kinds; a canonical code means every territory with that code: two methodologies of a country share one. */
function resolveTerritories({territory, territories}: Catalogue, filter: GeoFilter): readonly number[] | null {
  const chosen: number[] = [];
  if (filter.kind === "level") {
    if (filter.level === "all") return null;
    const rank = LEVELS.indexOf(filter.level);
    const end = firstOfLevel(territories, rank + 1);
    const first = firstOfLevel(territories, rank);
    // A list that grows would be the largest garbage of a small answer.
    chosen.length = end - first;
    for (let i = first; i < end; i++) chosen[i - first] = i;
  } else {
    const isWhole = (value: string) => territories.some(({code}) => code === value);
    const named = new Set(
      filter.codes.flatMap((value) => (value.includes(",") && isWhole(value) ? [value] : splitList(value))),
    );
    if (named.size === 0) return null;
    const meant = countriesMeant(territories, named, filter.countries);
    for (let i = 0; i < territories.length; i++) {
      const {code, canonical, level} = territories[i]!;
      if (named.has(code) || named.has(canonical) || (level === "country" && meant.has(canonical))) chosen.push(i);
    }
  }
  return chosen.length === territory.codes.length ? null : chosen;
}

/** Canonical codes of the countries whose other codes are named, where no territory of the dataset has the named one. */
function countriesMeant(
  territories: readonly Territory[],
  named: ReadonlySet<string>,
  countries: ReadonlyMap<string, readonly string[]> = NO_COUNTRIES,
): ReadonlySet<string> {
  const meant = new Map([...countries].filter(([code]) => named.has(code)));
  if (meant.size === 0) return NOTHING;
  for (const {code, canonical} of territories) {
    meant.delete(code);
    meant.delete(canonical);
  }
  return new Set([...meant.values()].flat());
}

const NO_COUNTRIES: ReadonlyMap<string, readonly string[]> = new Map();
const NOTHING: ReadonlySet<string> = new Set();

/** Territories are sorted by their level, so a few of them tell where it begins. */
function firstOfLevel(territories: readonly Territory[], rank: number): number {
  return firstWhere(territories.length, (index) => LEVELS.indexOf((territories[index] as Territory).level) >= rank);
}

/** The parts of a comma-separated list, without blanks around them and without empty parts. */
export function splitList(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Sorted indexes; null: all codes, which means no filter. */
function ascending(chosen: ReadonlySet<number>, codeCount: number): readonly number[] | null {
  const sorted = [...chosen].sort((left, right) => left - right);
  return sorted.length === codeCount ? null : sorted;
}

function rangesText(codes: Texts, chosen: readonly number[]): string {
  const ranges: string[] = [];
  for (let i = 0; i < chosen.length; i++) {
    const first = chosen[i] as number;
    while (chosen[i + 1] === (chosen[i] as number) + 1) i++;
    const last = chosen[i] as number;
    const text = JSON.stringify(codes.at(first));
    ranges.push(first === last ? text : `${text}..${JSON.stringify(codes.at(last))}`);
  }
  return ranges.join(",");
}
