// The catalogue of a dataset: every series as a row of dictionary-coded columns, in the order of the slice.
//
// A position is a place in that order, never the series' number (the number is what the store calls it).
// The territory dictionary is sorted by level first, then code; the others by code alone.

import type {ContinuityBreak} from "../release/release.ts";
import {LEVELS, type Territory} from "../territory.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import type {PeriodTable} from "../time/period.ts";
import {compareCodes} from "./code-order.ts";
import {
  type Column,
  codeAt,
  DIMENSIONS,
  type Dimension,
  type DraftColumn,
  draftColumn,
  finishColumn,
  orderOfSlice,
} from "./column.ts";
import {pairContinuity} from "./continuity.ts";
import type {SeriesDimensions} from "./series-identity.ts";

export const KEY_LENGTH = 16;

export interface Catalogue extends Readonly<Record<Dimension, Column>> {
  readonly size: number;
  /** first positions of the families (series that differ only by territory), and the size after the last */
  readonly families: Uint32Array;
  /** parallel to territory.codes */
  readonly territories: readonly Territory[];
  /** parallel to classification.codes; null where the class has no name */
  readonly classNames: readonly (string | null)[];
  /** parallel to indicator.codes; the code itself where the indicator has no label */
  readonly indicatorLabels: readonly string[];
  /** number of the series within its dataset, by position */
  readonly numbers: Uint32Array;
  /** 16 latin1 bytes a series */
  readonly keys: Buffer;
  readonly lastPeriod: Int32Array;
  /** positions or -1; null when no series is continued */
  readonly continuesAs: Int32Array | null;
  readonly continuesFrom: Int32Array | null;
  /** latest last period of each frequency: what "stalled" is measured against */
  readonly frontiers: ReadonlyMap<Frequency, Day>;
  readonly weeks: PeriodTable | null;
  /** memory held, for a cache with a bound; an estimate */
  readonly bytes: number;
}

export interface CatalogueSeries extends SeriesDimensions {
  readonly number: number;
  readonly key: string;
  readonly lastPeriod: Day;
}

export interface CatalogueLabels {
  readonly territories: ReadonlyMap<string, Territory>;
  readonly classNames: ReadonlyMap<string, string>;
  readonly indicatorLabels: ReadonlyMap<string, string>;
  readonly continuity: readonly ContinuityBreak[];
  readonly weeks: PeriodTable | null;
}

/**
 * Builds the catalogue of one dataset from its series, in any order.
 * Throws RangeError for a territory that `labels` does not describe, a key that is not 16 characters of
 * `[0-9a-z]`, or two series with the same dimensions (they would be one series with two histories).
 */
export function buildCatalogue(series: readonly CatalogueSeries[], labels: CatalogueLabels): Catalogue {
  const compareTerritories = territoryOrder(labels.territories);
  const drafts = DIMENSIONS.map((dimension) =>
    draftColumn(series, dimension, dimension === "territory" ? compareTerritories : compareCodes),
  );
  const order = orderOfSlice(drafts, series.length);
  refuseTwins(drafts, order, series);
  const blank = new Uint16Array(series.length);
  const columns = Object.fromEntries(
    DIMENSIONS.map((dimension, d) => [dimension, finishColumn(drafts[d] as DraftColumn, order, blank)]),
  ) as Record<Dimension, Column>;

  const numbers = new Uint32Array(series.length);
  const keys = Buffer.alloc(series.length * KEY_LENGTH);
  const lastPeriod = new Int32Array(series.length);
  const frontiers = new Map<Frequency, Day>();
  for (let position = 0; position < series.length; position++) {
    const one = series[order[position] as number] as CatalogueSeries;
    numbers[position] = one.number;
    lastPeriod[position] = one.lastPeriod;
    writeKey(keys, position, one.key);
    const frontier = frontiers.get(one.frequency);
    if (frontier === undefined || one.lastPeriod > frontier) frontiers.set(one.frequency, one.lastPeriod);
  }
  return weighCatalogue({
    ...columns,
    size: series.length,
    families: findFamilies(columns, series.length),
    territories: columns.territory.codes.map((code) => describe(labels.territories, code)),
    classNames: columns.classification.codes.map((code) =>
      code === null ? null : (labels.classNames.get(code) ?? null),
    ),
    indicatorLabels: columns.indicator.codes.map(
      (code) => labels.indicatorLabels.get(code as string) ?? (code as string),
    ),
    numbers,
    keys,
    lastPeriod,
    ...pairContinuity(columns, labels.continuity),
    frontiers,
    weeks: labels.weeks,
  });
}

