// The tasks that readers come for, each from the home page to its end, in a browser over the sample warehouse.
//
// Every step is a click, a key or a choice that a reader has: a task that needs an address to be typed has got stuck. The most steps of a
// task are held, so that a change of a page does not make a way longer unseen.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {test} from "node:test";
import {read, utils} from "@e965/xlsx";
import type {Page} from "playwright-core";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {OWN_ADDRESS, openSampleStore, openSite, type TestSite} from "./site.ts";
import {linkIn} from "./visitor.ts";

test("ten tasks of readers are done without getting stuck, in at most ten steps each [site.ten-tasks]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const store = await openSampleStore(t);
  const site = await openSite(t, {store, now: new Date("2026-04-20T12:00:00Z")});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const context = await (await openBrowser(t)).newContext({locale: "ru-RU", acceptDownloads: true});
  const page = await context.newPage();
  for (const [name, task] of Object.entries(TASKS)) {
    await t.test(name, async (one) => {
      await page.goto(origin);
      const reader = readerOf(page, site, origin);
      await task(reader);
      one.diagnostic(`${reader.steps()} steps`);
      assert.ok(reader.steps() <= 10, `${reader.steps()} steps`);
    });
  }
});

type Reader = ReturnType<typeof readerOf>;

function readerOf(page: Page, site: TestSite, origin: string) {
  let steps = 0;
  const step = <T>(done: Promise<T>): Promise<T> => {
    steps++;
    return done;
  };
  return {
    ...{page, site, origin},
    steps: () => steps,
    async search(words: string): Promise<void> {
      await page.fill("#home-q", words);
      await step(page.press("#home-q", "Enter"));
      await page.waitForURL(/\/search\?/);
    },
    click: (what: string) => step(page.locator(what).first().click()),
    async file(what: string): Promise<{name: string; bytes: Buffer}> {
      const [download] = await Promise.all([page.waitForEvent("download"), step(page.locator(what).first().click())]);
      return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
    },
    text: async (what: string): Promise<string> =>
      ((await page.locator(what).first().textContent()) ?? "").replaceAll("\u00a0", " "),
  };
}

const TASKS: Readonly<Record<string, (reader: Reader) => Promise<void>>> = {
  async "prices of food for five years, as a chart and a file"({search, click, file, page, text}) {
    await search("цены на продовольственные товары");
    assert.match(await text(".found"), /к предыдущему месяцу · ежемесячно/);
    await click(".found .row-name");
    await page.locator(".chart-ranges").waitFor();
    await click(".chart-ranges button:has-text('5 лет')");
    assert.match(page.url(), /range=5/);
    await click(".download summary");
    const {bytes} = await file(".downloads a:has-text('CSV')");
    assert.match(bytes.toString(), /;2026-03-01;100,38;/);
  },
  async "growth of the economy in early 2016, first published and today"({search, click, text}) {
    await search("рост ВВП 2016");
    assert.match(await text("#results"), /Показаны значения за 2016/);
    assert.match(await text(".found"), /прошлого года · ежеквартально/);
    await click(".found .row-name");
    await click(".parts a:has-text('Пересмотры')");
    assert.match(await text("tr:has(time[datetime='2016-01-01']):has(td:nth-child(7))"), /98,8.*99,5/s);
  },
  async "the city with the most people"({search, click, text}) {
    await search("численность населения города");
    await click(".found .row-name");
    await click(".toolbar a:has-text('По территориям')");
    assert.match(await text("main"), /Москва/);
  },
  async "the key rate for a spreadsheet, with dates that are dates"({search, click, file}) {
    await search("ключевая ставка");
    await click(".found .row-name");
    await click(".download summary");
    const {name, bytes} = await file(".downloads a:has-text('XLSX')");
    assert.match(name, /^Ключевая ставка Банка России/);
    const rows = utils.sheet_to_json<unknown[]>(read(bytes).Sheets["Данные"]!, {header: 1});
    assert.deepEqual(rows.at(-1)!.slice(0, 2), [46_094, 15.5]);
  },
  async "a token, and an example to use it"({click, page, site, origin, text}) {
    await click("a:has-text('Кабинет')");
    await page.fill("#email", "anna@example.org");
    await click("main form button");
    // the letter: a click in the reader's mail
    await page.goto(origin + linkIn(site.letters.at(-1)!.text, OWN_ADDRESS));
    await click("main form button");
    await click("form[action$='/account/tokens'] button");
    assert.match(await text("main"), /ryad_[A-Za-z0-9]{40}/);
    await click("a:has-text('Начать')");
    assert.match(await text("main"), /Python/);
  },
  async "how to cite a series"({search, click, file}) {
    await search("ключевая ставка");
    await click(".found .row-name");
    await click(".parts a:has-text('Как сослаться')");
    assert.match((await file("a:has-text('BibTeX')")).bytes.toString(), /^@/m);
  },
  async "the code to embed a chart"({search, click, text}) {
    await search("ключевая ставка");
    await click(".found .row-name");
    await click(".parts a:has-text('Как сослаться')");
    await click("summary:has-text('Код для вставки на сайт')");
    assert.match(await text("#embed-code"), /<iframe src=/);
  },
  async "to be told of the next release of consumer prices"({search, click, page, file}) {
    await search("индекс потребительских цен");
    await click(".found .row-name");
    await click(".over a");
    await page.waitForURL(/\/datasets\//);
    assert.match((await file("a:has-text('календарь')")).bytes.toString(), /BEGIN:VEVENT[\s\S]*SUMMARY:Выпуск/);
  },
  async "a whole dataset"({click, file}) {
    await click("a:has-text('Данные')");
    await click("a:has-text('Индексы потребительских цен на товары и услуги')");
    const {name, bytes} = await file(".whole-file a:has-text('XLSX')");
    assert.equal(name, "Индексы потребительских цен на товары и услуги по Российской Федерации.xlsx");
    assert.ok(read(bytes).Sheets["Данные"] !== undefined);
  },
  async "two cities in one chart"({search, click, page, text}) {
    await search("население Москва");
    await click(".found a:has-text('сравнить')");
    await page.waitForURL(/\/compare/);
    await click("main form a[href*='/search']");
    await page.fill("#q", "население Казань");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=.*%D0%9A%D0%B0%D0%B7/);
    await click(".found a:has-text('сравнить')");
    await page.waitForURL(/series=\w+(,|%2C)\w+/);
    assert.match(await text("main"), /Казань/);
  },
};
