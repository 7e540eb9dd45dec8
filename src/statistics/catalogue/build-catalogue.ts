// Builds the catalogue of a dataset from its series: dictionaries, the order of the slice, families, frontiers, and continuations.
import type {ContinuityBreak} from "../release/release.ts";
import {LEVELS, type Territory} from "../territory.ts";
import type {Day, PeriodTable} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {
  type Catalogue,
  type Column,
  DATASET_KEY_LENGTH,
  DIMENSIONS,
  type Dimension,
  KEY_LENGTH,
  type SeriesDimensions,
  type Texts,
  type WholeCatalogue,
  WIDE_FROM_CODES,
} from "./catalogue.ts";
import {compareCodes, comparerOf} from "./code-order.ts";
import {pairContinuity} from "./continuity.ts";

export interface CatalogueSeries extends SeriesDimensions {
  readonly number: number;
  readonly key: string;
  readonly lastPeriod: Day;
}

export interface CatalogueLabels {
  readonly territories: ReadonlyMap<string, Territory>;
  readonly classNames: Pick<ReadonlyMap<string, string>, "get">;
  readonly indicatorLabels: ReadonlyMap<string, string>;
  readonly continuity: readonly ContinuityBreak[];
  readonly weeks: PeriodTable | null;
}

/**
 * Builds the catalogue of one dataset from its series, in any order.
 * Throws RangeError for a territory that `labels` does not describe, a key that is not 16 characters of
 * `[0-9a-z]`, or two series with the same dimensions: they would be one series with two histories.
 */
export function buildCatalogue(series: readonly CatalogueSeries[], labels: CatalogueLabels): WholeCatalogue {
  const compareTerritories = territoryOrder(labels.territories);
  const drafts = DIMENSIONS.map((dimension) =>
    draftColumn(series, dimension, dimension === "territory" ? compareTerritories : null),
  );
  const order = orderOfSlice(drafts, series.length);
  refuseTwins(drafts, order, series);
  const blank = new Uint16Array(series.length);
  const columns = Object.fromEntries(
    DIMENSIONS.map((dimension, d) => [dimension, finishColumn(drafts[d] as DraftColumn, order, blank)]),
  ) as Record<Dimension, Column>;

  const numbers = new Uint32Array(series.length);
  const keys: string[] = [];
  const lastPeriod = new Int32Array(series.length);
  const frontiers = new Map<Frequency, Day>();
  for (let position = 0; position < series.length; position++) {
    const one = series[order[position] as number] as CatalogueSeries;
    numbers[position] = one.number;
    lastPeriod[position] = one.lastPeriod;
    keys.push(one.key);
    const frontier = frontiers.get(one.frequency);
    if (frontier === undefined || one.lastPeriod > frontier) frontiers.set(one.frequency, one.lastPeriod);
  }
  return {
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
    ...cutKeys(joinKeys(keys)),
    lastPeriod,
    ...pairContinuity(columns, labels.continuity),
    frontiers,
    weeks: labels.weeks,
  };
}

/** The memory of a catalogue (an estimate), for a bounded cache; a column that several dimensions share is counted once. */
export function weighCatalogue(parts: Catalogue): number {
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
  const lists = [
    ...DIMENSIONS.map((dimension) => parts[dimension].codes),
    parts.indicatorLabels,
    ...parts.territories.map((territory) => [territory.name, territory.canonical, territory.parent]),
  ];
  for (const list of lists) bytes += weighTexts(list);
  return bytes;
}

/** The memory of texts: as they are packed, or about that of a string each. */
export function weighTexts(texts: Texts & {readonly bytes?: number}): number {
  let bytes = texts.bytes ?? 0;
  if (texts.bytes === undefined) for (const text of texts) bytes += 24 + 2 * (text?.length ?? 0);
  return bytes;
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
  const starts = new Uint32Array(size + 1);
  let count = 0;
  for (let position = 0; position < size; position++)
    if (position === 0 || !areEqualAt(indexes, position, position - 1)) starts[count++] = position;
  starts[count++] = size;
  return starts.slice(0, count);
}

/** Whether each of these columns has the same code at both places. */
function areEqualAt(indexes: readonly (Uint16Array | Uint32Array)[], one: number, other: number): boolean {
  for (let dimension = 0; dimension < indexes.length; dimension++) {
    const index = indexes[dimension]!;
    if (index[one] !== index[other]) return false;
  }
  return true;
}

function refuseTwins(drafts: readonly DraftColumn[], order: Uint32Array, series: readonly CatalogueSeries[]): void {
  const indexes = drafts.map(({index}) => index);
  for (let position = 1; position < order.length; position++) {
    const before = order[position - 1] as number;
    const here = order[position] as number;
    if (areEqualAt(indexes, before, here)) {
      const one = series[here] as CatalogueSeries;
      const named = DIMENSIONS.map((dimension) => one[dimension] ?? "-").join(", ");
      throw new RangeError(`two series have the same dimensions: ${named}`);
    }
  }
}

