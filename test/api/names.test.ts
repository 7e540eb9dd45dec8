// The language of names: each door in both languages, its tag, what it refuses, and the English names of packages.
import assert from "node:assert/strict";
import {test} from "node:test";
import {MOSCOW, openWith, PRICES, SAINT_PETERSBURG} from "./packages.ts";

/** Moscow has an English name in the reference lists; the class 02, the village and the unit have one in the package alone, 03 has none. */
const BREAD = {
  provider: "showdata",
  dataset: "bread",
  header: "indicator;class;unit;geo;period;value",
  more: {
    name: "Цены на хлеб",
    name_en: "Prices of bread",
    indicators: [{code: "p", label: "Средняя цена", label_en: "Average price"}],
    classes: [
      {code: "01", name: "Чёрный", name_en: "Black"},
      {code: "02", name: "Белый", name_en: "White"},
      {code: "03", name: "Кукурузный"},
    ],
    units: [{code: "PIE", name: "рубль за кусок", name_en: "ruble per piece"}],
    geo: [{code: "v1", name: "Деревня", name_en: "The village", level: "city"}],
  },
  rows: [
    ...["01", "02", "03"].map((kind) => `p;${kind};PIE;${MOSCOW};2026-01;1.5`),
    `p;01;PIE;v1;2026-01;2`,
    `p;01;PIE;${SAINT_PETERSBURG};2026-01;3`,
  ],
};

type Named = Readonly<Record<string, string>>;

test("lang=en gives English names of territories, classes, indicators and datasets on a slice, and the published name where none is known; codes stay [names.slice names.codes]", async (t) => {
  const api = await openWith(t, [BREAD]);
  const path = "/api/v1/data?dataset=bread&geo=all&labels=1";
  const [plain, ru, en] = await Promise.all(["", "&lang=ru", "&lang=en"].map((more) => api.get(path + more)));
  assert.deepEqual(ru!.json, plain!.json);
  assert.notEqual(en!.headers["etag"], plain!.headers["etag"]);
  const names = (json: {series: Named[]}) =>
    json.series.map(({class_label, geo_label, title}) => [class_label, geo_label, title]);
  assert.deepEqual(names(plain!.json)[0], ["Чёрный", "г. Санкт-Петербург", "Чёрный, Средняя цена, г. Санкт-Петербург"]);
  assert.deepEqual(names(en!.json), [
    ["Black", "Saint Petersburg", "Black, Average price, Saint Petersburg"],
    ["Black", "Moscow", "Black, Average price, Moscow"],
    ["Black", "The village", "Black, Average price, The village"],
    ["White", "Moscow", "White, Average price, Moscow"],
    ["Кукурузный", "Moscow", "Кукурузный, Average price, Moscow"],
  ]);
  const bare = (json: {series: Named[]; observations: unknown}) => [
    json.series.map(({class_label: _1, geo_label: _2, title: _3, ...codes}) => codes),
    json.observations,
  ];
  assert.deepEqual(bare(en!.json), bare(plain!.json));
  const known = await api.get(`${path}&lang=en`, {"if-none-match": en!.headers["etag"]!});
  assert.equal(known.status, 304);
  assert.equal((await api.get(path, {"if-none-match": en!.headers["etag"]!})).status, 200);
});

test("a CSV has labels in the language of the request [names.csv]", async (t) => {
  const api = await openWith(t, [BREAD]);
  const rows = async (more: string) => {
    const {text} = await api.get(`/api/v1/data?dataset=bread&geo=${MOSCOW}&labels=1&format=csv${more}`);
    return text
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => row.split(";").filter((cell) => /\p{L}{4}/u.test(cell) && !/^[0-9a-z]{16}$/.test(cell)));
  };
  assert.deepEqual(
    (await rows("&lang=en")).map((cells) => cells.slice(0, 2)),
    ["Black", "White", "Кукурузный"].map((kind) => [kind, "Moscow"]),
  );
  assert.deepEqual((await rows(""))[0]!.slice(0, 2), ["Чёрный", "г. Москва"]);
});

