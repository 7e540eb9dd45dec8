// English names that a package gives, on each page that shows a name; a Russian visitor has the published ones, and reads no others.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import type {MessageBody} from "../../src/service/message-body.ts";
import {letterText} from "../../src/site/mail/event-letter.ts";
import {nameLetter} from "../../src/site/mail/letter-names.ts";
import {nameSeries} from "../../src/site/words/own-names.ts";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import type {Queries} from "../../src/store/engines/differences.ts";
import {loadTidy, MOSCOW, SAINT_PETERSBURG} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

/** The reference lists have none of these names but that of Moscow; the class 03 has no English name. */
const BREAD = {
  dataset: "bread",
  published_at: "2026-06-10",
  header: "indicator;class;unit;geo;period;value",
  more: {
    name: "Цены на хлеб",
    name_en: "Prices of bread",
    next_release: "2026-08-10",
    indicators: [{code: "p", label: "Средняя цена хлеба", label_en: "Average price"}],
    classes: [
      {code: "01", name: "Чёрный", name_en: "Black"},
      {code: "02", name: "Белый", name_en: "White"},
      {code: "03", name: "Кукурузный"},
    ],
    units: [{code: "PIE", name: "рубль за кусок", name_en: "ruble per piece"}],
    geo: [{code: "v1", name: "Деревня", name_en: "The village", level: "city"}],
    notes: [{text: "Без соли", class: "02"}],
    related: [{provider: "showdata", dataset: "salt", relation: "neighbour", splice: false}],
  },
  rows: [
    ...["2026-01", "2026-02"].flatMap((period) => [
      `p;01;PIE;${MOSCOW};${period};1.5`,
      `p;02;PIE;v1;${period};2`,
      `p;02;PIE;${MOSCOW};${period};3`,
      `p;03;PIE;${MOSCOW};${period};4`,
    ]),
    `p;02;PIE;${SAINT_PETERSBURG};2024-01;5`,
  ],
};

/** Another dataset uses the same published name of a class for another thing. */
const SALT = {
  dataset: "salt",
  published_at: "2026-06-11",
  header: "indicator;class;geo;period;value",
  more: {
    name: "Соль столовая",
    name_en: "Table salt",
    indicators: [{code: "p", label: "Запас соли", label_en: "Stock of salt"}],
    classes: [{code: "02", name: "Белый", name_en: "Refined"}],
  },
  rows: [`p;02;${MOSCOW};2026-05;7`],
};

const keyOf = (dataset: string, classification: string, territory: string): string =>
  seriesKey("showdata", dataset, {
    ...{indicator: "p", classification, measure: null, transformation: null},
    ...{unit: dataset === "bread" ? "PIE" : null, frequency: "M" as const, territory},
  });

const WHITE = keyOf("bread", "02", "v1");
const SALTED = keyOf("salt", "02", MOSCOW);