/** @param whole keys of all series, one behind the other */
function cutKeys(whole: Buffer): Pick<Catalogue, "keyPrefix" | "keys" | "keyOrder"> {
  const size = whole.length / KEY_LENGTH;
  const prefix = whole.subarray(0, DATASET_KEY_LENGTH);
  const length = KEY_LENGTH - prefix.length;
  const keys = Buffer.alloc(size * length);
  // Byte by byte: calls for a few bytes take several times as long.
  for (let at = 0, to = 0; at < whole.length; ) {
    for (let index = 0; index < prefix.length; index++)
      if (whole[at++] !== prefix[index]) return {keyPrefix: "", keys: whole, keyOrder: {made: null}};
    for (let index = 0; index < length; index++) keys[to++] = whole[at++]!;
  }
  return {keyPrefix: prefix.toString("latin1"), keys, keyOrder: {made: null}};
}

function joinKeys(keys: readonly string[]): Buffer {
  const joined = keys.join("");
  const wrong = /^[0-9a-z]*$/.test(joined) ? keys.find((key) => key.length !== KEY_LENGTH) : keys.find(isWrongKey);
  if (wrong !== undefined) throw new RangeError(`series key "${wrong}" is not 16 characters of 0-9 and a-z`);
  return Buffer.from(joined, "latin1");
}

function isWrongKey(key: string): boolean {
  return !/^[0-9a-z]{16}$/.test(key);
}

/** A column before the series are sorted: `index` has the order of the given series. */
interface DraftColumn {
  readonly codes: readonly (string | null)[];
  readonly index: Uint32Array;
}

/** @param compare null: by code points */
function draftColumn(
  series: readonly SeriesDimensions[],
  dimension: Dimension,
  compare: ((left: string | null, right: string | null) => number) | null,
): DraftColumn {
  const ascending = compare === null ? ascendingColumn(series, dimension) : null;
  if (ascending !== null) return ascending;
  const seen = new Map<string | null, number>();
  const index = new Uint32Array(series.length);
  let [last, number] = [undefined as string | null | undefined, 0];
  for (let i = 0; i < series.length; i++) {
    const code = (series[i] as SeriesDimensions)[dimension];
    if (code !== last) {
      last = code;
      number = seen.get(code) ?? seen.size;
      if (number === seen.size) seen.set(code, number);
    }
    index[i] = number;
  }
  const codes = [...seen.keys()];
  codes.sort(compare ?? comparerOf(codes));
  const rank = new Uint32Array(codes.length);
  for (let at = 0; at < codes.length; at++) rank[seen.get(codes[at]!) as number] = at;
  for (let i = 0; i < index.length; i++) index[i] = rank[index[i] as number] as number;
  return {codes, index};
}

/** The column of series that come in the order of its codes, as new ones mostly do in that of their classes; null: they do not. */
function ascendingColumn(series: readonly SeriesDimensions[], dimension: Dimension): DraftColumn | null {
  const codes: (string | null)[] = [];
  const index = new Uint32Array(series.length);
  for (let i = 0; i < series.length; i++) {
    const code = (series[i] as SeriesDimensions)[dimension];
    if (codes.length === 0) codes.push(code);
    else {
      const last = codes[codes.length - 1]!;
      if (code !== last && compareCodes(last, code) > 0) return null;
      if (code !== last) codes.push(code);
    }
    index[i] = codes.length - 1;
  }
  return {codes, index};
}

/** Places of the series in the order of the slice: a stable counting sort, last dimension first. */
function orderOfSlice(drafts: readonly DraftColumn[], size: number): Uint32Array {
  let order = new Uint32Array(size);
  for (let i = 0; i < size; i++) order[i] = i;
  if (isOrdered(drafts, size)) return order;
  let next = new Uint32Array(size);
  for (const {codes, index} of drafts.toReversed()) {
    if (codes.length < 2) continue;
    const starts = new Uint32Array(codes.length + 1);
    for (let i = 0; i < size; i++) starts[(index[i] as number) + 1]! += 1;
    for (let code = 0; code < codes.length; code++) starts[code + 1]! += starts[code] as number;
    for (let i = 0; i < size; i++) {
      const at = order[i] as number;
      next[starts[index[at] as number]!++] = at;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** Whether the series come in the order of the slice. */
function isOrdered(drafts: readonly DraftColumn[], size: number): boolean {
  const indexes = drafts.filter(({codes}) => codes.length > 1).map(({index}) => index);
  for (let i = 1; i < size; i++) {
    for (let dimension = 0; dimension < indexes.length; dimension++) {
      const index = indexes[dimension]!;
      if (index[i]! < index[i - 1]!) return false;
      if (index[i]! > index[i - 1]!) break;
    }
  }
  return true;
}

/** The column in the order of the slice. A column with a single code uses the shared `blank` and needs no memory. */
function finishColumn(draft: DraftColumn, order: Uint32Array, blank: Uint16Array): Column {
  if (draft.codes.length < 2) return {codes: draft.codes, index: blank};
  const index = createIndex(draft.codes.length, order.length);
  for (let position = 0; position < order.length; position++) {
    index[position] = draft.index[order[position] as number] as number;
  }
  return {codes: draft.codes, index};
}

function createIndex(codeCount: number, size: number): Uint16Array | Uint32Array {
  return codeCount < WIDE_FROM_CODES ? new Uint16Array(size) : new Uint32Array(size);
}
