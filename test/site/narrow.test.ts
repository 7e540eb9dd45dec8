// Every kind of page on a phone and on a tablet: what is looked at is in narrow-faults.ts.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import type {Browser} from "playwright-core";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {ADDRESSES} from "./addresses.ts";
import {narrowFaults} from "./narrow-faults.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSampleStore, openSite, type SiteOptions} from "./site.ts";

const SCREENS = [
  {width: 360, height: 740},
  {width: 768, height: 1024},
] as const;
const LOCALES = {ru: "ru-RU", en: "en-GB"} as const;

/** The faults of the pages at both widths in both languages. */
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
      await page.setViewportSize(SCREENS[0]);
      await page.goto(origin + address);
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        faults.push(...(await narrowFaults(page, `${address} ${language} ${screen.width}`)));
      }
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
