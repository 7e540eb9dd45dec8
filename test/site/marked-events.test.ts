// Events of the reference list on charts: marked on request, with their sources, on pages, in frames and in pictures.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {loadTidy, MOSCOW} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};
/** Food prices by month, and the key rate by day since 2024. */
const [FOOD, RATE] = ["klksjte4fgvtljor", "wspgztqv58axkpc2"];

const marksIn = (text: string): number => text.match(/<line class="mark( faint)?"/g)?.length ?? 0;

test("events are off until the address asks for them; each has its source, and a link marks a kind or leaves it out [site.events]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const plain = (await site.get(`/series/${FOOD}`, EN)).text;
  assert.equal(marksIn(plain), 0);
  assert.match(plain, new RegExp(`Mark events: <a href="/series/${FOOD}\\?events=tax"[^>]*>taxes</a>`));
  assert.doesNotMatch(plain, /base year<\/a>/, "no event of a base year is about prices");
  const taxes = (await site.get(`/series/${FOOD}?events=tax`, EN)).text;
  assert.equal(marksIn(taxes), 3);
  assert.match(taxes, /data-marks="[^"]*VAT 18%[^"]*VAT 20%[^"]*VAT 22%/, "the chart that scripts draw has them too");
  const told = /<ul class="chart-events quiet">(.*?)<\/ul>/s.exec(taxes)![1]!;
  assert.match(told, /1 January 2019: Standard rate of VAT: 18 → 20 per cent \(<a href="https:\/\/[^"]+"/);
  assert.match(taxes, new RegExp(`<a href="/series/${FOOD}"[^>]*aria-current="true">taxes \\(hide\\)</a>`));
  assert.doesNotMatch(taxes, /Income tax|Tax on profits|decisions of authorities/, "they are not about prices of food");
  const both = (await site.get(`/series/${FOOD}?events=tax,rate,nothing`, EN)).text;
  assert.ok(marksIn(both) > 60);
  assert.match(both, /<details><summary>Events marked: 6\d<\/summary>/);
  // only within the days of the series
  assert.equal(marksIn((await site.get(`/series/${RATE}?events=rate`, EN)).text), 9);
  const frame = (await site.get(`/embed/${FOOD}?events=tax`, EN)).text;
  assert.equal(marksIn(frame), 3);
  assert.doesNotMatch(frame, /Mark events/);
  assert.match((await site.get(`/chart/${FOOD}.svg?events=tax`, EN)).text, />VAT 20%<\/text>/);
  assert.match(taxes, /href="\/chart\/\w+\.png\?events=tax/, "a picture of the page has its events");
});

test("a comparison marks the events of its series, and always the breaks that their packages declare; an event about one subject is not about others [site.events]", async (t) => {
  const {store} = await temporaryStore(t);
  const years = Array.from({length: 12}, (_, at) => 2012 + at);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "works",
    header: "indicator,class,geo,period,value",
    rows: ["ipi,c", "ipi,d", "other,c"].flatMap((one) =>
      years.map((year) => `${one},${MOSCOW},${year},${year - 1900}`),
    ),
    more: {
      indicators: [
        {code: "ipi", label: "Индекс промышленного производства"},
        {code: "other", label: "Оборот"},
      ],
      notes: [{text: "Наводнение", class: "c", from: "2015", to: "2016"}],
    },
  });
  const site = await openSite(t, {store});
  const [ipi, ipiD, other] = (
    [
      ["ipi", "c"],
      ["ipi", "d"],
      ["other", "c"],
    ] as const
  ).map(([indicator, classification]) =>
    seriesKey("showdata", "works", {
      ...{indicator, classification, measure: null, transformation: null, unit: null},
      ...{frequency: "A", territory: MOSCOW},
    }),
  );
  const shown = async (query: string): Promise<string> => (await site.get(`/compare?series=${query}`, EN)).text;
  const plain = await shown(`${ipi},${ipiD}`);
  assert.equal(plain.match(/<rect class="band"/g)?.length, 1, "a declared event of the package is always there");
  assert.match(plain, /<ul class="chart-events quiet">\s*<li>.*Наводнение/);
  assert.equal(marksIn(plain), 0);
  const marked = await shown(`${ipi},${ipiD}&events=method,base`);
  assert.equal(marksIn(marked), 2);
  assert.match(marked, /Base year of industrial production: 2010 → 2018 \(<a href="https:\/\/rosstat\.gov\.ru/);
  assert.match(marked, /\/compare\.png\?[^"]*events=method%2Cbase/);
  assert.doesNotMatch(await shown(other!), /methods<\/a>|base year<\/a>/);
  assert.match((await site.get(`/compare.svg?series=${ipi}&events=base`, EN)).text, />base year 2018<\/text>/);
});

test("events about wages are marked on series of wages, and those of another country on its own series alone [site.events]", async (t) => {
  const {store} = await temporaryStore(t);
  const months = Array.from(
    {length: 240},
    (_, at) => `${2006 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
  );
  const folder = await temporaryFolder(t);
  const header = "indicator,geo,period,value";
  const rows = (geo: string) => months.map((month, at) => `pay,${geo},${month},${100 + at}`);
  const pay = (label: string) => ({indicators: [{code: "pay", label}]});
  await loadTidy(store, folder, {
    dataset: "pay",
    header,
    rows: rows("643"),
    more: pay("Среднемесячная заработная плата"),
  });
  const american = {...pay("Average hourly earnings"), country: "US"};
  await loadTidy(store, folder, {dataset: "earnings", header, rows: rows("US"), more: american});
  const site = await openSite(t, {store});
  const shown = async (dataset: string, territory: string): Promise<string> => {
    const key = seriesKey("showdata", dataset, {
      ...{indicator: "pay", classification: null, measure: null, transformation: null, unit: null},
      ...{frequency: "M", territory},
    });
    return (await site.get(`/series/${key}?events=decision,tax`, EN)).text;
  };
  const russian = await shown("pay", "643");
  assert.match(russian, /1 January 2024: Minimum wage: 16,242 → 19,242 roubles \(law 548-FZ\)/);
  assert.match(russian, /1 January 2025: Income tax: two steps → five/);
  assert.match(russian, /decisions of authorities \(hide\)/);
  assert.doesNotMatch(russian, /dollars an hour|National emergency|Tax on profits/);
  const earnings = await shown("earnings", "US");
  assert.match(earnings, /24 July 2009: Federal minimum wage: 6\.55 → 7\.25 dollars an hour/);
  assert.match(earnings, /13 March 2020: National emergency because of COVID-19/);
  assert.doesNotMatch(earnings, /roubles|Federal funds|VAT/);
});
