// Events and breaks that a package declares: shaded days and vertical lines on the chart of a series, in words below it, and in its pictures.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {dayOf, dayText} from "../../src/statistics/time/day.ts";
import {loadTidy, MOSCOW, openWith} from "../api/packages.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};

const keyOf = (classification: string): string =>
  seriesKey("showdata", "visits", {
    ...{indicator: "x", classification, measure: null, transformation: null, unit: null},
    ...{frequency: "M", territory: MOSCOW},
  });

const months = Array.from(
  {length: 60},
  (_, at) => `${2018 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
);

const VISITS = {
  dataset: "visits",
  header: "indicator,class,geo,period,value",
  rows: ["hotels", "parks"].flatMap((kind) =>
    months.map((month, at) => `x,${kind},${MOSCOW},${month},${100 + (at % 7)}`),
  ),
  more: {
    notes: [
      {text: "Гостиницы закрыты <полностью>", class: "hotels", from: "2020-03-28", to: "2020-06"},
      {text: "Чемпионат мира", from: "2018-06"},
      {text: "Без сезонной поправки"},
      {text: "Событие после ряда", from: "2024-Q1"},
    ],
  },
};

async function openVisits(t: TestContext) {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), VISITS);
  return openSite(t, {store});
}

test("events that a package declares for a dataset or a class are shaded in the chart, its frame and its picture, and told in words below it [site.chart-events tidy.events]", async (t) => {
  const site = await openVisits(t);
  const hotels = (await site.get(`/series/${keyOf("hotels")}`, EN)).text;
  assert.equal(hotels.match(/<rect class="band"/g)?.length, 2);
  const list = /<ul class="chart-events quiet">(.*?)<\/ul>/s.exec(hotels)![1]!.replaceAll("\u00a0", " ");
  const told = [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item]) => item!.replace(/<[^>]*>/g, "").trim());
  assert.deepEqual(told, [
    "Shaded: June 2018: Чемпионат мира",
    "Shaded: 28 March 2020 – June 2020: Гостиницы закрыты &lt;полностью&gt;",
  ]);
  const parks = (await site.get(`/series/${keyOf("parks")}`, EN)).text;
  assert.equal(parks.match(/<rect class="band"/g)?.length, 1, "the other event is about another class");
  const frame = (await site.get(`/embed/${keyOf("hotels")}`, EN)).text;
  assert.equal(frame.match(/<rect class="band"/g)?.length, 2);
  const picture = (await site.get(`/chart/${keyOf("hotels")}.svg`, EN)).text;
  assert.match(picture, />Гостиницы закрыты &lt;полностью&gt;<\/text>/);
  assert.match(picture, />Чемпионат мира<\/text>/);
});

test("the chart that scripts draw shades the days of an event, and no others [site.chart-events]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openVisits(t);
  const address = await site.server.listen({port: 0, host: "127.0.0.1"});
  const page = await (await openBrowser(t)).newPage({locale: "en-GB"});
  await page.goto(`${address}/series/${keyOf("hotels")}`);
  const canvas = page.locator(".chart-canvas canvas");
  await canvas.waitFor();
  // near the foot of the plot, where no line is
  const shares = await canvas.evaluate((element) => {
    // biome-ignore lint/suspicious/noExplicitAny: the types of a browser are not those of the tests
    const drawn = element as any;
    const plot = drawn.parentElement.querySelector(".u-over").getBoundingClientRect();
    const index = drawn.getBoundingClientRect();
    const scale = drawn.width / index.width;
    const context = drawn.getContext("2d");
    const [left, width] = [(plot.left - index.left) * scale, Math.floor(plot.width * scale)];
    const row = context.getImageData(left, (plot.bottom - index.top) * scale - 12, width, 1).data;
    const shaded = Array.from({length: width}, (_, at) => row[at * 4 + 3]! > 0 && row[at * 4]! === 0xef);
    return shaded.flatMap((is, at) => (is !== (shaded[at - 1] ?? false) ? [at / width] : []));
  });
  const [first, last] = [dayOf(2018, 1, 1), dayOf(2022, 12, 1)];
  const shareOf = (day: number): number => (day - first) / (last - first);
  const expected = [dayOf(2018, 6, 1), dayOf(2018, 7, 1), dayOf(2020, 3, 28), dayOf(2020, 7, 1)].map(shareOf);
  assert.equal(shares.length, 4, `${shares}`);
  for (const [at, share] of shares.entries())
    assert.ok(Math.abs(share - expected[at]!) < 0.005, `${shares} ${expected}`);
});

test("events and breaks are on the chart of computed values, of a dataset and on small charts, in frames and pictures too [site.chart-events site.derived site.compare-many]", async (t) => {
  const site = await openVisits(t);
  const [hotels, parks] = [keyOf("hotels"), keyOf("parks")];
  const bands = (text: string): number => text.match(/<rect class="band"/g)?.length ?? 0;
  const computed = (await site.get(`/series/${hotels}/derived?derive=yoy&years=all`, EN)).text;
  assert.equal(bands(computed), 1, "the other one is before the first change on the year");
  assert.match(computed, /28 March 2020.– June 2020: <span lang="ru">Гостиницы закрыты &lt;полностью&gt;/);
  const dataset = (await site.get("/datasets/showdata/visits?class=hotels", EN)).text;
  assert.equal(bands(dataset), 2, "the chart on the page of the dataset");
  assert.match(dataset, /<li><span class="swatch"[^\n]*June 2018: <span lang="ru">Чемпионат мира/);
  const steps = ["", "~change", "~yoy", "~index:2018"];
  const series = [hotels, parks].flatMap((key) => steps.map((own) => key + own)).join(",");
  for (const path of ["/compare", "/embed/compare"])
    assert.equal(bands((await site.get(`${path}?series=${series}`, EN)).text), 4 * 2 + 4, path);
  const picture = (await site.get(`/compare.svg?series=${series}`, EN)).text;
  assert.equal(picture.match(/<rect x="\d+" y="\d+" width="\d+" height="84" fill="#efeadf"\/>/g)?.length, 4 * 2 + 4);
});

test("the page of an indicator shades what the datasets of its lines declare of them [site.chart-events]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get("/indicators/fixed-assets", EN);
  assert.equal(text.match(/<rect class="band"/g)?.length, 1);
  assert.match(text, /2019: <span lang="en">All activities[^<]*almost doubled/);
});

test("the api gives an event with its first and its last day, and any other note without days [tidy.events]", async (t) => {
  const {get} = await openWith(t, [VISITS]);
  const {json} = await get(`/api/v1/series/${keyOf("hotels")}/observations`);
  assert.deepEqual(json.notes, [
    {scope: "class", text: "Гостиницы закрыты <полностью>", from: "2020-03-28", to: "2020-06-30"},
    {scope: "dataset", text: "Чемпионат мира", from: "2018-06-01", to: "2018-06-30"},
    {scope: "dataset", text: "Без сезонной поправки"},
    {scope: "dataset", text: "Событие после ряда", from: "2024-01-01", to: "2024-03-31"},
  ]);
});

test("rates in old roubles are beyond the edge of the chart, the break is a marked line, the words below tell of it, and a small line begins at the new rouble [site.chart-units]", async (t) => {
  const {store} = await temporaryStore(t);
  const path = join(await temporaryFolder(t), "dollar.xml");
  const record = (at: number): string => {
    const day = dayText(dayOf(1997, 1, 1) + at)
      .split("-")
      .reverse()
      .join(".");
    const rate = at < 365 ? 5600 + at : 5.96 + (at % 50) / 10;
    return `<Record Date="${day}" Id="R01235"><Nominal>1</Nominal><Value>${`${rate.toFixed(4)}`.replace(".", ",")}</Value></Record>`;
  };
  await writeFile(
    path,
    `<?xml version="1.0" encoding="utf-8"?><ValCurs ID="R01235">${Array.from({length: 800}, (_, at) => record(at)).join("\n")}</ValCurs>`,
  );
  const {held} = await loadPath(store, path, {provider: null, dataset: null, publishedAt: null}, PLAIN_EFFECTS);
  assert.equal(held, null);
  const site = await openSite(t, {store});
  const found = (await site.get("/search?q=доллар", EN)).text;
  const key = /\/series\/([0-9a-z]{16})/.exec(found)![1]!;
  const spark = /<svg class="chart spark"[^>]*>.*? d="([^"]*)"/s.exec(found)![1]!;
  const heights = [...spark.matchAll(/[\d.]+[ ,]([\d.]+)/g)].map(([, y]) => Number(y));
  assert.ok(heights.length > 50, spark);
  // in old roubles a third of the line would be at the upper edge, and the rest at the lower
  assert.ok(
    heights.filter((y) => y > 3 && y < 25).length > heights.length / 2,
    "the small line begins at the new rouble",
  );
  const dataset = (await site.get("/datasets/cbr/exchange_rates", EN)).text;
  assert.match(dataset, /Values beyond the edge of the chart: 365\./);
  const {text} = await site.get(`/series/${key}`, EN);
  assert.match(text, /Values beyond the edge of the chart: 365\./);
  assert.equal(text.match(/<line class="mark"/g)?.length, 1);
  assert.match(text, /<li>1 January 1998: <span lang="ru">С 1 января 1998 года курс указан в новых рублях/);
  const highest = Math.max(
    ...[...text.matchAll(/text-anchor="end">([\d.,]+)<\/text>/g)].map(([, mark]) => Number(mark)),
  );
  assert.ok(highest >= 10 && highest <= 20, `the scale is that of the new rouble: ${highest}`);
  assert.doesNotMatch(text, /<path class="line line-1" [^>]*d="M[^"M]*"/, "the line breaks at the new rouble");
  assert.match((await site.get(`/chart/${key}.svg`, EN)).text, />new unit of account<\/text>/);
  // a comparison cuts the old roubles too, and gives no per cent of them
  const published = (await site.get(`/compare?series=${key}&as=published`, EN)).text;
  assert.match(published, /Values beyond the edge of the chart: 365\./);
  const index = (await site.get(`/compare?series=${key}&as=index&base=1997-06-01`, EN)).text;
  assert.match(index, /1 January 1998/);
  assert.doesNotMatch(index, /beyond the edge/);
  const marks = [...index.matchAll(/text-anchor="end">([\d.,]+)<\/text>/g)].map(([, mark]) => Number(mark));
  assert.ok(marks.length > 2 && Math.max(...marks) <= 250, marks.join());
});
