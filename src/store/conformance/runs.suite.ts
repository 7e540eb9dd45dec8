// Tests of the records of load runs.
import assert from "node:assert/strict";
import {test} from "node:test";
import {listPublishedRuns, recordChange, wasTakenBack} from "../releases/load-run.ts";
import {readDecision} from "../releases/run-decision.ts";
import {readDifference, readLosses, readQuarantine, readRunChecks} from "../releases/run-details.ts";
import {
  discardRun,
  forgetHeldRun,
  listDiscardedRuns,
  listHeldRuns,
  type RecordedRun,
  readHeldMark,
  readWaitingReleases,
  recordHeldRun,
  recordRun,
} from "../releases/unpublished-run.ts";
import {type NewLocation, NOTHING_TOUCHED, NOW, ODD_TEXT, sampleLoadRun, withStore} from "./samples.fixture.ts";

const LATER = "2026-11-21T16:30:00.000Z";

function sampleRun(changes: Partial<RecordedRun> = {}): RecordedRun {
  return {
    id: "run-a",
    provider: "cbr",
    dataset: "currency",
    name: ODD_TEXT,
    publishedAt: "2026-10-14",
    fingerprint: "sha256-1",
    sourceFile: ODD_TEXT,
    parser: "cbr-xml@1",
    hints: {provider: null, dataset: ODD_TEXT, publishedAt: "2026-10-14"},
    files: [
      {name: "b.xml", sha256: "bb", size: 2 ** 33},
      {name: ODD_TEXT, sha256: "aa", size: 0},
    ],
    seriesCount: 34,
    valueCount: 2 ** 40,
    unreadableCount: 2 ** 33,
    checks: [
      {
        name: "readable-cells",
        required: true,
        passed: false,
        seen: ODD_TEXT,
        findings: [{code: "text", text: ODD_TEXT}],
      },
      {name: "no-leap", required: false, passed: true, seen: "0 values", findings: [{code: "values", count: 0}]},
    ],
    cells: [
      {
        kind: "cell",
        file: "b.xml",
        sheet: null,
        cell: null,
        line: 4,
        column: "Value",
        reason: "no number",
        text: ODD_TEXT,
      },
      {
        kind: "period",
        file: "b.xlsx",
        sheet: ODD_TEXT,
        cell: "B7",
        line: null,
        column: null,
        reason: "unknown",
        text: "",
      },
    ],
    losses: [{kind: "cell", reason: "no number", text: ODD_TEXT, places: 2 ** 33, values: 2 ** 40, example: "b.xml"}],
    difference: {
      ...{newValues: 2 ** 33, changedValues: 2 ** 40, goneValues: 1, changedSeries: 2},
      rows: [
        {
          ...{key: "1234567890123456", title: ODD_TEXT, period: "2026-09-01", before: -0.1, after: null},
          ...{newValues: 0, changedValues: 0, goneValues: 1},
        },
      ],
    },
    ...changes,
  };
}

