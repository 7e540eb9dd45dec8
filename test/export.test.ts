// Exports compared with the store and with slices, by independent readers.
import assert from "node:assert/strict";
import {readFileSync, statSync, writeFileSync} from "node:fs";
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {type TestContext, test} from "node:test";
import {parse} from "csv-parse/sync";
import {asyncBufferFromFile, parquetReadObjects} from "hyparquet";
import {loadPath} from "../src/load/run.ts";
import {decodeHistory} from "../src/statistics/history/decode.ts";
import {dayText, firstDay} from "../src/statistics/time/day.ts";
import {listDatasets} from "../src/store/datasets/dataset.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {readHistories} from "../src/store/series/history.ts";
import {readSeries} from "../src/store/series/series.ts";
import {createApi} from "./api/client.ts";
import {ryad, ryadProgram} from "./command.ts";
import {killBefore, stepsOf} from "./killed-command.ts";
import {writeLargePackage} from "./large-package.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const COLUMNS =
  "provider_code;dataset_code;series_key;indicator;classification;measure;transformation;unit;freq;geo;geo_label;geo_level;period;value;as_of;is_latest";

type Row = Readonly<Record<string, string | number | boolean | null>>;

test("an export has every estimate of every vintage, with the values of the store, in CSV and in Parquet [export.rows]", async (t) => {
  const {data, folder, store} = await loadedFolder(t, true);
  const wanted = sorted(await rowsOf(store));
  assert.ok(wanted.some((row) => row["is_latest"] === false) && wanted.some((row) => row["freq"] === "W"));
  const csv = join(folder, "all.csv");
  const said = await ryad(["export", csv, "--data", data]);
  assert.equal(said.code, 0, said.stderr);
  assert.equal(said.stdout, `exported ${wanted.length} estimates of 515 series in 4 datasets to ${csv}\n`);
  assert.equal(readFileSync(csv, "utf8").split("\n")[0], COLUMNS);
  assert.deepEqual(sorted(readCsv(readFileSync(csv, "utf8"))), wanted);
  const parquet = join(folder, "all.parquet");
  assert.equal((await ryad(["export", parquet, "--data", data])).code, 0);
  assert.deepEqual(sorted(await readParquet(parquet)), wanted);
  const piped = await ryadProgram(["export", "-", "--data", data]);
  assert.equal(piped.stdout, readFileSync(csv, "utf8"));
  assert.match(piped.stderr, /^exported \d+ estimates/);
});

test("the latest rows of an export equal a slice, and those up to a day equal the slice as of that day [export.rows]", async (t) => {
  const {data, folder, store} = await loadedFolder(t, false);
  const api = await createApi(t, store);
  for (const dataset of ["showdata/mixed", "showdata/weekly"]) {
    const path = join(folder, "rows.csv");
    const {code, stderr} = await ryad(["export", path, "--dataset", dataset, "--data", data]);
    assert.equal(code, 0, stderr);
    const rows = readCsv(readFileSync(path, "utf8"));
    const latest = rows.filter((row) => row["is_latest"]);
    assert.deepEqual(latest.map(observation), await observationsOf(api, `dataset=${dataset}&geo=all&limit=300`));
    const known = new Map<string, Row>();
    for (const row of rows)
      if (String(row["as_of"]) <= "2025-02-15") known.set(`${row["series_key"]} ${row["period"]}`, row);
    assert.deepEqual(
      [...known.values()].map(observation),
      await observationsOf(api, `dataset=${dataset}&geo=all&limit=300&as_of=2025-02-15`),
    );
  }
});

test("export --estimates has the rows and the columns of the api's estimates, in CSV and in Parquet [export.estimates]", async (t) => {
  const {data, folder, store} = await loadedFolder(t, false);
  const api = await createApi(t, store);
  for (const dataset of ["showdata/mixed", "showdata/weekly", "own/mixed"]) {
    const words = ["--estimates", "--dataset", dataset, "--data", data];
    const path = join(folder, "estimates.csv");
    const {code, stderr} = await ryad(["export", path, ...words]);
    assert.equal(code, 0, stderr);
    const csv = readFileSync(path, "utf8");
    const [head, ...rows]: string[][] = parse(csv, {delimiter: ";"});
    const {text} = await api.get(`/api/v1/estimates?dataset=${dataset}&geo=all&limit=300&format=csv`);
    const [columns, ...wanted]: string[][] = parse(text, {delimiter: ";"});
    const indexes = columns!.map((name) => head!.indexOf(name));
    assert.deepEqual(head!.slice(0, 2), ["provider_code", "dataset_code"]);
    assert.deepEqual(
      indexes,
      indexes.toSorted((one, other) => one - other),
      "in the same order",
    );
    assert.deepEqual(
      rows.map((row) => indexes.map((index) => row[index])),
      wanted,
    );
    const others = [...head!.keys()].slice(2).filter((index) => !indexes.includes(index));
    assert.ok(rows.every((row) => others.every((index) => row[index] === "")));
    const parquet = join(folder, "estimates.parquet");
    assert.equal((await ryad(["export", parquet, ...words])).code, 0);
    const read = await parquetReadObjects({file: await asyncBufferFromFile(parquet)});
    const cell = (value: unknown) =>
      value instanceof Date ? value.toISOString().slice(0, 10) : value === null ? "" : String(value);
    assert.deepEqual(
      read.map((row) => head!.map((name) => cell(row[name]))),
      rows,
    );
    assert.equal((await ryad(["export", path, "--data", data])).code, 0, "an older export of either form is replaced");
    assert.equal((await ryad(["export", path, ...words])).code, 0);
    assert.equal(readFileSync(path, "utf8"), csv);
  }
  assert.equal((await ryad(["export", "-", "--estimates", "--missing", "--data", data])).code, 2);
});

