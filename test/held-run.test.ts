// A publisher's file that is held by its checks, through the command: not published, listed with reasons, accepted.
import assert from "node:assert/strict";
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {emissMessage, type FixtureSeries} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {NOTHING_TOUCHED, sampleLoadRun} from "../src/store/conformance/samples.fixture.ts";
import {recordChange} from "../src/store/releases/load-run.ts";
import {openApi} from "./api/client.ts";
import {ryad} from "./command.ts";
import {temporaryFolder, temporaryStore} from "./warehouse.ts";

const CODES = ["45000000000", "40000000000", "01000000000", "03000000000"];

interface RunRow {
  readonly run: string;
  readonly state: string;
  readonly dataset: string;
  readonly checks: readonly {name: string; required: boolean; passed: boolean; seen: string}[];
  readonly cells: readonly {kind: string; line: number; text: string}[];
}

async function write(folder: string, name: string, day: string, series: readonly FixtureSeries[], indicator = "99001") {
  const path = join(folder, name);
  await writeFile(path, emissMessage({indicator, lastUpdate: `${day}T00:00:00`, series}));
  return path;
}

const inTerritories = (value: string, codes = CODES): FixtureSeries[] =>
  codes.map((code) => ({key: {s_OKATO: code}, observations: [["2020", value]]}));

async function runs(data: string, ...options: string[]): Promise<RunRow[]> {
  return JSON.parse((await ryad(["runs", "--json", "--data", data, ...options])).stdout) as RunRow[];
}

async function values(t: TestContext, data: string, dataset = "99001"): Promise<number[] | null> {
  const {status, json} = await (await openApi(t, data)).get(`/api/v1/data?dataset=${dataset}&geo=all`);
  return status === 404 ? null : json.observations.map(({value}: {value: number}) => value);
}

test("an unreadable cell holds the run: exit 1, nothing is published, and ryad runs shows the reason [load.quarantine load.runs load.losses load.held metrics.held-runs]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const path = await write(folder, "a.xml", "2024-03-05", [
    ...inTerritories("1,5"),
    {key: {s_OKATO: "04000000000"}, observations: [["2020", "12,x"]]},
    {key: {s_OKATO: "643"}, words: "в прошлом году", observations: [["2020", "3"]]},
    {key: {s_OKATO: "99999999999"}, observations: [["2020", "4"]]},
  ]);
  const {code, stdout, stderr} = await ryad(["load", path, "--data", data]);
  assert.equal(code, 1);
  const [held] = await runs(data);
  assert.equal(
    stdout,
    `fedstat/99001 of 2024-03-05: held as run ${held!.run} (readable-cells, known-periods, known-territories)\n`,
  );
  assert.match(stderr, /known-periods: 1 value unreadable: a\.xml, line \d+, column PERIOD: .*"в прошлом году"/);
  assert.match(stderr, new RegExp(`ryad load --accept ${held!.run}`));
  assert.equal(held!.state, "held");
  for (const option of ["--held", "--json"])
    assert.equal((await ryad(["runs", option, "--exit-code", "--data", data])).code, 1, option);
  assert.equal((await ryad(["runs", "--held", "--data", data])).code, 0);
  assert.deepEqual(
    held!.checks.filter(({passed}) => !passed).map(({name}) => name),
    ["readable-cells", "known-periods", "known-territories"],
  );
  assert.deepEqual(
    held!.cells.map(({kind, text}) => [kind, text]),
    [
      ["cell", "12,x"],
      ["period", "в прошлом году"],
      ["territory", "99999999999"],
    ],
  );
  const shown = await ryad(["runs", "--show", held!.run.slice(0, 8), "--data", data]);
  assert.match(shown.stdout, /FAILED {2}known-territories: 1 value unreadable/);
  assert.match(shown.stdout, /territory +.*99999999999 +1 +1 +a\.xml, line \d+/);
  const {losses} = JSON.parse((await ryad(["runs", "--show", held!.run, "--json", "--data", data])).stdout) as {
    losses: {kind: string; text: string; values: number}[];
  };
  assert.deepEqual(
    losses.map(({kind, text, values}) => [kind, text, values]),
    [
      ["cell", "12,x", 1],
      ["period", "в прошлом году", 1],
      ["territory", "99999999999", 1],
    ],
  );
  assert.match((await ryad(["runs", "--show", "nothing", "--data", data])).stderr, /there is no run nothing/);
  const table = await ryad(["runs", "--data", data]);
  assert.match(table.stdout, new RegExp(`${held!.run.slice(0, 8)} +held +fedstat +99001.*12,x`));
  assert.equal(await values(t, data), null);
  assert.equal((await ryad(["check", "--deep", "--data", data])).code, 0);
});