async function openNamed(t: TestContext) {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const tidy of [BREAD, SALT]) await loadTidy(store, folder, tidy);
  const site = await openSite(t, {store});
  /** The text of a page without its marks; blanks that keep a line together are blanks. */
  const read = async (path: string, language: "en" | "ru"): Promise<string> => {
    const {status, text} = await site.get(path, {"accept-language": language, host: "ryad.example"});
    assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`);
    return text.replaceAll("\u00a0", " ").replaceAll("\u00ad", "");
  };
  return {site, read};
}

/** A path, and names on its English page that its Russian page lacks. */
const PAGES: readonly (readonly [path: string, english: readonly string[]])[] = [
  [`/series/${WHITE}`, ["White", "Average price", "The village", "ruble per piece", "Prices of bread", "Table salt"]],
  [
    `/datasets/showdata/bread`,
    ["Prices of bread", "Black (", "White (", "The village (", "Average price", "ruble per piece", "Table salt"],
  ],
  [`/series/${WHITE}/territories?level=city`, ["White", "Average price", "The village", "Prices of bread"]],
  [`/embed/${WHITE}`, ["White", "Average price", "The village", "ruble per piece"]],
  [`/chart/${WHITE}.svg`, ["White", "The village", "ruble per piece"]],
  [`/compare?series=${WHITE},${SALTED}`, ["Average price, White", "Stock of salt, Refined", "The village"]],
  [`/compare?add=хлеб`, ["Average price, White", "Average price, Black", "The village"]],
  [`/search?q=хлеб`, ["White", "Average price", "The village", "ruble per piece", "Prices of bread"]],
  [`/search?dataset=showdata/bread`, ["Prices of bread", "The village"]],
  ["/territories/v1", ["The village", "Prices of bread"]],
  ["/indicators/showdata-bread-p", ["Average price", "ruble per piece", "Prices of bread", "White"]],
  ["/", ["Prices of bread", "Table salt"]],
  ["/datasets", ["Prices of bread", "Table salt"]],
  ["/datasets?provider=showdata", ["Prices of bread", "Table salt"]],
  ["/updates", ["Prices of bread", "Table salt"]],
  ["/updates.atom", ["Prices of bread", "Table salt"]],
  ["/updates.atom?dataset=showdata/bread", ["Ryad: updates: Prices of bread"]],
  [`/updates.atom?series=${WHITE}`, ["Average price, White, The village"]],
  ["/calendar", ["Prices of bread"]],
  ["/calendar.ics", ["Prices of bread"]],
  ["/silence", ["Prices of bread"]],
  ["/silence?dataset=showdata/bread", ["Prices of bread", "Average price, White, Saint Petersburg"]],
  [
    `/c/${WHITE}/2026-02-01/2026-06-10`,
    ["White", "Average price", "The village", "ruble per piece", "Prices of bread"],
  ],
];

/** Published names that have an English one; data blocks and citations have them in any language, and marks say so. */
const RUSSIAN = /Белый|Чёрный|Средняя цена|Деревня|рубль за кусок|Цены на хлеб|Соль столовая|Запас соли/;
const PUBLISHED_PARTS =
  /<script type="application\/ld\+json">.*?<\/script>|<p id="citation".*?<\/p>|"(?:name|title)":"[^"]*"|<(?:pre|textarea)[^>]*>.*?<\/(?:pre|textarea)>/gs;

for (const [path, english] of PAGES)
  test(`lang=en: the page ${path.replace(/[0-9a-z]{16}/g, "KEY").split("?")[0]}${path.includes("?") ? "?…" : ""} has the English names of the package, and in Russian the published ones [names.site]`, async (t) => {
    const {read} = await openNamed(t);
    const shown = await read(path, "en");
    for (const name of english) assert.ok(shown.includes(name), `${path} lacks ${name}`);
    const left = shown.replace(PUBLISHED_PARTS, "");
    const at = left.search(RUSSIAN);
    assert.equal(at, -1, `${path} has ${left.slice(Math.max(0, at - 200), at + 60)}`);
    const russian = await read(path, "ru");
    for (const name of english.filter((one) => !/updates/.test(one)))
      assert.ok(!russian.includes(name), `${path} has ${name} in Russian`);
    assert.match(russian, RUSSIAN);
  });

test("a name without an English one stays and is marked as Russian; citations and files of series are in the language of the page, and the JSON of a claim has the published names in any language [names.site]", async (t) => {
  const {site, read} = await openNamed(t);
  const corn = keyOf("bread", "03", MOSCOW);
  const page = await read(`/series/${corn}`, "en");
  assert.match(page, /<h1[^>]*>.*?Average price.*?<span lang="ru">Кукурузный<\/span>.*?Moscow/s);
  assert.match(await read(`/series/${WHITE}`, "en"), /<h1[^>]*>.*?Average price.*?>White<.*?The village/s);
  for (const path of [`/series/${WHITE}.csv`, `/series/${WHITE}.ris`]) {
    assert.match(await read(path, "en"), /White/, path);
    assert.doesNotMatch(await read(path, "en"), RUSSIAN, path);
    assert.match(await read(path, "ru"), /Белый/, path);
  }
  const headers = {accept: "application/json", "accept-language": "en", host: "ryad.example"};
  const {text} = await site.get(`/c/${WHITE}/2026-02-01/2026-06-10`, headers);
  const {title, dataset_name, unit_name, geo_label} = JSON.parse(text);
  assert.deepEqual(
    [title, dataset_name, unit_name, geo_label],
    ["Белый, Средняя цена хлеба, Деревня", "Цены на хлеб", "рубль за кусок", "Деревня"],
  );
});

test("a search by an English name of a package finds its series, and shows them by it [names.site]", async (t) => {
  const {read} = await openNamed(t);
  const found = await read("/search?q=white%20bread", "en");
  assert.match(found, /The village/);
  assert.match(await read("/search?q=refined%20salt", "en"), /Stock of salt, Refined/);
});

test("letters name datasets and series in the language of the subscription [names.letters]", async (t) => {
  const {site} = await openNamed(t);
  const series = {
    ...{series_key: WHITE, title: "Белый, Средняя цена хлеба, Деревня", unit: "рубль за кусок"},
    ...{last_period: "2026-02-01", last_value: 2, new_values: 1, revised_values: 0, largest_revision: null},
  };
  const body: MessageBody = {
    ...{kind: "release", happened_at: "2026-06-10T00:00:00Z", provider_code: "showdata", dataset_code: "bread"},
    ...{name: "Цены на хлеб", day: "2026-06-10", release_id: 1, new_values: 1, revised_values: 0},
    ...{latest_period: "2026-02", reason: null, findings: null, series, page: "https://ryad.example/"},
  };
  const letter = async (language: "en" | "ru", told: MessageBody) =>
    letterText(await site.store.statistics.read((q) => nameLetter(q, language, told)), language, null);
  const english = await letter("en", body);
  assert.equal(english.subject, "Average price, White, The village: new release");
  assert.match(english.text, /Prices of bread/);
  assert.match(english.text, /ruble per piece/);
  assert.equal((await letter("en", {...body, series: null})).subject, "Prices of bread: new release");
  assert.match((await letter("ru", body)).text, /Белый.*Цены на хлеб.*рубль за кусок/s);
  assert.match(english.text, /Latest value: 2 \(ruble per piece\), February 2026\n/);
  const gone = {...body, dataset_code: "none", series: null};
  assert.equal((await letter("en", gone)).subject, "Цены на хлеб: new release");
});

test("names that no package of the dataset gives are one look-up, and a Russian visitor has none [names.site]", async (t) => {
  const {site} = await openNamed(t);
  const territory = {code: "v1", name: "Деревня", level: "city" as const, canonical: "v1", parent: null};
  const series = {className: "Белый", fullTerritory: territory};
  const first = nameSeries({} as Queries, "ru", [series], () => 1).next();
  assert.deepEqual(first, {done: true, value: [series]});
  const [same] = await site.store.statistics.read((q) => nameSeries(q, "en", [series], () => 99));
  assert.equal(same, series, "another dataset");
});

test("a Russian page shows the usual Russian name of a country that a table of the world names in English [names.countries]", async (t) => {
  const {store} = await temporaryStore(t);
  const geo = [{code: "FR", name: "France", level: "country"}];
  const world = {dataset: "world", rows: ["x,FR,2026-01,1"], more: {name: "World", geo}};
  await loadTidy(store, await temporaryFolder(t), world);
  const site = await openSite(t, {store});
  const shown = async (language: string) =>
    (await site.get("/datasets/showdata/world", {"accept-language": language, host: "ryad.example"})).text;
  assert.match(await shown("ru"), /Франция/);
  assert.match(await shown("en"), /France/);
});

test("a class of COICOP has its name in the language of the page: by its English name, or by its code alone [site.english-names]", async (t) => {
  const {store} = await temporaryStore(t);
  const rows = ["p;CP01;643;2026-01;1", "p;CP02;643;2026-01;1", "p;CP12;643;2026-01;1"];
  const classes = [{code: "CP02", name: "Alcoholic beverages, tobacco and narcotics"}];
  const header = "indicator;class;geo;period;value";
  await loadTidy(store, await temporaryFolder(t), {dataset: "prices", header, rows, more: {classes}});
  const site = await openSite(t, {store});
  const shown = async (classification: string, language: string) => {
    const path = `/series/${keyOf("prices", classification, "643")}`;
    return /<h1[^>]*>(.*?)<\/h1>/s.exec(
      (await site.get(path, {"accept-language": language, host: "ryad.example"})).text,
    )![1]!;
  };
  assert.match(await shown("CP01", "ru"), /^Продукты питания и безалкогольные напитки/);
  assert.match(await shown("CP01", "en"), /^Food and non-alcoholic beverages/);
  assert.match(await shown("CP02", "ru"), /^Алкогольные напитки, табачные изделия и наркотики/);
  assert.match(await shown("CP12", "ru"), /^CP12/, "the editions give it two meanings");
});
