// Properties of slices over generated datasets: all pages together are the whole, and CSV, JSON and the loaded values are equal.
import assert from "node:assert/strict";
import {test} from "node:test";
import {parse} from "csv-parse/sync";
import fc from "fast-check";
import type {Answer} from "./client.ts";
import {ALTAI, COUNTRY, MOSCOW, openWith, type TidyPackage} from "./packages.ts";

const GEO = [COUNTRY, ALTAI, MOSCOW];

interface Cell {
  readonly classification: string;
  readonly measure: string;
  readonly geo: string;
  readonly month: number;
  readonly value: number;
}

const cell: fc.Arbitrary<Cell> = fc.record({
  classification: fc.constantFrom("1", "2", "10", "ы", "a;b", 'q"q'),
  measure: fc.constantFrom("m", "n"),
  geo: fc.constantFrom(...GEO),
  month: fc.integer({min: 0, max: 40}),
  value: fc.oneof(
    fc.integer({min: -1_000_000, max: 1_000_000}).map((tenths) => tenths / 10),
    fc.double({min: -1e9, max: 1e9, noNaN: true}).filter((value) => !String(value).includes("e")),
  ),
});

const cells = fc.uniqueArray(cell, {
  minLength: 1,
  maxLength: 60,
  selector: ({classification, measure, geo, month}) => [classification, measure, geo, month].join("|"),
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function packageOf(all: readonly Cell[]): TidyPackage {
  return {
    header: "indicator,class,measure,geo,period,value",
    rows: all.map((one) =>
      [
        "x",
        quoted(one.classification),
        one.measure,
        one.geo,
        period(one.month).slice(0, 7),
        String(one.value + 0),
      ].join(","),
    ),
  };
}

function period(month: number): string {
  return `${2020 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

test("all pages together equal the whole, CSV equals JSON value for value, and both have exactly the loaded values [data.paging data.order data.pages-by-series csv.same-values]", async (t) => {
  await fc.assert(
    fc.asyncProperty(cells, fc.integer({min: 1, max: 7}), fc.integer({min: 0, max: 40}), async (all, limit, from) => {
      const api = await openWith(t, [packageOf(all)]);
      const base = `/api/v1/data?dataset=demo&geo=all&start=${period(from)}`;
      const whole = (await api.get(`${base}&limit=300`)).json;

      const loaded = all
        .filter((one) => one.month >= from)
        .map((one) => [one.classification, one.measure, one.geo, period(one.month), one.value].join("|"))
        .sort();
      const described = new Map(whole.series.map((one: {series_key: string}) => [one.series_key, one]));
      const served = whole.observations
        .map((row: {series_key: string; period: string; value: number}) => {
          const one = described.get(row.series_key) as {classification: string; measure: string; geo: string};
          return [one.classification, one.measure, one.geo, row.period, row.value].join("|");
        })
        .sort();
      assert.deepEqual(served, loaded);

      const pages = {series: [] as object[], observations: [] as object[]};
      const rows: Record<string, string>[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const page: Answer["json"] = (await api.get(`${base}&limit=${limit}&offset=${offset}`)).json;
        pages.series.push(...page.series);
        pages.observations.push(...page.observations);
        const csv = await api.get(`${base}&limit=${limit}&offset=${offset}&format=csv`);
        rows.push(...(parse(csv.text, {delimiter: ";", columns: true}) as Record<string, string>[]));
        assert.equal(page.series_total, whole.series_total);
        offset = page.next_offset;
      }
      assert.deepEqual(pages, {series: whole.series, observations: whole.observations});
      assert.deepEqual(
        rows.map((row) => [row["series_key"], row["period"], row["value"], row["as_of"]]),
        whole.observations.map((row: {series_key: string; period: string; value: number; as_of: string}) => [
          row.series_key,
          row.period,
          JSON.stringify(row.value),
          row.as_of,
        ]),
      );
    }),
    {numRuns: 25},
  );
});
