// Tests of loads that write only what changed: the store is byte for byte that of loads which derive all state of a dataset.
import assert from "node:assert/strict";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import fc from "fast-check";
import {writePackage} from "../../../../test/warehouse.ts";
import {findDatasets} from "../../../store/datasets/dataset.ts";
import type {Store} from "../../../store/open.ts";
import type {Script, Step} from "../../../store/script.ts";
import {findSegmentFault} from "../../../store/search/deltas.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../../run.ts";
import {dropDataset} from "../../withdrawal.ts";
import {readAllRows} from "../stored-rows.fixture.ts";
import {
  FIRST,
  first,
  HEADER,
  later,
  metadataOf,
  NAMED,
  NEW_CLASS,
  NEW_CLASS_LATER,
  nameOf,
  REVISION,
  REVISION_LATER,
  type Release,
} from "./releases.fixture.ts";

/** @param open a new, empty store; the caller closes it */
export function registerIncrementalTests(engine: string, runs: number, open: () => Promise<Store>): void {
  test(`${engine}: any releases leave the same rows in every table, whether a load writes what changed or derives all state`, async (t) => {
    const [kept, derived] = [await open(), await open()];
    const watched = watchLoads(kept);
    const folder = await mkdtemp(join(tmpdir(), "ryad-kept-"));
    after(() => rm(folder, {recursive: true, force: true}));
    let clock = Date.UTC(2026, 0, 1);
    let package_ = 0;
    const property = fc.asyncProperty(first, fc.array(later, {minLength: 2, maxLength: 7}), async (whole, releases) => {
      for (const [index, release] of [whole, ...releases].entries()) {
        const path = join(folder, String(package_++));
        await writePackage(path, release.on(10 + index), HEADER, release.rows);
        clock += 1000;
        const effects = {...PLAIN_EFFECTS, now: () => new Date(clock)};
        await loadInto(watched.store, path, effects, release.accepts);
        await loadInto(derived, path, {...effects, derivesAll: true}, release.accepts);
        assert.deepEqual(await readAllRows(kept), await readAllRows(derived));
      }
      clock += 1000;
      for (const store of [kept, derived]) await dropDataset(store, "showdata/kept", new Date(clock));
    });
    const examples: [Release, Release[]][] = [
      [FIRST, [REVISION, REVISION_LATER]],
      [NAMED, [NEW_CLASS, NEW_CLASS_LATER]],
    ];
    await fc.assert(property, {numRuns: runs, examples});
    const {small, grown, all: loads} = watched;
    t.diagnostic(`${small()} of ${loads()} loads wrote only what changed, ${grown()} of them with new classes`);
    assert.ok(small() >= 4, "each of the two later releases of the examples writes only what changed");
    assert.ok(grown() >= 2, "also if they have new series and new classes");
    for (const store of [kept, derived]) await store.close();
  });

  test(`${engine}: new series of a large dataset leave the rows of a load that derives all state, and what is stored for search has them beside the others`, async () => {
    const [kept, derived] = [await open(), await open()];
    const folder = await mkdtemp(join(tmpdir(), "ryad-kept-"));
    try {
      const watched = watchLoads(kept);
      const codes = Array.from({length: 1100}, (_, index) => `c${(index * 7919) % 1100}`);
      const whole = codes.map((code, index) => `a;${code};643;t;M;2025-0${1 + (index % 2)};${index}`);
      const releases: [object, string[]][] = [
        [{classes: codes.map(nameOf)}, whole],
        [{classes: [nameOf("c5x")]}, ["a;c5x;643;t;M;2025-01;1"]],
        [
          {classes: ["b", "c7y", "c8", "d"].map(nameOf)},
          ["b", "c7y", "c8", "d"].map((c) => `a;${c};643;t;M;2025-02;2`),
        ],
        // many series become stalled, and a pair of named classes is new
        [{}, ["a;c5x~d;643;t;M;2025-08;3", "a;c9;643;t;M;2025-08;3"]],
        [{classes: [nameOf("e")]}, ["a;e;643;t;M;2025-08;3", "a;e~e;643;t;M;2025-08;3"]],
      ];
      for (const [index, [own, rows]] of releases.entries()) {
        const path = join(folder, String(index));
        await writePackage(path, metadataOf(1 + index, {...own, ...(index > 0 && {partial: true})}), HEADER, rows);
        const effects = {...PLAIN_EFFECTS, now: () => new Date(Date.UTC(2026, 0, 1, 0, index))};
        await loadInto(watched.store, path, effects, true);
        await loadInto(derived, path, {...effects, derivesAll: true}, true);
        const [rowsKept, rowsDerived] = [await readAllRows(kept), await readAllRows(derived)];
        assert.deepEqual({...rowsKept, search_piece: []}, {...rowsDerived, search_piece: []});
        const fault = await kept.statistics.read(function* (q) {
          const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "kept"});
          return yield* findSegmentFault(q, dataset!.id);
        });
        assert.equal(fault, null);
        assert.equal(watched.small(), index);
      }
    } finally {
      for (const store of [kept, derived]) await store.close();
      await rm(folder, {recursive: true, force: true});
    }
  });

  test(`${engine}: a release of one value writes its history, a new last period also its blob and the digest of the search index`, async () => {
    assert.deepEqual(await changedBy(open, ["a;7;643;t;M;2025-01;70"]), {...OWN_ROWS, history: 1});
    const redated = {...OWN_ROWS, history: 1, series: 1, catalogue: 1, catalogue_piece: 1};
    assert.deepEqual(await changedBy(open, ["a;7;643;t;M;2025-05;70"]), {...redated, search_piece: 1});
    // 19 series become stalled: the content for search is another one too
    assert.deepEqual(await changedBy(open, ["a;7;643;t;M;2025-06;70"]), {...redated, search_piece: 2});
  });
}

