// Comparisons of chosen series: their charts, columns and files.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {ALTAI, loadTidy, MOSCOW, SAINT_PETERSBURG} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openTerritories, seriesKeyOf} from "./places.ts";
import {REGIONS} from "./regional-wages.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("series are compared as published with one scale for each unit, or in per cent of a common period; the address has the whole state [site.compare]", async (t) => {
  const store = await openTerritories(t);
  const site = await openSite(t, {store});
  const address = `/compare?series=${seriesKeyOf(MOSCOW)},${seriesKeyOf(SAINT_PETERSBURG)}`;
  const published = (await site.get(address, EN)).text;
  assert.equal(published.match(/<figure>/g)?.length, 1);
  const index = (await site.get(`${address}&as=index&base=2024-01-01`, EN)).text;
  assert.match(index, /100 = 2024 · <a/);
  assert.match(index, /<h2>Values as published</);
  assert.match((await site.get(`${address}&as=index&base=1999-01-01`, EN)).text, /100 = 2022 · <a/);
  const none = (await site.get(`/compare?series=${seriesKeyOf(ALTAI)},${seriesKeyOf(MOSCOW, "y")}&as=index`, EN)).text;
  assert.match(none, /have no period in common/);
  const added = (
    await site.get(
      `/compare?series=${seriesKeyOf(ALTAI)}&add=https%3A%2F%2Fx%2Fseries%2F${seriesKeyOf(MOSCOW)}%3Fas_of%3D1`,
      EN,
    )
  ).text;
  assert.equal(added.match(/aria-label="Remove: /g)?.length, 2);
  assert.match(
    (await site.get(`/compare?series=nothing,${seriesKeyOf(ALTAI)}`, EN)).text,
    /no such series: <code>nothing<\/code>/,
  );
  const csv = (
    await site.get(`/compare.csv?series=${seriesKeyOf(MOSCOW)},${seriesKeyOf(SAINT_PETERSBURG)}&shape=wide`, EN)
  ).text;
  assert.match(csv, /\n2022-01-01;44;66\n2023-01-01;46;69\n2024-01-01;48;72\n$/);
  const book = await site.get(`/compare.xlsx?series=${seriesKeyOf(MOSCOW)},${seriesKeyOf(SAINT_PETERSBURG)}`, EN);
  assert.match(
    decodeURIComponent(String(book.headers["content-disposition"])),
    /filename="compare_2_series\.xlsx"; filename\*=UTF-8''[^"/:]+, Moscow; Saint Petersburg\.xlsx$/,
  );
  assert.equal((await site.get(`/compare.csv?series=${seriesKeyOf(MOSCOW)},nothing`, EN)).status, 404);
  const many = Array.from({length: 101}, (_, at) => `no${at}`).join(",");
  assert.match((await site.get(`/compare?series=${many}`, EN)).text, /More than a hundred series/);
});

test("a comparison draws only the last years if its address says so, in per cent of a period within them; its table stays whole [site.compare-years]", async (t) => {
  const {store} = await temporaryStore(t);
  const years = Array.from({length: 21}, (_, at) => 2004 + at);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,value",
    rows: [
      ...years.map((year) => `x,RUB,${MOSCOW},${year},${year}`),
      ...years.map((year) => `x,PCT,${MOSCOW},${year},${year === 2004 ? 9000 : 100}`),
      `x,RUB,${ALTAI},2004,1`,
    ],
    more: {
      units: [
        {code: "PCT", name: "процент", okei: "744", mult: 1},
        {code: "RUB", name: "рубль", okei: "383", mult: 1},
      ],
    },
  });
  const site = await openSite(t, {store});
  const of = (unit: string, territory = MOSCOW): string =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure: null, transformation: null, unit, frequency: "A", territory},
    });
  const shown = async (query: string): Promise<string> => (await site.get(`/compare?series=${query}`, EN)).text;
  const both = `${of("RUB")},${of("PCT")}`;
  const all = await shown(both);
  for (const range of ["1 year", "5 years", "10 years", "All"]) assert.match(all, new RegExp(`>${range}</a>`));
  assert.match(all, /aria-current="true">All</);
  assert.match(all, />8,000</);
  const cut = await shown(`${both}&years=10`);
  assert.match(cut, /aria-current="true">10 years</);
  assert.match(cut, /per cent · the last 10 years/);
  assert.doesNotMatch(cut, />8,000<|<text[^>]*>2010</);
  assert.equal(cut.match(/<tr>/g)?.length, all.match(/<tr>/g)?.length);
  assert.match(cut, /rel="canonical" href="[^"]*\/compare\?series=\w+%2C\w+"/);
  assert.match(await shown(`${both}&years=10&as=index`), /100 = 2014 · the last 10 years/);
  assert.match(await shown(`${both}&years=10&as=index&base=2004-01-01`), /100 = 2004 · /);
  assert.match(await shown(`${of("RUB", ALTAI)},${of("PCT")}&years=5`), /There are no values in these years/);
  assert.match(await shown(`${of("RUB", ALTAI)},${of("RUB")}&years=5&as=index`), /100 = 2004 · /);
  assert.doesNotMatch(await shown(`${both}&years=7`), /the last/);
  assert.doesNotMatch(await shown(of("RUB", ALTAI)), /chart-ranges/);
});

