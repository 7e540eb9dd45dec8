// What a series and its dataset say of their freshness.
import assert from "node:assert/strict";
import {test} from "node:test";
import {COUNTRY, loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("where a dataset has ended, its years say so too, although years have longer terms than months [site.freshness]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "prices",
    published_at: "2025-06-10",
    header: "indicator,class,geo,freq,period,value",
    rows: [`x,a,${COUNTRY},M,2025-05,1`, `x,b,${COUNTRY},M,2025-05,1`, `x,a,${COUNTRY},A,2024,1`],
  });
  const site = await openSite(t, {store, now: new Date("2026-07-15T12:00:00Z")});
  const dataset = (await site.get("/datasets/showdata/prices", EN)).text;
  assert.match(dataset, /<span class="badge ended">ended<\/span>/);
  const keys = new Set([...dataset.matchAll(/href="\/series\/(\w{16})"/g)].map(([, key]) => key!));
  assert.equal(keys.size, 3);
  for (const key of keys)
    assert.match((await site.get(`/series/${key}`, EN)).text, /<span class="badge ended">data ended<\/span>/, key);
});
