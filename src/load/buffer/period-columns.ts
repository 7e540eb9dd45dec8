// The columns of a release's tables: the periods that most of a table's series give, and at least three of them.
//
// A table is the series of one indicator and frequency. A period that only a few series give is no column: it may be a correction of old
// values beside the new ones.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {PeriodColumns} from "../../statistics/history/gaps.ts";

export type TableColumns = ReadonlyMap<string, PeriodColumns>;

export function periodTableKey({indicator, frequency}: Pick<SeriesDimensions, "indicator" | "frequency">): string {
  return `${frequency} ${indicator}`;
}

const LEAST_SERIES = 3;

interface Counts {
  series: number;
  base: number;
  counts: Uint32Array;
}

export function createColumnCount() {
  const tables = new Map<string, Counts>();
  return {
    /** @param period ascending */
    add(series: SeriesDimensions, {period, count}: {readonly period: Int32Array; readonly count: number}): void {
      const name = periodTableKey(series);
      const table = tables.get(name) ?? {series: 0, base: period[0]!, counts: new Uint32Array(0)};
      tables.set(name, table);
      extend(table, period[0]!, period[count - 1]!);
      table.series++;
      const {base, counts} = table;
      for (let row = 0; row < count; row++) counts[period[row]! - base]!++;
    },
    columns(): TableColumns {
      return new Map(
        [...tables].map(([name, {series, base, counts}]) => [
          name,
          {base, has: Uint8Array.from(counts, (count) => (count >= LEAST_SERIES && count * 2 > series ? 1 : 0))},
        ]),
      );
    },
  };
}

/** Makes room for the periods from `first` to `last`. */
function extend(table: Counts, first: number, last: number): void {
  const {base, counts} = table;
  const end = base + counts.length;
  if (first >= base && last < end) return;
  table.base = Math.min(base, first);
  table.counts = new Uint32Array(Math.max(end, last + 1) - table.base);
  table.counts.set(counts, base - table.base);
}
