// New series put into a stored catalogue: of its blocks only those that they fall into are read and made again.
//
// The result has the bytes of a catalogue that is built from all series. It can't be made so where a code is new to a short list, because the
// indexes of all later codes are others then, and where series are continued by others.
import {blockColumns, type StoredBlock, sizeOf} from "./block-columns.ts";
import {openBlock} from "./block-series.ts";
import type {CatalogueSeries} from "./build-catalogue.ts";
import {type Column, codeAt, type FewCodes, type SeriesDimensions} from "./catalogue.ts";
import {type BlockOfManifest, type CatalogueManifest, FEW_CODES, widthOf} from "./catalogue-code.ts";
import {cutsOf, type EncodedBlock, encodeBlock, endOfBlock, type SeriesRange} from "./catalogue-encoding.ts";
import {compareCodes} from "./code-order.ts";

export interface AddedSeries extends CatalogueSeries {
  /** null: the series has no class, or the class no name. */
  readonly className: string | null;
}

/** A block that is asked for by its number, and the names of its classes, by code. */
export interface NamedBlock {
  readonly block: StoredBlock;
  readonly names: ReadonlyMap<string, string>;
}

export interface AddedBlocks {
  readonly manifest: CatalogueManifest;
  /** Blocks that are new or were made again, some of them perhaps with the same bytes. */
  readonly made: readonly EncodedBlock[];
}

/** Whether series with these codes can be put into the catalogue. */
export function manifestTakesNewSeries(manifest: CatalogueManifest, series: readonly SeriesDimensions[]): boolean {
  if (manifest.hasContinuesAs || manifest.hasContinuesFrom || manifest.blocks.length === 0) return false;
  const known = FEW_CODES.map((name) => [name, new Set(manifest.codes[name])] as const);
  return series.every((one) => known.every(([name, codes]) => codes.has(one[name])));
}

/** @param series that the manifest takes, none of which is in the catalogue. @returns null: all must be made again, which is rare */
export function* addSeriesToBlocks(
  manifest: CatalogueManifest,
  series: readonly AddedSeries[],
): Generator<number, AddedBlocks | null, NamedBlock> {
  const added = rowsOfSeries(manifest, series);
  const result: ResultBlock[] = [];
  let families = manifest.families;
  for (let number = 0; number < manifest.blocks.length; ) {
    if (!fallsInto(manifest, number, added[0])) {
      result.push({
        manifest: manifest.blocks[number]!,
        size: sizeOf(manifest, number),
        classes: classesIn(manifest, number),
      });
      number++;
      continue;
    }
    const first = number;
    const range: RowRange = {rows: [], names: new Map(), isWithin: false};
    do {
      const {block, names} = yield number;
      if (number === first) range.isWithin = number > 0 && blockColumns(manifest, block).starts[0] !== 0;
      families -= manifest.blocks[number]!.families;
      for (const [code, name] of names) range.names.set(code, name);
      const own: Row[] = [];
      while (fallsInto(manifest, number, added[0])) own.push(added.shift()!);
      range.rows.push(...mergeRows(rowsOfBlock(manifest, block), own));
      number++;
      cutBlocks(manifest, range, number, result);
    } while (range.rows.length > 0);
  }
  const made = result.flatMap(({encoded}) => encoded ?? []);
  families += made.reduce((sum, {manifest: {families: own}}) => sum + own, 0);
  const later = {
    ...manifest,
    size: manifest.size + series.length,
    families,
    frontiers: laterFrontiers(manifest, series),
  };
  return new Set(result.map((block) => block.manifest.blob)).size < result.length
    ? null
    : {manifest: {...later, ...numberBlocks(result)}, made};
}

/** A series in the order of the slice. */
interface Row {
  readonly classification: string | null;
  /** Of its other codes, as in FEW_CODES. */
  readonly indexes: readonly number[];
  readonly number: number;
  /** Without the prefix. */
  readonly key: string;
  readonly lastPeriod: number;
  /** undefined: the series is stored. */
  readonly className?: string | null;
}

interface RowRange {
  readonly rows: Row[];
  readonly names: Map<string, string>;
  /** Its first series is of a family that begins before it. */
  isWithin: boolean;
}

interface ResultBlock {
  readonly manifest: BlockOfManifest;
  readonly size: number;
  /** The number of its classes. */
  readonly classes: number;
  readonly encoded?: EncodedBlock;
}

/** Takes the blocks out of the range whose ends are known. @param next the number of the stored block behind it */
function cutBlocks(manifest: CatalogueManifest, range: RowRange, next: number, into: ResultBlock[]): void {
  const series = seriesRange(manifest, range);
  const {index} = series.classification;
  let from = 0;
  while (from < series.size) {
    const to = endOfBlock(series, from, manifest.blockSize);
    if (to === series.size && !endsThere(manifest, range, from, next)) break;
    const encoded = encodeBlock(series, from, to);
    into.push({manifest: encoded.manifest, size: to - from, classes: index[to - 1]! - index[from]! + 1, encoded});
    from = to;
  }
  const [last] = range.rows.splice(0, from).slice(-1);
  if (last !== undefined && range.rows[0] !== undefined) range.isWithin = isSameFamily(last, range.rows[0]);
}

/** Whether a block that begins at a row ends with the range, and the next block stays as it is. */
function endsThere(manifest: CatalogueManifest, {rows}: RowRange, from: number, next: number): boolean {
  const behind = manifest.blocks[next];
  if (behind === undefined) return true;
  const {least, most} = cutsOf(manifest.blockSize);
  const size = rows.length - from;
  // else its first key may be any
  const hasEndingKey = sizeOf(manifest, next - 1) < most;
  const last = rows.at(-1)!;
  const goesOn = isSameFamily(last, {...last, classification: behind.classes[0], indexes: behind.first});
  return size >= least && (hasEndingKey || size === most) && !(last.className !== undefined && goesOn);
}