test("--show finds any run by its id, also one that the list of the newest hundred leaves out [load.losses]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const time = (run: number): string => new Date(Date.UTC(2026, 9, 1, 0, run)).toISOString();
  for (let run = 0; run <= 100; run++) {
    const fields = sampleLoadRun(1, {id: `${100 + run}-run`, loadedAt: time(run), newValues: run});
    await store.statistics.write((q) => recordChange(q, fields, NOTHING_TOUCHED));
  }
  const listed = await runs(dataFolder);
  assert.equal(listed.length, 100);
  assert.ok(!listed.some(({run}) => run === "100-run"));
  const shown = await ryad(["runs", "--show", "100-", "--data", dataFolder]);
  assert.match(shown.stdout, /^run 100-run of showdata\/demo of 2026-10-14: published, 2 values\n/);
  assert.match((await ryad(["runs", "--show", "1", "--data", dataFolder])).stderr, /the ids of 100 runs begin with 1/);
  const {code, stderr} = await ryad(["runs", "--show", "", "--data", dataFolder]);
  assert.deepEqual([code, stderr.split("\n")[0]], [2, "ryad: --show needs the id of a run, or its beginning"]);
});

test("an accepted run is published from the archive without its unreadable cells, which it prints and which stay in its record [load.accept load.quarantine load.losses]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const series = [...inTerritories("1,5"), {key: {s_OKATO: "643"}, observations: [["2020", "12,x"]]} as const];
  const path = await write(folder, "a.xml", "2024-03-05", series);
  const again = [await ryad(["load", path, "--data", data]), await ryad(["load", path, "--data", data])];
  assert.deepEqual(
    again.map(({code}) => code),
    [1, 1],
  );
  const held = await runs(data, "--held");
  assert.equal(held.length, 1, "the same bytes are held once");
  await writeFile(path, "the file may change or go: its bytes are in the archive");
  for (const name of ["provider", "dataset", "published", "descriptor", "skip-bad-rows"])
    assert.equal((await ryad(["load", "--accept", held[0]!.run, `--${name}`, "x", "--data", data])).code, 2, name);
  const {code, stdout, stderr} = await ryad(["load", "--accept", held[0]!.run.slice(0, 8), "--data", data]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "fedstat/99001 of 2024-03-05: 4 new values, 0 revised, 1 row set aside\n");
  assert.match(stderr, /given up: a\.xml, line \d+, .*"12,x"/);
  assert.deepEqual(await values(t, data), [1.5, 1.5, 1.5, 1.5]);
  assert.deepEqual(await runs(data, "--held"), []);
  const [accepted] = await runs(data);
  assert.equal(accepted!.run, held[0]!.run);
  assert.equal(accepted!.state, "accepted");
  assert.deepEqual(
    accepted!.cells.map(({text}) => text),
    ["12,x"],
  );
  assert.equal((await ryad(["check", "--deep", "--data", data])).code, 0);
  const twice = await ryad(["load", "--accept", held[0]!.run, "--data", data]);
  assert.equal(twice.code, 1);
  assert.match(twice.stderr, /there is no held run/);
  await write(folder, "a.xml", "2024-03-05", series);
  assert.match((await ryad(["load", path, "--data", data])).stdout, /nothing new/);
});

test("a dataset that is never revised holds a release that changes a value [load.check-not-revised]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  // 31074 is in reference/not-revised.csv
  const load = async (day: string, value: string) =>
    ryad(["load", await write(folder, `${day}.xml`, day, inTerritories(value), "31074"), "--data", data]);
  assert.equal((await load("2024-03-05", "100,1")).code, 0);
  assert.equal((await load("2024-04-05", "100,1")).code, 0);
  const {code, stderr} = await load("2024-05-05", "100,2");
  assert.equal(code, 1);
  assert.match(stderr, /not-revised: 4 published values would change .*100\.1 would become 100\.2/);
  assert.deepEqual(await values(t, data, "31074"), [100.1, 100.1, 100.1, 100.1]);
});

