// The series of a dataset that a reader has picked by dimension, and for each dimension its codes with the number of series that they
// would leave.
//
// A code is counted among the series that all *other* picks leave: with 0 it would show nothing, so it is not offered.

import {type Catalogue, DIMENSIONS, type Dimension, hasDimension} from "../../../statistics/catalogue/catalogue.ts";
import {findCode} from "../../../statistics/catalogue/code-order.ts";
import type {TotalWords} from "../../../store/series/total-classes.ts";
import type {Steps} from "../../../work/pace.ts";

/** The parameter of the address for each dimension, as in the API. */
export const PARAMETERS: Readonly<Record<Dimension, string>> = {
  classification: "class",
  indicator: "indicator",
  measure: "measure",
  transformation: "transformation",
  unit: "unit",
  frequency: "freq",
  territory: "geo",
};

/** The picked code of each dimension; without an entry: all codes. */
export type Picks = ReadonlyMap<Dimension, string>;

export function readPicks(query: URLSearchParams): Picks {
  return new Map(
    DIMENSIONS.flatMap((dimension) => {
      const code = query.get(PARAMETERS[dimension]);
      return code === null || code === "" ? [] : [[dimension, code] as const];
    }),
  );
}

export interface PickedSeries {
  /** Positions in the catalogue, ascending. */
  readonly positions: readonly number[];
  /** For each dimension with several codes: the number of series by the place of the code. */
  readonly counts: ReadonlyMap<Dimension, Uint32Array>;
}

/** Positions, and codes, that are looked at in one step. */
const STEP = 20_000;

/** A code that the dataset lacks leaves nothing. */
export function* pickSeries(catalogue: Catalogue, picks: Picks): Steps<PickedSeries> {
  const shown = DIMENSIONS.filter((dimension) => hasDimension(catalogue[dimension]));
  const counts = shown.map((dimension) => new Uint32Array(catalogue[dimension].codes.length));
  const columns = shown.map((dimension) => catalogue[dimension].index);
  const wanted = shown.map((dimension) => {
    const code = picks.get(dimension);
    return code === undefined ? null : indexOf(catalogue, dimension, code);
  });
  const positions: number[] = [];
  for (let position = 0; position < catalogue.size; position++) {
    let [missed, where] = [0, -1];
    for (let d = 0; d < wanted.length; d++) {
      if (wanted[d] === null || columns[d]![position] === wanted[d]) continue;
      missed++;
      where = d;
    }
    if (missed === 0) {
      positions.push(position);
      for (let d = 0; d < counts.length; d++) counts[d]![columns[d]![position]!]!++;
    } else if (missed === 1) counts[where]![columns[where]![position]!]!++;
    if (position % STEP === STEP - 1) yield;
  }
  const several = shown.flatMap((dimension, d) =>
    catalogue[dimension].codes.length > 1 ? [[dimension, counts[d]!] as const] : [],
  );
  return {positions, counts: new Map(several)};
}

/** A class that means everything, as a reader looks for it first. */
const TOTAL = /^(?:все|всего|итого|весь|total|all)(?![а-яёa-z])/i;
export const TOTAL_WORDS: TotalWords = {
  isTotal: (name) => TOTAL.test(name),
  letters: ["в", "В", "и", "И", "t", "T", "a", "A"],
};

/** -1: the dataset lacks the code. */
function indexOf(catalogue: Catalogue, dimension: Dimension, code: string): number {
  // territories are sorted by level first
  return dimension === "territory"
    ? catalogue.territory.codes.indexOf(code)
    : findCode(catalogue[dimension].codes, code);
}

/** The codes of a dimension that a field offers. */
export interface OfferedCodes {
  /** The first of them, and the picked one. */
  readonly shown: readonly {readonly code: string; readonly index: number; readonly count: number}[];
  /** The number of all. */
  readonly total: number;
}

/** Options of a field. */
const CODES_OFFERED = 250;

/** For each dimension with several codes: those that would leave a series, and the picked one. */
export function* offerCodes(
  catalogue: Catalogue,
  picks: Picks,
  counts: PickedSeries["counts"],
): Steps<ReadonlyMap<Dimension, OfferedCodes>> {
  const offered = new Map<Dimension, OfferedCodes>();
  for (const [dimension, own] of counts) {
    const {codes} = catalogue[dimension];
    const picked = picks.get(dimension);
    const chosen = picked === undefined ? -1 : indexOf(catalogue, dimension, picked);
    const indexes: number[] = [];
    let total = 0;
    for (let index = codes.at(0) === null ? 1 : 0; index < codes.length; index++) {
      if (index % STEP === STEP - 1) yield;
      if (own[index] === 0 && index !== chosen) continue;
      total++;
      if (indexes.length < CODES_OFFERED) indexes.push(index);
    }
    if (chosen !== -1 && !indexes.includes(chosen)) indexes.push(chosen);
    offered.set(dimension, {
      shown: indexes.map((index) => ({code: codes.at(index)!, index, count: own[index]!})),
      total,
    });
  }
  return offered;
}

/**
 * The series that a reader most likely means: up to date before stopped, the country before its parts, the whole before a class, years last,
 * then in the order of the slice. null: there is none.
 * @param totals places of the classes that mean everything
 */
export function* leadingSeries(
  catalogue: Catalogue,
  positions: readonly number[],
  totals: ReadonlySet<number>,
): Steps<number | null> {
  const {classification, territory, territories, frequency, frontiers, lastPeriod} = catalogue;
  const ranks = territories.map(({level}) => (level === "country" ? 0 : 1));
  const isAnnual = frequency.codes.map((code) => (code === "A" ? 1 : 0));
  const fronts = frequency.codes.map((code) => frontiers.get(code as never) ?? 0);
  let [best, least] = [null as number | null, Number.POSITIVE_INFINITY];
  for (const [looked, position] of positions.entries()) {
    if (looked % STEP === STEP - 1) yield;
    const isLate = lastPeriod[position]! < fronts[frequency.index[position]!]!;
    const rank =
      (isLate ? 8 : 0) +
      ranks[territory.index[position]!]! * 4 +
      (totals.has(classification.index[position]!) ? 0 : 2) +
      isAnnual[frequency.index[position]!]!;
    if (rank < least) [best, least] = [position, rank];
  }
  return best;
}
