// The controls of the chart of a series page, in a browser.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {loadTidy, MOSCOW} from "../api/packages.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

test("the chart of a series offers per cent of a chosen period only for levels above zero, never for ratios to an earlier time [site.chart-base]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {store} = await temporaryStore(t);
  const kinds = [
    ["level", 100, true],
    ["balance", -100, false],
    ["pct_yoy", 100, false],
    ["growth_yoy", 1, false],
  ] as const;
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,transformation,geo,period,value",
    rows: kinds.flatMap(([kind, value]) => [2022, 2023, 2024].map((year) => `x,${kind},${MOSCOW},${year},${value}`)),
  });
  const site = await openSite(t, {store});
  const address = await site.server.listen({port: 0, host: "127.0.0.1"});
  const page = await (await openBrowser(t)).newPage({locale: "en-GB"});
  for (const [transformation, , isOffered] of kinds) {
    const key = seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure: null, transformation, unit: null},
      ...{frequency: "A", territory: MOSCOW},
    });
    await page.goto(`${address}/series/${key}`);
    await page.locator(".chart-canvas canvas").waitFor();
    assert.equal(await page.getByLabel("Per cent of the period").count(), Number(isOffered), transformation);
  }
});
