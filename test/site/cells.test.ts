// From a value of the page to its cell in the publisher's file, without a script.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "../../src/load/input/publisher-test.fixture.ts";
import {needs} from "../../src/load/input/shared-file.fixture.ts";
import {loadPath} from "../../src/load/run.ts";
import {stepWords} from "../../src/site/pages/series/evidence.ts";
import {SHARED_DATA, temporaryStore} from "../warehouse.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

function unescaped(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
}

test("each value links to its source: every estimate of its period with place, text and steps; for a past day only those known by then [site.series-evidence]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const page = (await site.get(`/series/${ODD.revised}?lang=en`, EN)).text;
  const link = /href="([^"]*period=2024-12-01[^"]*)#evidence"/.exec(page)![1]!;
  const shown = async (path: string) => {
    const {status, text} = await site.get(unescaped(path), EN);
    assert.equal(status, 200);
    const part = text.slice(text.indexOf('id="evidence"'));
    return part.slice(0, part.indexOf("Releases that added"));
  };
  const cells = await shown(link);
  assert.match(cells, /<h3>Where the value was taken from: December 2024<\/h3>/);
  const values = [
    ...cells.matchAll(
      /<td class="number"[^>]*><a [^>]*>([\d.]+)<\/a><\/td><td class="text"[^>]*><span class="cell-place">line \d+, column \d+<\/span> <span class="quiet">observations<wbr>\.csv<\/span><\/td><td class="text"[^>]*><code>([\d.]+)<\/code><\/td><td class="text"[^>]*><span class="quiet">unchanged/g,
    ),
  ];
  assert.equal(values.length, 4);
  for (const [, value, raw] of values) assert.equal(Number(raw), Number(value));
  assert.deepEqual([values[0]![1], values.at(-1)![1]], ["101.1", "101.35"]);
  const then = await shown(`${link}&as_of=2025-01-20`);
  assert.equal(then.match(/cell-place/g)!.length, 1);
  for (const period of ["2024-12-02", "x", "1800-01-01"])
    assert.match(await shown(`/series/${ODD.revised}?period=${period}`), /has no value for this period/);
  const before = `/series/${ODD.revised}?as_of=1990-01-01`;
  assert.match(await shown(`${before}&period=2099-01-01`), /has no value for this period/);
  assert.doesNotMatch((await site.get(before, EN)).text, /#evidence|id="evidence"/);
});

test("a value that is not reproduced is marked; an address over its limit is asked to come back, and still gets the page [site.series-evidence evidence.bounded]", async (t) => {
  const store = await openOddStore(t);
  const site = await openSite(t, {store});
  await store.statistics.write(function* () {
    yield {sql: "update release set parser = 'gone@1'", parameters: []};
  });
  const ask = async () => (await site.get(`/series/${ODD.revised}?period=2024-12-01`, EN)).text;
  assert.match(
    await ask(),
    /<span class="badge bad">not reproduced<\/span> <span lang="en">the release was read by gone@1/,
  );
  for (let query = 1; query < 30; query++) await ask();
  assert.match(await ask(), /Too many source-file requests/);
});

const CPI = "rosstat_files/cpi_monthly_vintages/ipc_mes_2026-03.xlsx";
test("the cell of a workbook and the steps of its parser are in the language of the visitor [site.series-evidence]", {
  skip: needs(CPI),
}, async (t) => {
  const {store} = await temporaryStore(t);
  await loadPath(store, join(SHARED_DATA, CPI), NO_HINTS);
  const site = await openSite(t, {store});
  const {rows} = await store.statistics.read(function* () {
    const rows = (yield {sql: "select key from series where transformation = 'pct_ytd'", parameters: []}) as unknown;
    return {rows: rows as readonly {key: string}[]};
  });
  const found: string[] = [];
  for (const {key} of rows) {
    const {text} = await site.get(`/series/${key}?period=2026-03-01`, {"accept-language": "ru"});
    if (text.includes("<code>102,972)</code>")) found.push(text);
  }
  assert.equal(found.length, 1);
  assert.match(found[0]!, /<span class="cell-place">лист &quot;01&quot;, ячейка AK19<\/span>/);
  assert.match(
    found[0]!,
    /надстрочный знак отброшен; прочитано из текста; <a href="#notes">за период «март 2026», как сказано в сноске 2\)<\/a>/,
  );
});

test("a step without words in a language stays in the words of the parser [site.series-evidence]", () => {
  assert.equal(stepWords("divided by the nominal 100", "ru"), "разделено на номинал 100");
  assert.equal(stepWords("divided by the nominal 100", "en"), "divided by the nominal 100");
  assert.equal(stepWords("something new", "ru"), "something new");
});
