// Suggestions while a reader types: the list as it is sent, its bounds, and the field in a browser.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ADDRESS_LIMITS} from "../../src/store/accounts/address-limits.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {judge, openEyes} from "./judge.ts";
import {openOddStore} from "./odd-store.ts";
import {openSampleStore, openSite, type TestSite} from "./site.ts";

interface Option {
  readonly name: string;
  readonly href: string;
}

async function suggested(
  site: TestSite,
  text: string,
  language: "ru" | "en" = "ru",
): Promise<Record<string, Option[]>> {
  const got = await site.get(`/suggest?q=${encodeURIComponent(text)}&lang=${language}`);
  assert.equal(got.status, 200);
  const groups = got.text.split('<div role="group" aria-label="').slice(1);
  return Object.fromEntries(
    groups.map((group) => [
      group.slice(0, group.indexOf('"')),
      [...group.matchAll(/<a role="option" id="[\w-]+" href="([^"]+)"[^>]*><span[^>]*>([^<]*)</g)].map(
        ([, href, name]): Option => ({href: href!.replaceAll("&amp;", "&"), name: name!}),
      ),
    ]),
  );
}

test("suggestions are known figures, topics and indicators, then territories, then datasets, found by beginnings in both languages; each leads to a page [site.suggestions]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const russian = await suggested(site, "безр");
  assert.equal(russian["Показатели"]![0]!.name, "Безработица");
  const english = await suggested(site, "unempl", "en");
  assert.equal(english["Indicators"]![0]!.name, "Unemployment");
  assert.deepEqual((await suggested(site, "моск"))["Территории"]![0], {
    href: "/territories/45000000000",
    name: "г. Москва",
  });
  assert.equal((await suggested(site, "mosc", "en"))["Territories"]![0]!.name, "Moscow");
  const prices = await suggested(site, "цен");
  assert.ok(prices["Наборы данных"]!.length > 0);
  for (const group of [russian, english, prices, await suggested(site, "а"), await suggested(site, "p", "en")]) {
    const options = Object.values(group).flat();
    assert.ok(options.length <= 10);
    for (const {href} of options) assert.ok((await site.get(href)).status < 400, href);
  }
});

test("names in suggestions are escaped, nothing is suggested for nothing, and any text is answered [site.suggestions]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const {text, headers} = await site.get(`/suggest?q=${encodeURIComponent("набор")}&lang=ru`);
  assert.match(text, /Набор &lt;b&gt;странностей&lt;\/b&gt;/);
  assert.doesNotMatch(text, /<b>|<script/);
  assert.match(headers["content-security-policy"]!, /default-src 'none'/);
  assert.equal(headers["cache-control"], "private, max-age=60");
  for (const query of ["", "?q=", "?q=%20", "?q=zzzzzz", "?q=%3Cscript%3E", `?q=${"щ".repeat(400)}`]) {
    const got = await site.get(`/suggest${query}`);
    assert.deepEqual([got.status, got.text], [200, ""], query);
  }
});

test("an address has so many suggestions in a minute, then 429 with the time to wait [site.suggestions-limit]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  for (let nth = 0; nth < ADDRESS_LIMITS.suggestions; nth++)
    assert.equal((await site.get("/suggest?q=zz")).status, 200, `${nth}`);
  const refused = await site.get("/suggest?q=zz");
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers["retry-after"]) >= 1);
});

test("the field suggests while a reader types: arrows choose, Escape closes, Enter opens the chosen one or the search, and axe finds no fault [site.suggestions site.accessible]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const context = await openEyes(await openBrowser(t), {locale: "ru-RU"});
  const page = await context.newPage();
  const options = page.locator("[role=option]");
  const field = (): ReturnType<typeof page.locator> => page.locator("[role=combobox]");
  await page.goto(origin);
  await field().fill("безр");
  await options.first().waitFor();
  assert.equal(await field().getAttribute("aria-expanded"), "true");
  assert.deepEqual(await judge(page, "/ with suggestions", ["light", "dark"], new Set()), []);
  await field().press("ArrowDown");
  const active = (await field().getAttribute("aria-activedescendant"))!;
  assert.equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "true");
  assert.equal(await page.locator(`#${active}`).getAttribute("href"), await options.first().getAttribute("href"));
  await field().press("ArrowUp");
  assert.equal(await options.last().getAttribute("aria-selected"), "true");
  await field().press("Escape");
  assert.equal(await field().getAttribute("aria-expanded"), "false");
  assert.equal(await options.count(), 0);
  assert.equal(await field().inputValue(), "безр", "Escape closes the list and keeps the text");
  await field().fill("москв");
  await options.first().waitFor();
  await field().press("ArrowDown");
  await field().press("Enter");
  await page.waitForURL("**/territories/45000000000");
  // the field of the bar, with a pointer; without a choice Enter sends the form
  await page.locator(".find input").fill("ключ");
  await options.first().click();
  await page.waitForURL("**/search?q=*");
  await field().fill("ввп");
  await options.first().waitFor();
  for (const option of await options.all()) assert.ok((await option.boundingBox())!.height >= 24);
  await field().press("Enter");
  await page.waitForURL(`**/search?q=${encodeURIComponent("ввп")}*`);
});
