// The size limits of an answer: 60,000 values, and about 6 MB.
import assert from "node:assert/strict";
import {test} from "node:test";
import {daily, MOSCOW, openWith, type TidyPackage} from "./packages.ts";

const DATA = "/api/v1/data?dataset=daily";

/** Series of daily values with counts that add up; the longest spans fit into the supported days. */
const COUNTS_OF_60000 = [20_000, 20_000, 19_999, 1];

test("exactly 60,000 values are served, 60,001 are SLICE_TOO_BIG 400, and the message has the number [data.too-big data.too-big-message]", async (t) => {
  const api = await openWith(t, [daily(COUNTS_OF_60000)]);
  const full = await api.get(DATA);
  assert.equal(full.status, 200);
  assert.equal(full.json.observation_count, 60_000);
  assert.equal(full.json.observations.length, 60_000);
  assert.equal((await api.get(`${DATA}&format=csv`)).text.split("\n").length, 60_002);

  await api.load({...daily([0, 0, 0, 2]), published_at: "2026-06-11"});
  const answer = await api.get(DATA);
  assert.equal(answer.status, 400);
  assert.equal(answer.json.error.code, "SLICE_TOO_BIG");
  assert.match(answer.json.error.message, /\b60001\b/);
  assert.match(answer.json.error.hint, /\blimit=3\b/);
  assert.equal(answer.headers["etag"], undefined);
  assert.equal((await api.get(`${DATA}&format=csv`)).status, 400);
  const past = await api.get(`${DATA}&as_of=2026-06-10`);
  assert.equal(past.json.observation_count, 60_000, "as of a past day the values of that day count");
});

test("the `limit` that the hint of SLICE_TOO_BIG computes fits, and is the largest that does [data.too-big-message]", async (t) => {
  const api = await openWith(t, [daily([30_000, 10_000, 19_000, 2_000, 1_000, 40_000])]);
  const hinted = async (offset: number): Promise<number> => {
    const answer = await api.get(`${DATA}&offset=${offset}`);
    assert.equal(answer.status, 400);
    return Number(/limit=(\d+)/.exec(answer.json.error.hint)![1]);
  };
  for (const [offset, limit] of [
    [0, 3],
    [1, 4],
  ] as const) {
    assert.equal(await hinted(offset), limit);
    assert.equal((await api.get(`${DATA}&offset=${offset}&limit=${limit}`)).status, 200);
    assert.equal((await api.get(`${DATA}&offset=${offset}&limit=${limit + 1}`)).status, 400);
  }
  const narrowed = await api.get(`${DATA}&start=1900-01-01&end=1900-12-31`);
  assert.equal(narrowed.json.observation_count, 365 * 6);
});

test("the hint for a single series that does not fit is to narrow the period [data.too-big-message]", async (t) => {
  const api = await openWith(t, [daily([60_001])]);
  const answer = await api.get(DATA);
  assert.equal(answer.json.error.code, "SLICE_TOO_BIG");
  assert.doesNotMatch(answer.json.error.hint, /limit=/);
  assert.match(answer.json.error.hint, /start/);
});

test("no answer of 60,000 values exceeds 6.5 MB, labels included [data.answer-ceiling data.labels]", async (t) => {
  const api = await openWith(t, [manySeries((i) => (1000 + i / 10).toFixed(1), "А".repeat(120))]);
  const {raw, json} = await api.get(`/api/v1/data?dataset=wide&limit=300&labels=1`);
  assert.equal(json.observation_count, 60_000);
  assert.equal(json.series[0].class_label.length, 123);
  assert.ok(raw.length <= 6_500_000, `${raw.length} bytes`);
});

test("a CSV of 60,000 values repeats its labels in each row and may be longer than 6.5 MB, and the document says so [data.answer-ceiling]", async (t) => {
  const api = await openWith(t, [manySeries((i) => (1000 + i / 10).toFixed(1), "А".repeat(120))]);
  const {status, raw} = await api.get("/api/v1/data?dataset=wide&limit=300&labels=1&format=csv");
  assert.equal(status, 200);
  assert.ok(raw.length > 6_500_000, `${raw.length} bytes`);
  const {description} = (await api.get("/api/openapi.json")).json.paths["/api/v1/data"].get;
  assert.match(description, /a CSV may be several times as long as the JSON, which has at most about 6 MB/);
});

test("a page with long values that would exceed 6.5 MB is SLICE_TOO_BIG, charges nothing, and its hint fits [data.answer-ceiling data.too-big-message limits.rejected-free]", async (t) => {
  const api = await openWith(t, [
    manySeries((i) => `-0.${"0".repeat(8)}${String(1_234_567_890_123_456 + i * 7)}1`, "А".repeat(120)),
  ]);
  const token = await api.createToken("free");
  const headers = {authorization: `Bearer ${token}`};
  const answer = await api.get("/api/v1/data?dataset=wide&limit=300", headers);
  assert.equal(answer.status, 400, answer.text.slice(0, 300));
  assert.equal(answer.json.error.code, "SLICE_TOO_BIG");
  assert.match(answer.json.error.message, /\b60000\b/);
  assert.equal(answer.headers["x-quota-values-remaining"], "1000000");
  const packed = await api.get("/api/v1/data?dataset=wide&limit=300", {...headers, "accept-encoding": "zstd"});
  assert.deepEqual([packed.status, packed.json.error], [400, answer.json.error]);
  assert.equal(packed.headers["content-encoding"], undefined);
  assert.equal(packed.headers["x-quota-values-remaining"], "1000000");
  const limit = Number(/limit=(\d+)/.exec(answer.json.error.hint)![1]);
  const fits = await api.get(`/api/v1/data?dataset=wide&limit=${limit}`, headers);
  assert.equal(fits.status, 200);
  assert.equal(fits.headers["x-quota-values-remaining"], String(1_000_000 - fits.json.observation_count));
});

test("large answers in any coding equal the plain one, also in parallel, and have the same charge [cache.compression data.charged]", async (t) => {
  const api = await openWith(t, [daily([9_000, 8_000, 1, 20_000, 12_000])]);
  const token = await api.createToken("free");
  const codings = ["zstd", "br", "gzip", "identity"];
  for (const [nth, format] of ["json", "csv"].entries()) {
    const ask = (coding: string) =>
      api.get(`${DATA}&format=${format}`, {authorization: `Bearer ${token}`, "accept-encoding": coding});
    const answers = await Promise.all([...codings, ...codings].map(ask));
    for (const [index, answer] of answers.entries()) {
      assert.equal(answer.status, 200);
      const coding = codings[index % codings.length];
      assert.equal(answer.headers["content-encoding"], coding === "identity" ? undefined : coding);
      assert.equal(answer.text, answers.at(-1)!.text);
      assert.equal(answer.headers["content-length"], String(answer.raw.length));
    }
    const again = await ask("zstd");
    assert.equal(again.text, answers[0]!.text);
    assert.equal(again.headers["x-quota-values-remaining"], String(1_000_000 - (nth + 1) * 9 * 49_001));
  }
});

/** 300 series of 200 months each. */
function manySeries(value: (i: number) => string, name: string): TidyPackage {
  const classes = Array.from({length: 300}, (_, i) => `${i}`.padStart(3, "0"));
  const rows = classes.flatMap((code, series) =>
    Array.from({length: 200}, (_, i) => {
      const period = `${2000 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}`;
      return `x,${code},${MOSCOW},${period},${value(series * 200 + i)}`;
    }),
  );
  const more = {classes: classes.map((code) => ({code, name: code + name, note: null}))};
  return {dataset: "wide", header: "indicator,class,geo,period,value", rows, more};
}
