// $filter is evaluated for every row: random conditions compared with a naive evaluation of all rows, on both sets.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {tries} from "../../src/work/tries.fixture.ts";
import type {Api} from "./client.ts";
import {address, allRows, DATASETS, neverBusy, PACKAGES, type Rows, twins} from "./odata-rows.ts";
import {openWith} from "./packages.ts";

type Truth = boolean | null;
// biome-ignore lint/suspicious/noExplicitAny: a row of either set
type Row = Record<string, any>;

/** A condition as text, and its value for a row. */
interface Condition {
  readonly text: string;
  judge(row: Row): Truth;
}

/** Orders texts by code points, through their UTF-8. */
function order(left: unknown, right: unknown): number {
  if (typeof left === "string" && typeof right === "string")
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return (left as number) - (right as number);
}

const OPERATORS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && right !== null && order(left, right) > 0,
  ge: (left, right) => left !== null && right !== null && order(left, right) >= 0,
  lt: (left, right) => left !== null && right !== null && order(left, right) < 0,
  le: (left, right) => left !== null && right !== null && order(left, right) <= 0,
};

function literal(value: unknown, name: string): string {
  if (value === null) return "null";
  if (name === "period" || name === "as_of" || name === "last_period") return String(value);
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** Conditions over the values that the rows have, and some they have not. */
function conditions(rows: Rows): fc.Arbitrary<Condition> {
  const names = Object.keys(rows[0]);
  const values = new Map(names.map((name) => [name, [...new Set(rows.map((row) => row[name])), null]]));
  const texts = names.filter((name) => typeof rows[0][name] === "string" && !/period|as_of/.test(name));
  const days = names.filter((name) => /period|as_of/.test(name));
  const name = fc.constantFrom(...names);
  const anyValue = (of: string) => fc.constantFrom(...(values.get(of) as unknown[]));
  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    name.chain((of) =>
      fc
        .tuple(fc.constantFrom(...Object.keys(OPERATORS)), anyValue(of), fc.boolean())
        .map(([operator, value, flipped]) => ({
          text: flipped ? `${literal(value, of)} ${operator} ${of}` : `${of} ${operator} ${literal(value, of)}`,
          judge: (row: Row) => (flipped ? OPERATORS[operator]!(value, row[of]) : OPERATORS[operator]!(row[of], value)),
        })),
    ),
    name.chain((of) =>
      fc.array(anyValue(of), {minLength: 1, maxLength: 4}).map((list) => ({
        text: `${of} in (${list.map((value) => literal(value, of)).join(",")})`,
        judge: (row: Row) => list.includes(row[of]),
      })),
    ),
    fc.constantFrom(...texts).chain((of) =>
      fc
        .tuple(fc.constantFrom("contains", "startswith", "endswith"), anyValue(of), fc.nat(5), fc.nat(5))
        .map(([call, value, from, to]) => {
          const part = value === null ? "е" : String(value).slice(from, from + to);
          const methods = {contains: "includes", startswith: "startsWith", endswith: "endsWith"} as const;
          return {
            text: `${call}(${of},${literal(part, of)})`,
            judge: (row: Row) => (row[of] === null ? null : String(row[of])[methods[call as "contains"]](part)),
          };
        }),
    ),
    fc.constantFrom(...days).chain((of) =>
      fc.tuple(fc.constantFrom("year", "month", "day"), fc.integer({min: 1, max: 12})).map(([call, number]) => {
        const wanted = call === "year" ? 2022 + (number % 5) : number;
        const at = {year: [0, 4], month: [5, 7], day: [8, 10]}[call] as [number, number];
        return {text: `${call}(${of}) eq ${wanted}`, judge: (row: Row) => Number(row[of].slice(...at)) === wanted};
      }),
    ),
    fc.constantFrom<Condition>(
      {
        text: "geo_level eq 'region' or geo_level eq 'country'",
        judge: (row) => /^(region|country)$/.test(row["geo_level"]),
      },
      {text: "length(title) gt 30", judge: (row) => row["title"].length > 30},
      {text: "tolower(title) ne title", judge: (row) => row["title"].toLowerCase() !== row["title"]},
      {text: "concat(geo,freq) ge '4'", judge: (row) => row["geo"] + row["freq"] >= "4"},
      {text: "measure eq transformation", judge: (row) => row["measure"] === row["transformation"]},
    ),
  );
  return fc.letrec<{node: Condition}>((tie) => ({
    node: fc.oneof(
      {maxDepth: 4, depthIdentifier: "filter", withCrossShrink: true},
      leaf,
      fc.tuple(tie("node"), tie("node")).map(([one, other]) => ({
        text: `(${one.text}) and (${other.text})`,
        judge: (row: Row) => both(one.judge(row), other.judge(row)),
      })),
      fc.tuple(tie("node"), tie("node")).map(([one, other]) => ({
        text: `(${one.text}) or (${other.text})`,
        judge: (row: Row) => denied(both(denied(one.judge(row)), denied(other.judge(row)))),
      })),
      tie("node").map((inner) => ({text: `not (${inner.text})`, judge: (row: Row) => denied(inner.judge(row))})),
    ),
  })).node;
}

