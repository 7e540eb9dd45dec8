// Releases without a value: a table without values was not read correctly, a list of names was.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore, writePackage} from "../../../test/warehouse.ts";
import {loadPath} from "../run.ts";
import {NO_HINTS} from "../sources/fedstat/emiss-message.fixture.ts";

test("a publisher's table without a value is held, on its first load too, and so is a package of blanks only [load.check-empty]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const path = join(folder, "kep.csv");
  await writeFile(path, "\tГод / Year\n1. Сводные показатели / Aggregated indicators\n2014\t\n2015\t\n");
  const failedOf = async (hints = NO_HINTS, from = path) => {
    const {held} = await loadPath(store, from, hints);
    return held?.checks.filter(({required, passed}) => required && !passed).map(({name}) => name) ?? null;
  };
  assert.deepEqual(await failedOf({...NO_HINTS, publishedAt: "2024-01-05"}), ["some-values"]);
  const table = join(folder, "t.csv");
  await writeFile(table, "Дата;Ставка;Инфляция;Цель\r\n01.12.2025;;-;\r\n");
  assert.deepEqual(await failedOf(NO_HINTS, table), ["some-values"]);
  const metadata = {provider: "me", dataset: "x", name: "x", published_at: "2026-01-01"};
  const header = "indicator,geo,period,value";
  const blanks = await writePackage(join(folder, "blanks"), metadata, header, ["a,643,2024,", "a,643,2025,-"]);
  assert.deepEqual(await failedOf(NO_HINTS, blanks), ["some-values"]);
});

test("a package whose observations are only a header is a release of its lists [load.check-empty]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const metadata = {
    provider: "me",
    dataset: "x",
    name: "x",
    published_at: "2026-01-01",
    units: [{code: "t", name: "t"}],
  };
  const path = await writePackage(folder, metadata, "indicator,geo,period,value", [",,,"]);
  const {changed, held} = await loadPath(store, path, NO_HINTS);
  assert.deepEqual([changed, held], [true, null]);
});
