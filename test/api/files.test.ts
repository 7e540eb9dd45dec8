// Files of whole datasets: the list, the addresses, ranges, tags, what they cost, and who may have them (CONTRACT 6.6).
import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import {join} from "node:path";
import {test} from "node:test";
import {gunzipSync, zstdDecompressSync} from "node:zlib";
import {parse} from "csv-parse/sync";
import {parquetReadObjects} from "hyparquet";
import {filesFolderOf} from "../../src/store/dataset-files/files-folder.ts";
import type {ManifestFile} from "../../src/store/dataset-files/manifest.ts";
import {createApi, spend} from "./client.ts";
import {FIRST, fileOf, openFiles, rowsOf, SECOND, usedBy} from "./dataset-files.ts";

test("the list and the manifest have size, rows, SHA-256, columns, licence and what changed; the bytes are those [files.manifest]", async (t) => {
  const api = await openFiles(t, [FIRST, SECOND]);
  const {json} = await api.get("/api/v1/files");
  const [listed] = json.datasets;
  assert.deepEqual([listed.provider_code, listed.dataset_code, listed.licence], ["showdata", "prices", "CC-BY-4.0"]);
  assert.equal(listed.versions.length, 2);
  const address = `/api/v1/files/showdata/prices/${listed.version}`;
  const {json: manifest, headers} = await api.get(`${address}/manifest.json`);
  assert.match(headers["cache-control"] ?? "", /immutable/);
  assert.deepEqual(manifest.changes, {
    ...{since: listed.versions[1], series_added: 0, series_gone: 0, added_keys: [], gone_keys: []},
    ...{values_new: 4, values_revised: 4, values_withdrawn: 0, values_restored: 0},
  });
  const first = (await api.get(`/api/v1/files/showdata/prices/${listed.versions[1]}/manifest.json`)).json;
  assert.equal(first.changes, null);
  for (const file of manifest.files) {
    const {raw, status, headers} = await api.get(file.address);
    assert.equal(status, 200);
    assert.equal(raw.length, file.bytes);
    assert.equal(createHash("sha256").update(raw).digest("hex"), file.sha256);
    assert.equal(headers["content-type"], file.media_type);
    assert.equal(headers["x-values"], String(file.rows));
    assert.match(headers["content-disposition"] ?? "", /filename="showdata_prices_.*"/);
  }
  const rows = Object.fromEntries(manifest.files.map((file: ManifestFile) => [file.name, file.rows]));
  assert.deepEqual(rows, {
    "latest.parquet": 124,
    "latest.csv.gz": 124,
    "estimates.parquet": 128,
    "estimates.csv.gz": 128,
    "everything.ndjson.gz": 128,
  });
});

test("the cursor of a version leads to the changes since its state, and to nothing else [files.cursor]", async (t) => {
  const api = await openFiles(t, [FIRST]);
  const [{cursor}] = (await api.get("/api/v1/files")).json.datasets;
  const since = async () =>
    (await api.get(`/api/v1/changes?dataset=showdata/prices&limit=10000&cursor=${cursor}`)).json;
  assert.deepEqual((await since()).items, []);
  await api.load(SECOND);
  const {items, has_more} = await since();
  assert.equal(has_more, false);
  const kinds = items.map(({kind, period}: {kind: string; period: string}) => `${kind} ${period}`).sort();
  assert.deepEqual(kinds, [...Array(4).fill("new 2020-01-01"), ...Array(4).fill("revised 1993-01-01")]);
  const [{cursor: next}] = (await api.get("/api/v1/files")).json.datasets;
  assert.deepEqual((await api.get(`/api/v1/changes?cursor=${next}`)).json.items, []);
});

test("the latest values equal a slice, and the estimates equal the api's, withdrawn ones included [files.rows]", async (t) => {
  const gone = SECOND.rows.map((row) => row.replace(/^(cpi,2,643,1995,).*/, "$1"));
  const api = await openFiles(t, [FIRST, {...SECOND, rows: gone}]);
  const slice = (await api.get("/api/v1/data?dataset=prices&geo=all")).json.observations;
  const keyed = (one: Record<string, unknown>): string => JSON.stringify([one["series_key"], one["period"]]);
  const sorted = (list: Record<string, unknown>[]) => list.sort((a, b) => (keyed(a) < keyed(b) ? -1 : 1));
  const read = async (name: string) => {
    const {raw} = await api.get((await fileOf(api, name)).address);
    const rows: Record<string, unknown>[] = name.endsWith(".parquet")
      ? await parquetReadObjects({
          file: new Uint8Array(raw).buffer,
          compressors: {ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes)},
        })
      : parse(gunzipSync(raw), {delimiter: ";", columns: true});
    const text = (cell: unknown) =>
      cell instanceof Date ? cell.toISOString().slice(0, 10) : cell === "" ? null : cell;
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, text(cell)])));
  };
  const picked = (rows: Record<string, unknown>[], columns: readonly string[]) =>
    sorted(
      rows.map((row) =>
        Object.fromEntries(columns.map((column) => [column, column === "value" ? Number(row[column]) : row[column]])),
      ),
    );
  const own = ["series_key", "period", "value", "as_of"];
  const wanted = picked(slice, own);
  const latest = await read("latest.parquet");
  assert.deepEqual(picked(latest, own), wanted);
  assert.deepEqual(picked(await read("latest.csv.gz"), own), wanted);
  assert.deepEqual(
    latest.filter((row) => row["withdrawn_at"] !== null).map((row) => row["period"]),
    ["1995-01-01"],
  );
  assert.deepEqual([...new Set(latest.map((row) => row["class_label"]))], ["Хлеб", null]);
  const columns = ["series_key", "period", "value", "published_at", "superseded_at", "withdrawn_at"];
  const byDay = (one: Record<string, unknown>): string => JSON.stringify(columns.map((column) => one[column]));
  const all = (rows: Record<string, unknown>[]) => picked(rows, columns).map(byDay).sort();
  const estimates = (await api.get("/api/v1/estimates?dataset=prices&geo=all")).json.estimates;
  assert.deepEqual(all(await read("estimates.parquet")), all(estimates));
  assert.deepEqual(all(await read("estimates.csv.gz")), all(estimates));
});

