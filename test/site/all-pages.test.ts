// All pages in a browser over the sample warehouse: in both languages and themes, on a narrow and a wide screen.
//
// The addresses are in addresses.ts.
import assert from "node:assert/strict";
import {after, before, type TestContext, test} from "node:test";
import type {BrowserContext} from "playwright-core";
import {reserveValues} from "../../src/store/accounts/charges.ts";
import type {Store} from "../../src/store/open.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {ADDRESSES} from "./addresses.ts";
import {type Found, judge, openEyes} from "./judge.ts";
import {OWN_ADDRESS, openSampleStore, openSite} from "./site.ts";
import {linkIn} from "./visitor.ts";

const ALL = Object.values(ADDRESSES).flat();
const LOCALES = {ru: "ru-RU", en: "en-GB"} as const;
const LANGUAGES = ["ru", "en"] as const;

let store: Store;
const endings: (() => unknown)[] = [];

before(async () => {
  if (NEEDS_CHROMIUM === false)
    store = await openSampleStore({after: (end) => void endings.push(end as () => unknown)});
});
after(async () => {
  for (const end of endings) await end();
});

/** All pages of a language are visited once, for both themes. */
const visits = new Map<string, Promise<Found>>();

for (const language of LANGUAGES) {
  for (const theme of ["light", "dark"] as const) {
    test(`axe finds no fault on any page, no page is wider than its screen, and no page sends a request to another host: ${language}, ${theme} [site.accessible site.narrow site.own-origin]`, {
      skip: NEEDS_CHROMIUM,
    }, async (t) => {
      const visit = visits.get(language) ?? visitAll(t, language);
      visits.set(language, visit);
      assert.deepEqual((await visit)[theme], []);
    });
  }
}

test("every link of every page has a target, with JavaScript off [site.no-script site.links]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const context = await (await openBrowser(t)).newContext({javaScriptEnabled: false});
  const page = await context.newPage();
  const asked = new Set<string>();
  for (const address of ALL) {
    await page.goto(origin + address);
    assert.ok(((await page.locator("h1").textContent()) ?? "").trim().length > 2, address);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((one) => String((one as {href?: unknown} | null)?.href)));
    for (const link of links) {
      if (!link.startsWith(origin) || asked.has(link)) continue;
      asked.add(link);
      // a visitor reads: the limits of an address are of a minute
      site.clock.now = new Date(site.clock.now.getTime() + 1000);
      const answer = await site.get(link.slice(origin.length).replace(/#.*/, ""));
      assert.ok(answer.status < 400, `${address} leads to ${link}: ${answer.status}`);
    }
  }
  assert.ok(asked.size >= ALL.length);
});

test("axe finds no fault on the pages of an account, in both languages and themes [site.accessible site.narrow]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  for (const language of LANGUAGES) {
    const context = await openEyes(browser, {locale: LOCALES[language]});
    const faults = watchFaults(context, origin);
    const page = await context.newPage();
    const holds = async (what: string): Promise<void> =>
      assert.deepEqual(await judge(page, what), {light: [], dark: []}, language);
    await page.goto(`${origin}/account/sign-in`);
    await page.fill("#email", `${language}@example.org`);
    await page.click("main button");
    await holds("the letter is on its way");
    await page.goto(origin + linkIn(site.letters.at(-1)!.text, OWN_ADDRESS));
    await holds("the question of the link");
    await page.click("main button");
    await page.fill("#name", "x".repeat(60));
    await page.click("form[action='/account/tokens'] button");
    await holds("a new token");
    await site.store.accounts.write((q) =>
      reserveValues(q, 1 + site.letters.length, "2026-07", "2026-07-02", 1234, null),
    );
    await page.goto(`${origin}/account`);
    await page.locator("details.ask summary").first().click();
    await holds("the account");
    await page.goto(`${origin}/account/delete`);
    await holds("deleting the account");
    await page.goto(`${origin}/contact`);
    await page.click("main button");
    await holds("a message that is dropped");
    assert.deepEqual(faults, []);
    await context.close();
  }
});

/** The faults of all pages by theme; errors and foreign requests count for both themes. */
async function visitAll(t: TestContext, language: keyof typeof LOCALES): Promise<Found> {
  const origin = await (await openSite(t, {store})).server.listen({port: 0, host: "127.0.0.1"});
  const context = await openEyes(await openBrowser(t), {locale: LOCALES[language]});
  const faults = watchFaults(context, origin);
  const page = await context.newPage();
  const found: Found = {light: [], dark: []};
  for (const address of ALL) {
    await page.goto(origin + address);
    assert.equal(await page.locator("html").getAttribute("lang"), language, address);
    const {light, dark} = await judge(page, address);
    found.light.push(...light);
    found.dark.push(...dark);
  }
  return {light: [...found.light, ...faults], dark: [...found.dark, ...faults]};
}

/** Errors of the page and of its policy, and requests to other hosts. */
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
