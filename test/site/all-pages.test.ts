// Runs over all pages of the router, in a browser, over the sample warehouse: in both languages and themes, on a narrow screen and a wide one.
//
// A page takes part through `tries` alone; nothing here knows a page by name.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {after, before, test} from "node:test";
import type {AxeResults} from "axe-core";
import type {BrowserContext, Page} from "playwright-core";
import {PAGES} from "../../src/site/pages.ts";
import type {Store} from "../../src/store/open.ts";
import {reserveValues} from "../../src/store/usage.ts";
import {AXE_RUN, NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {OWN_ADDRESS, openSampleStore, openSite} from "./site.ts";
import {linkIn} from "./visitor.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ADDRESSES = PAGES.flatMap(({tries}) => tries);
/** A page says the same by night, in other colours: of a language all rules are asked once. */
const RULES = {light: "all", dark: "colours"} as const;
const NARROW = 320;
const WIDE = 1280;

let store: Store;
const endings: (() => unknown)[] = [];

before(async () => {
  if (NEEDS_CHROMIUM === false)
    store = await openSampleStore({after: (end) => void endings.push(end as () => unknown)});
});
after(async () => {
  for (const end of endings) await end();
});

for (const language of ["ru", "en"] as const) {
  for (const theme of ["light", "dark"] as const) {
    test(`axe finds nothing on any page, nothing is wider than its screen, and nothing is asked of others: ${language}, ${theme} [site.accessible site.narrow site.own-origin]`, {
      skip: NEEDS_CHROMIUM,
    }, async (t) => {
      const origin = await (await openSite(t, {store})).server.listen({port: 0, host: "127.0.0.1"});
      const browser = await openBrowser(t);
      const context = await browser.newContext({
        colorScheme: theme,
        locale: language === "ru" ? "ru-RU" : "en-GB",
        viewport: {width: WIDE, height: 800},
      });
      const faults = watchFaults(context, origin);
      const page = await context.newPage();
      for (const address of ADDRESSES) {
        await page.setViewportSize({width: WIDE, height: 800});
        await page.goto(origin + address);
        assert.equal(await page.locator("html").getAttribute("lang"), language, address);
        await judge(page, address, RULES[theme]);
      }
      assert.deepEqual(faults, []);
    });
  }
}

test("every link of every page leads somewhere, with JavaScript off [site.no-script site.links]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const context = await (await openBrowser(t)).newContext({javaScriptEnabled: false});
  const page = await context.newPage();
  const asked = new Set<string>();
  for (const address of ADDRESSES) {
    await page.goto(origin + address);
    assert.ok(((await page.locator("h1").textContent()) ?? "").trim().length > 2, address);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((one) => String((one as {href?: unknown} | null)?.href)));
    for (const link of links) {
      if (!link.startsWith(origin) || asked.has(link)) continue;
      asked.add(link);
      const answer = await site.get(link.slice(origin.length).replace(/#.*/, ""));
      assert.ok(answer.status < 400, `${address} leads to ${link}: ${answer.status}`);
    }
  }
  assert.ok(asked.size >= ADDRESSES.length);
});

test("axe finds nothing on the pages of an account either, in both languages and themes [site.accessible site.narrow]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  for (const [theme, locale] of [
    ["light", "ru-RU"],
    ["dark", "en-GB"],
    ["dark", "ru-RU"],
    ["light", "en-GB"],
  ] as const) {
    const context = await browser.newContext({colorScheme: theme, locale, viewport: {width: WIDE, height: 800}});
    const faults = watchFaults(context, origin);
    const page = await context.newPage();
    await page.goto(`${origin}/account/sign-in`);
    await page.fill("#email", `${theme}-${locale}@example.org`);
    await page.click("main button");
    await judge(page, "the letter is on its way", RULES[theme]);
    await page.goto(origin + linkIn(site.letters.at(-1)!.text, OWN_ADDRESS));
    await judge(page, "the question of the link", RULES[theme]);
    await page.click("main button");
    await page.fill("#name", "x".repeat(60));
    await page.click("form[action='/account/tokens'] button");
    await judge(page, "a new token", RULES[theme]);
    await site.store.accounts.write((q) =>
      reserveValues(q, 1 + site.letters.length, "2026-07", "2026-07-02", 1234, null),
    );
    await page.goto(`${origin}/account`);
    await page.locator("details.ask summary").first().click();
    await judge(page, "the account", RULES[theme]);
    await page.goto(`${origin}/account/delete`);
    await judge(page, "deleting the account", RULES[theme]);
    await page.goto(`${origin}/contact`);
    await page.click("main button");
    await judge(page, "a message that is dropped", RULES[theme]);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

/** Runs axe over the page as it stands, and measures it on a narrow screen. */
async function judge(page: Page, what: string, rules: keyof typeof AXE_RUN): Promise<void> {
  await page.setViewportSize({width: WIDE, height: 800});
  await page.evaluate(AXE);
  const {violations} = (await page.evaluate(AXE_RUN[rules])) as AxeResults;
  const found = violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(" | ")}`);
  assert.deepEqual(found, [], what);
  await page.setViewportSize({width: NARROW, height: 640});
  const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
  assert.ok(width <= NARROW, `${what} is ${width} wide on a screen of ${NARROW}`);
}

/** Errors of the page and of its policy, and requests to anybody else. */
function watchFaults(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) faults.push(`asks ${request.url()}`);
  });
  context.on("weberror", (error) => void faults.push(error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  return faults;
}
