// Files that were cut off at random places, of each format that loads: none is published with a value that the whole file lacks at that
// place, and none with fewer series than the release before.
//
// RYAD_CUTS is the number of places for each format, RYAD_CUTS_SEED chooses them; both are printed. Large publishers' files are cut only where
// RYAD_CUTS is given: each of their loads takes seconds.
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {type CutFormat, FORMATS} from "./cut/formats.ts";
import {cutAtRandom} from "./cut/trial.ts";
import {SHARED_DATA} from "./warehouse.ts";

const GIVEN_CUTS = process.env["RYAD_CUTS"];
const CUTS = Number(GIVEN_CUTS ?? 8);
const SEED = Number(process.env["RYAD_CUTS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

for (const format of FORMATS) {
  test(`a file that was cut off is published without a false value and without the loss of a series: ${format.name} [load.cut-files]`, async (t) => {
    const tally = await cutAtRandom(t, format, CUTS, SEED);
    t.diagnostic(`${format.name}: ${CUTS} places, seed ${SEED}: ${JSON.stringify(tally)}`);
  });
}

/** Publishers' own; the release before has the same bytes, of an earlier day where the file does not name its day. */
const PUBLISHERS: readonly (Omit<CutFormat, "release" | "before" | "name"> & {
  readonly path: string;
  readonly large?: true;
})[] = [
  {open: true, untold: true, path: "rosstat_files/kep_vintages/kep_tab_2018-07.csv", large: true},
  {open: false, untold: true, path: "rosstat_files/isep_vintages/isep_2017-10.csv"},
  {open: true, untold: true, path: "cbr/keyrate_inflation_2013-2026.csv"},
  {open: false, untold: true, path: "roskazna/regional_0503317/2011_84-67654.XLS", large: true},
  {open: false, untold: true, path: "cbr/site_xlsx/keyrate.xlsx"},
  {open: false, path: "fedstat/sdmx/42619_coal_mines_annual_2012.xml"},
];

for (const {path, large, ...format} of PUBLISHERS) {
  if (large && GIVEN_CUTS === undefined) continue;
  test(`a publisher's file that was cut off is published without a false value and without the loss of a series: ${path} [load.cut-files]`, {
    skip: existsSync(join(SHARED_DATA, path)) ? false : `needs ../shared/data/${path}`,
  }, async (t) => {
    const cuts = Math.ceil(CUTS / 4);
    const release = {[path.split("/").at(-1)!]: readFileSync(join(SHARED_DATA, path))};
    const tally = await cutAtRandom(t, {...format, name: path, release, before: release}, cuts, SEED);
    t.diagnostic(`${path}: ${cuts} places, seed ${SEED}: ${JSON.stringify(tally)}`);
  });
}
