// The search page: the results of the api in their order, filters as links, the same with and without a script. And one journey.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {test} from "node:test";
import {createApi} from "../api/client.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {ODD, ODD_VINTAGES, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("the search page shows the series of the api in their order, each with its badge and sparkline, and says if none has all words [site.search site.search-nearest]", async (t) => {
  const store = await openOddStore(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  for (const words of ["сыры", "индекс цен", "хлеб", "<script>"]) {
    const {json} = await api.get(`/api/v1/series/search?q=${encodeURIComponent(words)}&limit=20`);
    const {text} = await site.get(`/search?q=${encodeURIComponent(words)}`, EN);
    const keysIn = (pattern: RegExp): (string | undefined)[] => [...text.matchAll(pattern)].map(([, key]) => key);
    const [rows, variants] = [
      keysIn(/class="row-name" href="\/series\/(\w+)"/g),
      keysIn(/class="variant" href="\/series\/(\w+)"/g),
    ];
    const items: {series_key: string; status: string}[] = json.items;
    assert.deepEqual(
      rows,
      items.map((item) => item.series_key).filter((key) => !variants.includes(key)),
      words,
    );
    assert.equal(new Set([...rows, ...variants]).size, items.length);
    assert.equal(text.match(/class="chart spark"/g)?.length ?? 0, rows.length);
    const stalled = items.filter((item) => item.status === "stalled" && rows.includes(item.series_key)).length;
    assert.equal(text.match(/badge stalled/g)?.length ?? 0, stalled);
    assert.doesNotMatch(text, /<script>|<b>/);
  }
  assert.match(
    (await site.get("/search?q=zzzzzz", EN)).text,
    /Nothing was found\. Check the spelling or try other words\.</,
  );
  assert.match((await site.get("/search?q=zzzzzz&freq=M", EN)).text, /Try other words, or drop a condition/);
  assert.match(
    (await site.get("/search?q=хлеб+zzzzzz", EN)).text,
    /No series here has the word <strong>zzzzzz<\/strong>/,
  );
  assert.match((await site.get("/search?q=хлеб+сыры", EN)).text, /No exact matches\./);
  assert.doesNotMatch((await site.get("/search?q=хлеб", EN)).text, /No exact matches\./);
  assert.equal((await site.get("/search", EN)).status, 200);
  const narrowed = (await site.get("/search?freq=M&dataset=showdata/odd", EN)).text;
  assert.match(narrowed, /role="status">6 series</);
  assert.match(narrowed, /href="\/search\?dataset=showdata%2Fodd" aria-label="drop: Frequency M"/);
  const counted = (await site.get("/search?q=индекс+цен", EN)).text;
  const [, stopped, count] = /href="([^"]*status=stalled)">before its dataset<\/a> <span class="quiet">(\d)</.exec(
    counted,
  )!;
  const narrowedToStopped = (await site.get(stopped!.replaceAll("&amp;", "&"), EN)).text;
  assert.match(narrowedToStopped, new RegExp(`role="status">${count} series<`));
  assert.match(narrowedToStopped, /Series ends: <strong>before its dataset<\/strong> <a href="[^"]*"/);
  assert.doesNotMatch((await site.get("/search?q=хлеб", EN)).text, /<aside/);
  const comparing = (await site.get(`/search?q=хлеб&compare=${ODD.gaps}`, EN)).text;
  assert.match(comparing, new RegExp(`href="/compare\\?series=${ODD.gaps}%2C${ODD.revised}"`));
});

test("a reader types, opens a series, moves the slider to a vintage with the values of the api for its day, and downloads the file [site.search site.vintage-slider account-site.csv-button]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const store = await openOddStore(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const context = await (await openBrowser(t)).newContext({locale: "en-GB", acceptDownloads: true});
  const page = await context.newPage();
  await page.goto(origin);
  await page.fill("#home-q", "рыба");
  await page.press("#home-q", "Enter");
  await page.fill("#q", "хлеб");
  await page.waitForURL(/q=%D1%85%D0%BB%D0%B5%D0%B1/);
  await page.click(`a.row-name[href="/series/${ODD.revised}"]`);
  const slider = page.locator("#vintage-slider");
  await slider.waitFor();
  for (const index of [0, 5, ODD_VINTAGES.length - 1]) {
    await slider.fill(String(index));
    const {json} = await api.get(`/api/v1/series/${ODD.revised}/observations?as_of=${ODD_VINTAGES[index]}`);
    const last = json.items.at(-1);
    const told = (await page.locator(".chart-told").textContent()) ?? "";
    const dashed = index === ODD_VINTAGES.length - 1 ? "" : " · dashed: the latest values";
    assert.ok(told.endsWith(`: ${last.value}${dashed}`), `${told} at ${ODD_VINTAGES[index]}, ${last.value} by the api`);
  }
  // the arrow keys move along the same values
  await page.locator(".chart-canvas").focus();
  await page.keyboard.press("ArrowLeft");
  const {json} = await api.get(`/api/v1/series/${ODD.revised}/observations`);
  assert.match(
    (await page.locator(".chart-told").textContent()) ?? "",
    new RegExp(`November 2025: ${json.items.at(-1).value}$`),
  );
  await page.click(".download summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('a.button[href*=".csv"]')]);
  const csv = await readFile(await download.path(), "utf8");
  assert.deepEqual(
    csv
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(";").slice(-5, -2)),
    json.items.map((item: {period: string; value: number; as_of: string}) => [
      item.period,
      String(item.value),
      item.as_of,
    ]),
  );
});

test("a search for what was discontinued leads to the page of what has stopped, in both languages, and another search does not [site.search site.silence]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const shown = async (words: string, language: string): Promise<string> =>
    (await site.get(`/search?q=${encodeURIComponent(words)}`, {"accept-language": language, host: "ryad.example"}))
      .text;
  for (const words of [
    "прекращён",
    "прекращенные ряды",
    "discontinued",
    "what stopped",
    "больше не публикуется",
    "Series no longer published",
  ]) {
    assert.match(await shown(words, "en"), /<p class="notice">[^<]+<a href="\/silence">What has stopped<\/a>/, words);
    assert.match(
      await shown(words, "ru"),
      /<p class="notice">[^<]+<a href="\/silence">Что перестало выходить<\/a>/,
      words,
    );
  }
  for (const words of ["сыры", "прекращение деятельности", "bus stops", "индекс цен", ""])
    assert.doesNotMatch(await shown(words, "ru"), /<p class="notice">[^<]+<a href="\/silence">/, words);
  for (const [typed, language, name] of [
    ["прекращ", "ru", "Что перестало выходить"],
    ["disc", "en", "What has stopped"],
    ["what st", "en", "What has stopped"],
  ] as const)
    assert.match(
      (await site.get(`/suggest?q=${encodeURIComponent(typed)}&lang=${language}`)).text,
      new RegExp(`href="/silence"[^>]*><span>${name}<`),
      typed,
    );
});
