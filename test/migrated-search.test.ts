// `ryad migrate` over a store of an earlier program, which stored nothing for search: for each dataset it stores the same bytes as a load.
import assert from "node:assert/strict";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {test} from "node:test";
import {listDatasets} from "../src/store/datasets/dataset.ts";
import {dataFile} from "../src/store/files/data-folder.ts";
import {openStore} from "../src/store/open.ts";
import {findPartFault} from "../src/store/series/search-additions.ts";
import {hasSearchPart} from "../src/store/series/search-part.ts";
import {ryad} from "./command.ts";
import {unpackStores} from "./upgrades/fixture.ts";
import {temporaryFolder} from "./warehouse.ts";

test("migrate stores what search needs of each dataset that lacks it, and of no other [search.stored-migrated]", async (t) => {
  const folder = await temporaryFolder(t);
  unpackStores(folder);
  const data = join(folder, "data");
  const first = await ryad(["migrate", "--data", data]);
  assert.equal(first.code, 0, first.stderr);
  const before = await partsOf(data);
  assert.ok(before.size > 3);
  for (const [code, part] of before) assert.deepEqual(part, {has: true, fault: null}, code);
  assert.match(first.stdout, new RegExp(`^search: stored for ${before.size} datasets, \\d+ series$`, "m"));
  assert.doesNotMatch((await ryad(["migrate", "--data", data])).stdout, /search/);

  // an interruption: one dataset is not done
  const lost = new DatabaseSync(dataFile(data, "statistics"));
  const pieces = () => lost.prepare("select * from search_piece order by dataset_id, number").all();
  const whole = pieces();
  lost.exec("delete from search_piece where dataset_id = (select max(dataset_id) from search_piece)");
  assert.match((await ryad(["migrate", "--data", data])).stdout, /^search: stored for 1 dataset, \d+ series$/m);
  assert.deepEqual(pieces(), whole);
  lost.close();
});

test("a dataset with a damaged catalogue is named by migrate, and the others are stored [search.stored-migrated]", async (t) => {
  const folder = await temporaryFolder(t);
  unpackStores(folder);
  const data = join(folder, "data");
  assert.equal((await ryad(["migrate", "--data", data])).code, 0);
  const count = (await partsOf(data)).size;
  const file = new DatabaseSync(dataFile(data, "statistics"));
  file.exec("delete from search_piece");
  file.exec("update catalogue set columns = x'00' where dataset_id = (select min(dataset_id) from catalogue)");
  file.close();
  const {stdout, stderr} = await ryad(["migrate", "--data", data]);
  assert.match(stdout, new RegExp(`^search: stored for ${count - 1} datasets`, "m"));
  assert.match(stderr, /^ryad: \S+\/\S+: nothing is stored for search: the catalogue is cut off/m);
});

async function partsOf(dataFolder: string): Promise<Map<string, {has: boolean; fault: string | null}>> {
  const store = await openStore({dataFolder});
  try {
    return await store.statistics.read(function* (q) {
      const parts = new Map<string, {has: boolean; fault: string | null}>();
      for (const {id, provider, code} of yield* listDatasets(q))
        parts.set(`${provider}/${code}`, {has: yield* hasSearchPart(q, id), fault: yield* findPartFault(q, id)});
      return parts;
    });
  } finally {
    await store.close();
  }
}