test("observations, estimates and named series have names in the language of the request, and a tag of it [names.series]", async (t) => {
  const api = await openWith(t, [BREAD]);
  const {json} = await api.get(`/api/v1/data?dataset=bread&geo=${MOSCOW}&class=02`);
  const key = json.series[0].series_key;
  const both = async (path: string) => {
    const [plain, en] = [await api.get(path), await api.get(`${path}${path.includes("?") ? "&" : "?"}lang=en`)];
    assert.notEqual(plain.headers["etag"], en.headers["etag"], path);
    return [plain.json, en.json];
  };
  const [plain, en] = await both(`/api/v1/series/${key}/observations`);
  assert.deepEqual(
    [plain.series.title, plain.series.unit_name, plain.series.geo_label],
    ["Белый, Средняя цена, г. Москва", "рубль за кусок", "г. Москва"],
  );
  assert.deepEqual(
    [en.series.title, en.series.unit_name, en.series.geo_label, en.series.unit],
    ["White, Average price, Moscow", "ruble per piece", "Moscow", "PIE"],
  );
  for (const path of [`/api/v1/observations?series=${key}`, `/api/v1/series/${key}/estimates`]) {
    const [, named] = await both(path);
    assert.equal(named.series[0].title, "White, Average price, Moscow", path);
  }
  const [, estimates] = await both(`/api/v1/estimates?dataset=bread&geo=${MOSCOW}&class=02`);
  assert.equal(estimates.series[0].title, "White, Average price, Moscow");
});

test("search and concepts have names in the language of the request [names.search]", async (t) => {
  const api = await openWith(t, [BREAD, PRICES]);
  const titles = async (more: string) => {
    const {json} = await api.get(
      `/api/v1/series/search?dataset=showdata/bread,showdata/prices&geo=RU-77&limit=50${more}`,
    );
    return json.items.map(({title}: Named) => title);
  };
  assert.ok((await titles("&lang=en")).includes("White, Average price, Moscow"));
  assert.ok((await titles("&lang=en")).includes("=Молоко, Consumer price index, Moscow"));
  assert.ok((await titles("")).includes("Белый, Средняя цена, г. Москва"));
  assert.deepEqual(await titles("&lang=ru"), await titles(""));
  const own = await api.get("/api/v1/concepts/showdata-bread-p?lang=en");
  assert.equal(own.json.label, "Average price");
  const {json} = await api.get("/api/v1/concepts/search?q=cpi&lang=en");
  assert.equal(json.items[0].label, "Consumer price index");
  assert.equal(
    (await api.get(`/api/v1/concepts/${json.items[0].concept_id}?lang=en`)).json.label,
    "Consumer price index",
  );
});

test("reference lists have names in the language of the request, as JSON and CSV [names.lists]", async (t) => {
  const api = await openWith(t, [BREAD]);
  const list = async (path: string, by: string, code: string) => {
    const find = async (more: string): Promise<Named> =>
      (await api.get(`/api/v1/reference/${path}${path.includes("?") ? "&" : "?"}${more}`)).json.items.find(
        (row: Named) => row[by] === code,
      );
    return [await find(""), await find("lang=en")] as const;
  };
  for (const [path, by, code, member, ru, en] of [
    ["datasets", "code", "bread", "name", "Цены на хлеб", "Prices of bread"],
    ["geo", "code", MOSCOW, "name", "г. Москва", "Moscow"],
    ["geo", "code", "v1", "name", "Деревня", "The village"],
    ["codes?dataset=bread", "class", "02", "name", "Белый", "White"],
    ["codes?dataset=bread", "class", "03", "name", "Кукурузный", "Кукурузный"],
    ["units", "code", "PIE", "name", "рубль за кусок", "ruble per piece"],
    [
      "series?dataset=bread",
      "geo",
      "v1",
      "title",
      "Чёрный, Средняя цена, Деревня",
      "Black, Average price, The village",
    ],
  ] as const) {
    const [plain, english] = await list(path, by, code);
    assert.deepEqual([plain[member], english[member]], [ru, en], path);
    assert.deepEqual(
      {...english, [member]: 0, class_label: 0, geo_label: 0},
      {...plain, [member]: 0, class_label: 0, geo_label: 0},
    );
  }
  const csv = await api.get("/api/v1/reference/codes?dataset=bread&format=csv&lang=en");
  assert.match(csv.text, /^02;White;/m);
});