test("an unknown dataset, a code of two providers and an unknown format are refused [export.rows command.exit-codes]", async (t) => {
  const {data, folder} = await loadedFolder(t, false);
  const path = join(folder, "x.csv");
  const refused: readonly (readonly [words: string[], code: number, says: RegExp])[] = [
    [["--dataset", "none"], 1, /there is no dataset none/],
    [["--dataset", "mixed"], 1, /several providers: own\/mixed, showdata\/mixed/],
    [["--format", "xml"], 2, /csv or parquet/],
  ];
  for (const [words, code, says] of refused) {
    const ended = await ryad(["export", path, ...words, "--data", data]);
    assert.equal(ended.code, code);
    assert.match(ended.stderr, says);
  }
  assert.ok(!(await readdir(folder)).some((name) => name.startsWith("x.csv")));
});

test("an export replaces only an older export, and a damaged history never gives a file with a gap [export.rows]", async (t) => {
  const {data, folder} = await loadedFolder(t, false);
  const path = join(folder, "x.csv");
  const exportTo = (to: string, ...words: string[]) => ryad(["export", to, "--data", data, ...words]);
  assert.equal((await exportTo(path)).code, 0);
  const whole = readFileSync(path);
  assert.equal((await exportTo(path, "--format", "parquet")).code, 0);
  assert.equal((await exportTo(path)).code, 0);
  assert.deepEqual(readFileSync(path), whole);

  const precious = join(folder, "precious.txt");
  writeFileSync(precious, "written by hand");
  for (const other of [precious, join(data, "accounts.db"), folder, join(folder, "none", "x.csv")]) {
    const ended = await exportTo(other);
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /is not overwritten|is a folder|can't be written/);
  }
  assert.equal(readFileSync(precious, "utf8"), "written by hand");

  const db = new DatabaseSync(join(data, "statistics.db"));
  const {place, estimates} = db.prepare("select place, estimates from history order by place desc limit 1").get() as {
    place: number;
    estimates: Uint8Array;
  };
  estimates[estimates.length - 1]! ^= 1;
  db.prepare("update history set estimates = ? where place = ?").run(estimates, place);
  db.close();
  const ended = await exportTo(path);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /series [0-9a-z]{16} cannot be exported: .*checksum/);
  assert.deepEqual(readFileSync(path), whole);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith("x.csv")),
    ["x.csv"],
  );
});

test("a killed export leaves the older one complete, and the next export removes its remains [export.rows]", async (t) => {
  const {data, folder} = await loadedFolder(t, true);
  const path = join(folder, "x.csv");
  assert.equal((await ryad(["export", path, "--dataset", "weekly", "--data", data])).code, 0);
  const older = readFileSync(path);
  const exported = ["export", path, "--data", data];
  const steps = await stepsOf(t, ["export", join(folder, "y.csv"), "--data", data]);
  const written = steps.findIndex((step) => step.startsWith("writeSync"));
  const index = steps.findIndex((step) => step.startsWith("renameSync"));
  for (const moment of [written, written + 2, index]) {
    await killBefore(moment, exported);
    assert.deepEqual(readFileSync(path), older, `killed before step ${moment}: ${steps[moment]}`);
  }
  assert.equal((await ryad(exported)).code, 0);
  assert.ok(statSync(path).size > older.length);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith("x.csv")),
    ["x.csv"],
  );
});

