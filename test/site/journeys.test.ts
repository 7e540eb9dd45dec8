// Journeys in a browser, with and without scripts: a comparison, a message, a past vintage and its file.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {type TestContext, test} from "node:test";
import type {Page} from "playwright-core";
import {MIN_WRITING_MS} from "../../src/site/forms/forms.ts";
import {listContactMessages} from "../../src/store/accounts/contact-message.ts";
import {createApi} from "../api/client.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {ODD, ODD_VINTAGES, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const BROWSER = {skip: NEEDS_CHROMIUM};

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with a script" : "with JavaScript off";

  test(
    `a comparison is built from the search, and its address shows the same when opened again, ${how} [site.compare site.no-script]`,
    BROWSER,
    async (t) => {
      const {site, open} = await openPages(t, javaScriptEnabled);
      const page = await open();
      await page.goto(`${site}/search`);
      for (const [words, key] of [
        ["хлеб", ODD.revised],
        ["сыры твёрдые", ODD.goesOn],
        ["новый товар", ODD.oneValue],
      ] as const) {
        await page.fill("#q", words);
        await page.press("#q", "Enter");
        await page.click(`.found li:has(a[href="/series/${key}"]) a[href^="/compare"]`);
        await page.waitForURL(/\/compare\?/);
        if (key !== ODD.oneValue) await page.click('main form a[href^="/search"]');
      }
      await page.click(`a[aria-label^="Remove: Индекс цен, Новый товар"]`);
      await page.click(".chart-ranges a:not([aria-current])");
      const chosen = new URL(page.url()).searchParams;
      assert.deepEqual([chosen.get("series"), chosen.get("years")], [`${ODD.revised},${ODD.goesOn}`, "1"]);
      const before = await shown(page);
      assert.equal(before.lines.length, 2);
      assert.match(before.text, /per cent · the source does not say of what · the last year/);
      const other = await open();
      await other.goto(page.url());
      assert.deepEqual(await shown(other), before);
    },
  );

  test(
    `a message arrives, and one with a filled trap comes back, ${how} [account-site.contact account-site.contact-trap site.no-script]`,
    BROWSER,
    async (t) => {
      const {site, open, clock, store} = await openPages(t, javaScriptEnabled);
      const send = async (message: string, trap: string): Promise<string> => {
        const page = await open();
        await page.goto(`${site}/contact`);
        await page.locator("#email").fill("anna@example.org");
        await page.locator("#message").fill(message);
        await page.locator("[name=website]").fill(trap, {force: true});
        clock.now = new Date(clock.now.getTime() + MIN_WRITING_MS);
        await page.click("main form button");
        return (await page.locator("main").textContent()) ?? "";
      };
      const thanks = await send("Where is July?", "");
      assert.match(thanks, /the message has arrived/);
      assert.match(await send("buy my seals", "http://seals.example"), /The message was not accepted/);
      const kept = await store.accounts.read((q) => listContactMessages(q));
      assert.deepEqual(
        kept.map(({message}) => message),
        ["Where is July?"],
      );
    },
  );
}

test(
  "without a script a form chooses a past day: its table and its file have the values of the api for that day [site.no-script site.series-as-of account-site.csv-button]",
  BROWSER,
  async (t) => {
    const {site, open, store} = await openPages(t, false);
    const api = await createApi(t, store);
    const page = await open();
    await page.goto(site);
    await page.fill("#home-q", "хлеб");
    await page.press("#home-q", "Enter");
    await page.click(`a.row-name[href="/series/${ODD.revised}"]`);
    const day = ODD_VINTAGES[4]!;
    await page.fill("#vintage", day);
    await page.click("form.vintage button");
    await page.locator("#as-of-notice").waitFor();
    const {json} = await api.get(`/api/v1/series/${ODD.revised}/observations?as_of=${day}`);
    const values = json.items.map(({value}: {value: number}) => value);
    const cells = await page.locator('[aria-label="Values"] tbody td:nth-of-type(1)').allInnerTexts();
    assert.deepEqual(cells.map(Number).reverse(), values);
    await page.click(".download summary");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click('a.button[href*=".csv"]')]);
    const [head = [], ...rows] = (await readFile(await download.path(), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => line.split(";"));
    assert.deepEqual(
      rows.map((row) => Number(row[head.indexOf("value")])),
      values,
    );
  },
);

test(
  "by the keyboard alone: past the bar, to a search, to a series, along its line and through its vintages [site.keyboard]",
  BROWSER,
  async (t) => {
    const {site, open} = await openPages(t, true);
    const page = await open();
    const focused = (): Promise<string> =>
      page.evaluate("document.activeElement.id || document.activeElement.className || document.activeElement.tagName");
    const tabTo = async (wanted: string): Promise<void> => {
      for (let more = 0; more < 40 && (await focused()) !== wanted; more++) await page.keyboard.press("Tab");
      assert.equal(await focused(), wanted);
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      assert.notEqual(outline, "none", `${wanted} shows that it is in focus`);
    };
    await page.goto(site);
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "skip");
    assert.ok((await page.locator(".skip").boundingBox())!.y >= 0);
    await page.keyboard.press("Enter");
    assert.equal(await focused(), "main");
    await tabTo("home-q");
    await page.keyboard.type("хлеб");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/search\?/);
    await tabTo("row-name");
    await page.keyboard.press("Enter");
    await page.locator("#vintage-slider").waitFor();
    await tabTo("chart-canvas");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    const told = (): Promise<string | null> => page.locator(".chart-told").textContent();
    assert.equal(await told(), "October 2025: 103.35");
    await tabTo("vintage-slider");
    await page.keyboard.press("Home");
    assert.equal(await page.locator("#vintage-slider").getAttribute("aria-valuetext"), "15 Jan 2025");
    assert.equal(await told(), "December 2024: 101.35 · dashed: the latest values");
  },
);

/** Pages of a browser in English, each as a new visitor, over a store of odd series. */
async function openPages(t: TestContext, javaScriptEnabled: boolean) {
  const store = await openOddStore(t);
  const {server, clock} = await openSite(t, {store});
  const site = await server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  const open = async (): Promise<Page> =>
    (await browser.newContext({locale: "en-GB", javaScriptEnabled, acceptDownloads: true})).newPage();
  return {site, open, clock, store};
}

/** The content of a comparison: its words and its drawn lines. */
async function shown(page: Page): Promise<{readonly text: string; readonly lines: readonly (string | null)[]}> {
  const paths = await page.locator(".plot .line").all();
  return {
    text: ((await page.locator("main").textContent()) ?? "").replaceAll("\u00a0", " "),
    lines: await Promise.all(paths.map((path) => path.getAttribute("d"))),
  };
}