test("JSON-stat has labels in the language of the request [names.jsonstat]", async (t) => {
  const api = await openWith(t, [BREAD]);
  const path = `/api/v1/jsonstat?dataset=bread&geo=${MOSCOW}`;
  const [plain, en] = [await api.get(path), await api.get(`${path}&lang=en`)];
  assert.notEqual(plain.headers["etag"], en.headers["etag"]);
  const {label, dimension} = en.json;
  assert.equal(label, "Prices of bread");
  assert.deepEqual(dimension.class.category.label, {"01": "Black", "02": "White", "03": "Кукурузный"});
  assert.deepEqual(dimension.geo.category.label, {[MOSCOW]: "Moscow"});
  assert.deepEqual(dimension.unit.category.label, {PIE: "ruble per piece"});
  assert.equal(plain.json.label, "Цены на хлеб");
});

test("OData has names in the language of the custom option lang, in filters, orders and links too [names.odata]", async (t) => {
  const api = await openWith(t, [BREAD]);
  const rows = async (query: string) => (await api.get(`/api/v1/odata/${query}`)).json.value as Named[];
  const named = ({class_label, geo_label}: Named) => [class_label, geo_label];
  const english = await rows("series?lang=en&$filter=geo_label eq 'Moscow'&$orderby=class_label desc");
  assert.deepEqual(english.map(named), [
    ["Кукурузный", "Moscow"],
    ["White", "Moscow"],
    ["Black", "Moscow"],
  ]);
  assert.deepEqual(await rows("series?$filter=geo_label eq 'Moscow'"), []);
  const filter = `$filter=dataset_code eq 'bread'`;
  assert.ok((await rows(`observations?lang=en&${filter}`)).some(({title}) => title === "White, Average price, Moscow"));
  const paged = await api.get(`/api/v1/odata/series?lang=en`, {prefer: "odata.maxpagesize=1"});
  assert.match(paged.json["@odata.nextLink"], /[?&]lang=en&/);
  const [plain, en] = [await api.get("/api/v1/odata/series"), await api.get("/api/v1/odata/series?lang=en")];
  assert.notEqual(plain.headers["etag"], en.headers["etag"]);
  assert.deepEqual((await api.get("/api/v1/odata/series?lang=ru")).json, plain.json);
  const key = english[1]!["series_key"];
  assert.equal(
    (await api.get(`/api/v1/odata/series('${key}')/title/$value?lang=en`)).text,
    "White, Average price, Moscow",
  );
  assert.equal((await api.get("/api/v1/odata/series?lang=de")).status, 400);
});

test("structures of SDMX have names in both languages, those of lang or Accept-Language first; SDMX-JSON data name codes in it [names.sdmx]", async (t) => {
  const api = await openWith(t, [BREAD]);
  const path = "/sdmx/2.1/datastructure/all/DSD_showdata--bread/latest?references=children";
  const namesOf = async (more: string, headers = {}) => {
    const {text, headers: given} = await api.get(path + more, headers);
    assert.match(given["vary"]!, /Accept-Language/);
    return /<str:Code id="_02">(.*?)<\/str:Code>/.exec(text)![1];
  };
  const [ru, en] = ['<com:Name xml:lang="ru">Белый</com:Name>', '<com:Name xml:lang="en">White</com:Name>'];
  assert.equal(await namesOf(""), ru + en);
  assert.equal(await namesOf("&lang=en"), en + ru);
  assert.equal(await namesOf("", {"accept-language": "en-GB, ru;q=0.5"}), en + ru);
  assert.equal(await namesOf("&lang=ru", {"accept-language": "en"}), ru + en);
  assert.equal(await namesOf("", {"accept-language": "de"}), ru + en);
  const json = {accept: "application/vnd.sdmx.structure+json;version=2.0.0"};
  const flows = JSON.parse((await api.get("/sdmx/2.1/dataflow?lang=en", json)).text).data.dataflows;
  assert.deepEqual([flows[0].name, flows[0].names], ["Prices of bread", {en: "Prices of bread", ru: "Цены на хлеб"}]);
  const data = async (more: string, headers = {}) => {
    const answer = await api.get(`/sdmx/2.1/data/showdata--bread?format=jsondata${more}`, headers);
    const geo = JSON.parse(answer.text).data.structure.dimensions.series.find(({id}: Named) => id === "GEO");
    return {names: geo.values.map(({name}: Named) => name).sort(), etag: answer.headers["etag"]};
  };
  const [plain, english] = [await data(""), await data("", {"accept-language": "en"})];
  assert.deepEqual(english.names, ["Moscow", "Saint Petersburg", "The village"]);
  assert.deepEqual(plain.names, ["г. Москва", "г. Санкт-Петербург", "Деревня"].sort());
  assert.notEqual(plain.etag, english.etag);
  assert.equal((await api.get(`${path}&lang=de`)).status, 400);
});