test("a comparison of datasets that must not be spliced shows a warning with the note of the dataset [site.compare-splice]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const dataset of ["old", "new", "other"])
    await loadTidy(store, folder, {
      dataset,
      header: "indicator,geo,period,value",
      rows: [2023, 2024].map((year) => `x,${MOSCOW},${year},${year}`),
      more: {
        name: `Набор ${dataset}`,
        related: ["old", "new"].flatMap((one) =>
          one === dataset || dataset === "other"
            ? []
            : [{provider: "showdata", dataset: one, relation: "era", splice: false, note: "другая методика"}],
        ),
      },
    });
  const site = await openSite(t, {store});
  const of = (dataset: string): string =>
    seriesKey("showdata", dataset, {
      ...{indicator: "x", classification: null, measure: null, transformation: null},
      ...{unit: null, frequency: "A", territory: MOSCOW},
    });
  const shown = async (...keys: string[]): Promise<string> => (await site.get(`/compare?series=${keys}`, EN)).text;
  const warned = await shown(of("old"), of("new"));
  assert.equal(warned.match(/These datasets must not be spliced/g)?.length, 1);
  assert.match(
    warned,
    /Набор old<\/span><\/cite> and <cite><span lang="ru">Набор new<\/span><\/cite>\.<br>.*другая методика/,
  );
  assert.doesNotMatch(await shown(of("old"), of("other")), /must not be spliced/);
});