test("an address with a version never changes a byte: it has a strong tag, and a new load makes another version [files.versions]", async (t) => {
  const api = await openFiles(t, [FIRST]);
  const file = await fileOf(api, "latest.parquet");
  const before = await api.get(file.address);
  assert.match(before.headers["etag"] ?? "", /^"[0-9a-f]{64}"$/);
  assert.equal(before.headers["cache-control"], "private, max-age=31536000, immutable");
  for (const held of [
    before.headers["etag"]!,
    `W/${before.headers["etag"]}`,
    '"x", '.concat(before.headers["etag"]!),
    "*",
  ])
    assert.equal((await api.get(file.address, {"if-none-match": held})).status, 304);
  const redirect = await api.get("/api/v1/files/showdata/prices/latest/latest.parquet");
  assert.equal(redirect.status, 302);
  assert.ok(redirect.headers["location"]!.endsWith(file.address));
  assert.equal(redirect.headers["cache-control"], "no-cache");
  const {written} = await api.load(SECOND);
  assert.equal(written.length, 1);
  const after = await api.get(file.address);
  assert.deepEqual([after.raw, after.headers["etag"]], [before.raw, before.headers["etag"]]);
  const next = await api.get("/api/v1/files/showdata/prices/latest/latest.parquet");
  assert.notEqual(next.headers["location"], redirect.headers["location"]);
  assert.deepEqual(
    (await api.load({...FIRST, dataset: "other"})).written.length,
    1,
    "what did not change is not written again",
  );
  for (const path of ["latest.xlsx", "known-values.bin", "..%2Fnewest", "newest"])
    assert.equal((await api.get(`${file.address.replace("latest.parquet", path)}`)).status, 404, path);
  for (const path of [
    "showdata/none/latest/latest.parquet",
    "showdata/prices/20260101T000000000Z-00000000/latest.parquet",
    "..%2F../x/latest/latest.parquet",
  ])
    assert.equal((await api.get(`/api/v1/files/${path}`)).json.error.code, "NOT_FOUND");
});

test("one range is sent as asked for, several or one behind the end are refused, and If-Range guards them [files.ranges]", async (t) => {
  const api = await openFiles(t, [FIRST]);
  const {address, bytes, rows} = await fileOf(api, "latest.csv.gz");
  const {raw: whole, headers} = await api.get(address);
  const asked = async (range: string, more: Record<string, string> = {}) => api.get(address, {range, ...more});
  for (const [range, from, to] of [
    ["bytes=0-9", 0, 10],
    ["bytes=10-", 10, bytes],
    ["bytes=-7", bytes - 7, bytes],
    [`bytes=5-${bytes + 100}`, 5, bytes],
    [`bytes=-${bytes + 5}`, 0, bytes],
  ] as const) {
    const part = await asked(range);
    assert.equal(part.status, 206, range);
    assert.equal(part.headers["content-range"], `bytes ${from}-${to - 1}/${bytes}`);
    assert.equal(part.headers["content-length"], String(to - from));
    assert.deepEqual(part.raw, whole.subarray(from, to));
    assert.equal(part.headers["x-values"], String(Math.ceil((rows * (to - from)) / bytes)));
    assert.equal(part.headers["etag"], headers["etag"]);
  }
  for (const range of ["bytes=0-1,4-5", `bytes=${bytes}-`, "bytes=-0"]) {
    const refused = await asked(range);
    assert.deepEqual([refused.status, refused.json.error.code], [416, "RANGE_NOT_SATISFIABLE"], range);
    assert.equal(refused.headers["content-range"], `bytes */${bytes}`);
    assert.equal(refused.headers["cache-control"], "no-store");
  }
  for (const range of ["lines=0-1", "bytes=5-2", "bytes=x"]) assert.equal((await asked(range)).status, 200, range);
  assert.equal((await asked("bytes=0-9", {"if-range": headers["etag"]!})).status, 206);
  assert.equal((await asked("bytes=0-9", {"if-range": '"other"'})).status, 200);
  const head = await api.ask("HEAD", address);
  assert.deepEqual(
    [head.status, head.headers["content-length"], head.headers["accept-ranges"]],
    [200, String(bytes), "bytes"],
  );
});

