// Tests of the engine's plans: what a request needs from the large tables is looked up in an index, however many series a dataset has.
//
// The statements are those of the store: its scripts are played, and the engine explains each before it answers it. A table that is small in a test
// is read whole by an engine that knows its size, so PostgreSQL is told to avoid that where it can.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {readDatasetCard} from "../datasets/dataset-card.ts";
import type {Queries} from "../engines/differences.ts";
import type {Store} from "../open.ts";
import {listBareReleases} from "../releases/release.ts";
import {isReleasedFile} from "../releases/release-file.ts";
import {all, run, type Script} from "../script.ts";
import {readSegmentBlobs as readSearchBlobs} from "../search/blobs.ts";
import {readCatalogueBlobs, readClassNames, writeCatalogueManifest} from "../series/catalogue.ts";
import {createClassNames} from "../series/class-names.ts";
import {addHistories, readHistories} from "../series/history.ts";
import {findDescribedSeries, readFoundSeries} from "../series/named-series.ts";
import {findSeriesKeys, listSeriesKeys, readSeriesFromKey, readSeriesOfKeys, writeSeries} from "../series/series.ts";
import {describedDataset, type NewLocation, sampleMetadata, sampleSeries, withStore} from "./samples.fixture.ts";

/** Grow with the series of a store. */
const LARGE: ReadonlySet<string> = new Set([
  "series",
  "class",
  "history",
  "catalogue_piece",
  "search_piece",
  "release",
  "release_file",
]);
const SERIES = 2000;

const at = (number: number): string => `c${String(number).padStart(5, "0")}`;

export function registerPlanTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: series, names, histories and blocks are looked up in an index by all that names them [store.indexed]`, () =>
    withStore(newLocation, async (store) => {
      const id = await makeLargeDataset(store, engine);
      const key = (number: number) => sampleSeries(number).key;
      const some = [3, 700, 1999];
      const neighbours = Array.from({length: 200}, (_, nth) => nth + 100);
      const codes = Array.from({length: SERIES}, (_, number) => at(number));
      const found = some.map((number) => ({datasetId: id, key: key(number)}));
      const cases: readonly Case[] = [
        ["series", (q) => listSeriesKeys(q, id, 700, 30)],
        ["series", (q) => findSeriesKeys(q, id, some.map(key))],
        ["series", (q) => readSeriesOfKeys(q, id, some.map(key))],
        ["series", (q) => readSeriesFromKey(q, id, key(700), 30)],
        ["series", (q) => findDescribedSeries(q, id, key(3))],
        ["class", (q) => readFoundSeries(q, found)],
        ["class", (q) => readClassNames(q, id, some.map(at))],
        ["class", (q) => createClassNames(id, codes).keep(q, neighbours)],
        ["class", (q) => readDatasetCard(q, id, 10)],
        ["release", (q) => listBareReleases(q, id)],
        ["release_file", (q) => isReleasedFile(q, "0".repeat(64))],
        ["history", (q) => readHistories(q, id, [3])],
        ["history", (q) => readHistories(q, id, some)],
        ["history", (q) => readHistories(q, id, neighbours)],
        ["catalogue_piece", (q) => readCatalogueBlobs(q, id, [2, 3])],
        ["search_piece", (q) => readSearchBlobs(q, id, [2, 3])],
      ];
      for (const [table, script] of cases) {
        const plans = await store.statistics.read((q) => explained(engine, script(q)));
        const lookups = plans.flatMap(lookupsOf);
        const label = `${script}\n${plans.join("\n\n")}`;
        assert.ok(
          lookups.some((one) => one.table === table),
          label,
        );
        assert.deepEqual(lookups.filter(readsAll), [], label);
        // the rows have the metadata of the releases
        assert.doesNotMatch(label, /SEARCH release USING INDEX/);
      }
    }));

  test(`${engine}: a plan that reads all series of a dataset is seen as one`, () =>
    withStore(newLocation, async (store) => {
      const id = await makeLargeDataset(store, engine);
      const read = (q: Queries) => q.db.selectFrom("series").selectAll().where("dataset_id", "=", id);
      for (const unit of [false, true]) {
        const plans = await store.statistics.read((q) =>
          explained(engine, all((unit ? read(q).where("unit", "=", "none") : read(q)).compile())),
        );
        assert.deepEqual(plans.flatMap(lookupsOf).filter(readsAll).length, 1, plans.join());
      }
    }));
}

type Case = readonly [table: string, script: (q: Queries) => Script<unknown>];

/** The plan of each statement of a script, which is played to its end. */
function* explained(engine: string, script: Script<unknown>): Script<string[]> {
  const isSqlite = engine === "sqlite";
  const plans: string[] = [];
  for (const way of isSqlite ? [] : ["seqscan", "hashjoin", "mergejoin"])
    yield {sql: `set local enable_${way} = off`, parameters: []};
  for (let step = script.next([]); !step.done; ) {
    const {value} = step;
    if (value === undefined || "rows" in value) step = script.next([]);
    else {
      const {sql, parameters} = value;
      const rows = yield {sql: `${isSqlite ? "explain query plan" : "explain (costs off)"} ${sql}`, parameters};
      plans.push(rows.map((row) => String(isSqlite ? row["detail"] : row["QUERY PLAN"])).join("\n"));
      step = script.next(yield value);
    }
  }
  return plans;
}

interface Lookup {
  readonly table: string;
  /** What the index is asked for. */
  condition: string;
}

/** SQLite: `SEARCH series USING INDEX … (dataset_id=? AND key=?)`; PostgreSQL: the scan of a table, with conditions in lines below. */
function lookupsOf(plan: string): Lookup[] {
  const lookups: Lookup[] = [];
  for (const line of plan.split("\n")) {
    const sqlite = /^(?:SEARCH|SCAN) (\w+)(?:.*\((.*)\))?/.exec(line);
    const postgres = /(?<!Bitmap Index )Scan(?: Backward)?(?: using \w+)? on (\w+)/.exec(line);
    const condition = /Index Cond: (.*)/.exec(line)?.[1];
    if (sqlite !== null) lookups.push({table: sqlite[1]!, condition: sqlite[2] ?? ""});
    else if (postgres !== null) lookups.push({table: postgres[1]!, condition: ""});
    else if (condition !== undefined) lookups.at(-1)!.condition += condition;
  }
  return lookups.filter(({table}) => LARGE.has(table));
}

/** All rows of the table, or all of a dataset; releases and their files are few there. */
function readsAll({table, condition}: Lookup): boolean {
  const named = table.startsWith("release") ? /\b(?:dataset_id|sha256)\b/ : /\b(?:key|code|number|place|rowid)\b/;
  return !named.test(condition);
}

async function makeLargeDataset(store: Store, engine: string): Promise<number> {
  const classes = Array.from({length: SERIES}, (_, number) => ({
    code: at(number),
    name: `class ${number}`,
    note: null,
  }));
  const metadata: ReleaseMetadata = sampleMetadata({classes});
  const id = await describedDataset(store, "large", metadata);
  await store.statistics.write(function* (q) {
    const list = Array.from({length: SERIES}, (_, number) =>
      sampleSeries(number, {classification: at(number), territory: "643-2"}),
    );
    yield* writeSeries(q, id, list);
    yield* addHistories(
      q,
      id,
      list.map(({number}) => ({number, estimates: new Uint8Array(30)})),
    );
    yield* writeCatalogueManifest(q, id, new Uint8Array(30));
  });
  // as the server itself does after a load; without it, an index of all series of a dataset looks as good
  if (engine !== "sqlite") await store.statistics.write(() => run({sql: "analyze", parameters: []}));
  return id;
}