test("a release that lacks more than 5 % of the previous release's series is held, a late one without a previous release is not [load.check-gone load.check-advisory]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const load = async (day: string, codes: string[]) =>
    ryad(["load", await write(folder, `${day}.xml`, day, inTerritories("1", codes)), "--data", data, "--json"]);
  assert.equal((await load("2024-03-05", CODES)).code, 0);
  const {code, stdout} = await load("2024-04-05", CODES.slice(1));
  assert.equal(code, 1);
  const told = JSON.parse(stdout) as {changed: boolean; releases: unknown[]; held: {run: string; checks: unknown[]}[]};
  assert.equal(told.changed, false);
  assert.deepEqual(told.releases, []);
  assert.match(JSON.stringify(told.held[0]!.checks), /1 of 4 series of the release of 2024-03-05 are not in it/);
  assert.equal((await load("2024-01-05", CODES.slice(1))).code, 0);
  const [, newest] = await runs(data);
  assert.equal(newest!.state, "published");
  assert.deepEqual(
    newest!.checks.filter(({passed}) => !passed).map(({name}) => name),
    ["newest-release"],
  );
  const accept = await ryad(["load", "--accept", told.held[0]!.run, "--json", "--data", data]);
  assert.equal(accept.code, 0, accept.stderr);
  assert.deepEqual(Object.keys(JSON.parse(accept.stdout)), ["changed", "releases"]);
});

test("a held file stops no other file, and --accept does not go with a path or another name [load.held load.accept]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const bad = await write(folder, "bad.xml", "2024-03-05", [{observations: [["2020", "?"]]}], "99001");
  const good = await write(folder, "good.xml", "2024-03-05", [{observations: [["2020", "7"]]}], "99002");
  const {code, stdout} = await ryad(["load", bad, good, "--data", data]);
  assert.equal(code, 1);
  assert.match(stdout, /99002 of 2024-03-05: 1 new value/);
  assert.match(stdout, /1 release loaded: 1 new value, 0 revised; 1 held\n$/);
  for (const words of [
    ["--accept", "x", bad],
    ["--accept", "x", "--published", "2024-01-01"],
  ])
    assert.equal((await ryad(["load", ...words, "--data", data])).code, 2);
  assert.match((await ryad(["load", "--accept", "zzz", "--data", data])).stderr, /there is no held run zzz/);
});

test("a held run tells what it changes; several are accepted at once, and their record says who and why [load.difference load.decision]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const first = await write(folder, "first.xml", "2024-03-05", inTerritories("100"));
  assert.equal((await ryad(["load", first, "--data", data])).code, 0);
  const wrong = {key: {s_OKATO: "643"}, observations: [["2020", "12,x"]] as const};
  const leap = {key: {s_OKATO: CODES[0]!}, observations: [["2020", "100000"], ["2021", "7"]] as const}; // biome-ignore format: one series
  const rest = inTerritories("100", CODES.slice(2));
  const files = [
    await write(folder, "second.xml", "2024-04-05", [leap, ...inTerritories("110", CODES.slice(1, 2)), ...rest, wrong]),
    await write(folder, "third.xml", "2024-05-05", [...inTerritories("100"), wrong]),
  ];
  assert.equal((await ryad(["load", ...files, "--data", data])).code, 1);
  const held = (await runs(data, "--held")).toReversed();
  const show = async (run: string) =>
    JSON.parse((await ryad(["runs", "--show", run, "--json", "--data", data])).stdout);
  const {difference} = await show(held[0]!.run);
  const {rows, ...sums} = difference;
  assert.deepEqual(sums, {newValues: 1, changedValues: 2, goneValues: 0, changedSeries: 2});
  assert.deepEqual(
    rows.map(({period, before, after, newValues}: Record<string, unknown>) => [period, before, after, newValues]),
    [
      ["2020-01-01", 100, 100_000, 1],
      ["2020-01-01", 100, 110, 0],
    ],
  );
  const told = await ryad(["runs", "--show", held[0]!.run, "--data", data]);
  assert.match(told.stdout, /1 new value, 2 changed, 0 gone, in 2 series\n[\s\S]*2020-01-01 +100 +100000 +1 +0/);
  const both = held.map(({run}) => run).join(",");
  const word = ["--by", "she@example.org", "--reason", "seen in the journal"];
  const accepted = await ryad(["load", "--accept", `${both},zzz`, ...word, "--data", data]);
  assert.match(accepted.stderr, /there is no held run zzz/);
  assert.match(accepted.stdout, /2 releases loaded: 1 new value, .*; 1 refused/);
  const {state, by, reason, difference: kept} = await show(held[0]!.run);
  assert.deepEqual([state, by, reason], ["accepted", "she@example.org", "seen in the journal"]);
  assert.deepEqual(kept, difference);
  assert.equal((await ryad(["load", first, "--reason", "why", "--data", data])).code, 2);
});

