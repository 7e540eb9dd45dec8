// Packages of other countries, and with codes of no country's list: they keep their codes, names and levels, and geo=RU-00 finds only
// Russia.
import assert from "node:assert/strict";
import {test} from "node:test";
import {Refusal} from "../../src/service/refusal.ts";
import type {Api} from "./client.ts";
import {openWith, type TidyPackage} from "./packages.ts";

const HEADER = "indicator;geo;geo_label;period;value";

const RUSSIA: TidyPackage = {
  dataset: "russia",
  header: HEADER,
  rows: ["x;643;;2025;1", "x;643004.АГ;;2025;2", "x;040;;2025;3", "x;45000000000;;2025;4"],
};

/** Numeric codes of ISO 3166, as the United Nations use them: 040 and 036 are districts of Russia too. */
const WORLD: TidyPackage = {
  provider: "un",
  dataset: "world",
  header: HEADER,
  rows: ["x;040;;2025;10", "x;036;;2025;20", "x;840;;2025;30", "x;999;Elsewhere;2025;40", "x;643;;2025;50"],
  more: {
    country: "none",
    geo: [
      {code: "040", name: "Austria", level: "country"},
      {code: "036", name: "Australia", level: "country"},
      {code: "840", name: "United States", level: "country"},
      {code: "643", name: "Russia", level: "country", canonical: "RU-00"},
    ],
  },
};

/** A country without built-in lists. */
const CANADA: TidyPackage = {
  provider: "statcan",
  dataset: "cpi",
  header: HEADER,
  rows: ["x;0000;;2025;1", "x;48;;2025;2", "x;06;;2025;3", "x;A101;Toronto area;2025;4"],
  more: {
    country: "CA",
    geo: [
      {code: "0000", name: "Canada", level: "country", canonical: "CA"},
      {code: "48", name: "Alberta", level: "region", canonical: "CA-AB", parent: "0000"},
      {code: "06", name: "Ontario", level: "region"},
    ],
  },
};

/** geo/geo_canonical/geo_level/geo_label of the series of a slice. */
async function slice(api: Api, query: string): Promise<string[]> {
  const {status, json, text} = await api.get(`/api/v1/data?${query}`);
  if (status === 404) return [];
  assert.equal(status, 200, text);
  return json.series.map(indexOf);
}

const indexOf = (one: {geo: string; geo_canonical: string; geo_level: string; geo_label: string}) =>
  [one.geo, one.geo_canonical, one.geo_level, one.geo_label].join("/");

test("a package of another country, or of no country, keeps its codes, names and levels, and its normalised code is its own [territory.country]", async (t) => {
  const api = await openWith(t, [WORLD, CANADA]);
  assert.deepEqual(await slice(api, "dataset=world&geo=all"), [
    "036/036/country/Australia",
    "040/040/country/Austria",
    "643/RU-00/country/Russia",
    "840/840/country/United States",
    "999/999/city/Elsewhere",
  ]);
  assert.deepEqual(await slice(api, "dataset=cpi&geo=all"), [
    "0000/CA/country/Canada",
    "06/06/region/Ontario",
    "48/CA-AB/region/Alberta",
    "A101/A101/city/Toronto area",
  ]);
  assert.deepEqual(await slice(api, "dataset=cpi&geo=CA,A101"), [
    "0000/CA/country/Canada",
    "A101/A101/city/Toronto area",
  ]);
  const csv = await api.get("/api/v1/data?dataset=world&geo=040&format=csv");
  assert.match(csv.text, /;040;Austria;country;2025-01-01;10;/);
});

test("`geo=country` selects the level, `geo=RU-00` only Russia, and a district's code in another list is not the district [territory.country]", async (t) => {
  const api = await openWith(t, [RUSSIA, WORLD, CANADA]);
  assert.deepEqual(await slice(api, "dataset=cpi&geo=country"), ["0000/CA/country/Canada"]);
  assert.deepEqual(await slice(api, "dataset=cpi&geo=RU-00"), []);
  assert.deepEqual(await slice(api, "dataset=world&geo=RU-00"), ["643/RU-00/country/Russia"]);
  for (const code of ["RU", "RUS", "643"])
    assert.deepEqual(await slice(api, `dataset=world&geo=${code}`), ["643/RU-00/country/Russia"], code);
  assert.deepEqual(await slice(api, "dataset=cpi&geo=CAN"), ["0000/CA/country/Canada"]);
  assert.deepEqual(await slice(api, "dataset=russia&geo=040"), ["040/RU-140/district/Южный федеральный округ"]);
  assert.deepEqual(await slice(api, "dataset=russia&geo=AUT"), []);
  assert.deepEqual(await slice(api, "dataset=world&geo=RU-140"), []);
  assert.deepEqual(await slice(api, "dataset=russia&geo=RU-140"), ["040/RU-140/district/Южный федеральный округ"]);
  const search = async (query: string) =>
    (await api.get(`/api/v1/series/search?${query}`)).json.items.map(indexOf).sort() as string[];
  assert.deepEqual(await search("geo=RU-00"), [
    "643/RU-00/country/Russia",
    "643/RU-00/country/Российская Федерация",
    "643004.АГ/RU-00/country/Российская Федерация без учета новых субъектов (с 01.01.2023)",
  ]);
  assert.deepEqual(await search("geo=RU-140"), ["040/RU-140/district/Южный федеральный округ"]);
  assert.deepEqual(await search("geo=CA"), ["0000/CA/country/Canada"]);
  assert.deepEqual(await search(`q=${encodeURIComponent("Южный федеральный округ")}`), [
    "040/RU-140/district/Южный федеральный округ",
  ]);
  assert.deepEqual(await search("q=Austria"), ["040/040/country/Austria"]);
  const odata = async (filter: string) =>
    (await api.get(`/api/v1/odata/series?$filter=${encodeURIComponent(filter)}`)).json.value
      .map(indexOf)
      .sort() as string[];
  assert.deepEqual(await odata("geo_canonical eq '040'"), ["040/040/country/Austria"]);
  assert.deepEqual(await odata("geo_canonical eq 'RU-00' and dataset_code eq 'world'"), ["643/RU-00/country/Russia"]);
});