test("ratios to an earlier time and values below zero are never shown in per cent of a common period; per cent beside another unit only on request [site.compare-rebased]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,transformation,unit,geo,period,value",
    rows: [
      ...["level,PCT", "level,RUB", "level,USD", "pct_yoy,PCT", "growth_yoy,PCT"].flatMap((kind) =>
        [2023, 2024].map((year) => `x,${kind},${MOSCOW},${year},${year}`),
      ),
      ...[-6, 0, 5].map((value, at) => `x,balance,RUB,${MOSCOW},${2023 + at},${value}`),
      ...[0, 5].map((value, at) => `x,stock,RUB,${MOSCOW},${2023 + at},${value}`),
    ],
    more: {
      units: [
        {code: "PCT", name: "процент", okei: "744", mult: 1},
        {code: "RUB", name: "рубль", okei: "383", mult: 1},
        {code: "USD", name: "доллар США", okei: "", mult: 1},
      ],
    },
  });
  const site = await openSite(t, {store});
  const of = (transformation: string, unit: string): string =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure: null, transformation, unit, frequency: "A", territory: MOSCOW},
    });
  const shown = async (...queries: string[]): Promise<string> =>
    (await site.get(`/compare?series=${queries.join("&")}`, EN)).text;
  const [level, rubles, dollars] = [of("level", "PCT"), of("level", "RUB"), of("level", "USD")];
  assert.match(await shown(`${rubles},${dollars}`), /The units differ/);
  const beside = await shown(`${level},${rubles}`);
  assert.doesNotMatch(beside, /100 =/);
  assert.match(beside, /Show in per cent of a common period/);
  assert.match(await shown(`${level},${rubles}`, "as=index"), /100 = 2023/);
  assert.match(await shown(rubles, "as=index"), /100 = 2023 · <a[^>]*>Show as published/);
  const [balance, stock] = [of("balance", "RUB"), of("stock", "RUB")];
  assert.doesNotMatch(await shown(`${balance},${dollars}`), /100 =|Show in per cent/);
  assert.match(await shown(`${balance},${dollars}`, "as=index"), /Some values are below zero/);
  assert.match(await shown(`${stock},${dollars}`, "as=index"), /100 = 2024/);
  for (const ratio of [of("pct_yoy", "PCT"), of("growth_yoy", "PCT")]) {
    assert.doesNotMatch(await shown(`${ratio},${rubles}`), /100 =|Show in per cent/);
    assert.match(await shown(`${ratio},${rubles}`, "as=index"), /ratios to an earlier time/);
  }
});

test("the charts of a comparison have the same days and edges; per cent of different things have separate scales [site.compare-axis]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,measure,unit,geo,period,value",
    rows: [
      ...[2001, 2002, 2003].map((year) => `x,prev_month,PCT,${MOSCOW},${year},${year}000`),
      ...[2009, 2020].map((year) => `x,prev_december,PCT,${MOSCOW},${year},101`),
    ],
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const keys = ["prev_month", "prev_december"].map((measure) =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure, transformation: null},
      ...{unit: "PCT", frequency: "A", territory: MOSCOW},
    }),
  );
  const {text} = await site.get(`/compare?series=${keys}`, EN);
  const charts = text.split("<figure>").slice(1);
  assert.equal(charts.length, 2);
  assert.match(charts[0]!, /<figcaption>per cent · against the previous month/);
  assert.match(charts[1]!, /<figcaption>per cent · against December/);
  const shared = charts.map((chart) => [
    ...chart.matchAll(/<text(?: class="spare")? x="[\d.]+%"[^>]*>[^<]*|plot-values" width="\d+"/g),
  ]);
  assert.ok(shared[0]!.length > 4);
  assert.deepEqual(String(shared[0]), String(shared[1]));
});

test("embedded charts and comparisons name the base of per cent; a column names its territory apart from its subject, and a missing value is a dash [site.kind-words site.compare-columns]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,measure,unit,geo,period,value",
    rows: [
      ...[2023, 2024].map((year) => `x,prev_month,PCT,${MOSCOW},${year},101.5`),
      `x,prev_month,PCT,${SAINT_PETERSBURG},2024,101`,
    ],
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const keyIn = (territory: string): string =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure: "prev_month", transformation: null},
      ...{unit: "PCT", frequency: "A", territory},
    });
  for (const path of [`/embed/${keyIn(MOSCOW)}`, `/chart/${keyIn(MOSCOW)}.svg`])
    assert.match((await site.get(path, EN)).text, />per cent · against the previous month · 2024: 101\.5</, path);
  const {text} = await site.get(`/compare?series=${keyIn(MOSCOW)},${keyIn(SAINT_PETERSBURG)}`, EN);
  assert.match(text, /<span class="quiet">per cent · against the previous month · annual<\/span>/);
  assert.match(text, /<span class="head-place">Moscow<\/span><span class="head-unit">per cent · against/);
  assert.match(
    text,
    /<td class="number" data-head="Moscow">101\.5<\/td><td class="number" data-head="Saint Petersburg">—<\/td>/,
  );
});