test("a discarded run cannot be accepted, its record says who and when, and its file is deleted unless it is needed [load.discard]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const bad = await write(folder, "bad.xml", "2024-03-05", [
    ...inTerritories("1,5"),
    {key: {s_OKATO: "643"}, observations: [["2020", "12,x"]]},
  ]);
  assert.equal((await ryad(["load", bad, "--data", data])).code, 1);
  const [held] = await runs(data, "--held");
  const discard = (...words: string[]) => ryad(["runs", "--discard", held!.run.slice(0, 8), ...words, "--data", data]);
  const done = await discard("--by", "Анна", "--reason", "не тот год");
  assert.equal(done.code, 0, done.stderr);
  assert.equal(
    done.stdout,
    `discarded run ${held!.run} of fedstat/99001 of 2024-03-05; 1 file removed from the archive\n`,
  );
  const [record, ...others] = (await runs(data)) as (RunRow & {by: string; reason: string; at: string})[];
  assert.deepEqual(others, []);
  assert.deepEqual(
    [record!.run, record!.state, record!.by, record!.reason],
    [held!.run, "discarded", "Анна", "не тот год"],
  );
  assert.match(record!.at, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(
    record!.cells.map(({text}) => text),
    ["12,x"],
  );
  assert.match((await discard()).stderr, /there is no held run/);
  assert.match((await ryad(["load", "--accept", held!.run, "--data", data])).stderr, /there is no held run/);
  assert.equal((await ryad(["check", "--deep", "--data", data])).code, 0);
  // The same bytes again are held again, and can be accepted: the archive stores them again.
  assert.equal((await ryad(["load", bad, "--data", data])).code, 1);
  const [again] = await runs(data, "--held");
  assert.notEqual(again!.run, held!.run);
  assert.equal((await ryad(["load", "--accept", again!.run, "--data", data])).code, 0);
  // Held under another day: the file belongs to a release in force.
  assert.equal((await ryad(["check", "--deep", "--data", data])).code, 0);
  assert.equal((await ryad(["runs", "--by", "Анна", "--data", data])).code, 2);
});

test("discarding a run keeps bytes that a release or another held run needs [load.discard]", async (t) => {
  const [data, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const package_ = async (day: string) => {
    const at = join(folder, day);
    await mkdir(at, {recursive: true});
    const about = {
      provider: "showdata",
      dataset: "x",
      name: "X",
      published_at: day,
      revised: false,
      units: [{code: "PCT", name: "процент"}],
    };
    await writeFile(join(at, "dataset.json"), JSON.stringify(about));
    await writeFile(
      join(at, "observations.csv"),
      `indicator,geo,period,value\ni,643,2020,${day.endsWith("01") ? 1 : 2}\n`,
    );
    return at;
  };
  assert.equal((await ryad(["load", await package_("2024-01-01"), "--data", data])).code, 0);
  for (const day of ["2024-02-02", "2024-03-02"])
    assert.equal((await ryad(["load", await package_(day), "--data", data])).code, 1);
  const removed = [];
  for (const {run} of await runs(data, "--held")) {
    const {stdout} = await ryad(["runs", "--discard", run, "--json", "--data", data]);
    removed.push((JSON.parse(stdout) as {removed_files: number}).removed_files);
  }
  // Each has its own dataset.json; the values are the same bytes, which go with the last of the two.
  assert.deepEqual(removed, [1, 2]);
  assert.equal((await ryad(["check", "--deep", "--data", data])).code, 0);
});
