// One indicator of a file of 100 MB, read by ranges over HTTP: at most 5 % of the file is sent (CONTRACT 6.6).
//
// The file is made by the writer of the product, of values that do not pack, and sent by the server of the product, which counts the bytes. DuckDB's
// own reader over HTTP is an extension that it downloads; it asks for the same ranges of a file that Python opens for it.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {createHash} from "node:crypto";
import {createWriteStream, writeFileSync} from "node:fs";
import type {Socket} from "node:net";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {promisify} from "node:util";
import {FILE_CONTENTS, fileColumns, MEDIA_TYPES} from "../../src/formats/dataset-file/columns.ts";
import {createDatasetParquet} from "../../src/formats/dataset-file/parquet.ts";
import {readTerritories} from "../../src/reference/reference.ts";
import {createFilesWriter, filesFolderOf} from "../../src/store/dataset-files/files-folder.ts";
import {MANIFEST_NAME, type Manifest, versionAddress, versionName} from "../../src/store/dataset-files/manifest.ts";
import {createRandom} from "../api/changes.suite.ts";
import {createApi} from "../api/client.ts";
import {temporaryStore} from "../warehouse.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const SKIP =
  spawnSync(PYTHON, ["-c", "import duckdb, fsspec, polars, pyarrow"]).status !== 0 &&
  "needs a python3 with requirements.txt";

const OF = {provider: "showdata", dataset: "large"};
const VERSION = versionName("2026-07-10T09:00:00.000Z", "0".repeat(64));
const [INDICATORS, MONTHS] = [318, 480];
const WANTED = "indicator-107";
const FILE = "latest.parquet";

/** Writes the rows. @returns how many an indicator has */
async function writeLarge(path: string): Promise<{bytes: number; sha256: string; rows: number; ofIndicator: number}> {
  const random = createRandom(1);
  const digest = createHash("sha256");
  const output = createWriteStream(path);
  let bytes = 0;
  const writer = createDatasetParquet((chunk) => {
    const own = Buffer.from(chunk);
    bytes += own.length;
    digest.update(own);
    output.write(own);
  }, "latest");
  const regions = readTerritories().filter(({level}) => level === "region");
  const period = Int32Array.from({length: MONTHS}, (_, at) => at * 30);
  const day = period.map((first) => first + 40);
  for (let indicator = 0; indicator < INDICATORS; indicator++) {
    const code = `indicator-${String(indicator).padStart(3, "0")}`;
    for (const {code: geo, name: geo_label, level: geo_level} of regions) {
      const value = Float64Array.from({length: MONTHS}, () => random.below(1e15) / 1e6);
      const names = {provider_code: OF.provider, dataset_code: OF.dataset, indicator: code, indicator_label: code};
      const none = {classification: null, class_label: null, measure: null, transformation: null, unit: null};
      const series = {
        ...names,
        ...none,
        series_key: `${code}${geo}`.slice(0, 16),
        freq: "M",
        geo,
        geo_label,
        geo_level,
      };
      writer.series(series as never, {count: MONTHS, period, day, value, withdrawn: null});
    }
    if (output.writableNeedDrain) await new Promise((resolve) => output.once("drain", resolve));
  }
  writer.end();
  await promisify(output.end.bind(output) as (done: (error?: Error) => void) => void)();
  const ofIndicator = regions.length * MONTHS;
  return {bytes, sha256: digest.digest("hex"), rows: ofIndicator * INDICATORS, ofIndicator};
}

async function serveLarge(t: TestContext) {
  const {store, dataFolder} = await temporaryStore(t);
  const root = filesFolderOf(dataFolder);
  const files = createFilesWriter(root);
  const folder = files.begin();
  const {ofIndicator, ...written} = await writeLarge(join(folder, FILE));
  const address = `${versionAddress(OF, VERSION)}/${FILE}`;
  const now = "2026-07-10T09:00:00.000Z";
  const manifest: Manifest = {
    ...{provider_code: OF.provider, dataset_code: OF.dataset, name: "large", version: VERSION},
    ...{changed_at: now, written_at: now, cursor: "", digest: "", licence: null, source_url: null, series: 0},
    ...{changes: null, files: [{...written, name: FILE, address, media_type: MEDIA_TYPES.parquet}]},
    columns: Object.fromEntries(FILE_CONTENTS.map((content) => [content, fileColumns(content)])),
  };
  writeFileSync(join(folder, MANIFEST_NAME), JSON.stringify(manifest));
  files.publish(OF, VERSION, folder);
  const api = await createApi(t, store, {filesFolder: root, workers: 1, settings: {files: "open"}});
  const sockets = new Set<Socket>();
  api.server.server.on("connection", (socket) => void sockets.add(socket));
  const origin = await api.server.listen({port: 0, host: "127.0.0.1"});
  /** All bytes that were sent, with their headers. */
  const sent = () => [...sockets].reduce((sum, {bytesWritten}) => sum + bytesWritten, 0);
  return {url: origin + address, sent, bytes: written.bytes, ofIndicator};
}

test("of a file of 100 MB one indicator read by ranges transfers less than 5 %, by pyarrow, polars and DuckDB over HTTP [files.ranges]", {
  skip: SKIP,
}, async (t) => {
  const {url, sent, bytes, ofIndicator} = await serveLarge(t);
  assert.ok(bytes > 99e6, `${bytes} bytes`);
  for (const reader of ["pyarrow", "polars", "duckdb"]) {
    const before = sent();
    const script = join(import.meta.dirname, "files_ranges.py");
    const {stdout} = await promisify(execFile)(PYTHON, [script, reader, url, WANTED]);
    assert.equal(Number(stdout), ofIndicator, reader);
    const share = (sent() - before) / bytes;
    t.diagnostic(`${reader}: ${sent() - before} of ${bytes} bytes, ${(100 * share).toFixed(2)} %`);
    assert.ok(share < 0.05, `${reader}: ${share}`);
  }
});