/** Datasets with revisions, weeks, several frequencies, dimensions that are not there, and cells that need quotes. */
async function loadedFolder(t: TestContext, large: boolean): Promise<{data: string; folder: string; store: Store}> {
  const folder = await temporaryFolder(t);
  const data = join(folder, "data");
  const store = await openStore({dataFolder: data});
  t.after(() => store.close());
  const load = async (metadata: object, day: string, header: string, rows: readonly string[]): Promise<void> => {
    const name = `package-${day}-${JSON.stringify(metadata).length}`;
    await loadPath(
      store,
      await writePackage(join(folder, name), {...metadata, published_at: day}, header, rows),
      NO_HINTS,
    );
  };
  const mixed = {
    provider: "showdata",
    dataset: "mixed",
    name: "Mixed (not official)",
    geo: [{code: "77;x", name: 'Город "Ё"', level: "city", canonical: "RU-77"}],
  };
  const header = "indicator,class,measure,unit,geo,period,value";
  await load(mixed, "2025-01-10", header, [
    "x,a,m,PCT,643,2024-01,1.5",
    "x,a,m,PCT,643,2024-02,-0.1",
    "x,,,PCT,77;x,2024,1e-7",
    "y,b,,PCT,030,2024-Q1,123456789.25",
  ]);
  await load(mixed, "2025-02-10", header, [
    "x,a,m,PCT,643,2024-01,1.5",
    "x,a,m,PCT,643,2024-02,0.30000000000000004",
    "x,,,PCT,77;x,2024,2",
  ]);
  await load(mixed, "2025-03-10", header, [
    "x,a,m,PCT,643,2024-02,-0.1",
    "x,a,m,PCT,643,2024-03,0",
    "y,b,,PCT,030,2024-Q1,123456789.5",
  ]);
  await load({...mixed, provider: "own"}, "2025-01-10", "indicator,geo,period,value", ["x,643,2024,7"]);
  const weekly = {
    provider: "showdata",
    dataset: "weekly",
    name: "Weekly (not official)",
    freq: "W",
    weeks: [{year: 2031, week: 1, date: "2031-01-10"}],
  };
  await load(weekly, "2025-02-01", "indicator,geo,week,value", [
    "x,643,2031-W01,100",
    "x,643,2031-W02,101.5",
    "x,643,2031-W03,99",
  ]);
  await load(weekly, "2025-03-01", "indicator,geo,week,value", ["x,643,2031-W01,100.5"]);
  if (!large) return {data, folder, store};
  const size = {classes: 6, months: 110};
  for (const [day, shift] of [
    ["2025-01-10", 0],
    ["2025-02-10", 1],
  ] as const) {
    await loadPath(
      store,
      await writeLargePackage(join(folder, `large-${shift}`), {...size, publishedAt: day, shift}),
      NO_HINTS,
    );
  }
  return {data, folder, store};
}

/** The content of the store in the simplest way: from the rows of its tables and the histories, without catalogue or calendar tables. */
async function rowsOf(store: Store): Promise<Row[]> {
  const rows: Row[] = [];
  for (const dataset of await store.statistics.read((q) => listDatasets(q))) {
    const series = await store.statistics.read((q) => readSeries(q, dataset.id));
    const histories = await store.statistics.read((q) =>
      readHistories(
        q,
        dataset.id,
        series.map(({number}) => number),
      ),
    );
    const territories = await store.statistics.read(function* (q) {
      const found = (yield q.db
        .selectFrom("territory")
        .selectAll()
        .where("dataset_id", "=", dataset.id)
        .compile()) as readonly {code: string; name: string; level: string}[];
      return new Map(found.map((territory) => [territory.code, territory]));
    });
    for (const [index, record] of series.entries()) {
      const {count, period, day, value} = decodeHistory(histories[index]!);
      for (let row = 0; row < count; row++) {
        const first =
          record.frequency === "W"
            ? record.firstPeriod + (period[row]! - period[0]!) * 7
            : firstDay(record.frequency, period[row]!);
        rows.push({
          provider_code: dataset.provider,
          dataset_code: dataset.code,
          series_key: record.key,
          indicator: record.indicator,
          classification: record.classification,
          measure: record.measure,
          transformation: record.transformation,
          unit: record.unit,
          freq: record.frequency,
          geo: record.territory,
          geo_label: territories.get(record.territory)!.name,
          geo_level: territories.get(record.territory)!.level,
          period: dayText(first),
          value: value[row]!,
          as_of: dayText(day[row]!),
          is_latest: period.lastIndexOf(period[row]!) === row,
        });
      }
    }
  }
  return rows;
}

function readCsv(text: string): Row[] {
  const rows: Record<string, string>[] = parse(text, {delimiter: ";", columns: true});
  return rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell === "" ? null : cell])),
    value: Number(row["value"]),
    is_latest: row["is_latest"] === "true",
  }));
}

async function readParquet(path: string): Promise<Row[]> {
  const rows = await parquetReadObjects({file: await asyncBufferFromFile(path)});
  const text = (day: Date): string => day.toISOString().slice(0, 10);
  return rows.map((row) => ({...row, period: text(row["period"]), as_of: text(row["as_of"])}));
}

function sorted(rows: readonly Row[]): Row[] {
  const name = (row: Row): string => `${row["provider_code"]} ${row["series_key"]} ${row["period"]} ${row["as_of"]}`;
  return rows
    .map((row) => [name(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}

function observation(row: Row): object {
  const {series_key, period, value, as_of} = row;
  return {series_key, period, value, as_of};
}

async function observationsOf(api: Awaited<ReturnType<typeof createApi>>, query: string): Promise<object[]> {
  return (await api.get(`/api/v1/data?${query}`)).json.observations;
}
