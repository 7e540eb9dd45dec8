// Files of datasets that a mirror writes, beside those of its source: an address has the same bytes on either, so a broken download may go on at the other.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {filesFolderOf} from "../src/store/dataset-files/files-folder.ts";
import {openStore} from "../src/store/open.ts";
import {type Acting, actOnce, createRandom} from "./api/changes.suite.ts";
import {type Api, createApi} from "./api/client.ts";
import {ryad} from "./command.ts";
import {openSource} from "./pulled-source.ts";
import {makeSampleFolder} from "./sample-folder.ts";
import {temporaryFolder} from "./warehouse.ts";
import {writeFilesOf} from "./written-files.ts";

test("the files that a mirror writes of a dataset have the bytes, the addresses and the strong tags of its source, and the catalogue of all of them has its tag; manifests differ in what is of one service [pull.same-files]", async (t) => {
  const folder = await temporaryFolder(t);
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const source = await openSource(t, {}, store);
  const acting: Acting = {
    ...{store, random: createRandom(20301), folder: await temporaryFolder(t)},
    ...{clock: Date.UTC(2026, 0, 1), written: 0},
  };
  const data = join(folder, "mirror");
  const filesFolder = filesFolderOf(data);
  const copy = await openStore({dataFolder: data});
  t.after(() => copy.close());
  const mirror = await createApi(t, copy, {filesFolder});
  let files = 0;
  for (let round = 0; round < 3; round++) {
    for (let act = 0; act < 4; act++) await actOnce(acting);
    await source.writeFiles();
    source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
    const pulled = await ryad(["pull", source.origin, "--data", data], {RYAD_PULL_TOKEN: source.api.token});
    assert.equal(pulled.code, 0, pulled.stderr);
    await writeFilesOf(copy, data);
    mirror.clock.now = source.api.clock.now;
    const [there, here] = await Promise.all(
      [source.api, mirror].map(
        async (api) => JSON.parse((await ask(api, "/api/v1/files")).body).datasets as Manifest[],
      ),
    );
    assert.deepEqual(here!.map(withoutOwn), there!.map(withoutOwn));
    for (const address of [
      "/api/catalogue.jsonld",
      ...there!.flatMap((one) => one.files.map((file) => file.address)),
    ]) {
      const [one, other] = [await ask(source.api, address), await ask(mirror, address)];
      assert.deepEqual([other.statusCode, other.headers["etag"]], [200, one.headers["etag"]], address);
      assert.ok(one.rawPayload.equals(other.rawPayload), address);
      files++;
    }
  }
  assert.ok(files > 60, String(files));
});

type Manifest = Readonly<Record<string, unknown>> & {readonly files: readonly {readonly address: string}[]};

async function ask({server, createToken}: Api, url: string) {
  return await server.inject({url, headers: {authorization: `Bearer ${await createToken("owner")}`}});
}

/** A manifest without what is of one service: when it wrote the files, its feed, and which version it had before. */
function withoutOwn({written_at: _, cursor: _cursor, changes: _changes, ...shared}: Manifest): object {
  return shared;
}
