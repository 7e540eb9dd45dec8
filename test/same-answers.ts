// Answers of a service and of its mirror, compared: bodies and entity tags, for the addresses of every kind that a client may ask on either.
//
// Whatever was answered anywhere before is remembered: one address with one tag must never have two bodies, or a client would get a wrong 304.
import assert from "node:assert/strict";
import {hash} from "node:crypto";
import {flowId} from "../src/formats/sdmx/ids.ts";
import {decodeHistory} from "../src/statistics/history/decode.ts";
import {dayText} from "../src/statistics/time/day.ts";
import type {Store} from "../src/store/open.ts";
import {createCatalogueCache} from "../src/store/series/catalogue-cache.ts";
import {readHistories} from "../src/store/series/history.ts";
import {findSeriesOfKey, readPeriods} from "../src/store/series/series-of-key.ts";
import type {Random} from "./api/changes.suite.ts";
import type {Answer, Api} from "./api/client.ts";

/** A value that has evidence. */
export interface KnownValue {
  readonly key: string;
  /** First day of the period. */
  readonly period: string;
}

/** Every period of every series of a store. */
export async function listValues(store: Store): Promise<KnownValue[]> {
  const catalogues = createCatalogueCache(2 ** 24, () => {});
  return await store.statistics.read(function* (q) {
    const rows = yield q.db.selectFrom("series").select("key").orderBy("key").compile();
    const values: KnownValue[] = [];
    for (const {key} of rows as readonly {key: string}[]) {
      const found = (yield* findSeriesOfKey(q, key))!;
      const [bytes] = yield* readHistories(q, found.dataset.id, [found.series.number]);
      const {period, count} = decodeHistory(bytes!);
      const {base, days} = yield* readPeriods(q, catalogues, found);
      const periods = new Set(period.subarray(0, count));
      for (const one of periods) values.push({key, period: dayText(days[one - base]!)});
    }
    return values;
  });
}

/** An api that does not run out of the requests of a minute. */
export function asker({get, createToken}: Pick<Api, "get" | "createToken">): (path: string) => Promise<Answer> {
  let [requests, token] = [0, ""];
  return async (path) => {
    if (requests++ % 400 === 0) token = await createToken("owner");
    return await get(path, {authorization: `Bearer ${token}`});
  };
}

function flowOf(dataset: string): string {
  const [provider = "", code = ""] = dataset.split("/");
  return flowId(provider, code);
}

/** Addresses whose answers are the same on both. */
export function sharedAddresses(
  datasets: readonly string[],
  keys: readonly string[],
  releases: readonly number[],
): string[] {
  return [
    ...releases.map((id) => `/api/v1/releases/${id}`),
    ...datasets.flatMap((dataset) => [
      ...["format=json", "format=csv", "format=json&labels=1&as_of=2025-02-05", "lang=en", "finality=1"].map(
        (more) => `/api/v1/data?dataset=${dataset}&${more}`,
      ),
      ...["format=json", "format=csv", "which=first"].map((more) => `/api/v1/estimates?dataset=${dataset}&${more}`),
      ...[`/api/v1/reference/codes?dataset=${dataset}`, `/api/v1/reference/series?dataset=${dataset}`],
      ...[`/api/v1/jsonstat?dataset=${dataset}`, `/api/v1/jsonstat/dimensions?dataset=${dataset}`],
      `/api/v1/derived?dataset=${dataset}&derive=change`,
      `/sdmx/2.1/data/${flowOf(dataset)}/all?format=csv`,
      `/sdmx/2.1/datastructure/all/DSD_${flowOf(dataset)}?references=all`,
      `/sdmx/2.1/availableconstraint/${flowOf(dataset)}`,
    ]),
    ...keys.flatMap((key) => [
      ...[`/api/v1/series/${key}/observations`, `/api/v1/series/${key}/observations?as_of=2025-02-05`],
      ...["vintages", "revisions", "evidence", "estimates"].map((what) => `/api/v1/series/${key}/${what}`),
    ]),
    ...(keys.length > 1 ? [`/api/v1/observations?series=${keys.slice(0, 5).join(",")}`] : []),
    ...(keys.length > 1 ? [`/api/v1/panel?series=${keys.slice(0, 3).join(",")}&days=2025-02-05,2025-03-05`] : []),
  ];
}

/** The same if the store has nothing but what it mirrors. */
export const LISTS = [
  ...["datasets", "geo", "methodology", "related", "units", "continuity"].map((name) => `/api/v1/reference/${name}`),
  "/api/v1/releases",
  ...["dataflow", "categorisation", "agencyscheme"].map((kind) => `/sdmx/2.1/${kind}`),
];

/** Addresses that each may answer in its own way, under tags of its own. */
export function ownAddresses(datasets: readonly string[]): string[] {
  return [
    ...["updates", "states", "files", "search?q=x", "changes", "odata/series"].map((one) => `/api/v1/${one}`),
    ...datasets.map((one) => `/api/v1/states/${one}`),
  ];
}

export interface Comparison {
  /** Asks both, and holds them to the same body and tag. */
  same(paths: Iterable<string>): Promise<void>;
  /** Asks both, and holds each to what was answered under its tag before. */
  remember(paths: Iterable<string>): Promise<void>;
  readonly counts: {same: number; tagged: number; remembered: number};
}

export function compareAnswers(source: Api, mirror: Api): Comparison {
  const [asked, askedMirror] = [asker(source), asker(mirror)];
  const bodies = new Map<string, string>();
  const counts = {same: 0, tagged: 0, remembered: 0};

  /** One tag of one address has one body, wherever it is asked. */
  function note(path: string, {headers, raw, status}: Answer): void {
    if (headers["etag"] === undefined || status !== 200) return;
    const name = `${path} ${headers["etag"]}`;
    const body = hash("sha256", path.startsWith("/sdmx/") ? withoutNumber(raw.toString("latin1")) : raw);
    assert.equal(bodies.get(name) ?? body, body, `two bodies of ${name}`);
    bodies.set(name, body);
    counts.remembered++;
  }

  async function both(path: string): Promise<readonly [Answer, Answer]> {
    const answers = [await asked(path), await askedMirror(path)] as const;
    for (const answer of answers) note(path, answer);
    return answers;
  }

  return {
    counts,
    async same(paths) {
      for (const path of paths) {
        const [one, other] = await both(path);
        assert.equal(other.status, one.status, path);
        if (path.startsWith("/sdmx/")) assert.equal(one.status, 200, path);
        assert.equal(withoutNumber(other.text), withoutNumber(one.text), path);
        assert.equal(other.headers["etag"], one.headers["etag"], path);
        counts.same++;
        if (one.headers["etag"] !== undefined) counts.tagged++;
      }
    },
    async remember(paths) {
      for (const path of paths) await both(path);
    },
  };
}

/** An envelope has the number of its request, and a message of SDMX also its moment. */
function withoutNumber(text: string): string {
  return text
    .replace(/"request_id":"[^"]*"/, "")
    .replace(/<mes:ID>[^<]*<\/mes:ID>/, "")
    .replace(/<mes:Prepared>[^<]*<\/mes:Prepared>/, "");
}

/** Some of a list, each at most once. */
export function sampleOf<T>(random: Random, list: readonly T[], most: number): T[] {
  const left = [...list];
  const chosen: T[] = [];
  while (left.length > 0 && chosen.length < most) chosen.push(...left.splice(random.below(left.length), 1));
  return chosen;
}
