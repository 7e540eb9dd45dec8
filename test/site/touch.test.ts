// Fingers on the map and on the chart, in a browser with a touch screen.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import {readTerritories} from "../../src/reference/reference.ts";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {loadTidy} from "../api/packages.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const REGIONS = readTerritories()
  .filter(({level}) => level === "region")
  .slice(0, 12);

const keyOf = (territory: string): string =>
  seriesKey("showdata", "places", {
    ...{indicator: "x", classification: null, measure: null, transformation: null, unit: null},
    ...{frequency: "A", territory},
  });

async function openTouched(t: TestContext) {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,geo,period,value",
    rows: REGIONS.flatMap(({code}, at) =>
      [2021, 2022, 2023, 2024].map((year) => `x,${code},${year},${year - 2000 + at}`),
    ),
  });
  const site = await openSite(t, {store});
  const address = await site.server.listen({port: 0, host: "127.0.0.1"});
  const context = await (await openBrowser(t)).newContext({
    ...{locale: "ru-RU", hasTouch: true, isMobile: true, viewport: {width: 360, height: 740}},
  });
  return {address, page: await context.newPage()};
}

test("the first touch of a tile tells the name and the value of its region below the map, the second opens its series; a key opens it at once [site.map-touch]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {address, page} = await openTouched(t);
  const [first, second] = REGIONS;
  const tile = (code: string) => page.locator(`.tile-map a[href$="/series/${keyOf(code)}"]`);
  const told = page.locator(".tile-told");
  for (const path of [`/series/${keyOf(first!.code)}/territories`, "/datasets/showdata/places"]) {
    await page.goto(address + path);
    await told.waitFor({state: "attached"});
    assert.equal(await told.isVisible(), false, "nothing covers the tiles before");
    for (const [at, {code, name}] of [first!, second!].entries()) {
      await tile(code).tap();
      assert.equal((await told.textContent())!.replaceAll("\u00a0", " "), `${name}: ${24 + at}`);
      assert.equal(new URL(page.url()).pathname, path, "the first touch stays on the page");
    }
    const box = (await told.boundingBox())!;
    assert.ok(box.y >= 0 && box.y + box.height <= 740, "what is told is in sight");
    await tile(second!.code).tap();
    await page.waitForURL(`**/series/${keyOf(second!.code)}`);
  }
  await page.goto(`${address}/series/${keyOf(first!.code)}/territories`);
  await told.waitFor({state: "attached"});
  await tile(second!.code).press("Enter");
  await page.waitForURL(`**/series/${keyOf(second!.code)}`);
});

test("a finger that moves over the chart moves its crosshair, without choosing a part [site.chart-touch]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {address, page} = await openTouched(t);
  await page.goto(`${address}/series/${keyOf(REGIONS[0]!.code)}`);
  const canvas = page.locator(".chart-canvas .u-over");
  await canvas.waitFor();
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  const told = page.locator(".chart-told");
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", share?: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: share === undefined ? [] : [{x: box.x + box.width * share, y: box.y + box.height / 2}],
    });
  // a browser hands moves on with its next frame
  const tells = (year: number) => told.filter({hasText: new RegExp(`^${year}: ${year - 2000}$`)}).waitFor();
  await touch("touchStart", 0.02);
  await tells(2021);
  for (const share of [0.2, 0.3, 0.4, 0.66]) await touch("touchMove", share);
  await tells(2023);
  await touch("touchMove", 0.98);
  await tells(2024);
  await touch("touchEnd");
  assert.equal(new URL(page.url()).search, "");
});
