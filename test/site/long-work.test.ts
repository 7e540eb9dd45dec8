// Files and pages that take long: other requests are answered meanwhile.
import assert from "node:assert/strict";
import {test} from "node:test";
import {healthMeanwhile} from "../api/dear-filters.ts";
import {COUNTRY, daily, loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const TERRITORIES = Array.from({length: 800}, (_, i) => ({code: `t${i}`, name: `Район ${i}`, level: "region"}));

test("while a large file, sitemap or comparison is made for a visitor, other requests are answered [budget.pages]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, {...daily([20_000]), dataset: "long"});
  await loadTidy(store, folder, {
    dataset: "wide",
    header: "indicator,class,geo,period,value",
    rows: Array.from({length: 30_000}, (_, i) => `x,c${i},${COUNTRY},2025,${i}`),
  });
  await loadTidy(store, folder, {
    dataset: "tall",
    more: {country: "none", geo: TERRITORIES},
    rows: TERRITORIES.flatMap(({code}, place) =>
      Array.from(
        {length: 400},
        (_, i) =>
          `x,${code},${1980 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")},${(place * 7 + i) % 91}`,
      ),
    ),
  });
  const site = await openSite(t, {store});
  const health = `${await site.server.listen({port: 0, host: "127.0.0.1"})}/health`;
  const keyOf = async (dataset: string): Promise<string> => {
    const {text} = await site.get(`/sitemaps/series/showdata/${dataset}/0.xml`);
    return /\/series\/(\w{16})</.exec(text)![1]!;
  };
  const [long, tall] = [await keyOf("long"), await keyOf("tall")];
  // The first address warms the code up; the second is not in the cache of pages.
  for (const [warm, path] of [
    [`/series/${long}.xlsx`, `/series/${long}.xlsx`],
    [`/series/${long}.csv`, `/series/${long}.csv`],
    [`/series/${long}?rows=all&lang=ru`, `/series/${long}?rows=all`],
    [`/compare?series=${long},${tall}&lang=ru`, `/compare?series=${long},${tall}`],
    [`/series/${tall}/territories?lang=ru`, `/series/${tall}/territories`],
    ["/sitemaps/series/showdata/tall/0.xml", "/sitemaps/series/showdata/wide/0.xml"],
  ] as const) {
    await site.get(warm);
    const {status, answers, longestShare} = await healthMeanwhile(site, health, path);
    assert.equal(status, 200);
    assert.ok(answers >= 3, `${answers} answers meanwhile: ${path}`);
    assert.ok(longestShare < 0.6, `one waited for ${longestShare} of the work: ${path}`);
  }
});
