// The real-time panel through the API: days, cells, reasons, forms, sizes and charges.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {parquetReadObjects} from "hyparquet";
import {daily, openWith, type TidyPackage} from "./packages.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
type Json = any;

const month = (at: number): string => `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;

/** Output and prices of months; of each release the latest three values of output change with the next one. */
const output = (published_at: string, count: number, added: number, gap = -1): TidyPackage => ({
  dataset: "output",
  published_at,
  header: "indicator,transformation,unit,geo,period,value",
  rows: Array.from({length: count}, (_, at) => [
    `output,level,rubles,643,${month(at)},${at === gap ? "" : 100 + 3 * at + (at > count - 4 ? added : 0)}`,
    ...(at < count - 1 ? [`prices,pct_mom,percent,643,${month(at)},${100 + (at % 5) / 10}`] : []),
  ]).flat(),
  more: {
    units: [
      {code: "rubles", name: "рубль"},
      {code: "percent", name: "процент"},
    ],
  },
});
const RELEASES = [output("2022-01-10", 24, 0), output("2022-03-20", 26, 5), output("2022-05-20", 27, -7, 20)];

async function openPanel(t: Parameters<typeof openWith>[0]) {
  const api = await openWith(t, RELEASES);
  const {json} = await api.get("/api/v1/data?dataset=output&geo=country");
  const keyOf = (indicator: string) => json.series.find((one: Json) => one.indicator === indicator).series_key;
  return {api, keys: [keyOf("output"), keyOf("prices")] as const};
}

const textOf = ({series_key, period, value}: Json): string => `${series_key} ${period} ${value}`;
const onDay = ({cells}: Json, day: string): string[] =>
  cells.filter((one: Json) => one.day === day && one.value !== null).map(textOf);

test("the column of a day equals as_of of that day, and with steps what derived gives with that as_of [panel.as-of panel.derived]", async (t) => {
  const {api, keys} = await openPanel(t);
  const day = fc.integer({min: 0, max: 200}).map((after) => {
    const date = new Date(Date.UTC(2021, 11, 20 + after));
    return date.toISOString().slice(0, 10);
  });
  const bounds = fc.constantFrom("", "&start=2021-06", "&start=2021&end=2021-12", "&end=2019");
  const given = [null, "change", "index:2020", "yoy", "rolling:3:mean", "to:Q:mean|change", `real:${keys[1]}`, "saar"];
  const derive = fc.constantFrom(...given);
  const answered = new Set<string | null>();
  await fc.assert(
    fc.asyncProperty(fc.array(day, {minLength: 1, maxLength: 4}), bounds, derive, async (days, bound, steps) => {
      const series = steps === null ? keys.join() : keys[0];
      const own = steps === null ? "" : `&derive=${encodeURIComponent(steps)}`;
      const panel = await api.get(`/api/v1/panel?series=${series}&days=${days.join()}${bound}${own}`);
      const path = steps === null ? "observations" : "derived";
      for (const one of new Set(days)) {
        const known = await api.get(`/api/v1/${path}?series=${series}${own}&as_of=${one}${bound}`);
        assert.equal(panel.status, known.status, `${one} ${steps} ${known.text}`);
        if (known.status !== 200) continue;
        assert.deepEqual(onDay(panel.json, one), known.json.observations.map(textOf), `${one} ${steps}${bound}`);
      }
      if (panel.status !== 200) return;
      answered.add(steps);
      const {cells, value_count, cell_count} = panel.json;
      for (const cell of cells) assert.ok(cell.value !== null || cell.reason !== null, JSON.stringify(cell));
      assert.deepEqual(
        [cell_count, value_count, panel.headers["x-values"]],
        [cells.length, cells.filter((one: Json) => one.value !== null).length, String(value_count)],
      );
    }),
    {numRuns: 60},
  );
  assert.ok(answered.size > 4, [...answered].join());
});

test("an empty cell is not yet published, and a value that was withdrawn by the day stays with its reason [panel.reasons]", async (t) => {
  const {api, keys} = await openPanel(t);
  const {json} = await api.get(
    `/api/v1/panel?series=${keys[0]}&days=2022-01-31,2022-03-31,2022-05-31&start=2021-09&end=2022-02`,
  );
  const cells = new Map(json.cells.map((one: Json) => [`${one.day} ${one.period}`, [one.value, one.reason]]));
  assert.deepEqual(cells.get("2022-01-31 2022-01-01"), [null, "not_yet_published"]);
  assert.deepEqual(cells.get("2022-03-31 2022-01-01"), [177, null]);
  assert.deepEqual(cells.get("2022-03-31 2021-09-01"), [160, null]);
  assert.deepEqual(cells.get("2022-05-31 2021-09-01"), [160, "withdrawn"]);
  assert.equal(json.cells.length, 3 * 6, "each day has the periods of all days");
  const derived = await api.get(
    `/api/v1/panel?series=${keys[0]}&days=2022-01-31,2022-03-31&derive=to:Q:mean&start=2021-10`,
  );
  assert.deepEqual(
    derived.json.cells.map(({day, period, reason}: Json) => [day, period, reason]),
    [
      ["2022-01-31", "2021-10-01", null],
      ["2022-03-31", "2021-10-01", null],
    ],
    "a quarter that is whole on no day has no cell",
  );
  assert.equal(derived.json.series[0].freq, "Q");
  assert.equal(derived.json.series[0].derived.inputs[0].series_key, keys[0]);
});

test("an empty cell has the sign that a release gave by that day, and the next release decides [panel.reasons]", async (t) => {
  const others = Array.from({length: 20}, (_, at) => `z,643,${1990 + at},7`);
  const release = (published_at: string, rows: string[]) => ({
    dataset: "gaps",
    published_at,
    rows: [...others, ...rows],
  });
  const api = await openWith(t, [
    release("2024-01-10", ["x,643,2019,1", "x,643,2020,…"]),
    release("2024-02-10", ["x,643,2019,1", "x,643,2020,5"]),
  ]);
  const {json: slice} = await api.get("/api/v1/data?dataset=gaps&geo=country");
  const key = slice.series.find((one: Json) => one.indicator === "x").series_key;
  const {json} = await api.get(`/api/v1/panel?series=${key}&days=2024-01-01,2024-01-31,2024-02-29&start=2020`);
  assert.deepEqual(
    json.cells.map(({day, value, reason}: Json) => [day, value, reason]),
    [
      ["2024-01-01", null, "not_yet_published"],
      ["2024-01-31", null, "not_available"],
      ["2024-02-29", 5, null],
    ],
  );
});

test("the days are those named, or the ends of months or weeks, or the days of releases, within known_from and known_to [panel.days]", async (t) => {
  const {api, keys} = await openPanel(t);
  const daysOf = async (query: string) => (await api.get(`/api/v1/panel?series=${keys[0]}&${query}`)).json.days;
  assert.deepEqual(await daysOf("days=2022-03-31,2022-01-31,2022-03-31"), ["2022-01-31", "2022-03-31"]);
  assert.deepEqual(await daysOf("every=release"), ["2022-01-10", "2022-03-20", "2022-05-20"]);
  assert.deepEqual(await daysOf("start=2020"), ["2022-01-10", "2022-03-20", "2022-05-20"]);
  assert.deepEqual(await daysOf("every=release&known_from=2022-01-11&known_to=2022-03-20"), ["2022-03-20"]);
  const months = ["2022-01-31", "2022-02-28", "2022-03-31", "2022-04-30", "2022-05-31"];
  assert.deepEqual(await daysOf("every=month"), months);
  assert.deepEqual(await daysOf("every=month&known_from=2022-02-01&known_to=2022-04-29"), months.slice(1, 3));
  const weeks = await daysOf("every=week&known_to=2022-01-31");
  assert.deepEqual(weeks, ["2022-01-16", "2022-01-23", "2022-01-30"]);
  assert.deepEqual(await daysOf("every=month&known_from=2030-01-01"), []);
  for (const [query, name] of [
    ["days=2022-01-31&every=month", "every"],
    ["days=2022-01-31&known_to=2022-02-01", "known_to"],
    ["days=2022-02-30", "days"],
    ["every=day", "every"],
    ["known_from=2022-02-01&known_to=2022-01-01", "known_from"],
    ["layout=wide", "layout"],
    ["days=2022-01-31,2022-02-28&layout=wide", "layout"],
    ["derive=growth", "derive"],
  ] as const) {
    const {status, json} = await api.get(`/api/v1/panel?series=${keys[0]}&${query}`);
    assert.deepEqual([status, json.detail[0].loc[1]], [422, name], query);
  }
  assert.equal((await api.get("/api/v1/panel?series=none")).status, 404);
});

test("CSV has the same cells as JSON, long and wide, and a wide table has a reason for each empty cell [panel.forms]", async (t) => {
  const {api, keys} = await openPanel(t);
  const path = `/api/v1/panel?series=${keys.join()}&days=2022-03-31`;
  const {json} = await api.get(`${path},2022-01-31`);
  const csv = (await api.get(`${path},2022-01-31&format=csv`)).text.trimEnd().split("\n");
  assert.deepEqual(csv, [
    "day;series_key;period;value;reason",
    ...json.cells.map((one: Json) =>
      [one.day, one.series_key, one.period, one.value ?? "", one.reason ?? ""].join(";"),
    ),
  ]);
  const comma = await api.get(`${path}&format=csv&decimal=comma&bom=1`);
  assert.match(comma.text, /^\uFEFFday;.*;100,1;\n/s);
  const wide = (await api.get(`${path}&layout=wide`)).json;
  assert.deepEqual(wide.rows.at(-1), {period: "2022-02-01", values: [180, null], reasons: [null, "not_yet_published"]});
  assert.equal(wide.rows.length, 26);
  const table = (await api.get(`${path}&layout=wide&format=csv`)).text.trimEnd().split("\n");
  assert.equal(table[0], `period;${keys[0]};${keys[1]};${keys[0]}_reason;${keys[1]}_reason`);
  assert.equal(table.at(-1), "2022-02-01;180;;;not_yet_published");
  const parquet = await api.get(`${path}&format=parquet`);
  assert.equal(parquet.headers["content-type"], "application/vnd.apache.parquet");
  assert.equal(parquet.headers["x-values"], "51");
  const rows = async (query: string): Promise<Json[]> => {
    const {raw} = await api.get(`${path}${query}&format=parquet`);
    const text = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : (cell ?? null));
    return (await parquetReadObjects({file: new Uint8Array(raw).buffer})).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, text(cell)])),
    );
  };
  assert.deepEqual(await rows(",2022-01-31"), json.cells);
  const [output, prices] = keys;
  assert.deepEqual((await rows("&layout=wide")).at(-1), {
    period: "2022-02-01",
    ...{[output]: 180, [prices]: null, [`${output}_reason`]: null, [`${prices}_reason`]: "not_yet_published"},
  });
});

test("a panel of 60,000 cells is given, a larger one is refused with the address of a part that fits; HEAD and 304 charge nothing [panel.size panel.charged]", async (t) => {
  const api = await openWith(t, [daily([30_000, 30_001])]);
  const {json} = await api.get("/api/v1/data?dataset=daily&geo=all&last=1");
  const [first, second] = json.series.map(({series_key}: Json) => series_key);
  const whole = await api.ask("HEAD", `/api/v1/panel?series=${first}&days=2026-07-01,2026-08-01`);
  assert.deepEqual([whole.status, whole.headers["x-values"]], [200, "60000"]);
  for (const query of [
    `series=${second}&days=2026-07-01,2026-08-01`,
    `series=${first},${second}&days=2026-08-01`,
    `series=${second},${first}&every=month&known_to=2028-01-01`,
    `series=${first}&every=week&known_to=2099-01-01`,
    `series=${first}&every=week&known_to=2099-01-01&end=1900-01-01`,
  ]) {
    const {status, json: refused} = await api.get(`/api/v1/panel?${query}`);
    assert.deepEqual([status, refused.error.code], [400, "SLICE_TOO_BIG"], query);
    const address = /\/api\/v1\/panel\?\S+$/.exec(refused.error.hint)![0];
    const fits = await api.ask("HEAD", address);
    assert.equal(fits.status, 200, address);
    assert.ok(Number(fits.headers["x-values"]) > 0, address);
  }
  const small = `/api/v1/panel?series=${first}&days=2026-08-01&end=1900-01-05`;
  const {headers} = await api.get(small);
  assert.equal(headers["x-values"], "5");
  const again = await api.get(small, {"if-none-match": headers["etag"]!});
  assert.deepEqual([again.status, again.headers["x-values"]], [304, undefined]);
});