test("the language is that of the server's country by default, and any other than en and ru is 422 [names.default names.refused]", async (t) => {
  const api = await openWith(t, [BREAD], {settings: {country: "us"}});
  const path = `/api/v1/data?dataset=bread&geo=${MOSCOW}`;
  assert.equal((await api.get(path)).json.series[0].geo_label, "Moscow");
  assert.equal((await api.get(`${path}&lang=ru`)).json.series[0].geo_label, "г. Москва");
  for (const other of [path, "/api/v1/series/search?q=price", "/api/v1/reference/units?x=1"]) {
    const {status, text} = await api.get(`${other}&lang=de`);
    assert.equal(status, 422, other);
    assert.match(text, /"lang"\],"msg":"Input should be 'en' or 'ru'"/);
  }
});

test("an English name stays when a later package leaves it out, and a newer one counts [names.kept]", async (t) => {
  const api = await openWith(t, [BREAD]);
  const classes = [
    {code: "01", name: "Чёрный", name_en: "Rye"},
    {code: "02", name: "Белый"},
    {code: "03", name: "Кукурузный"},
  ];
  await api.load({...BREAD, published_at: "2026-07-10", more: {...BREAD.more, classes}});
  const {json} = await api.get(`/api/v1/reference/codes?dataset=bread&lang=en`);
  assert.deepEqual(
    json.items.map(({name}: Named) => name),
    ["Rye", "White", "Кукурузный"],
  );
});

/** Countries by their names in English, as tables of the world are loaded; FR is a country, and XA a territory of the package alone. */
const WORLD = {
  dataset: "world",
  header: "indicator,geo,period,value",
  more: {
    name: "World",
    geo: [
      {code: "FR", name: "France", level: "country"},
      {code: "CIV", name: "Ivory Coast", level: "country"},
      {code: "DE", name: "Delaware", level: "region"},
      {code: "XA", name: "Elsewhere", level: "country"},
    ],
  },
  rows: ["FR", "CIV", "DE", "XA"].map((code) => `x,${code},2026-01,1`),
};

test("lang=ru gives the usual Russian name of a country where its code and name are those of the country; without lang the published name stays [names.countries]", async (t) => {
  const api = await openWith(t, [WORLD]);
  const path = "/api/v1/data?dataset=world&geo=all&labels=1";
  const [plain, ru] = [await api.get(path), await api.get(`${path}&lang=ru`)];
  const names = ({json}: {json: {series: Named[]}}) =>
    Object.fromEntries(json.series.map(({geo, geo_label}) => [geo, geo_label]));
  assert.deepEqual(names(plain), {FR: "France", CIV: "Ivory Coast", DE: "Delaware", XA: "Elsewhere"});
  assert.deepEqual(names(ru), {FR: "Франция", CIV: "Кот-д’Ивуар", DE: "Delaware", XA: "Elsewhere"});
  assert.notEqual(plain.headers["etag"], ru.headers["etag"]);
  const key = plain.json.series.find(({geo}: Named) => geo === "FR").series_key;
  assert.equal((await api.get(`/api/v1/series/${key}/observations?lang=ru`)).json.series.geo_label, "Франция");
  const found = await api.get("/api/v1/series/search?dataset=showdata/world&geo=FR&lang=ru");
  assert.equal(found.json.items[0].geo_label, "Франция");
  const {items} = (await api.get("/api/v1/reference/geo?lang=ru")).json;
  assert.equal(items.find(({code}: Named) => code === "FR").name, "Франция");
});
