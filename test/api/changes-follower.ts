// A follower of the feed of changes for tests: it knows only the answers of /api/v1/changes, and writes what it has as `ryad export` does.
//
// It applies the items as docs/following.md describes them, and nothing else. Items of a series that it does not have are ignored.
import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import {describe} from "../../src/cli/export/estimate-export.ts";
import {createEstimateCsvWriter} from "../../src/formats/estimate-csv.ts";
import type {EstimateLayout, EstimateRows} from "../../src/formats/estimate-rows.ts";
import {buildCatalogue} from "../../src/statistics/catalogue/build-catalogue.ts";
import {
  createFollowedPeriod,
  type FollowedPeriod,
  followEvent,
  followedEstimates,
  followedWithdrawals,
} from "../../src/statistics/changes/followed-period.ts";
import type {WithdrawnSpan} from "../../src/statistics/history/withdrawal.ts";
import {withdrawnDay} from "../../src/statistics/history/withdrawn.ts";
import type {Territory} from "../../src/statistics/territory.ts";
import {type Day, NO_DAY, parseDay} from "../../src/statistics/time/day.ts";
import type {SeriesRecord} from "../../src/store/series/series.ts";
import type {Api} from "./client.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
type Item = any;

interface FollowedSeries {
  series: Item;
  readonly periods: Map<Day, FollowedPeriod>;
}

export interface Follower {
  /** Asks for one page and applies it. @returns whether the content is exact now */
  poll(limit?: number): Promise<boolean>;
  /** Asks until nothing more follows. */
  catchUp(limit?: number): Promise<void>;
  /** What it has, as an export. */
  exported(layout: EstimateLayout): string;
  readonly seen: ReadonlyMap<string, number>;
  /** Of all items in their order. */
  digest(): string;
  /** Values that the answers were charged for. */
  readonly charged: number;
  readonly cursor: string;
}

/** @param filter further parameters, such as `&dataset=a/b` */
export function createFollower(api: Pick<Api, "get" | "createToken">, filter = ""): Follower {
  const datasets = new Map<string, Map<string, FollowedSeries>>();
  const seen = new Map<string, number>();
  const order = createHash("sha256");
  let [cursor, charged, requests, token] = ["start", 0, 0, ""];

  async function poll(limit = 1000): Promise<boolean> {
    // an account has 600 requests a minute
    if (requests++ % 400 === 0) token = await api.createToken("owner");
    const path = `/api/v1/changes?cursor=${cursor}&limit=${limit}${filter}`;
    const {json, status, headers} = await api.get(path, {authorization: `Bearer ${token}`});
    assert.equal(status, 200, JSON.stringify(json));
    assert.ok(json.items.length <= limit);
    const values = json.items.filter((item: Item) => item.value !== null).length;
    assert.equal(headers["x-values"], String(values));
    charged += values;
    for (const item of json.items) order.update(JSON.stringify(item));
    for (const item of json.items) apply(datasets, item);
    for (const {kind} of json.items) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    assert.ok(json.cursor !== cursor || !json.has_more, "a page leads on");
    cursor = json.cursor;
    return !json.has_more;
  }

  return {
    poll,
    async catchUp(limit) {
      while (!(await poll(limit)));
    },
    exported: (layout) => writeExport(datasets, layout),
    seen,
    digest: () => order.copy().digest("hex"),
    get charged() {
      return charged;
    },
    get cursor() {
      return cursor;
    },
  };
}

function apply(datasets: Map<string, Map<string, FollowedSeries>>, item: Item): void {
  const {kind, dataset, series_key: key} = item;
  if (kind === "dataset_dropped") {
    datasets.delete(dataset);
    return;
  }
  const series = datasets.get(dataset) ?? new Map<string, FollowedSeries>();
  datasets.set(dataset, series);
  if (kind === "series_gone") {
    series.delete(key);
    if (series.size === 0) datasets.delete(dataset);
    return;
  }
  const known = series.get(key);
  if (kind === "series_added" || (kind === "series_renamed" && item.whole)) {
    series.set(key, {series: item.series, periods: new Map()});
    return;
  }
  if (known === undefined) return;
  if (kind === "series_renamed") {
    known.series = item.series;
    return;
  }
  const period = parseDay(item.period)!;
  const kept: FollowedPeriod = known.periods.get(period) ?? createFollowedPeriod();
  followEvent(kept, {
    kind,
    day: item.as_of === null ? null : parseDay(item.as_of),
    sequence: item.sequence ?? 0,
    value: item.value,
    reason: item.reason ?? null,
    isEstimate: item.estimate ?? null,
    isWhole: item.whole === true,
  });
  if (kept.estimates.size > 0) known.periods.set(period, kept);
  else known.periods.delete(period);
}

function writeExport(
  datasets: ReadonlyMap<string, ReadonlyMap<string, FollowedSeries>>,
  layout: EstimateLayout,
): string {
  const chunks: Buffer[] = [];
  const writer = createEstimateCsvWriter((bytes) => void chunks.push(Buffer.from(bytes)), layout);
  const codes = [...datasets.keys()].map((code) => code.split("/") as [string, string]);
  for (const [provider, code] of codes.sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))) {
    const series = datasets.get(`${provider}/${code}`)!;
    const keys = [...series.keys()].filter((key) => series.get(key)!.periods.size > 0);
    const catalogue = buildCatalogue(
      keys.map((key, index) => recordOf(key, index + 1, series.get(key)!)),
      {
        territories: new Map(keys.map((key) => territoryOf(series.get(key)!))),
        classNames: new Map(),
        indicatorLabels: new Map(),
        continuity: [],
        weeks: null,
      },
    );
    for (let position = 0; position < catalogue.size; position++) {
      const described = describe({provider, code} as Parameters<typeof describe>[0], catalogue, position);
      writer.series(described, rowsOf(series.get(described.series_key)!));
    }
  }
  writer.end();
  return Buffer.concat(chunks).toString();
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function recordOf(key: string, number: number, {series, periods}: FollowedSeries): SeriesRecord {
  const {indicator, classification, measure, transformation, unit, freq: frequency, geo: territory} = series;
  const days = [...periods.keys()];
  return {
    ...{number, key, indicator, classification, measure, transformation, unit, frequency, territory},
    ...{firstPeriod: Math.min(...days), lastPeriod: Math.max(...days), observationCount: days.length},
  };
}

function territoryOf({series: {geo: code, geo_label: name, geo_level: level, geo_canonical}}: FollowedSeries) {
  return [code, {code, name, level, canonical: geo_canonical, parent: null} as Territory] as const;
}

function rowsOf({periods}: FollowedSeries): EstimateRows {
  const rows: {period: Day; day: Day; value: number; withdrawn: Day}[] = [];
  for (const [period, kept] of [...periods].sort(([a], [b]) => a - b)) {
    const estimates = followedEstimates(kept);
    const spans: WithdrawnSpan[] = followedWithdrawals(kept).map(({day, sequence, reason, until, untilSequence}) => ({
      ...{period, reason, day, sequence, untilDay: until ?? NO_DAY, untilSequence},
    }));
    for (const [index, {day, value}] of estimates.entries())
      rows.push({period, day, value, withdrawn: withdrawnDay(spans, period, day, estimates[index + 1]?.day ?? NO_DAY)});
  }
  return {
    count: rows.length,
    period: Int32Array.from(rows, ({period}) => period),
    day: Int32Array.from(rows, ({day}) => day),
    value: Float64Array.from(rows, ({value}) => value),
    withdrawn: Int32Array.from(rows, ({withdrawn}) => withdrawn),
  };
}
