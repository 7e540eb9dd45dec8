// Releases that a parser of a newer program read: no parser of this one reads them again.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore, writePackage} from "../../../test/warehouse.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import {listReleases} from "../../store/releases/release.ts";
import {run} from "../../store/script.ts";
import {loadPath, PLAIN_EFFECTS} from "../run.ts";
import {NO_HINTS} from "../sources/fedstat/emiss-message.fixture.ts";
import {withdraw} from "../withdrawal.ts";

test("a release that a newer program has read is read again by no parser of this one, so it is not taken back [upgrade.newer]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const day of ["2026-01-01", "2026-02-01"]) {
    const metadata = {provider: "me", dataset: "bread", name: "Bread", published_at: day};
    const row = `price;643;2025-12;${day.slice(6, 7)}`;
    await loadPath(
      store,
      await writePackage(join(folder, day), metadata, "indicator;geo;period;value", [row]),
      {...NO_HINTS},
      PLAIN_EFFECTS,
    );
  }
  const releases = () =>
    store.statistics.read(function* (q) {
      const [dataset] = yield* findDatasets(q, {provider: "me", dataset: "bread"});
      return yield* listReleases(q, dataset!.id);
    });
  await store.statistics.write((q) => run(q.db.updateTable("release").set({parser: "tidy@99"}).compile()));
  const [, second] = await releases();
  await assert.rejects(
    withdraw(store, second!.id, PLAIN_EFFECTS),
    /release \d was read by tidy@99, which this program does not have/,
  );
  assert.equal((await releases()).length, 2);
});
