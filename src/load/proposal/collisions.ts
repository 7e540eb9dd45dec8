// Places of a proposed descriptor that would be one value of one series: the same label twice on a sheet, or the same table on two sheets.
//
// Two different values are refused by every load. Two equal ones would be taken as one value without a word, so a proposal never has them.
import type {Descriptor} from "../described/descriptor.ts";
import {readDescribed} from "../described/release.ts";
import type {SourceFile} from "../source.ts";

export interface Collisions {
  /** Sheets with values of a series that another sheet has too. */
  readonly sheets: ReadonlySet<string>;
  /** Rows of a sheet with values of a series that another row of it has too. */
  readonly rows: ReadonlyMap<string, ReadonlySet<number>>;
}

export async function findCollisions(descriptor: Descriptor, file: SourceFile, publishedAt: string): Promise<Collisions> {
  const places = new Map<string, {readonly sheet: string; readonly row: number}>();
  const sheets = new Set<string>();
  const rows = new Map<string, Set<number>>();
  let series = 0;
  const note = (sheet: string, row: number): void => {
    const known = rows.get(sheet);
    if (known === undefined) rows.set(sheet, new Set([row]));
    else known.add(row);
  };
  await readDescribed(
    descriptor,
    file,
    {provider: null, dataset: null, publishedAt},
    {
      series: () => series++,
      observe(handle, period, _value, _line, origin) {
        const {sheet, cell, line} = origin!.explain().locator;
        const place = {sheet: sheet ?? "", row: line ?? Number(/\d+$/.exec(cell!)![0])};
        const key = `${handle} ${period}`;
        const other = places.get(key);
        if (other === undefined) places.set(key, place);
        else if (other.sheet !== place.sheet) sheets.add(other.sheet).add(place.sheet);
        else {
          note(place.sheet, place.row);
          note(place.sheet, other.row);
        }
      },
      refuse() {},
    },
  );
  return {sheets, rows};
}
