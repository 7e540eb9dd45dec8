// One reading with a proposed descriptor, to find what it would read wrongly without a word.
//
// Two different values of one series and period are refused by every load, but two equal ones would be taken as one. A proposal has neither,
// and no rate of growth whose values are those of an index.
import type {Descriptor} from "../described/descriptor/descriptor.ts";
import {readDescribed} from "../described/read-described.ts";
import type {ObservationSink, SourceFile} from "../source.ts";
import {cellAddress} from "../workbook/sheet.ts";

export interface ProbedTable {
  /** Sheets with values of a series that another sheet has too. */
  readonly sheets: ReadonlySet<string>;
  /** Rows of a sheet with values of a series that another row of it has too. */
  readonly rows: ReadonlyMap<string, ReadonlySet<number>>;
  /** Ranges of a sheet whose values contradict the base of comparison. */
  readonly implausible: ReadonlyMap<string, readonly string[]>;
  /** FIX-rosstat-54: ranges of a sheet with a base of comparison and another unit than per cent, as in price indices of "Beef, kg". */
  readonly unlike: ReadonlyMap<string, readonly string[]>;
}

interface SeriesSeen {
  readonly transformation: string;
  readonly isUnlike: boolean;
  readonly sheet: string;
  count: number;
  least: number;
  most: number;
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** @param file a table of text has no sheets: its places are lines, on the sheet "" */
export async function probe(
  descriptor: Descriptor,
  percent: string,
  file: SourceFile,
  publishedAt: string,
): Promise<ProbedTable> {
  const sheets = new Set<string>();
  const rows = new Map<string, Set<number>>();
  const names: (Pick<SeriesSeen, "transformation" | "isUnlike"> | null)[] = [];
  /** Of each series the sheet and the row of its value in each period, as one number. */
  const indexes: Map<number, number>[] = [];
  const seen = new Map<string, SeriesSeen>();
  const sheetNames: string[] = [];
  let width = 0;
  const note = (sheet: string, row: number): void => {
    const known = rows.get(sheet);
    if (known === undefined) rows.set(sheet, new Set([row]));
    else known.add(row);
  };
  const hints = {provider: null, dataset: null, publishedAt};
  const watching: ObservationSink = {
    startFile(_file, part) {
      sheetNames.push(part?.name ?? "");
      width = part?.width ?? 0;
    },
    series({transformation: own, unit}) {
      const transformation = own ?? "";
      indexes.push(new Map());
      const isUnlike = unit !== percent;
      return names.push(COMPARED.test(transformation) ? {transformation, isUnlike} : null) - 1;
    },
    refuse() {},
    observe(handle, period, value, index, origin) {
      const sheet = sheetNames.at(-1)!;
      const row = width === 0 ? index : Math.ceil(index / width);
      const name = names[handle]!;
      if (name !== null) {
        const column = width === 0 ? (origin!.explain().locator.column as number) : index - (row - 1) * width;
        widen(seen, `${handle} ${sheet}`, name, {sheet, row, column}, value);
      }
      const other = indexes[handle]!.get(period);
      if (other === undefined) {
        indexes[handle]!.set(period, (sheetNames.length - 1) * MOST_ROWS + row);
        return;
      }
      const otherSheet = sheetNames[Math.floor(other / MOST_ROWS)]!;
      if (otherSheet !== sheet) sheets.add(otherSheet).add(sheet);
      else {
        note(sheet, row);
        note(sheet, other % MOST_ROWS);
      }
    },
  };
  await readDescribed(descriptor, file, hints, watching, {isProbe: true});
  const all = [...seen.values()];
  return {
    sheets,
    rows,
    implausible: rangesOf(all.filter(isImplausible)),
    unlike: rangesOf(all.filter((one) => one.isUnlike)),
  };
}

/** Compared with another period. */
const COMPARED = /^(?:pct|growth)_/;
/** More than a sheet or a table of text has. */
const MOST_ROWS = 2 ** 32;

function widen(
  seen: Map<string, SeriesSeen>,
  key: string,
  name: Pick<SeriesSeen, "transformation" | "isUnlike">,
  {sheet, row, column}: {readonly sheet: string; readonly row: number; readonly column: number},
  value: number,
): void {
  const one = seen.get(key);
  if (one === undefined) {
    const box = {top: row, left: column, bottom: row, right: column};
    seen.set(key, {...name, sheet, count: 1, least: value, most: value, ...box});
    return;
  }
  one.count++;
  one.least = Math.min(one.least, value);
  one.most = Math.max(one.most, value);
  one.top = Math.min(one.top, row);
  one.bottom = Math.max(one.bottom, row);
  one.left = Math.min(one.left, column);
  one.right = Math.max(one.right, column);
}

const LEAST_COUNT = 4;

function isImplausible({isUnlike, transformation, count, least, most}: SeriesSeen): boolean {
  if (isUnlike) return false;
  // no index is below 0
  if (transformation.startsWith("pct_") && least < 0) return true;
  if (count < LEAST_COUNT) return false;
  const isIndex = least > 60 && most < 200;
  const isGrowth = least > -60 && most < 40;
  return transformation.startsWith("growth_") ? isIndex : transformation.startsWith("pct_") && isGrowth;
}

function rangesOf(series: readonly SeriesSeen[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const {sheet, top, left, bottom, right} of series) {
    const range = `${cellAddress(top, left)}:${cellAddress(bottom, right)}`;
    found.set(sheet, [...(found.get(sheet) ?? []), range]);
  }
  return found;
}
