// The monthly releases of the consumer price index, loaded in the order of publication.
//
// The expected additions of each release come from a plain search in the text of the workbooks (publisher-workbook.ts), independent of any
// reader of ours.
import assert from "node:assert/strict";
import {readdirSync} from "node:fs";
import {join} from "node:path";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {loadPath} from "../src/load/run.ts";
import {createApi} from "./api/client.ts";
import {columnsFrom, readCells} from "./publisher-workbook.ts";
import {NEEDS_SHARED_DATA, SHARED_DATA, temporaryStore} from "./warehouse.ts";

const FOLDER = join(SHARED_DATA, "rosstat_files/cpi_monthly_vintages");
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const SHEETS = ["01", "02", "03", "04"];
const MONTHS = 12;

/** Places of values as "sheet month-by-month|to-December period" → text; of the newest December the month of release. */
function valuesOf(path: string, month: string): Map<string, string> {
  const values = new Map<string, string>();
  const sheets = readCells(path);
  for (const name of SHEETS) {
    const cells = sheets.get(name)!;
    for (const column of columnsFrom(2, cells)) {
      const year = cells.get(`${column}4`);
      if (year === undefined) continue;
      for (let row = 0; row < MONTHS; row++) {
        const value = cells.get(`${column}${6 + row}`);
        if (value !== undefined) values.set(`${name} mom ${year}-${String(row + 1).padStart(2, "0")}`, value);
      }
      const december = cells.get(`${column}19`);
      if (december === undefined) continue;
      // A footnote is glued to the value of the month of release and to no other.
      const period = december.endsWith(")") ? month : `${year}-12`;
      values.set(`${name} ytd ${period}`, december.replace(/\d\)$/, "").replace(",", "."));
    }
  }
  return values;
}

test("each release of the consumer price index adds exactly the months since the previous one and revises nothing (FIX-rosstat-01, FIX-rosstat-07) [described.cpi]", {
  skip: NEEDS_SHARED_DATA,
}, async (t) => {
  const {store} = await temporaryStore(t);
  const names = readdirSync(FOLDER).sort((a, b) => (a.slice(-12) < b.slice(-12) ? -1 : 1));
  assert.ok(names.length >= 10);
  const known = new Map<string, number>();
  for (const name of names) {
    const path = join(FOLDER, name);
    const values = valuesOf(path, name.slice(-12, -5));
    const added = [...values.keys()].filter((at) => !known.has(at)).length;
    for (const [at, value] of values) {
      assert.equal(known.get(at) ?? Number(value), Number(value), `${name} ${at}`);
      known.set(at, Number(value));
    }
    const outcome = await loadPath(store, path, NO_HINTS);
    assert.deepEqual([outcome.newValues, outcome.revisedValues], [added, 0], name);
  }

  const api = await createApi(t, store);
  const answer = await api.get(
    "/api/v1/data?dataset=rosstat_files/cpi_monthly&geo=RU-00&start=2026-03&end=2026-03&transformation=pct_ytd&class=total&limit=300",
  );
  const march = answer.json.observations.map(({period, value}: {period: string; value: number}) => [period, value]);
  assert.deepEqual(march, [["2026-03-01", 102.97]]);
  const before = await api.get(
    "/api/v1/data?dataset=rosstat_files/cpi_monthly&geo=RU-00&start=2026-03&end=2026-03&as_of=2026-04-09&limit=300",
  );
  assert.deepEqual(before.json.observations, [], "nothing of March is known the day before it is published");
});
