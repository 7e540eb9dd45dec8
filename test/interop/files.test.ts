// The files of a whole dataset read by the programs of others: DuckDB, pandas, pyarrow, polars and R (CONTRACT 6.6).
//
// PYTHON names a python3 with the packages of requirements.txt. DuckDB reads a file on the disk: its reader over HTTP is an extension that it
// downloads. Ranges over HTTP are counted with pyarrow, which chooses row groups by the same bounds.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {promisify} from "node:util";
import {readTerritories} from "../../src/reference/reference.ts";
import {filesFolderOf} from "../../src/store/dataset-files/files-folder.ts";
import {createApi} from "../api/client.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {writeFilesOf} from "../written-files.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const lacks = (program: string, ...words: string[]): boolean => spawnSync(program, words).status !== 0;
const SKIP_PYTHON = lacks(PYTHON, "-c", "import pandas, polars, pyarrow") && "needs a python3 with requirements.txt";
const SKIP_R = lacks("Rscript", "--version") && "needs R";

const [INDICATORS, MONTHS] = [60, 240];
const WANTED = "indicator-07";

/** 60 indicators of all regions by month: 1.2 million values. */
function monthlyRows(): string[] {
  const regions = readTerritories().filter(({level}) => level === "region");
  const rows: string[] = [];
  for (let indicator = 1; indicator <= INDICATORS; indicator++)
    for (const [place, {code}] of regions.entries())
      for (let month = 0; month < MONTHS; month++) {
        const period = `${2000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
        const value = ((indicator * 7919 + place * 104729 + month * 3131) % 100_000) / 100;
        rows.push(`indicator-${String(indicator).padStart(2, "0")},${code},${period},${value}`);
      }
  return rows;
}

async function openLarge(t: TestContext) {
  const {store, dataFolder} = await temporaryStore(t);
  const rows = monthlyRows();
  await loadTidy(store, await temporaryFolder(t), {dataset: "large", rows});
  const {written} = await writeFilesOf(store, dataFolder);
  const filesFolder = filesFolderOf(dataFolder);
  const api = await createApi(t, store, {filesFolder, workers: 1});
  const origin = await api.server.listen({port: 0, host: "127.0.0.1"});
  const values = rows.map((row) => Number(row.split(",")[3]));
  const ofWanted = rows.filter((row) => row.startsWith(`${WANTED},`)).length;
  const path = join(filesFolder, "datasets/showdata/large", written[0]!.version, "latest.parquet");
  const sum = values.reduce((before, value) => before + value, 0);
  return {origin, token: api.token, path, count: rows.length, ofWanted, sum};
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * Math.abs(other);

test("pandas, pyarrow and polars read every row, with types, and one indicator by ranges transfers a small part of the file [files.readers files.ranges]", {
  skip: SKIP_PYTHON,
}, async (t) => {
  const {origin, token, count, ofWanted, sum} = await openLarge(t);
  const url = `${origin}/api/v1/files/showdata/large/latest/latest.parquet`;
  const script = join(import.meta.dirname, "files.py");
  const {stdout} = await promisify(execFile)(PYTHON, [script, url, token, WANTED]);
  const read = JSON.parse(stdout);
  assert.deepEqual(read.rows, [count, count, count]);
  assert.ok(
    read.sums.every((one: number) => isNear(one, sum)),
    stdout,
  );
  assert.match(read.types.join(), /^(?:large_)?string,date32\[day\],double$/);
  assert.deepEqual(read.one, [ofWanted, ofWanted]);
  // Of a file of 5 MB the footer alone is 3 %; of one of 53 MB an indicator took 1.2 %.
  assert.ok(read.share < 0.08, stdout);
});

test("DuckDB reads every row, with types, and of one indicator only its row groups [files.readers]", async (t) => {
  const {DuckDBInstance} = await import("@duckdb/node-api");
  const {path, count, ofWanted, sum} = await openLarge(t);
  const duckdb = await (await DuckDBInstance.create()).connect();
  const ask = async (query: string) => (await duckdb.runAndReadAll(query)).getRowsJson();
  const [whole] = await ask(`select count(*), sum(value), typeof(any_value(period)) from '${path}'`);
  assert.deepEqual([Number(whole![0]), whole![2]], [count, "DATE"]);
  assert.ok(isNear(Number(whole![1]), sum));
  const [one] = await ask(`select count(*) from '${path}' where indicator = '${WANTED}'`);
  assert.equal(Number(one![0]), ofWanted);
  const [groups] = await ask(
    `select count(*), count(*) filter ('${WANTED}' between stats_min_value and stats_max_value) from parquet_metadata('${path}') where path_in_schema = 'indicator'`,
  );
  const [all, touched] = groups!.map(Number);
  assert.ok(all! >= 12 && touched! <= 2, `${touched} of ${all}`);
});

test("R reads the CSV as the page of a dataset says [files.readers]", {skip: SKIP_R}, async (t) => {
  const {origin, token, count} = await openLarge(t);
  const folder = await temporaryFolder(t);
  const script = join(folder, "read.R");
  writeFileSync(
    script,
    `address <- "${origin}/api/v1/files/showdata/large/latest/latest.csv.gz"
file <- tempfile(fileext = ".csv.gz")
download.file(address, file, mode = "wb", quiet = TRUE, headers = c(Authorization = "Bearer ${token}"))
data <- read.csv2(file, dec = ".", encoding = "UTF-8", colClasses = c(geo = "character"))
data$period <- as.Date(data$period)
cat(nrow(data), class(data$value), format(max(data$period)))`,
  );
  const {stdout} = await promisify(execFile)("Rscript", [script]);
  assert.equal(stdout, `${count} numeric 2019-12-01`);
});
