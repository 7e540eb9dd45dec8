// `ryad trace` as people run it.
import assert from "node:assert/strict";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {test} from "node:test";
import {seriesKey} from "../src/statistics/catalogue/catalogue.ts";
import {ryad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

test("ryad trace shows the release, day, file, place, text, steps and value of each estimate, and exits 1 if one cannot be reproduced [command.trace]", async (t) => {
  const folder = await temporaryFolder(t);
  const data = join(folder, "data");
  const metadata = {provider: "showdata", dataset: "demo", name: "Демо", indicators: [{code: "x", label: "Цены"}]};
  const header = "indicator,geo,period,value";
  await writePackage(join(folder, "a"), {...metadata, published_at: "2026-02-10"}, header, ["x,643,2026-01,1"]);
  const again = {...metadata, published_at: "2026-03-10", source_file: "prices.xlsx"};
  await writePackage(join(folder, "b"), again, header, ["x,643,2026-02,2", 'x,643,2026-01,"1,5"']);
  assert.equal((await ryad(["load", `${join(folder, "a")}/`, join(folder, "b"), "--data", data])).code, 0);
  const key = seriesKey("showdata", "demo", {
    indicator: "x",
    classification: null,
    measure: null,
    transformation: null,
    unit: null,
    frequency: "M",
    territory: "643",
  });
  const trace = (...more: string[]) => ryad(["trace", key, ...more, "--data", data]);

  const {code, stdout} = await trace("2026-01-01");
  assert.equal(code, 0);
  assert.match(stdout, /^Цены, Российская Федерация\nshowdata\/demo, series \w{16}, period 2026-01-01\n/);
  const [, newer, older] = stdout.split("\n\n");
  assert.match(
    newer!,
    /^2026-03-10 {2}1.5\n {2}release {2}2, prices.xlsx\n {2}file {5}observations.csv {2}sha256:\w{64}\n/,
  );
  assert.match(
    newer!,
    /\n {2}place {4}line 3, column 4\n {2}text {5}"1,5"\n {2}steps {4}none: .*\n {2}parser {3}tidy@4$/,
  );
  assert.match(older!, /^2026-02-10 {2}1\n {2}release {2}1, a\n/);
  const then = (await trace("2026-01", "--as-of", "2026-03-09")).stdout.split("\n\n");
  assert.deepEqual([then.length, then[1]], [2, older]);
  const {estimates} = JSON.parse((await trace("2026-01", "--json")).stdout);
  assert.deepEqual(
    estimates.map((one: {value: number; raw: string; reproduced: boolean}) => [one.value, one.raw, one.reproduced]),
    [
      [1.5, "1,5", true],
      [1, "1", true],
    ],
  );

  for (const [args, said] of [
    [["0000000000000000", "2026-01"], /there is no series 0000000000000000/],
    [[key, "2026-07"], /has no value for 2026-07\n.*from 2026-01-01 to 2026-02-01/],
    [[key, "yesterday"], /"yesterday" is not a period/],
    [[key, "2026-01", "--as-of", "x"], /--as-of has to be a day/],
  ] as const) {
    const refused = await ryad(["trace", ...args, "--data", data]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, said);
  }

  const db = new DatabaseSync(join(data, "sources.db"));
  db.exec("delete from source_chunk where sha256 = (select min(sha256) from source_chunk)");
  db.close();
  const damaged = await trace("2026-01");
  assert.equal(damaged.code, 1);
  assert.match(damaged.stdout, /NOT REPRODUCED: the archived file \S+ \(sha256:\w{64}\) lacks chunk 0/);
});
