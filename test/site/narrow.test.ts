// Every kind of page on a phone and on a tablet: what is looked at is in narrow-faults.ts.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import type {Browser} from "playwright-core";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {ADDRESSES} from "./addresses.ts";
import {judge, openEyes} from "./judge.ts";
import {narrowFaults, SCREENS} from "./narrow-faults.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSampleStore, openSite, type SiteOptions} from "./site.ts";

const LOCALES = {ru: "ru-RU", en: "en-GB"} as const;

/** The faults of the pages on all screens in both languages; pages behind a sign-in are seen by all-pages.test.ts and desk.test.ts. */
async function faultsOf(t: TestContext, browser: Browser, options: SiteOptions, addresses: readonly string[]) {
  const faults: string[] = [];
  for (const language of ["ru", "en"] as const) {
    // a server for each: the limits of an address are of a minute
    const origin = await (await openSite(t, options)).server.listen({port: 0, host: "127.0.0.1"});
    const context = await browser.newContext({
      ...{locale: LOCALES[language], viewport: SCREENS[0], reducedMotion: "reduce"},
    });
    const page = await context.newPage();
    for (const address of addresses) {
      await page.goto(origin + address);
      faults.push(...(await narrowFaults(page, `${address} ${language}`)));
    }
    await context.close();
  }
  return faults;
}

test("on a phone and on a tablet no table of any page scrolls sideways, no figure breaks, and a finger hits each link [site.narrow site.narrow-tables site.targets]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const browser = await openBrowser(t);
  const addresses = Object.values(ADDRESSES).flat();
  assert.deepEqual(await faultsOf(t, browser, {store: await openSampleStore(t)}, addresses), []);
});

test("neither does a table of odd series: of twelve vintages, of values of ten digits, of a name of 300 letters [site.narrow-tables site.targets]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const options = {store: await openOddStore(t), now: new Date("2026-01-10T12:00:00Z")};
  assert.deepEqual(
    await faultsOf(t, await openBrowser(t), options, [
      ...Object.values(ODD).flatMap((key) => [`/series/${key}`, `/series/${key}/derived`]),
      `/series/${ODD.revised}?as_of=2025-07-14`,
      `/series/${ODD.longName}/territories`,
      `/compare?series=${ODD.revised},${ODD.longName}`,
      `/compare?series=${ODD.revised},${ODD.longName},${ODD.gaps},${ODD.stopped},${ODD.goesOn},${ODD.oneValue}`,
      "/datasets/showdata/odd",
      "/search?q=индекс",
      "/territories/643",
    ]),
    [],
  );
});

test("a text whose numbers are verified is read on a phone in both themes: marks keep their contrast, lists their room [site.accessible site.narrow site.targets]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const origin = await (await openSite(t, {store: await openSampleStore(t)})).server.listen({
    ...{port: 0, host: "127.0.0.1"},
  });
  const context = await openEyes(await openBrowser(t), {locale: "en-GB"});
  const page = await context.newPage();
  await page.goto(`${origin}/verify`);
  await page.fill(
    "#draft",
    "Nominal GDP in 2016 was 85,881 billion rubles. In 2017 it reached 99,037 billion rubles. Inflation was 3%.",
  );
  await page.click("form:has(#draft) button");
  await page.locator(".draft mark").first().waitFor();
  assert.deepEqual(await judge(page, "the draft", ["light", "dark"], new Set()), []);
  assert.deepEqual(await narrowFaults(page, "the draft"), []);
});

test("on a phone a comparison shows its first eight periods, without a script, and a link leads to all of them [site.narrow-tables]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  const context = await browser.newContext({viewport: SCREENS[0], locale: "en-GB", javaScriptEnabled: false});
  const page = await context.newPage();
  const rows = page.locator(".by-period tbody tr:visible");
  await page.goto(`${origin}/compare?series=${ODD.revised},${ODD.gaps}`);
  assert.equal(await rows.count(), 8);
  await page.getByRole("link", {name: "All periods of the table (23)"}).click();
  assert.equal(await rows.count(), 23);
  assert.equal(await page.locator(".all-rows").isVisible(), false);
  await page.setViewportSize(SCREENS[1]);
  await page.goto(`${origin}/compare?series=${ODD.revised},${ODD.gaps}`);
  assert.equal(await rows.count(), 23, "a tablet has room for the table");
});

test("on a phone the tools above a chart are one row without a script, More has the others, and a comparison begins with its chart; a wide page shows all tools [site.narrow site.compare]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const origin = await (await openSite(t, {store: await openSampleStore(t)})).server.listen({
    ...{port: 0, host: "127.0.0.1"},
  });
  const browser = await openBrowser(t);
  const compared = "/compare?series=04cyvuzfgomkvo5h,04cyvkxsk7m42d8r,04cyv2vl86yu8re7";
  for (const locale of Object.values(LOCALES)) {
    const context = await browser.newContext({
      ...{viewport: {width: 360, height: 740}, locale, javaScriptEnabled: false},
    });
    const page = await context.newPage();
    for (const address of ["/series/04cyvuzfgomkvo5h", compared]) {
      await page.setViewportSize({width: 360, height: 740});
      await page.goto(origin + address);
      const tools = page.locator(".toolbar");
      assert.ok((await tools.boundingBox())!.height < 48, `${locale} ${address}: one row`);
      assert.ok(await page.locator(".more > summary").isVisible());
      const links = tools.locator("a, summary");
      const seen = (): Promise<number> => links.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
      const folded = await seen();
      await page.locator(".more > summary").click();
      assert.ok(await page.locator(".download > summary").isVisible());
      const all = await seen();
      assert.ok(all > folded);
      assert.deepEqual(await narrowFaults(page, address), []);
      await page.setViewportSize({width: 1280, height: 800});
      await page.goto(origin + address);
      assert.equal(await seen(), all - 1, "all but More itself");
      await page.locator(".download > summary").click();
      assert.ok(await page.getByRole("link", {name: "CSV", exact: true}).first().isVisible());
    }
    for (const [width, height] of [
      [360, 740],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({width, height});
      await page.goto(origin + compared);
      const box = (await page.locator(".compare-charts .plot").boundingBox())!;
      assert.ok(box.y + 100 < height, `${width}: the chart begins at ${box.y}`);
    }
    await context.close();
  }
});
