// The CSV form of a slice.
import assert from "node:assert/strict";
import {test} from "node:test";
import {parse} from "csv-parse/sync";
import {MOSCOW, openWith, PRICES} from "./packages.ts";

const CSV = "/api/v1/data?dataset=prices&format=csv";

test("the CSV columns have a fixed order, with one row per value [csv.columns csv.row-per-value csv.delimiter csv.line-end]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {text, raw, headers, status} = await api.get(`${CSV}&class=01&class=a,b&measure=pop&start=2026-02`);
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/csv; charset=utf-8");
  assert.notEqual(raw[0], 0xef);
  assert.equal(text.includes("\r"), false);
  const lines = text.split("\n");
  assert.equal(
    lines[0],
    "series_key;class;measure;freq;unit;geo;geo_label;geo_level;period;value;as_of;last_period;status",
  );
  assert.match(
    lines[1]!,
    /^[0-9a-z]{16};01;pop;M;PCT;45000000000;г\. Москва;region;2026-02-01;101\.5;2026-06-10;2026-04-01;active$/,
  );
  // three values of class 01; the quarterly series has none between the bounds, so it has no row
  assert.equal(lines.length, 1 + 3 + 1);
  assert.equal(lines.at(-1), "");
});

test("of the dimension columns only those the dataset has are written [csv.columns-lacking csv.class-label]", async (t) => {
  const api = await openWith(t, [
    {rows: [`x,${MOSCOW},2026-01,1`]},
    {
      dataset: "full",
      header: "indicator,class,measure,transformation,unit,geo,period,value",
      rows: [`x,1,m,level,PCT,${MOSCOW},2026-01,1`],
    },
  ]);
  const header = async (query: string) => (await api.get(`/api/v1/data?format=csv&${query}`)).text.split("\n")[0];
  const always = "geo;geo_label;geo_level;period;value;as_of;last_period;status";
  assert.equal(await header("dataset=demo"), `series_key;freq;${always}`);
  assert.equal(await header("dataset=demo&labels=1"), `series_key;freq;${always}`);
  assert.equal(await header("dataset=full"), `series_key;class;measure;transformation;freq;unit;${always}`);
  assert.equal(
    await header("dataset=full&labels=1"),
    `series_key;class;class_label;measure;transformation;freq;unit;${always}`,
  );
});

test("fields are quoted only where RFC 4180 needs it, and a cell that begins like a formula gets an apostrophe [csv.quoting csv.formula csv.class-label]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {text} = await api.get(`${CSV}&class=01,02,03&measure=pop&geo=${MOSCOW}&labels=1&start=2025-12&end=2026-01`);
  const lines = text.trimEnd().split("\n");
  assert.equal(lines.length, 4);
  assert.match(lines[1]!, /^\w{16};01;"Хлеб; «Бородинский»";pop;/);
  assert.match(lines[2]!, /^\w{16};02;'=Молоко;pop;/);
  assert.match(lines[3]!, /^\w{16};03;;pop;/);
});

test("`bom=1` adds a byte order mark at the start, and has no effect on JSON [data.bom csv.delimiter]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const plain = await api.get(CSV);
  const marked = await api.get(`${CSV}&bom=1`);
  assert.deepEqual(marked.raw, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain.raw]));
  const json = await api.get("/api/v1/data?dataset=prices&bom=1");
  assert.equal(json.raw[0], "{".charCodeAt(0));
});

test("`decimal=comma` writes decimal commas and changes nothing else; it has no effect on JSON [csv.decimal-comma]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const point = await api.get(`${CSV}&class=01&measure=pop`);
  const comma = await api.get(`${CSV}&class=01&measure=pop&decimal=comma`);
  assert.match(comma.text, /;101,5;/);
  assert.equal(comma.text, point.text.replace(/;(\d+)\.(\d+);/g, ";$1,$2;"));
  const json = await api.get("/api/v1/data?dataset=prices&decimal=comma");
  assert.deepEqual(json.json, (await api.get("/api/v1/data?dataset=prices")).json);
});

test("the headers of a CSV page have the page fields of the JSON body [csv.page-headers data.link-next]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const first = (await api.get(`${CSV}&geo=all&limit=10`)).headers;
  assert.deepEqual([first["x-series-total"], first["x-has-more"], first["x-next-offset"]], ["11", "true", "10"]);
  assert.match(first["link"]!, /offset=10>; rel="next"$/);
  const last = (await api.get(`${CSV}&geo=all&limit=10&offset=10`)).headers;
  assert.deepEqual([last["x-series-total"], last["x-has-more"], last["x-next-offset"]], ["11", "false", undefined]);
  assert.equal(last["link"], undefined);
  const past = await api.get(`${CSV}&geo=all&offset=11`);
  assert.equal(past.status, 200);
  assert.equal(past.text.split("\n").length, 2);
});

test("CSV and JSON of a slice have the same series, values and dates [csv.same-values value.shortest]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json} = await api.get("/api/v1/data?dataset=prices&geo=all&labels=1");
  const {text} = await api.get(`${CSV}&geo=all&labels=1`);
  const rows = parse(text, {delimiter: ";", columns: true}) as Record<string, string>[];
  const series = new Map(json.series.map((one: {series_key: string}) => [one.series_key, one]));
  assert.equal(rows.length, json.observations.length);
  for (const [i, row] of rows.entries()) {
    const observation = json.observations[i];
    const described = series.get(observation.series_key) as Record<string, string | null>;
    assert.deepEqual(
      [row["series_key"], row["period"], row["value"], row["as_of"]],
      [observation.series_key, observation.period, JSON.stringify(observation.value), observation.as_of],
    );
    assert.deepEqual(
      ["class", "measure", "freq", "unit", "geo", "geo_label", "geo_level", "last_period", "status"].map(
        (name) => row[name],
      ),
      ["classification", "measure", "freq", "unit", "geo", "geo_label", "geo_level", "last_period", "status"].map(
        (name) => described[name],
      ),
    );
    assert.equal(row["class_label"]!.replace(/^'/, ""), described["class_label"]);
  }
});
