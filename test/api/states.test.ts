// What a mirror takes beside the changes: states of datasets, copies of releases, and archived files, which only the operator's own tokens get (CONTRACT 6.5).
import assert from "node:assert/strict";
import {hash} from "node:crypto";
import {test} from "node:test";
import {zstdDecompressSync} from "node:zlib";
import {MOSCOW, openWith} from "./packages.ts";

const FIRST = {dataset: "demo", rows: [`x,${MOSCOW},2020,1`]};

test("a state names every release and has copies of those that are asked for, and each load makes it another one [pull.same-answers]", async (t) => {
  const api = await openWith(t, [FIRST, {...FIRST, dataset: "other"}]);
  const states = async () => (await api.get("/api/v1/states")).json.datasets;
  const before = await states();
  assert.deepEqual(
    before.map((one: Record<string, string>) => one["dataset_code"]),
    ["demo", "other"],
  );
  await api.load({...FIRST, rows: [`x,${MOSCOW},2020,2`], published_at: "2026-06-11"});
  const after = await states();
  assert.notEqual(after[0].changed_by, before[0].changed_by);
  assert.deepEqual(after[1], before[1]);
  const path = "/api/v1/states/showdata/demo";
  const {json} = await api.get(path);
  assert.equal(json.version, after[0].version);
  assert.deepEqual(
    json.releases.map((one: Record<string, number>) => [one["new_values"], one["revised_values"]]),
    [
      [1, 0],
      [0, 1],
    ],
  );
  assert.match(json.proof, /^[0-9a-f]{64}$/);
  assert.deepEqual(json.copies, []);
  const ids = json.releases.map((one: Record<string, number>) => one["id"]);
  const wanted = await api.get(`${path}?releases=${ids[1]},${ids[0]},999`);
  assert.deepEqual(
    [wanted.json.copies.map((one: Record<string, number>) => one["id"]), wanted.json.proof],
    [ids.toReversed(), null],
  );
  assert.equal((await api.get(`${path}?releases=1;2`)).status, 422);
  assert.equal((await api.get("/api/v1/states/showdata/none")).status, 404);
});

test("an archived file of a release is given by chunks to a token of the owner plan, to no other, and no file that no release has [pull.archive]", async (t) => {
  const api = await openWith(t, [FIRST]);
  const {json} = await api.get("/api/v1/states/showdata/demo?releases=1");
  for (const {sha256, size} of json.copies[0].files) {
    const {raw, status} = await api.get(`/api/v1/archive/${sha256}/0`);
    assert.equal(status, 200);
    const bytes = zstdDecompressSync(raw);
    assert.deepEqual([bytes.length, hash("sha256", bytes)], [size, sha256]);
    assert.equal((await api.get(`/api/v1/archive/${sha256}/1`)).status, 404);
    for (const plan of ["free", "business"]) {
      const authorization = `Bearer ${await api.createToken(plan)}`;
      const refused = await api.get(`/api/v1/archive/${sha256}/0`, {authorization});
      assert.equal(refused.status, 404);
      assert.match(refused.json.error.message, /plan owner/);
      assert.equal((await api.get("/api/v1/states", {authorization})).json.archive, false);
    }
  }
  assert.equal((await api.get(`/api/v1/archive/${"0".repeat(64)}/0`)).status, 404);
  assert.equal((await api.get("/api/v1/archive/x/y")).status, 404);
  assert.equal((await api.get("/api/v1/states")).json.archive, true);
});