function both(one: Truth, other: Truth): Truth {
  if (one === false || other === false) return false;
  return one === null || other === null ? null : true;
}

function denied(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

async function compare(
  api: Api,
  set: string,
  narrowed: string,
  rows: Rows,
  condition: Condition,
  page: number,
): Promise<void> {
  const filter = narrowed === "" ? condition.text : `${narrowed} and (${condition.text})`;
  const expected = rows.filter((row) => condition.judge(row) === true);
  const headers = {prefer: `odata.maxpagesize=${page}`};
  const given = await allRows(api, address(set, {$filter: filter}), {headers, most: page});
  assert.deepEqual(given, expected, filter);
  const count = await api.get(address(`${set}/$count`, {$filter: filter}));
  assert.equal(count.text, String(expected.length), filter);
  const skipped = await api.get(address(set, {$filter: filter, $skip: 2, $top: 3, $count: "true"}));
  assert.deepEqual(skipped.json.value, expected.slice(2, 5), filter);
  assert.equal(skipped.json["@odata.count"], expected.length);
}

async function filterApi(t: Parameters<typeof openWith>[0]): Promise<Api> {
  return neverBusy(await openWith(t, [...PACKAGES, ...twins()]));
}

test("any $filter gives exactly the matching observations, in the order of their keys, on pages of any size [odata.filter odata.filter-null odata.count odata.skip]", async (t) => {
  const api = await filterApi(t);
  const rows = await allRows(api, address("observations", {$filter: DATASETS}));
  assert.equal(rows.length, 28 + 4 + 10 + 4);
  const keys = rows.map(({series_key, period}) => series_key + period);
  assert.deepEqual(keys, [...keys].sort());
  await fc.assert(
    fc.asyncProperty(conditions(rows), fc.integer({min: 1, max: 60}), (condition, page) =>
      compare(api, "observations", DATASETS, rows, condition, page),
    ),
    {numRuns: tries({few: 50, all: 150})},
  );
});

test("any $filter gives exactly the matching series of all datasets [odata.filter odata.filter-null odata.count odata.skip]", async (t) => {
  const api = await filterApi(t);
  const rows = await allRows(api, address("series"));
  const keys = rows.map(({series_key}) => series_key);
  assert.deepEqual(keys, [...keys].sort());
  assert.ok(new Set(keys.filter((key, i) => key.slice(0, 5) === keys[i + 1]?.slice(0, 5))).size > 5);
  await fc.assert(
    fc.asyncProperty(conditions(rows), fc.integer({min: 1, max: 12}), (condition, page) =>
      compare(api, "series", "", rows, condition, page),
    ),
    {numRuns: tries({few: 50, all: 150})},
  );
});

test("any order of observations equals a naive sort, on one page or many [odata.orderby odata.paging]", async (t) => {
  const api = await filterApi(t);
  const rows = await allRows(api, address("observations", {$filter: DATASETS}));
  const item = fc.tuple(fc.constantFrom(...Object.keys(rows[0]), "length(title)", "year(period)"), fc.boolean());
  const fieldOf = (row: Row, name: string): unknown => {
    if (name === "length(title)") return row["title"].length;
    return name === "year(period)" ? Number(row["period"].slice(0, 4)) : row[name];
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, {minLength: 1, maxLength: 4}),
      fc.integer({min: 1, max: 60}),
      async (items, page) => {
        const sorted = rows
          .map((row, index) => ({row, index}))
          .sort((one, other) => {
            for (const [name, descending] of items) {
              const [left, right] = [fieldOf(one.row, name), fieldOf(other.row, name)];
              const compared = left === right ? 0 : left === null ? -1 : right === null ? 1 : order(left, right);
              if (compared !== 0) return descending ? -compared : compared;
            }
            return one.index - other.index;
          })
          .map(({row}) => row);
        const $orderby = items.map(([name, descending]) => `${name}${descending ? " desc" : ""}`).join(",");
        const headers = {prefer: `odata.maxpagesize=${page}`};
        const given = await allRows(api, address("observations", {$filter: DATASETS, $orderby}), {headers});
        assert.deepEqual(given, sorted, $orderby);
      },
    ),
    {numRuns: tries({few: 30, all: 100})},
  );
});
