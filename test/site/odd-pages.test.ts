// Pages of odd series: twelve vintages, values of ten digits, a stalled series and its continuation, gaps, one value, a name of 300 letters.
import assert from "node:assert/strict";
import {test} from "node:test";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {judge, NARROW, openEyes} from "./judge.ts";
import {narrowFaults} from "./narrow-faults.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const PATHS = [
  ...Object.values(ODD).map((key) => `/series/${key}`),
  `/series/${ODD.revised}?as_of=2025-01-14`,
  `/embed/${ODD.longName}`,
  `/series/${ODD.longName}/territories`,
  `/compare?series=${ODD.revised},${ODD.longName},${ODD.gaps},${ODD.stopped},${ODD.goesOn},${ODD.oneValue}`,
  "/",
  "/updates",
  "/calendar",
  "/datasets/showdata/odd",
  "/search?q=индекс",
  "/territories/643",
];
/** Pages whose only oddness is in their tables: each is seen in one language. */
const TABLES = [
  ...Object.values(ODD).map((key) => `/series/${key}/derived`),
  `/series/${ODD.revised}?as_of=2025-07-14`,
  `/compare?series=${ODD.revised},${ODD.longName}`,
];

test("axe finds no fault on pages of odd series, in both languages and themes; on phones and tablets none is too wide, scrolls a table, breaks a figure or crowds links, and the title is larger than the headings [site.accessible site.narrow site.narrow-tables site.targets site.title]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), now: new Date("2026-01-10T12:00:00Z")});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  const faults: string[] = [];
  const seen = new Set<string>();
  // each language and each theme once, since colours do not depend on the language
  for (const [locale, theme] of [
    ["ru-RU", "dark"],
    ["en-GB", "light"],
  ] as const) {
    const context = await openEyes(browser, {locale, colorScheme: theme});
    context.on("weberror", (error) => void faults.push(error.error().message));
    const page = await context.newPage();
    for (const path of PATHS) {
      await page.goto(origin + path);
      assert.deepEqual(await judge(page, `${path} ${locale}`, [theme], seen), []);
      await page.setViewportSize(NARROW);
      const sizes = (await page.evaluate(
        `["h1", "h2"].map((name) => Math.max(0, ...[...document.querySelectorAll(name)].map((one) => parseFloat(getComputedStyle(one).fontSize))))`,
      )) as [number, number];
      assert.ok(sizes[0] > sizes[1], `${path}: the title is of ${sizes[0]} pixels, a head of ${sizes[1]}`);
      // all-pages.test.ts sees the tiles of the home page
      if (path !== "/") faults.push(...(await narrowFaults(page, `${path} ${locale}`)));
    }
    for (const path of TABLES.filter((_, at) => at % 2 === (theme === "dark" ? 0 : 1))) {
      await page.goto(origin + path);
      faults.push(...(await narrowFaults(page, `${path} ${locale}`)));
    }
    await context.close();
  }
  assert.deepEqual(faults, []);
});