function seriesRange(manifest: CatalogueManifest, {rows, names, isWithin}: RowRange): SeriesRange {
  const size = rows.length;
  const codes: (string | null)[] = [];
  const classNames: (string | null)[] = [];
  const index = new Uint32Array(size);
  const starts: number[] = [];
  for (let at = 0; at < size; at++) {
    const row = rows[at]!;
    const before = rows[at - 1];
    if (before === undefined || before.classification !== row.classification) {
      codes.push(row.classification);
      classNames.push(row.classification === null ? null : (row.className ?? names.get(row.classification) ?? null));
    }
    index[at] = codes.length - 1;
    if (before === undefined ? !isWithin : !isSameFamily(before, row)) starts.push(at);
  }
  const few = FEW_CODES.map((name, nth) => {
    const indexes = widthOf(manifest.codes[name]) === 4 ? new Uint32Array(size) : new Uint16Array(size);
    for (let at = 0; at < size; at++) indexes[at] = rows[at]!.indexes[nth]!;
    return [name, {codes: manifest.codes[name], index: indexes}];
  });
  return {
    ...(Object.fromEntries(few) as Record<FewCodes, Column>),
    ...{size, families: Uint32Array.from([...starts, size]), classification: {codes, index}, classNames},
    numbers: Uint32Array.from(rows, ({number}) => number),
    keyPrefix: manifest.keyPrefix,
    keys: Buffer.from(rows.map(({key}) => key).join(""), "latin1"),
    lastPeriod: Int32Array.from(rows, ({lastPeriod}) => lastPeriod),
    ...{continuesAs: null, continuesFrom: null},
  };
}

/** The territory is the last of the codes. */
function isSameFamily(one: Row, other: Row): boolean {
  if (one.classification !== other.classification) return false;
  for (let nth = 0; nth < FEW_CODES.length - 1; nth++) if (one.indexes[nth] !== other.indexes[nth]) return false;
  return true;
}

/** Ascending. */
function rowsOfSeries({codes, keyPrefix}: CatalogueManifest, series: readonly AddedSeries[]): Row[] {
  const indexes = FEW_CODES.map((name) => [name, new Map(codes[name].map((code, index) => [code, index]))] as const);
  const rows = series.map((one) => ({
    classification: one.classification,
    indexes: indexes.map(([name, own]) => own.get(one[name])!),
    number: one.number,
    key: one.key.slice(keyPrefix.length),
    lastPeriod: one.lastPeriod,
    className: one.className,
  }));
  return rows.sort((one, other) => compareRows(one, other.classification, other.indexes));
}

function rowsOfBlock(manifest: CatalogueManifest, stored: StoredBlock): Row[] {
  const block = openBlock(manifest, stored);
  const length = block.keys.length / block.size;
  const columns = FEW_CODES.map((name) => block[name].index);
  return Array.from({length: block.size}, (_, at) => ({
    classification: codeAt(block.classification, at),
    indexes: columns.map((index) => index[at]!),
    number: block.numbers[at]!,
    key: block.keys.toString("latin1", at * length, (at + 1) * length),
    lastPeriod: block.lastPeriod[at]!,
  }));
}

/** Both are ascending. */
function mergeRows(stored: readonly Row[], added: readonly Row[]): Row[] {
  const merged: Row[] = [];
  let next = 0;
  for (const row of stored) {
    while (next < added.length && compareRows(added[next]!, row.classification, row.indexes) < 0)
      merged.push(added[next++]!);
    merged.push(row);
  }
  return [...merged, ...added.slice(next)];
}

/** Whether the next new series comes before the block behind this one. */
function fallsInto({blocks}: CatalogueManifest, number: number, row: Row | undefined): boolean {
  const behind = blocks[number + 1];
  return row !== undefined && (behind === undefined || compareRows(row, behind.classes[0], behind.first) < 0);
}

function compareRows({classification, indexes}: Row, other: string | null, otherIndexes: readonly number[]): number {
  const compared = compareCodes(classification, other);
  if (compared !== 0) return compared;
  for (const [nth, index] of indexes.entries()) if (index !== otherIndexes[nth]) return index - otherIndexes[nth]!;
  return 0;
}

function classesIn({blocks, classes}: CatalogueManifest, number: number): number {
  const [own, next] = [blocks[number]!, blocks[number + 1]];
  return (next?.firstClass ?? classes) - own.firstClass + sharedClasses(own, next);
}

/** The last class of a block may be the first of the next one. */
function sharedClasses(own: BlockOfManifest, next: BlockOfManifest | undefined): 0 | 1 {
  return next !== undefined && next.classes[0] === own.classes[1] ? 1 : 0;
}

function numberBlocks(result: readonly ResultBlock[]): Pick<CatalogueManifest, "classes" | "hasNoClass" | "blocks"> {
  let [from, firstClass] = [0, 0];
  const blocks = result.map(({manifest, size, classes}, number) => {
    const block = {...manifest, from, firstClass};
    from += size;
    firstClass += classes - sharedClasses(manifest, result[number + 1]?.manifest);
    return block;
  });
  return {classes: firstClass, hasNoClass: blocks[0]!.classes[0] === null, blocks};
}

function laterFrontiers(
  {frontiers}: CatalogueManifest,
  series: readonly AddedSeries[],
): CatalogueManifest["frontiers"] {
  return frontiers.map(([frequency, day]) => {
    const own = series.filter((one) => one.frequency === frequency);
    return [frequency, own.reduce((last, {lastPeriod}) => Math.max(last, lastPeriod), day)];
  });
}
