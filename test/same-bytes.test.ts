// One publication as two releases: the same bytes under a later day.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {ryad} from "./command.ts";
import {NEEDS_SHARED_DATA, SHARED_DATA, temporaryFolder} from "./warehouse.ts";

test("identical files of two months are two releases, the second changes no value (FIX-rosstat-28) [load.later-day]", {
  skip: NEEDS_SHARED_DATA,
}, async (t) => {
  const data = await temporaryFolder(t);
  const load = async (month: string, day: string): Promise<string> => {
    const {code, stdout, stderr} = await ryad([
      "load",
      join(SHARED_DATA, `rosstat_files/kep_vintages_tidy/kep_dfa_${month}.csv`),
      "--published",
      day,
      "--data",
      data,
    ]);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  assert.match(await load("2015-01", "2015-02-28"), /[1-9]\d* new values, 0 revised/);
  assert.match(await load("2015-02", "2015-03-31"), /: 0 new values, 0 revised/);
  assert.match(await load("2015-03", "2015-03-31"), /new values, [0-9]+ revised/);
});