test("a file of a comparison has all requested series or is refused: the limit of a hundred drops none silently [site.compare]", async (t) => {
  const {store} = await temporaryStore(t);
  const indicators = Array.from({length: 101}, (_, at) => `i${at}`);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,value",
    rows: indicators.map((indicator, at) => `${indicator},PCT,${MOSCOW},2024,${at}`),
  });
  const site = await openSite(t, {store});
  const keys = indicators.map((indicator) => seriesKeyOf(MOSCOW, indicator));
  const hundred = await site.get(`/compare.csv?series=${keys.slice(0, 100)}&shape=wide&decimal=point`, EN);
  assert.match(hundred.text, /\n2024-01-01;0;1;2;3;4;5;.*;98;99\n$/);
  site.clock.now = new Date(site.clock.now.getTime() + 60_000);
  for (const type of ["csv", "svg"])
    assert.equal((await site.get(`/compare.${type}?series=${keys}`, EN)).status, 404, type);
  // a hundred series count as seventeen files of six, and thirty files are the limit of a minute
  assert.equal((await site.get(`/compare.xlsx?series=${keys}`, EN)).status, 429);
});

test("from seven series on each has a small chart, over the same days and on one scale for each unit, or each on its own [site.compare-many]", async (t) => {
  const {store} = await temporaryStore(t);
  const indicators = ["a", "b", "c", "d", "e", "f", "g"];
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,value",
    rows: indicators.flatMap((indicator, at) => [
      `${indicator},PCT,${MOSCOW},2023,${10 ** at}`,
      ...(at === 3 ? [] : [`${indicator},PCT,${MOSCOW},2024,${at + 1}`]),
    ]),
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const keys = indicators.map((indicator) => seriesKeyOf(MOSCOW, indicator));
  const six = (await site.get(`/compare?series=${keys.slice(0, 6)}`, EN)).text;
  assert.doesNotMatch(six, /class="small"/);
  assert.equal(six.match(/class="line-\d-name"/g)?.length, 6);
  const chosen = (await site.get(`/compare?series=${keys}`, EN)).text;
  assert.match(chosen, /each has its own scale|each chart has its own scale/, "one scale would draw most lines flat");
  const seven = (await site.get(`/compare?series=${keys}&scales=common`, EN)).text;
  const days = [...seven.matchAll(/data-days="([^"]*)"/g)].map(([, ends]) => ends);
  assert.equal(days.length, 7);
  assert.equal(new Set(days).size, 1);
  const scales = (text: string) =>
    text
      .split('<figure class="small"')
      .slice(1)
      .map((figure) =>
        [...figure.matchAll(/<text x="\d+" y="[\d.]+" text-anchor="end">([^<]*)</g)].map(([, mark]) => mark).join(),
      );
  assert.equal(new Set(scales(seven)).size, 1, "one scale");
  assert.match(seven, /the charts share one scale · <a href="([^"]*scales=own[^"]*)"/);
  const own = (await site.get(`/compare?series=${keys}&scales=own`, EN)).text;
  assert.ok(new Set(scales(own)).size > 4);
  assert.match(own, /compare shapes, not levels/);
  // each series can be taken out by a form without a script
  assert.equal(seven.match(/<input type="checkbox" name="series" value="\w{16}" checked>/g)?.length, 7);
  const fewer = (await site.get(`/compare?series=${keys.slice(0, 3).join("&series=")}`, EN)).text;
  assert.equal(fewer.match(/aria-label="Remove: /g)?.length, 3);
  // in the table each is a row, and a missing value a dash
  assert.match(
    seven,
    /<th scope="row" class="text"><a [^>]*>d<\/a><\/th><td class="number" data-head="[^"]+">—<\/td><td class="number" data-head="[^"]+">1,000<\/td>/,
  );
  const svg = (await site.get(`/compare.svg?series=${keys}`, EN)).text;
  assert.equal(svg.match(/<path d="M[^"]*"\/><path d="[^"]*" stroke-width="6"/g)?.length, 7);
  const frame = (await site.get(`/embed/compare?series=${keys}`, EN)).text;
  assert.equal(frame.match(/class="small"/g)?.length, 7);
  assert.doesNotMatch(frame, /<a href="\/|<form/);
});

test("up to twelve series are one chart where the address asks for it, the seventh and further ones with dashes; a link leads there and back, and of more each keeps a small chart [site.compare-many]", async (t) => {
  const {store} = await temporaryStore(t);
  const indicators = [..."abcdefghijklm"];
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,value",
    rows: indicators.flatMap((indicator, at) => [2023, 2024].map((year) => `${indicator},PCT,${MOSCOW},${year},${at}`)),
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const keys = indicators.map((indicator) => seriesKeyOf(MOSCOW, indicator));
  const pageOf = async (count: number, more = ""): Promise<string> =>
    (await site.get(`/compare?series=${keys.slice(0, count)}${more}`, EN)).text;
  const to = /href="([^"]*charts=one[^"]*)">All lines in one chart/.exec(await pageOf(12))![1]!;
  const {text} = await site.get(to.replaceAll("&amp;", "&"), EN);
  assert.doesNotMatch(text, /class="small"/);
  assert.equal(text.match(/class="line-\d(?: dashed)?-name"/g)?.length, 12, "a name at the end of each line");
  assert.equal(text.match(/<path class="line line-\d dashed" vector-effect/g)?.length, 6);
  assert.equal(text.match(/class="crosshair-value"/g)?.length, 12, "a phone has the names above the chart");
  const back = /href="([^"]*)">Small charts side by side/.exec(text)![1]!;
  assert.equal((await site.get(back.replaceAll("&amp;", "&"), EN)).text.match(/class="small"/g)?.length, 12);
  const svg = (await site.get(`/compare.svg?series=${keys.slice(0, 12)}&charts=one`, EN)).text;
  assert.equal(svg.match(/stroke-dasharray="10 6"/g)?.length, 6, "the picture is the same chart");
  const all = await pageOf(13, "&charts=one");
  assert.equal(all.match(/class="small"/g)?.length, 13);
  assert.doesNotMatch(all, /All lines in one chart/);
});

test("steps are taken of one series beside others as published, and of the same series twice; the address has them [site.compare-derived]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,transformation,unit,geo,period,value",
    rows: [2021, 2022, 2023, 2024].flatMap((year, at) =>
      ["x", "y"].map((indicator) => `${indicator},level,RUB,${MOSCOW},${year},${100 + at * 10}`),
    ),
    more: {units: [{code: "RUB", name: "рубль", okei: "383", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const [x, y] = ["x", "y"].map((indicator) =>
    seriesKey("showdata", "places", {
      ...{indicator, classification: null, measure: null, transformation: "level", unit: "RUB"},
      ...{frequency: "A", territory: MOSCOW},
    }),
  );
  const shown = async (query: string): Promise<string> => (await site.get(`/compare?series=${query}`, EN)).text;
  const both = await shown(`${x},${y}`);
  assert.match(both, new RegExp(`href="/compare\\?series=${x}(?:~|%7E)change%2C${y}"`));
  const own = await shown(`${x}~change,${y}`);
  assert.equal(own.match(/<figure>/g)?.length, 2, "the units differ");
  assert.match(own, /Some of the values are computed here/);
  assert.match(own, new RegExp(`href="/compare\\?series=${x}%2C${y}"[^>]*>Published values`));
  const csv = (await site.get(`/compare.csv?series=${x}~change,${x}&shape=wide`, EN)).text;
  assert.match(csv, /^[^\n]*computed here: change on the period before/);
  assert.match(csv, /\n2022-01-01;10;110\n/);
  const twice = await shown(`${x}~change,${x}`);
  assert.equal(twice.match(/aria-label="Remove: /g)?.length, 2);
  // of all but one
  const mixed = (await site.get(`/compare.csv?series=${x},${y}~published&derive=change&shape=wide`, EN)).text;
  assert.match(mixed, /\n2022-01-01;10;110\n/);
  const beside = await shown(`${x}~minus:${y},${x}~over:${y}`);
  assert.match(beside, new RegExp(`with the series <a href="/series/${y}">`));
  assert.match(beside, /<b>0 \(2024\)<\/b>.*<b>1 \(2024\)<\/b>/);
  for (const wrong of ["saar", "nothing", "minus:0000000000000000", `real:${y}`])
    assert.match(await shown(`${x}~${wrong},${y}`), /so they are shown as published: /, wrong);
  assert.equal((await site.get(`/compare.csv?series=${x}~saar,${y}`, EN)).status, 404);
});

test("of the series that typed words may mean, those measured as the chosen one come first [site.compare-typed]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const typed = encodeURIComponent("оборот розничной торговли");
  for (const [series, unit] of [
    ["pfavkwrx63a1a66a", "billion rubles"],
    ["pfavkf8enjk1cnp3", "per cent · against the same period a year earlier"],
  ] as const) {
    const {text} = await site.get(`/compare?series=${series}&add=${typed}`, EN);
    const [, first = ""] = /<ul class="names"><li>.*?<span class="quiet">([^<]*)/.exec(text)!;
    assert.ok(first.startsWith(unit), first);
  }
});

test("the values of a crosshair are those of the charts: by frequency, null where a line has none, in per cent where the charts are [site.compare-crosshair]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,freq,value",
    rows: [
      ...[2022, 2023, 2024].map((year) => `x,RUB,${MOSCOW},${year},A,${year === 2023 ? 7 : 5}`),
      `y,RUB,${MOSCOW},2022,A,10`,
      `y,RUB,${MOSCOW},2024,A,20`,
      `z,RUB,${MOSCOW},2024-Q1,Q,3`,
    ],
    more: {units: [{code: "RUB", name: "рубль", okei: "383", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const of = (indicator: string, frequency: "A" | "Q"): string =>
    seriesKey("showdata", "places", {
      ...{indicator, classification: null, measure: null, transformation: null, unit: "RUB"},
      ...{frequency, territory: MOSCOW},
    });
  const page = (await site.get(`/compare?series=${of("x", "A")},${of("y", "A")},${of("z", "Q")}`, EN)).text;
  const source = /data-source="([^"]*)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const {days, lines, isIndex} = JSON.parse((await site.get(source, EN)).text);
  assert.deepEqual(days, {A: [18_993, 19_358, 19_723], Q: [19_723]});
  assert.deepEqual(
    lines.map(({name, frequency, values}: {name: string; frequency: string; values: number[]}) => [
      name,
      frequency,
      values,
    ]),
    [
      ["x", "A", [5, 7, 5]],
      ["y", "A", [10, null, 20]],
      ["z", "Q", [3]],
    ],
  );
  assert.equal(isIndex, false);
  const index = JSON.parse((await site.get(`${source}&as=index`, EN)).text);
  assert.equal(index.isIndex, true);
  assert.deepEqual(index.lines[1].values, [50, null, 100]);
});

test("a comparison of one indicator names it in its heading and title, whatever the number of its series; one of several subjects says what else they share, and the chart comes before the list and the form [site.compare]", async (t) => {
  const {store} = await temporaryStore(t);
  const territories = [...REGIONS].slice(0, 10);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "pay",
    header: "indicator,geo,freq,period,value",
    rows: ["pay", "price"].flatMap((name) => territories.map((geo) => `${name},${geo},A,2025,1`)),
    more: {
      indicators: [
        {code: "pay", label: "Заработная плата"},
        {code: "price", label: "Цена"},
      ],
    },
  });
  const site = await openSite(t, {store});
  const keyOf = (indicator: string, territory: string): string =>
    seriesKey("showdata", "pay", {
      ...{indicator, classification: null, measure: null, transformation: null, unit: null},
      ...{frequency: "A", territory},
    });
  const keys = territories.map((geo) => keyOf("pay", geo));
  for (const [many, beside] of [
    [keys, "последние значения — рядом с названиями"],
    [keys.slice(0, 2), "последние значения"],
  ] as const) {
    const {text} = await site.get(`/compare?series=${many.join(",")}`, {"accept-language": "ru"});
    assert.match(text, /<title>Сравнение рядов: Заработная плата[^<]* · /);
    // once what all share; what differs is in the legend
    assert.match(text, /<h1 class="series-title"><span class="unseen">Сравнение рядов: <\/span>Заработная плата<\/h1>/);
    const [head = "", ...below] = text.split('<div class="compare-charts"');
    assert.doesNotMatch(head, /class="compared"|class="many-boxes"|id="q"|class="lead"/, "the chart comes first");
    assert.match(below.join(), /(?:class="compared"|class="many-boxes")[\s\S]*id="q"/);
    assert.ok(text.includes(`<strong>${beside}</strong>`), "the heading of the latest values says where they are");
  }
  const mixed = (await site.get(`/compare?series=${keys[0]},${keyOf("price", territories[0]!)}`, EN)).text;
  assert.match(
    mixed,
    /<h1 class="series-title">Series compared<span class="unseen">, <\/span><span class="series-place">[^<]+<\/span><\/h1>/,
  );
  assert.match(mixed, /<span class="sample line-1"><\/span>Заработная плата: <b>1 \(2025\)/);
});

test("a comparison may be of a past day, and its citation has the day, so that it gives the same values after the next release [site.compare]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = (published_at: string, value: number) =>
    loadTidy(store, folder, {
      ...{dataset: "pay", published_at, header: "indicator,geo,freq,period,value"},
      rows: [`pay,${MOSCOW},A,2025,${value}`, `pay,${ALTAI},A,2025,7`],
      more: {revised: true},
    });
  await load("2026-03-10", 41);
  const site = await openSite(t, {store});
  const keys = [MOSCOW, ALTAI].map((territory) =>
    seriesKey("showdata", "pay", {
      ...{indicator: "pay", classification: null, measure: null, transformation: null, unit: null},
      ...{frequency: "A", territory},
    }),
  );
  const cited = async (path: string): Promise<string> =>
    /id="citation"[^>]*>[\s\S]*?(\/compare\?[^<]*)<\/p>/
      .exec((await site.get(path, EN)).text)![1]!
      .replaceAll("&amp;", "&");
  const address = await cited(`/compare?series=${keys.join(",")}`);
  assert.match(address, /[?&]as_of=2026-03-10/);
  await load("2026-04-10", 45);
  const valuesOf = async (path: string): Promise<string> => (await site.get(`${path}&lang=en&shape=wide`, EN)).text;
  assert.match(await valuesOf(`/compare.csv?series=${keys.join(",")}`), /\n2025-01-01;45;7\n/);
  assert.match(await valuesOf(address.replace("/compare", "/compare.csv")), /\n2025-01-01;41;7\n/);
  const {text} = await site.get(address, EN);
  assert.match(text, /id="as-of-notice"[^>]*>As it was known on <strong>10 March 2026/);
  assert.match(text, /href="\/compare\.csv\?[^"]*as_of=2026-03-10/);
  assert.match(
    text,
    /src="[^"]*\/embed\/compare\?[^"]*as_of=2026-03-10|embed\/<wbr>compare\?[\s\S]{0,200}as_of=2026-03-10/,
  );
  assert.equal(await cited(address), address);
  assert.equal((await site.get(`/compare.svg?series=${keys[0]}&as_of=yesterday`)).status, 404);
  const unread = (await site.get(`/compare?series=${keys[0]}&as_of=yesterday`, EN)).text;
  assert.match(unread, /cannot be read/);
  assert.doesNotMatch(unread, /compare\.(?:svg|png|csv|xlsx)\?[^"]*yesterday|values\.json\?[^"]*yesterday/);
});