/** Loads into a new store: twenty series, then another release. @returns the rows that the second load changed or added, by table */
async function changedBy(open: () => Promise<Store>, rows: readonly string[]): Promise<Record<string, number>> {
  const store = await open();
  const folder = await mkdtemp(join(tmpdir(), "ryad-kept-"));
  try {
    const series = Array.from({length: 20}, (_, index) => `a;${index};643;t;M;2025-01;${index}`);
    const first = await writePackage(join(folder, "first"), metadataOf(1, {}), HEADER, series);
    const second = await writePackage(join(folder, "second"), metadataOf(2, {partial: true}), HEADER, rows);
    await loadPath(store, first, NO_HINTS);
    const before = await readAllRows(store);
    await loadPath(store, second, NO_HINTS);
    const changed = Object.entries(await readAllRows(store)).map(([table, lines]) => {
      const known = new Set(before[table]);
      return [table, lines.filter((line) => !known.has(line)).length] as const;
    });
    return Object.fromEntries(changed.filter(([, count]) => count > 0));
  } finally {
    await store.close();
    await rm(folder, {recursive: true, force: true});
  }
}

/** The rows of the release itself and of its run. */
const OWN_ROWS = {
  dataset: 1,
  release: 1,
  release_file: 2,
  load_run: 1,
  update_day: 1,
  last_change: 1,
  change_run: 1,
  change_blob: 1,
  run_check: 16,
};

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

async function loadInto(store: Store, path: string, effects: typeof PLAIN_EFFECTS, accepts: boolean): Promise<void> {
  const {held} = await loadPath(store, path, NO_HINTS, effects);
  if (held !== null && accepts) await acceptRun(store, held.run, effects);
}

/** The store, and the numbers of its loads that published a release, and of those that did not read the names of all classes. */
function watchLoads(store: Store) {
  let [small, grown, loads] = [0, 0, 0];
  const {statistics} = store;
  const watched: Store = {
    ...store,
    statistics: {
      ...statistics,
      write: (script, options) => {
        const queries: string[] = [];
        return statistics
          .write(function* (q) {
            return yield* watch(script(q), (step) => {
              if (step !== undefined) queries.push(step.sql);
            });
          }, options)
          .then((result) => {
            if (queries.some((sql) => sql.startsWith('insert into "release"'))) {
              loads++;
              const isSmall = !queries.some((sql) => sql.startsWith('select * from "class"'));
              if (isSmall) small++;
              if (isSmall && queries.some((sql) => sql.startsWith('insert into "class"'))) grown++;
            }
            return result;
          });
      },
    },
  };
  return {store: watched, small: () => small, grown: () => grown, all: () => loads};
}

function* watch<T>(script: Script<T>, onStep: (step: Step) => void): Script<T> {
  let next = script.next([]);
  while (!next.done) {
    onStep(next.value);
    next = script.next(yield next.value);
  }
  return next.value;
}