/** The dimensions of the series at a position. */
export function dimensionsAt(catalogue: Catalogue, position: number): SeriesDimensions {
  return {
    indicator: codeAt(catalogue.indicator, position) as string,
    classification: codeAt(catalogue.classification, position),
    measure: codeAt(catalogue.measure, position),
    transformation: codeAt(catalogue.transformation, position),
    unit: codeAt(catalogue.unit, position),
    frequency: codeAt(catalogue.frequency, position) as Frequency,
    territory: codeAt(catalogue.territory, position) as string,
  };
}

/** The series key at a position. */
export function keyAt(catalogue: Catalogue, position: number): string {
  const start = position * KEY_LENGTH;
  return catalogue.keys.toString("latin1", start, start + KEY_LENGTH);
}

/** Adds the estimate of memory held; a column that several dimensions share counts once. */
export function weighCatalogue(parts: Omit<Catalogue, "bytes">): Catalogue {
  const arrays = new Set<ArrayBufferView | null>([
    ...DIMENSIONS.map((dimension) => parts[dimension].index),
    parts.families,
    parts.numbers,
    parts.keys,
    parts.lastPeriod,
    parts.continuesAs,
    parts.continuesFrom,
    parts.weeks?.days ?? null,
  ]);
  let bytes = 0;
  for (const array of arrays) bytes += array?.byteLength ?? 0;
  const texts = [
    ...DIMENSIONS.map((dimension) => parts[dimension].codes),
    parts.classNames,
    parts.indicatorLabels,
    ...parts.territories.map((territory) => [territory.name, territory.canonical, territory.parent]),
  ];
  for (const list of texts) for (const text of list) bytes += 24 + 2 * (text?.length ?? 0);
  return {...parts, bytes};
}

function describe(territories: ReadonlyMap<string, Territory>, code: string | null): Territory {
  const territory = territories.get(code as string);
  if (territory === undefined) throw new RangeError(`territory "${code}" has series but no description`);
  return territory;
}

function territoryOrder(territories: ReadonlyMap<string, Territory>) {
  const levelOf = (code: string | null) => LEVELS.indexOf(describe(territories, code).level);
  return (left: string | null, right: string | null) => levelOf(left) - levelOf(right) || compareCodes(left, right);
}

function findFamilies(columns: Readonly<Record<Dimension, Column>>, size: number): Uint32Array {
  const indexes = DIMENSIONS.filter((dimension) => dimension !== "territory").map(
    (dimension) => columns[dimension].index,
  );
  const starts: number[] = [];
  for (let position = 0; position < size; position++) {
    if (position === 0 || indexes.some((index) => index[position] !== index[position - 1])) starts.push(position);
  }
  return Uint32Array.from([...starts, size]);
}

function refuseTwins(drafts: readonly DraftColumn[], order: Uint32Array, series: readonly CatalogueSeries[]): void {
  for (let position = 1; position < order.length; position++) {
    const [before, here] = [order[position - 1] as number, order[position] as number];
    if (drafts.every(({index}) => index[before] === index[here])) {
      const one = series[here] as CatalogueSeries;
      const named = DIMENSIONS.map((dimension) => one[dimension] ?? "-").join(", ");
      throw new RangeError(`two series have the same dimensions: ${named}`);
    }
  }
}

function writeKey(keys: Uint8Array, position: number, key: string): void {
  if (!/^[0-9a-z]{16}$/.test(key)) throw new RangeError(`series key "${key}" is not 16 characters of 0-9 and a-z`);
  for (let i = 0; i < KEY_LENGTH; i++) keys[position * KEY_LENGTH + i] = key.charCodeAt(i);
}
