// Announced days: of a list they are days of publication of files that nobody dates.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../command.ts";
import {gives, startFalsePublisher} from "./false-publisher.ts";
import {startFetching, table} from "./fetching.ts";

test("an announced day is that of a file without one, unless the source was still unchanged after it [fetch.published]", async (t) => {
  const publisher = await startFalsePublisher(t);
  const fetching = await startFetching(t);
  fetching.write({id: "s", url: `${publisher.origin}/t.xml`, as: {provider: "fedstat", dataset: "99001"}});
  const fetch = async (today: string, value: string) => {
    publisher.on("/t.xml", gives(table({day: null, value})));
    const {stdout} = await ryad(["fetch", "s", "--json"], {...fetching.environment, RYAD_TODAY: today});
    const [file] = JSON.parse(stdout).files;
    return [file.outcome, file.published_at, file.published_at_from];
  };
  assert.deepEqual(await fetch("2026-03-01", "0"), ["loaded", "2026-03-01", "fetch"]);
  const list = join(fetching.folder, "days.csv");
  writeFileSync(list, "fedstat,99001,2026-03-04\nfedstat,99001,2026-03-11\nfedstat,99001,2026-03-18\n");
  const announced = await ryad(["calendar", "announce", list], {...fetching.environment, RYAD_TODAY: "2026-03-01"});
  assert.equal(announced.code, 0, announced.stderr);
  assert.deepEqual(await fetch("2026-03-05", "1"), ["loaded", "2026-03-04", "calendar"]);
  assert.deepEqual(await fetch("2026-03-10", "2"), ["loaded", "2026-03-10", "fetch"]);
  assert.deepEqual(await fetch("2026-03-11", "2"), ["unchanged", "2026-03-10", "fetch"]);
  assert.deepEqual(await fetch("2026-03-12", "3"), ["loaded", "2026-03-11", "calendar"]);
  assert.deepEqual(await fetch("2026-03-19", "3"), ["unchanged", "2026-03-11", "calendar"]);
  assert.deepEqual(await fetch("2026-03-20", "4"), ["loaded", "2026-03-20", "fetch"]);
});