test("reference/geo lists a code of two lists twice, each with the name from the newest release [territory.country]", async (t) => {
  const api = await openWith(t, [RUSSIA, WORLD, CANADA]);
  await api.load({
    provider: "un",
    dataset: "later",
    published_at: "2026-07-01",
    header: HEADER,
    rows: ["x;040;;2025;10"],
    more: {country: "none", geo: [{code: "040", name: "Republic of Austria", level: "country"}]},
  });
  const rows = (await api.get("/api/v1/reference/geo")).json.items as {
    code: string;
    geo_canonical: string;
    name: string;
    level: string;
  }[];
  assert.deepEqual(
    rows.filter(({code}) => code === "040").map(({geo_canonical, name, level}) => [geo_canonical, name, level]),
    [
      ["040", "Republic of Austria", "country"],
      ["RU-140", "Южный федеральный округ", "district"],
    ],
  );
  assert.deepEqual(
    rows.filter(({code}) => code === "48").map(({geo_canonical}) => geo_canonical),
    ["CA-AB"],
  );
  assert.deepEqual(await slice(api, "dataset=world&geo=040"), ["040/040/country/Austria"]);
});

test("an indicator's territories of two lists with one code count as two [territory.country]", async (t) => {
  const indicators = [{code: "x", label: "Inflation", concept: "inflation"}];
  const api = await openWith(t, [
    {...RUSSIA, more: {indicators}},
    {...WORLD, more: {...WORLD.more, indicators}},
  ]);
  const {json} = await api.get("/api/v1/concepts/inflation");
  // 643 of both is one territory: the package says that its own is Russia.
  assert.equal(json.geo_count, 8);
  assert.deepEqual(json.geo_levels, {country: 5, district: 1, region: 1, city: 1});
});

test("in a package without a country, an unlisted code belongs to the package, and a country other than Russia is not Russia (FIX-country-01) [territory.own-code]", async (t) => {
  const api = await openWith(t, [
    {
      header: HEADER,
      rows: ["x;AFG;;2025;1", "x;643-2;;2025;2", "x;zone-4;Зона 4;2025;3", "x;01401000999;Посёлок;2025;4"],
      more: {
        geo: [
          {code: "AFG", name: "Afghanistan", level: "country"},
          {code: "643-2", name: "Россия (новая методика)", level: "country"},
        ],
      },
    },
  ]);
  assert.deepEqual(await slice(api, "dataset=demo&geo=all"), [
    "643-2/RU-00/country/Россия (новая методика)",
    "AFG/AFG/country/Afghanistan",
    "01401000999/RU-01401000999/city/Посёлок",
    "zone-4/zone-4/city/Зона 4",
  ]);
  assert.deepEqual(await slice(api, "dataset=demo&geo=RU-00"), ["643-2/RU-00/country/Россия (новая методика)"]);
});

test("a release with a country changes the territories of the whole dataset to it; values and keys stay [territory.country]", async (t) => {
  const country = {code: "CA", name: "Canada", level: "country"};
  const rows = ["x;CA;;2025;1", "x;AB;Alberta;2025;2"];
  // As an earlier program took every country that named no canonical code.
  const api = await openWith(t, [{header: HEADER, rows, more: {geo: [{...country, canonical: "RU-00"}]}}]);
  const read = async () => (await api.get("/api/v1/data?dataset=demo&geo=all")).json;
  const old = await read();
  assert.deepEqual(old.series.map(indexOf), ["CA/RU-00/country/Canada", "AB/AB/city/Alberta"]);
  await api.load({header: HEADER, rows, more: {country: "CA", geo: [country]}});
  const now = await read();
  assert.deepEqual(now.series.map(indexOf), ["CA/CA/country/Canada", "AB/AB/city/Alberta"]);
  assert.deepEqual(now.observations, old.observations);
});

test("a territory of another country is never one of Russia, and none of its codes is built in [territory.country]", async (t) => {
  const api = await openWith(t, []);
  const refused = async (tidy: TidyPackage, expected: RegExp) =>
    await assert.rejects(api.load({header: HEADER, ...tidy}), (error: Error) => {
      assert.ok(error instanceof Refusal);
      assert.match(error.message, expected);
      return true;
    });
  const rows = ["x;643;;2025;1"];
  await refused({rows, more: {country: "CA"}}, /column geo: is not listed under geo in dataset\.json, and the row has/);
  const geo = (more: object) => [{code: "643", name: "Alberta", level: "region", ...more}];
  await refused(
    {rows, more: {country: "CA", geo: geo({canonical: "RU-00"})}},
    /geo\[0\]\.canonical: is a code of Russia, and the country of the package is CA/,
  );
  await refused(
    {rows: ["x;RU-77;Alberta;2025;1"], more: {country: "CA"}},
    /column geo: is a code of Russia, and the country of the package is CA/,
  );
  await refused({rows, more: {country: "none", geo: geo({canonical: "all"})}}, /canonical: must not be the word "all"/);
  for (const country of ["usa", "us", "Russia", "None"])
    await refused({rows, more: {country}}, /country: must be a code of ISO 3166 like "US", or "none"/);
});
