// What a phone shows otherwise than a wide screen. All pages are seen on phones and tablets by all-pages.test.ts, odd-pages.test.ts and desk.test.ts.
import assert from "node:assert/strict";
import {test} from "node:test";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {judge, openEyes} from "./judge.ts";
import {narrowFaults, SCREENS} from "./narrow-faults.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSampleStore, openSite} from "./site.ts";

const LOCALES = {ru: "ru-RU", en: "en-GB"} as const;

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
