// The controls of the chart of a series page, in a browser.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {loadTidy, MOSCOW} from "../api/packages.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

test("the chart of a series offers per cent of a chosen period only for levels above zero, never for ratios to an earlier time; keys walk along the values, and a chosen part stays until All is pressed [site.chart-base]", {
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
  const canvas = page.locator(".chart-canvas");
  const told = (): Promise<string | null> => page.locator(".chart-told").textContent();
  for (const [key, year] of Object.entries({Home: 2022, ArrowRight: 2023, End: 2024, PageUp: 2022, PageDown: 2024})) {
    await canvas.press(key);
    assert.match((await told()) ?? "", new RegExp(`^${year}: 1$`), key);
  }
  const all = page.getByRole("button", {name: "All"});
  assert.equal(await all.getAttribute("aria-pressed"), "true");
  // the ends of a part are at values: 2023 and 2024
  await canvas.scrollIntoViewIfNeeded();
  const box = (await page.locator(".chart-canvas .u-over").boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + 50, {steps: 4});
  await page.mouse.up();
  assert.equal(await all.getAttribute("aria-pressed"), "false", "no button describes a chosen part");
  for (const scale of ["log", "linear"]) {
    await page.getByLabel("Scale").selectOption(scale);
    await canvas.press("Home");
    assert.match((await told()) ?? "", /^2023:/, "the chosen part stays when the chart is drawn again");
  }
  await all.click();
  await canvas.press("Home");
  assert.match((await told()) ?? "", /^2022:/);
  assert.equal(await all.getAttribute("aria-pressed"), "true");
});

test("an address shows the chart as its sender saw it, and follows what a reader sets [site.chart-state]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,geo,period,value",
    rows: Array.from({length: 40}, (_, at) => `x,${MOSCOW},${1980 + at},${at === 0 ? 900 : 100 + (at % 3)}`),
  });
  const key = seriesKey("showdata", "places", {
    ...{indicator: "x", classification: null, measure: null, transformation: null, unit: null},
    ...{frequency: "A", territory: MOSCOW},
  });
  const site = await openSite(t, {store});
  const address = await site.server.listen({port: 0, host: "127.0.0.1"});
  const page = await (await openBrowser(t)).newPage({locale: "en-GB"});
  await page.goto(`${address}/series/${key}`);
  const told = page.locator(".chart-told");
  await told.waitFor();
  assert.equal(await told.textContent(), "2019: 100 · values beyond the edge: 1, the farthest 900 (1980)");
  await page.getByLabel("show every value").check();
  assert.equal(await told.textContent(), "2019: 100");
  await page.getByLabel("Scale").selectOption("log");
  await page.getByRole("button", {name: "5 years"}).click();
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {range: "5", scale: "log", outliers: "1"});
  assert.match((await page.locator("#embed-code").textContent()) ?? "", /src="[^"]*&amp;range=5"/);
  for (const link of await page.locator(".pictures a").all())
    assert.match((await link.getAttribute("href")) ?? "", /[?&]range=5(?:&|$)/, "pictures have the part too");
  await page.reload();
  await told.waitFor();
  assert.equal(await page.getByRole("button", {name: "5 years"}).getAttribute("aria-pressed"), "true");
  assert.equal(await page.getByLabel("Scale").inputValue(), "log");
  await page.locator(".chart-canvas").press("Home");
  assert.match((await told.textContent())!, /^201[45]:/);
});

test("the base of a daily series is chosen by a date field, and its page stays small [site.chart-base]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {store} = await temporaryStore(t);
  const dayOfRow = (at: number): string => new Date(Date.UTC(2010, 0, 1 + at)).toISOString().slice(0, 10);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "rates",
    header: "indicator,geo,period,freq,value",
    rows: Array.from({length: 5000}, (_, at) => `x,${MOSCOW},${dayOfRow(at)},D,${200 + (at % 100)}`),
  });
  const key = seriesKey("showdata", "rates", {
    ...{indicator: "x", classification: null, measure: null, transformation: null, unit: null},
    ...{frequency: "D", territory: MOSCOW},
  });
  const site = await openSite(t, {store});
  const address = await site.server.listen({port: 0, host: "127.0.0.1"});
  const page = await (await openBrowser(t)).newPage({locale: "en-GB"});
  await page.goto(`${address}/series/${key}`);
  await page.locator(".chart-canvas canvas").waitFor();
  const field = page.getByLabel("Per cent of the period");
  assert.equal(await field.getAttribute("type"), "date");
  assert.deepEqual(await Promise.all(["min", "max"].map((edge) => field.getAttribute(edge))), [
    ...["2010-01-01", dayOfRow(4999)],
  ]);
  await field.fill("2010-01-01");
  await page.locator(".chart-told", {hasText: "149.5 %"}).waitFor();
  const nodes = await page.locator("*").count();
  assert.ok(nodes < 1500, `${nodes} elements`);
});
