// Publishers' own files, where they are at hand; the release before has the same bytes, of an earlier day where the file does not name its day.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {SHARED_DATA} from "../../test/warehouse.ts";
import type {CutFormat} from "./format.ts";

export interface PublishersFile extends Omit<CutFormat, "release" | "before"> {
  /** Each of its loads takes seconds. */
  readonly large?: true;
}

export const PUBLISHERS: readonly PublishersFile[] = [
  {open: true, untold: true, name: "rosstat_files/kep_vintages/kep_tab_2018-07.csv", large: true},
  {open: false, untold: true, name: "rosstat_files/isep_vintages/isep_2017-10.csv"},
  {open: true, untold: true, name: "cbr/keyrate_inflation_2013-2026.csv"},
  {open: false, untold: true, name: "roskazna/regional_0503317/2011_84-67654.XLS", large: true},
  {open: false, untold: true, name: "cbr/site_xlsx/keyrate.xlsx"},
  {open: false, name: "fedstat/sdmx/42619_coal_mines_annual_2012.xml"},
];

export function isAtHand({name}: PublishersFile): boolean {
  return existsSync(join(SHARED_DATA, name));
}

export function publishersFormat({large: _, ...format}: PublishersFile): CutFormat {
  const release = {[format.name.split("/").at(-1)!]: readFileSync(join(SHARED_DATA, format.name))};
  return {...format, release, before: release};
}
