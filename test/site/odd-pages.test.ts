// Pages of series over what is odd: twelve vintages, a stalled series and the one after it, gaps, one value, a name of 300 letters.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {test} from "node:test";
import type {AxeResults} from "axe-core";
import {AXE_RUN, NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test("axe finds nothing on pages of odd series, in both languages and themes, none is wider than a phone, and the title is larger than the heads [site.accessible site.narrow site.title]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), now: new Date("2026-01-10T12:00:00Z")});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  const faults: string[] = [];
  const paths = [
    ...Object.values(ODD).map((key) => `/series/${key}`),
    `/series/${ODD.revised}?as_of=2025-01-14`,
    `/embed/${ODD.longName}`,
    `/series/${ODD.longName}/territories`,
    `/compare?series=${ODD.revised},${ODD.longName},${ODD.gaps},${ODD.stopped}`,
    "/",
    "/updates",
    "/updates/expected",
    "/datasets/showdata/odd",
    "/search?q=индекс",
    "/territories/643",
  ];
  // each language and each theme once: words have no colours of their own
  for (const [locale, colorScheme] of [
    ["ru-RU", "dark"],
    ["en-GB", "light"],
  ] as const) {
    const context = await browser.newContext({locale, colorScheme});
    context.on("weberror", (error) => void faults.push(error.error().message));
    const page = await context.newPage();
    for (const path of paths) {
      await page.setViewportSize({width: 1280, height: 800});
      await page.goto(origin + path);
      await page.evaluate(AXE);
      const {violations} = (await page.evaluate(AXE_RUN.all)) as AxeResults;
      assert.deepEqual(
        violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`),
        [],
        `${path} ${locale} ${colorScheme}`,
      );
      await page.setViewportSize({width: 320, height: 640});
      const sizes = (await page.evaluate(
        `["h1", "h2"].map((name) => Math.max(0, ...[...document.querySelectorAll(name)].map((one) => parseFloat(getComputedStyle(one).fontSize))))`,
      )) as [number, number];
      assert.ok(sizes[0] > sizes[1], `${path}: the title is of ${sizes[0]} pixels, a head of ${sizes[1]}`);
      const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
      assert.ok(width <= 320, `${path} is ${width} wide`);
    }
    await context.close();
  }
  assert.deepEqual(faults, []);
});
