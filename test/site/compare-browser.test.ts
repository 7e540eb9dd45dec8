// A comparison and its frame in a browser: the crosshair, suggestions by keys, the height of a frame, and both themes of a frame.
import assert from "node:assert/strict";
import {once} from "node:events";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {type TestContext, test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {loadTidy, MOSCOW} from "../api/packages.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const INDICATORS = ["a", "b", "c", "d", "e", "f", "g"];

const keyOf = (indicator: string, unit = "RUB", frequency: "A" | "Q" = "A"): string =>
  seriesKey("showdata", "places", {
    ...{indicator, classification: null, measure: null, transformation: null, unit, frequency, territory: MOSCOW},
  });

async function openCompared(t: TestContext) {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,freq,value",
    rows: [
      ...INDICATORS.flatMap((indicator, at) =>
        [2021, 2022, 2023, 2024].map((year) => `${indicator},RUB,${MOSCOW},${year},A,${year - 2020 + at * 10}`),
      ),
      ...[1, 2, 3, 4].map((quarter) => `q,PCT,${MOSCOW},2023-Q${quarter},Q,${quarter}`),
    ],
    more: {
      units: [
        {code: "PCT", name: "процент", okei: "744", mult: 1},
        {code: "RUB", name: "рубль", okei: "383", mult: 1},
      ],
    },
  });
  const site = await openSite(t, {store});
  return site.server.listen({port: 0, host: "127.0.0.1"});
}

test("a crosshair is over all charts of a comparison, with the values in one box: by mouse and keys; a value of another period has its period, and a line without one says so [site.compare-crosshair]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const address = await openCompared(t);
  const page = await (await openBrowser(t)).newPage({locale: "en-GB"});
  await page.goto(`${address}/compare?series=${keyOf("a")},${keyOf("b")},${keyOf("q", "PCT", "Q")}`);
  const box = page.locator(".crosshair-box");
  const told = async (): Promise<string> => ((await box.textContent()) ?? "").replace(/\s+/g, " ");
  await page.locator("[data-ready]").waitFor();
  assert.match(await told(), /^latest valuesa.*: 4 \(2024\).*b.*: 14 \(2024\).*q.*: 4 \(Q4 2023\)/);
  const charts = page.locator(".compare-charts");
  assert.equal(await page.locator(".crosshair:visible").count(), 0);
  await charts.press("Home");
  assert.match(await told(), /^Q1 2021a.*: 1 \(2021\).*b.*: 11 \(2021\).*q.*: none/);
  assert.equal(await page.locator(".crosshair:visible").count(), 2, "in both charts");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await charts.press(key);
  assert.match(await told(), /^Q2 2023a.*: 3 \(2023\).*q: 2 per cent$/);
  await charts.press("Escape");
  assert.match(await told(), /^latest values/);
  // the middle of the days from 2021 to 2024 is nearest to the third quarter of 2022: no value begins there, the next ones do
  const plot = page.locator(".compare-charts .plot-lines").last();
  await plot.hover({position: {x: ((await plot.boundingBox())!.width * 2) / 3, y: 60}});
  assert.match(await told(), /^Q1 2023a.*: 3 \(2023\).*q: 1 per cent$/);
  const lefts = await page
    .locator(".crosshair")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  assert.ok(Math.abs(lefts[0]! - lefts[1]!) < 1, `${lefts}`);
  await page.mouse.move(5, 5);
  assert.match(await told(), /^latest values/);
  // a frame on another site has it too
  await page.goto(`${address}/embed/compare?series=${keyOf("a")},${keyOf("q", "PCT", "Q")}`);
  await page.locator("[data-ready]").waitFor();
  await charts.press("End");
  assert.match(await told(), /^Q1 2024a: 4 \(2024\) rubleq: none$/);
});

test("in small charts each value is beside its name, a finger moves the crosshair, and the arrow keys lead to the series that are offered [site.compare-crosshair site.compare-typed]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const address = await openCompared(t);
  const context = await (await openBrowser(t)).newContext({
    ...{locale: "en-GB", hasTouch: true, isMobile: true, viewport: {width: 360, height: 740}},
  });
  const page = await context.newPage();
  await page.goto(`${address}/compare?series=${INDICATORS.map((one) => keyOf(one))}`);
  await page.locator("[data-ready]").waitFor();
  const plot = page.locator(".small .plot").nth(2);
  await plot.scrollIntoViewIfNeeded();
  const {x, y, width} = (await plot.boundingBox())!;
  await page.touchscreen.tap(x + 2, y + 40);
  const values = (): Promise<string[]> => page.locator(".small-value").allTextContents();
  assert.deepEqual(await values(), ["1", "11", "21", "31", "41", "51", "61"]);
  assert.equal(await page.locator(".crosshair-box").textContent(), "2021");
  await page.touchscreen.tap(x + width - 2, y + 40);
  assert.deepEqual(await values(), ["4", "14", "24", "34", "44", "54", "64"]);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
  await page.goto(`${address}/compare?series=${keyOf("a")}`);
  await page.fill("#q", "q");
  await page.locator("#results a").first().waitFor();
  await page.press("#q", "ArrowDown");
  assert.equal(await page.evaluate("document.activeElement.closest('#results') !== null"), true);
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate("document.activeElement.id"), "q");
});

test("the code to embed gives a frame the height that it tells, and the frame is light or dark as its reader has chosen [site.embed-height]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const address = await openCompared(t);
  const page = await (await openBrowser(t)).newPage({locale: "en-GB", colorScheme: "dark"});
  await page.goto(`${address}/compare?series=${INDICATORS.map((one) => keyOf(one))}`);
  const code = (await page.locator("#embed-code").textContent())!.replaceAll("http://127.0.0.1:8080", address);
  assert.match(code, /^<iframe [^>]*height="520"[^>]*><\/iframe>\n<script>/);
  const around = createServer((_, answer) =>
    answer.setHeader("content-type", "text/html; charset=utf-8").end(`<!DOCTYPE html><title>x</title>${code}`),
  ).listen(0, "127.0.0.1");
  t.after(() => around.close());
  await once(around, "listening");
  await page.goto(`http://127.0.0.1:${(around.address() as AddressInfo).port}/`);
  await page.locator("iframe:not([height='520'])").waitFor();
  const frame = page.frames().find((one) => one.url().includes("/embed/"))!;
  const [content, height] = [
    (await frame.evaluate("document.body.getBoundingClientRect().height")) as number,
    Number(await page.locator("iframe").getAttribute("height")),
  ];
  assert.equal(height, Math.ceil(content));
  const ground = (): Promise<unknown> => frame.evaluate("getComputedStyle(document.body).backgroundColor");
  assert.equal(await ground(), "rgb(20, 23, 26)");
  await page.emulateMedia({colorScheme: "light"});
  assert.equal(await ground(), "rgb(252, 251, 248)");
});
