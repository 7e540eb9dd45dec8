// Three things that need an account, from the home page, in a browser: a file of a large dataset, letters about a series, and a request with a
// token. A press opens a page or is a button; typing is none; the link in the letter is one.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {type TestContext, test} from "node:test";
import type {Page} from "playwright-core";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {OWN_ADDRESS, openSampleStore, openSite, type TestSite} from "./site.ts";
import {linkIn} from "./visitor.ts";

const MOST_PRESSES = 5;
const EMAIL = "anna@example.org";

for (const [who, isSignedIn] of [
  ["without an account", false],
  ["with an account, signed in", true],
] as const) {
  test(`a file, a letter and a token take at most five presses from the home page ${who} [account-site.few-presses]`, {
    skip: NEEDS_CHROMIUM,
  }, async (t) => {
    const site = await openSite(t, {store: await openSampleStore(t), now: new Date("2026-04-20T12:00:00Z")});
    const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
    const browser = await openBrowser(t);
    for (const [name, task] of Object.entries(TASKS)) {
      await t.test(name, async (one) => {
        const context = await browser.newContext({locale: "en-GB", acceptDownloads: true});
        const reader = readerOf(await context.newPage(), site, origin);
        if (isSignedIn) await reader.signIn();
        await reader.page.goto(origin);
        await task(reader);
        tell(one, name, reader.presses());
        await context.close();
      });
    }
  });
}

function tell(t: TestContext, name: string, presses: readonly string[]): void {
  t.diagnostic(`${name}: ${presses.length}: ${presses.join(" → ")}`);
  assert.ok(presses.length <= MOST_PRESSES, presses.join(" → "));
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(page: Page, site: TestSite, origin: string) {
  const presses: string[] = [];
  const followLetter = async (): Promise<void> => {
    await page.getByText("Email is not set up here").first().waitFor();
    presses.push("the link in the letter");
    await page.goto(origin + linkIn(site.letters.at(-1)!.text, OWN_ADDRESS));
  };
  return {
    page,
    presses: () => presses,
    followLetter,
    async signIn(): Promise<void> {
      await page.goto(`${origin}/account/sign-in`);
      await page.fill("#email", EMAIL);
      await page.locator("main form button").click();
      await followLetter();
      await page.locator("main form button").click();
      await page.waitForURL(/\/account$/);
      presses.length = 0;
    },
    async search(words: string): Promise<void> {
      await page.fill("#home-q", words);
      presses.push(`search ${words}`);
      await page.press("#home-q", "Enter");
      await page.waitForURL(/\/search\?/);
    },
    async click(what: string): Promise<void> {
      const found = page.locator(what).first();
      presses.push(((await found.textContent()) ?? "").trim() || what);
      await found.click();
    },
    /** Types the address into the field whose button has these words, and presses; without an account the letter follows. */
    async byMail(button: string): Promise<void> {
      const form = page.locator(`form.by-mail:has(button:has-text("${button}"))`).first();
      await form.locator("input[type=email]").fill(EMAIL);
      presses.push(button);
      await form.locator("button").click();
      await page.waitForURL(/\/account\/|\/file/);
      if (page.url().endsWith("/account/sign-in")) await followLetter();
    },
  };
}

const TASKS: Readonly<Record<string, (reader: Reader) => Promise<void>>> = {
  async "a dataset of more than a hundred series as a file"({page, click}) {
    await click("a:has-text('Data')");
    await click("main a[href*='/datasets/fedstat/33459']");
    await click("main details.download summary");
    const [download] = await Promise.all([page.waitForEvent("download"), click("details.download a:has-text('CSV')")]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    assert.ok(lines.length > 1000, `${lines.length} lines`);
  },
  async "to be told of the next release of consumer prices by mail"({page, search, click, byMail}) {
    await search("consumer price index");
    await click(".found .row-name");
    await byMail("Tell me by email");
    await click("main form button:has-text('ollow')");
    await page.waitForURL(/\/account\/following$/);
    assert.match((await page.locator("main .rows").textContent()) ?? "", /by email · release/);
  },
  async "a request with a token of one's own"({page, search, click, byMail}) {
    await search("key rate");
    await click(".found .row-name");
    await byMail("Get a token by email");
    await click("main form button:has-text('reate a token')");
    assert.match((await page.locator("#curl").textContent()) ?? "", /Bearer ryad_\w{40}" \\\n {2}".*\/observations/);
  },
};
