// One reading with a proposed descriptor, to find what it would read wrongly without a word.
//
// Two different values of one series and period are refused by every load, but two equal ones would be taken as one. A proposal has neither,
// and no rate of growth whose values are those of an index.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {Descriptor} from "../described/descriptor.ts";
import {readDescribed} from "../described/release.ts";
import type {SourceFile} from "../source.ts";
import {cellAddress, parseAddress} from "../workbook/sheet.ts";

export interface Probe {
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
): Promise<Probe> {
  const places = new Map<string, {readonly sheet: string; readonly row: number}>();
  const sheets = new Set<string>();
  const rows = new Map<string, Set<number>>();
  const names: Pick<SeriesSeen, "transformation" | "isUnlike">[] = [];
  const seen = new Map<string, SeriesSeen>();
  const note = (sheet: string, row: number): void => {
    const known = rows.get(sheet);
    if (known === undefined) rows.set(sheet, new Set([row]));
    else known.add(row);
  };
  const sink = {
    series({transformation: own, unit}: Pick<SeriesDimensions, "transformation" | "unit">) {
      const transformation = own ?? "";
      return names.push({transformation, isUnlike: /^(?:pct|growth)_/.test(transformation) && unit !== percent}) - 1;
    },
    refuse() {},
  };
  const hints = {provider: null, dataset: null, publishedAt};
  await readDescribed(descriptor, file, hints, {
    ...sink,
    observe(handle, period, value, _line, origin) {
      const {sheet: name, cell, line, column} = origin!.explain().locator;
      const sheet = name ?? "";
      const at = cell === null ? {row: line!, column: column as number} : parseAddress(cell)!;
      widen(seen, `${handle} ${sheet}`, names[handle]!, sheet, at, value);
      const key = `${handle} ${period}`;
      const other = places.get(key);
      if (other === undefined) places.set(key, {sheet, row: at.row});
      else if (other.sheet !== sheet) sheets.add(other.sheet).add(sheet);
      else {
        note(sheet, at.row);
        note(sheet, other.row);
      }
    },
  });
  const all = [...seen.values()];
  return {
    sheets,
    rows,
    implausible: rangesOf(all.filter(isImplausible)),
    unlike: rangesOf(all.filter((one) => one.isUnlike)),
  };
}

function widen(
  seen: Map<string, SeriesSeen>,
  key: string,
  name: Pick<SeriesSeen, "transformation" | "isUnlike">,
  sheet: string,
  {row, column}: {readonly row: number; readonly column: number},
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
  if (count < LEAST_COUNT || isUnlike) return false;
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