test("files are charged as their rows on a plan with a quota, a range as its share, and a file beyond what is left is refused whole [files.price]", async (t) => {
  const api = await openFiles(t, [FIRST]);
  const {address, bytes, rows} = await fileOf(api, "latest.parquet");
  const token = await api.createToken("free");
  const authorization = `Bearer ${token}`;
  const {headers} = await api.get(address, {authorization});
  const limit = Number(headers["x-quota-values-limit"]);
  assert.equal(headers["x-quota-values-remaining"], String(limit - rows));
  assert.equal(await usedBy(api, token), rows);
  await api.get(address, {authorization, range: `bytes=0-${Math.ceil(bytes / 2)}`});
  const used = await usedBy(api, token);
  assert.ok(used - rows >= rows / 2 && used - rows <= rows / 2 + 2, String(used));
  for (const free of [
    await api.get("/api/v1/files", {authorization}),
    await api.get(address.replace("latest.parquet", "manifest.json"), {authorization}),
    await api.ask("HEAD", address, {authorization}),
    await api.get(address, {authorization, "if-none-match": "*"}),
  ])
    assert.ok([200, 304].includes(free.status));
  assert.equal(await usedBy(api, token), used);
  await spend(api, token, limit - used - rows + 1);
  const refused = await api.get(address, {authorization});
  assert.deepEqual([refused.status, refused.json.error.code], [429, "RATE_LIMITED"]);
  assert.match(refused.json.error.message, /^the file has 120 values, and 119 of/);
  assert.equal(await usedBy(api, token), limit - rows + 1, "nothing was charged");
  assert.equal((await api.get(address, {authorization, range: "bytes=0-99"})).status, 206);
  const rest = rows - 1 - Math.ceil((rows * 100) / bytes);
  assert.equal(await usedBy(api, token), limit - rest);
  const owner = await api.createToken("owner");
  assert.equal((await api.get(address, {authorization: `Bearer ${owner}`})).status, 200);
});

test("RYAD_FILES: plans needs a token, open needs none and charges nothing, off offers none [files.settings]", async (t) => {
  const closed = await openFiles(t, [FIRST]);
  const none = {authorization: ""};
  assert.equal((await closed.get("/api/v1/files", none)).status, 401);
  const filesFolder = filesFolderOf(closed.dataFolder);
  const address = (await fileOf(closed, "latest.parquet")).address;
  const open = await createApi(t, closed.store, {filesFolder, settings: {files: "open"}});
  const file = await open.get(address, none);
  assert.deepEqual([file.status, file.headers["cache-control"]], [200, "public, max-age=31536000, immutable"]);
  assert.equal((await open.get("/api/v1/files", none)).json.datasets.length, 1);
  const token = await open.createToken("free");
  assert.equal((await open.get(address, {authorization: `Bearer ${token}`})).status, 200);
  assert.equal(await usedBy(open, token), 0);
  const off = await createApi(t, closed.store, {filesFolder, settings: {files: "off"}});
  for (const path of ["/api/v1/files", address]) assert.equal((await off.get(path)).json.error.code, "NOT_FOUND");
  const empty = await createApi(t, closed.store, {filesFolder: join(closed.dataFolder, "none")});
  assert.deepEqual((await empty.get("/api/v1/files")).json, {datasets: []});
});

test("RYAD_FILES_KEEP versions stay, never less than the newest, and a file that is being read goes on to its end [files.keep]", async (t) => {
  const api = await openFiles(t, [FIRST]);
  const first = await fileOf(api, "latest.parquet");
  const {createFilesReader} = await import("../../src/store/dataset-files/files-folder.ts");
  const of = {provider: "showdata", dataset: "prices"};
  const reader = createFilesReader(filesFolderOf(api.dataFolder));
  const [version] = await reader.versions(of);
  const handle = (await reader.open(of, version!, "latest.parquet"))!;
  for (const [nth, month] of ["03", "04", "05"].entries())
    await api.load({...FIRST, published_at: `2026-${month}-10`, rows: rowsOf(nth + 1)}, 2);
  assert.equal((await reader.versions(of)).length, 2);
  assert.equal((await api.get(first.address)).json.error.code, "NOT_FOUND");
  assert.equal(
    createHash("sha256")
      .update(await handle.readFile())
      .digest("hex"),
    first.sha256,
  );
  await handle.close();
  const {json} = await api.get("/api/v1/files");
  assert.deepEqual(json.datasets[0].versions, await reader.versions(of));
});
