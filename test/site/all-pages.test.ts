// All pages in a browser over the sample warehouse: in both languages and themes, on a wide screen, phones and tablets.
//
// The addresses are in addresses.ts. A path is seen in both languages at its first address, and at each further one in one of them; with all
// tries (src/work/tries.fixture.ts) in both.
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import type {BrowserContext} from "playwright-core";
import {setPlan} from "../../src/store/accounts/account.ts";
import {chargeValues} from "../../src/store/accounts/charges/statements.ts";
import type {Store} from "../../src/store/open.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {ADDRESSES} from "./addresses.ts";
import {judge, openEyes} from "./judge.ts";
import {narrowFaults} from "./narrow-faults.ts";
import {OWN_ADDRESS, openSampleStore, openSite} from "./site.ts";
import {linkIn} from "./visitor.ts";

const ALL = Object.values(ADDRESSES).flat();
const LOCALES = {ru: "ru-RU", en: "en-GB"} as const;
const LANGUAGES = ["ru", "en"] as const;

/** The addresses that are seen in the language with this place in LANGUAGES. */
function addressesIn(language: number): string[] {
  const step = tries({few: LANGUAGES.length, all: 1});
  return Object.values(ADDRESSES).flatMap((own) => own.filter((_, at) => at === 0 || at % step === language % step));
}

let store: Store;
const endings: (() => unknown)[] = [];

before(async () => {
  store = await openSampleStore({after: (end) => void endings.push(end as () => unknown)});
});
after(async () => {
  for (const end of endings) await end();
});

test("axe finds no fault on any page in both languages and themes; on phones and tablets none is too wide, scrolls a table, breaks a figure or crowds links; none sends a request to another host [site.accessible site.narrow site.narrow-tables site.targets site.own-origin]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const browser = await openBrowser(t);
  const seen = new Set<string>();
  for (const [at, language] of LANGUAGES.entries()) {
    // a server for each: the limits of an address are of a minute
    const origin = await (await openSite(t, {store})).server.listen({port: 0, host: "127.0.0.1"});
    const context = await openEyes(browser, {locale: LOCALES[language]});
    const faults = watchFaults(context, origin);
    const page = await context.newPage();
    for (const address of addressesIn(at)) {
      await page.goto(origin + address);
      // a locator would bring a script of its own into each page
      assert.equal(await page.evaluate("document.documentElement.lang"), language, address);
      faults.push(...(await judge(page, address, ["light", "dark"], seen)), ...(await narrowFaults(page, address)));
    }
    assert.deepEqual(faults, [], language);
    await context.close();
  }
});

test("every link of every page has a target, with JavaScript off [site.no-script site.links]", async (t) => {
  const site = await openSite(t, {store});
  const query = new Set<string>();
  let pictures = 0;
  const visit = (path: string): ReturnType<typeof site.get> => {
    // a visitor reads: the limits of an address are of a minute
    const seconds = /\/values\.\w+/.test(path) ? 60 : path.startsWith("/c/") ? 10 : 1;
    site.clock.now = new Date(site.clock.now.getTime() + seconds * 1000);
    return site.get(path);
  };
  for (const address of ALL) {
    // the page as it is sent is the page without JavaScript
    const {text} = await visit(address);
    assert.match(text, /<h1[^>]*>(?:<[^>]*>|\s)*[^<\s]/, address);
    for (const [, href = ""] of text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
      const {origin, pathname, search} = new URL(href.replaceAll("&amp;", "&"), `${OWN_ADDRESS}${address}`);
      const link = pathname + search;
      if (origin !== OWN_ADDRESS || query.has(link)) continue;
      query.add(link);
      // a PNG is drawn from its SVG: a few show that
      const isDrawn = pathname.endsWith(".png") && ++pictures > 5;
      const {status} = await visit(isDrawn ? pathname.replace(/png$/, "svg") + search : link);
      assert.ok(status < 400, `${address} leads to ${link}: ${status}`);
    }
  }
  assert.ok(query.size >= ALL.length);
});

test("axe finds no fault on the pages of an account, in both languages and themes, and none scrolls a table or crowds links [site.accessible site.narrow site.narrow-tables site.targets]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  const seen = new Set<string>();
  for (const language of LANGUAGES) {
    const context = await openEyes(browser, {locale: LOCALES[language]});
    const faults = watchFaults(context, origin);
    const page = await context.newPage();
    const holds = async (what: string): Promise<void> => {
      assert.deepEqual(await judge(page, what, ["light", "dark"], seen), [], language);
      assert.deepEqual(await narrowFaults(page, what), [], language);
    };
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
    await page.goto(`${origin}/account/token?request=/api/v1/reference/datasets&back=/datasets`);
    await holds("a token for a request");
    await site.store.accounts.write((q) =>
      chargeValues(q, {
        accountId: 1 + site.letters.length,
        month: "2026-07",
        day: "2026-07-02",
        values: 1234,
        limit: null,
      }),
    );
    await page.goto(`${origin}/account`);
    await page.locator("details.ask summary").first().click();
    await holds("the account");
    await site.store.accounts.write((q) => setPlan(q, `${language}@example.org`, "owner"));
    await page.goto(`${origin}/desk/load`);
    await holds("the desk");
    await page.goto(`${origin}/account/delete`);
    await holds("deleting the account");
    await page.goto(`${origin}/contact`);
    assert.deepEqual(faults, []);
    await page.click("main button");
    await holds("a message that is not taken");
    assert.deepEqual(faults, [
      "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)",
    ]);
    await context.close();
  }
});

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