export function registerRunTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a held run is stored with its files, its checks and its cells [load.quarantine]`, () =>
    withStore(newLocation, async (store) => {
      const recorded = sampleRun();
      assert.equal(await store.statistics.write((q) => recordHeldRun(q, recorded, NOW)), "run-a");
      const {checks, cells, losses, difference, ...run} = recorded;
      assert.deepEqual(await store.statistics.read((q) => listHeldRuns(q)), [{...run, heldAt: NOW}]);
      assert.deepEqual(await store.statistics.read((q) => readRunChecks(q, "run-a")), checks);
      assert.deepEqual(await store.statistics.read((q) => readQuarantine(q, "run-a")), cells);
      assert.deepEqual(await store.statistics.read((q) => readLosses(q, "run-a")), losses);
      assert.deepEqual(await store.statistics.read((q) => readDifference(q, "run-a")), difference);
      assert.deepEqual(await store.statistics.read((q) => readRunChecks(q, "run-b")), []);
      assert.equal(await store.statistics.read((q) => readDifference(q, "run-b")), null);
    }));

  test(`${engine}: the same bytes held again keep their id and get new checks; another day is another run [load.runs]`, () =>
    withStore(newLocation, async (store) => {
      const hold = (run: RecordedRun, at: string) => store.statistics.write((q) => recordHeldRun(q, run, at));
      await hold(sampleRun(), NOW);
      const again = sampleRun({id: "run-b", cells: [], checks: [sampleRun().checks[0]!], valueCount: 1});
      assert.equal(await hold(again, LATER), "run-a");
      assert.equal(await hold(sampleRun({id: "run-c", publishedAt: "2026-10-15"}), NOW), "run-c");
      const held = await store.statistics.read((q) => listHeldRuns(q));
      assert.deepEqual(
        held.map(({id, valueCount, heldAt}) => [id, valueCount, heldAt]),
        [
          ["run-a", 1, LATER],
          ["run-c", 2 ** 40, NOW],
        ],
      );
      assert.equal((await store.statistics.read((q) => readRunChecks(q, "run-a"))).length, 1);
      assert.deepEqual(await store.statistics.read((q) => readQuarantine(q, "run-a")), []);
    }));

  test(`${engine}: a run that publishes is no longer held and keeps its checks and cells [load.accept]`, () =>
    withStore(newLocation, async (store) => {
      await store.statistics.write((q) => recordHeldRun(q, sampleRun(), NOW));
      const published = sampleRun({cells: [sampleRun().cells[1]!]});
      await store.statistics.write((q) => recordRun(q, published));
      assert.deepEqual(await store.statistics.read((q) => listHeldRuns(q)), []);
      assert.deepEqual(await store.statistics.read((q) => readRunChecks(q, "run-a")), published.checks);
      assert.deepEqual(await store.statistics.read((q) => readQuarantine(q, "run-a")), published.cells);
    }));

  test(`${engine}: forgetting a held run deletes all of it, and returns its id`, () =>
    withStore(newLocation, async (store) => {
      await store.statistics.write((q) => recordHeldRun(q, sampleRun(), NOW));
      const forget = () => store.statistics.write((q) => forgetHeldRun(q, sampleRun({id: "other"})));
      assert.equal(await forget(), "run-a");
      assert.equal(await forget(), null);
      assert.deepEqual(await store.statistics.read((q) => listHeldRuns(q)), []);
      assert.deepEqual(await store.statistics.read((q) => readRunChecks(q, "run-a")), []);
      assert.deepEqual(await store.statistics.read((q) => readQuarantine(q, "run-a")), []);
    }));

  test(`${engine}: a discarded run is no longer held, keeps its checks and cells, and has the user, the time and the reason [load.discard]`, () =>
    withStore(newLocation, async (store) => {
      await store.statistics.write((q) => recordHeldRun(q, sampleRun(), NOW));
      const word = {by: ODD_TEXT, reason: "a file of another year"};
      const discard = (id: string) => store.statistics.write((q) => discardRun(q, id, {...word, at: LATER}));
      const gone = await discard("run-a");
      const {hints: _hints, seriesCount: _count, checks, cells, losses, difference, ...kept} = sampleRun();
      assert.deepEqual(gone, {...kept, heldAt: NOW, discardedAt: LATER, discardedBy: ODD_TEXT});
      const decision = {...word, decision: "discarded", at: LATER};
      assert.deepEqual(await store.statistics.read((q) => readDecision(q, "run-a")), decision);
      assert.deepEqual(await store.statistics.read((q) => readDifference(q, "run-a")), difference);
      assert.equal(await store.statistics.read((q) => readDecision(q, "run-b")), null);
      assert.equal(await discard("run-a"), null);
      assert.equal(await discard("other"), null);
      assert.deepEqual(await store.statistics.read((q) => listHeldRuns(q)), []);
      assert.deepEqual(await store.statistics.read((q) => listDiscardedRuns(q, 5)), [gone]);
      assert.deepEqual(await store.statistics.read((q) => listDiscardedRuns(q, 0)), []);
      assert.deepEqual(await store.statistics.read((q) => readRunChecks(q, "run-a")), checks);
      assert.deepEqual(await store.statistics.read((q) => readQuarantine(q, "run-a")), cells);
      assert.deepEqual(await store.statistics.read((q) => readLosses(q, "run-a")), losses);
      // The same bytes again are another run.
      assert.equal(await store.statistics.write((q) => recordHeldRun(q, sampleRun({id: "run-b"}), LATER)), "run-b");
    }));

  test(`${engine}: held releases of a dataset from a day on are counted with the first moment, and the mark of held runs changes with them [desk.waiting]`, () =>
    withStore(newLocation, async (store) => {
      const waiting = (dataset: string, day: string) =>
        store.statistics.read((q) => readWaitingReleases(q, {provider: "cbr", dataset}, day));
      const mark = () => store.statistics.readOne(readHeldMark);
      const marks = [await mark()];
      assert.equal(await waiting("currency", "2026-10-14"), null);
      const hold = (id: string, publishedAt: string, at: string) =>
        store.statistics.write((q) => recordHeldRun(q, sampleRun({id, publishedAt}), at));
      await hold("run-a", "2026-10-14", LATER);
      marks.push(await mark());
      await hold("run-b", "2026-10-15", NOW);
      marks.push(await mark());
      assert.deepEqual(await waiting("currency", "2026-10-14"), {count: 2, since: NOW});
      assert.deepEqual(await waiting("currency", "2026-10-15"), {count: 1, since: NOW});
      assert.equal(await waiting("currency", "2026-10-16"), null);
      assert.equal(await waiting("other", "2026-10-14"), null);
      assert.equal(new Set(marks).size, 3);
    }));

  test(`${engine}: a dataset was taken back if one of its releases was withdrawn or it was dropped [load.discard]`, () =>
    withStore(newLocation, async (store) => {
      const insert = (id: string, kind: "load" | "withdraw" | "drop", dataset: string) =>
        store.statistics.write((q) =>
          recordChange(q, sampleLoadRun(1, {id, kind, provider: "cbr", dataset}), NOTHING_TOUCHED),
        );
      await insert("one", "load", "a");
      await insert("two", "withdraw", "b");
      await insert("three", "drop", "c");
      const query = [
        ["cbr", "a"],
        ["cbr", "b"],
        ["cbr", "c"],
        ["fedstat", "b"],
      ] as const;
      const found = [];
      for (const [provider, dataset] of query)
        found.push(await store.statistics.read((q) => wasTakenBack(q, {provider, dataset})));
      assert.deepEqual(found, [false, true, true, false]);
    }));

  test(`${engine}: runs that published are listed newest first, without withdrawals and drops [load.runs]`, () =>
    withStore(newLocation, async (store) => {
      for (const [id, kind, loadedAt] of [
        ["one", "load", NOW],
        ["two", "load", LATER],
        ["three", "withdraw", LATER],
        ["four", "drop", LATER],
      ] as const)
        await store.statistics.write((q) => recordChange(q, sampleLoadRun(1, {id, kind, loadedAt}), NOTHING_TOUCHED));
      const listed = (limit: number) => store.statistics.read((q) => listPublishedRuns(q, limit));
      assert.deepEqual(
        (await listed(5)).map(({id}) => id),
        ["two", "one"],
      );
      assert.deepEqual(
        (await listed(1)).map(({id, newValues}) => [id, newValues]),
        [["two", 5]],
      );
    }));
}
