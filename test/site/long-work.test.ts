// Files and pages that take long: other requests are answered meanwhile.
import {test} from "node:test";
import {assertLetsOthersIn} from "../api/dear-filters.ts";
import {COUNTRY, daily, loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const TERRITORIES = Array.from({length: 800}, (_, i) => ({code: `t${i}`, name: `Район ${i}`, level: "region"}));

test("while a large file, sitemap or comparison is made for a visitor, other requests are answered [budget.pages]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, {...daily([60_000]), dataset: "long"});
  for (let index = 0; index < 4; index++)
    await loadTidy(store, folder, {
      dataset: `wide${index}`,
      header: "indicator,class,geo,period,value",
      rows: Array.from({length: 15_000}, (_, i) => `x,c${i},${COUNTRY},2025,${i}`),
    });
  await loadTidy(store, folder, {
    dataset: "tall",
    more: {country: "none", geo: TERRITORIES},
    rows: TERRITORIES.flatMap(({code}, index) =>
      Array.from(
        {length: 400},
        (_, i) =>
          `x,${code},${1980 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")},${(index * 7 + i) % 91}`,
      ),
    ),
  });
  const site = await openSite(t, {store});
  const health = `${await site.server.listen({port: 0, host: "127.0.0.1"})}/health`;
  const keysOf = async (dataset: string): Promise<string[]> => {
    const {text} = await site.get(`/sitemaps/series/showdata/${dataset}/0.xml`);
    return [...text.matchAll(/\/series\/(\w{16})</g)].map(([, key]) => key!);
  };
  const [[long], tall] = [await keysOf("long"), await keysOf("tall")];
  // comparisons, maps and sitemaps are kept for a while: each try asks for one that nobody asked for
  for (const address of [
    () => `/series/${long}.xlsx`,
    () => `/series/${long}.csv`,
    () => `/series/${long}?rows=all`,
    (i: number) => `/compare?series=${long},${tall[i]}`,
    (i: number) => `/compare?series=${tall.slice(i * 10, i * 10 + 100)}`,
    (i: number) => `/compare/values.json?series=${tall.slice(i * 10, i * 10 + 100)}`,
    (i: number) => `/compare.svg?series=${tall.slice(i * 10, i * 10 + 100)}`,
    (i: number) => `/series/${tall[i]}/territories`,
    (i: number) => `/sitemaps/series/showdata/wide${i}/0.xml`,
  ]) {
    await site.get(address(3)); // the first answer compiles the code
    await assertLetsOthersIn((i) => site.get(address(i)), {health, answers: 3, status: 200, name: address(0)});
  }
});
