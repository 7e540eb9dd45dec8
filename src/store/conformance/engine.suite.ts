// Tests of an engine: one snapshot, one transaction, batches completely or not at all.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ensureAccount} from "../accounts/account.ts";
import {readUsage} from "../accounts/usage.ts";
import {countRequest} from "../accounts/windows.ts";
import {findDatasets, listDatasets, writeDataset} from "../datasets/dataset.ts";
import {lockDataset} from "../engines/dataset-lock.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readHistories, scanHistories, writeHistories} from "../series/history.ts";
import {readSeries, writeSeries} from "../series/series.ts";
import {type NewLocation, NOW, ODD_TEXT, sampleDataset, sampleSeries, withStore} from "./samples.fixture.ts";

const BYTES = Uint8Array.from({length: 1024}, (_, index) => index & 255);

export function registerEngineTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a write that throws leaves nothing of its work, and the store still works [load.atomic]`, () =>
    withStore(newLocation, async (store) => {
      let wasFinished = false;
      const write = store.statistics.write(function* (q) {
        try {
          const id = yield* writeDataset(q, sampleDataset());
          yield* writeHistories(q, id, [{number: 1, estimates: BYTES}]);
          throw new Error("the load died");
        } finally {
          wasFinished = true;
        }
      });
      await assert.rejects(write, /the load died/);
      assert.ok(wasFinished);
      assert.deepEqual(await store.statistics.read((q) => listDatasets(q)), []);
      assert.deepEqual(await store.statistics.read((q) => scanHistories(q, 1, -1, 10)), []);
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      assert.equal((await store.statistics.read((q) => listDatasets(q)))[0]!.id, id);
    }));

  test(`${engine}: a batch whose rows fail half way, and a row that breaks a unique key, leave nothing [load.atomic]`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const dying = function* () {
        for (let number = 1; number <= 2500; number++) yield sampleSeries(number);
        throw new Error("the source ended early");
      };
      await assert.rejects(
        store.statistics.write((q) => writeSeries(q, id, dying())),
        /ended early/,
      );
      const sameKey = [sampleSeries(1), sampleSeries(2, {key: sampleSeries(1).key})];
      await assert.rejects(store.statistics.write((q) => writeSeries(q, id, sameKey)));
      assert.deepEqual(await store.statistics.read((q) => readSeries(q, id)), []);
    }));

  test(`${engine}: a read sees one state, also if another connection commits between its statements [load.atomic]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      await store.statistics.write((q) => writeDataset(q, sampleDataset({changedBy: "before"})));
      const code = {provider: "showdata", dataset: "demo"};
      let committed: Promise<unknown> | undefined;
      let isCommitted = false;
      const seen = await store.statistics.read(function* (q) {
        const versions = [(yield* findDatasets(q, code))[0]!.changedBy];
        committed = other.statistics
          .write((inner) => writeDataset(inner, sampleDataset({changedBy: "after"})))
          .then(() => {
            isCommitted = true;
          });
        // An embedded engine has committed by now; an engine that is awaited gets its time while this read continues.
        for (let tries = 0; tries < 2000 && !isCommitted; tries++) yield* findDatasets(q, code);
        versions.push((yield* findDatasets(q, code))[0]!.changedBy);
        return versions;
      });
      await committed;
      assert.deepEqual(seen, ["before", "before"]);
      const [now] = await store.statistics.read((q) => findDatasets(q, code));
      assert.equal(now!.changedBy, "after");
    }));

  test(`${engine}: a read that gives way lets other reads and writes run while it rests, and still sees one state [load.atomic odata.budget]`, () =>
    withStore(newLocation, async (store) => {
      await store.statistics.write((q) => writeDataset(q, sampleDataset({changedBy: "before"})));
      const code = {provider: "showdata", dataset: "demo"};
      const versionOf = async () => (await store.statistics.read((q) => findDatasets(q, code)))[0]!.changedBy;
      let seenByOthers: string | null = null;
      const writeAndLook = async () => {
        await store.statistics.write((q) => writeDataset(q, sampleDataset({changedBy: "after"})));
        seenByOthers = await versionOf();
      };
      let writing: Promise<void> | undefined;
      const seen = await store.statistics.readWithRests(function* (q) {
        const versions = [(yield* findDatasets(q, code))[0]!.changedBy];
        writing = writeAndLook();
        for (let rests = 0; rests < 10_000_000 && seenByOthers === null; rests++) yield;
        versions.push((yield* findDatasets(q, code))[0]!.changedBy);
        return versions;
      });
      assert.deepEqual(seen, ["before", "before"]);
      await writing;
      assert.equal(seenByOthers, "after");
      assert.deepEqual(await store.statistics.readWithRests((q) => findDatasets(q, code)), [
        (await store.statistics.read((q) => findDatasets(q, code)))[0],
      ]);
    }));

  test(`${engine}: each of many reads that give way has its own result or failure [odata.budget]`, () =>
    withStore(newLocation, async (store, again) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      await store.statistics.write((q) => writeHistories(q, id, [{number: 1, estimates: BYTES}]));
      const other = await again();
      const reads = Array.from({length: 50}, (_, attempt) =>
        other.statistics.readWithRests(function* (q) {
          const [bytes] = yield* readHistories(q, id, [1]);
          for (let rests = 0; rests < 1000; rests++) yield;
          if (attempt % 7 === 0) throw new Error(`refused ${attempt}`);
          return [bytes!.length, (yield* readHistories(q, id, [1]))[0]!.length, attempt];
        }),
      );
      const outcomes = await Promise.allSettled(reads);
      for (const [attempt, outcome] of outcomes.entries()) {
        if (outcome.status === "rejected") assert.equal(outcome.reason.message, `refused ${attempt}`);
        else assert.deepEqual(outcome.value, [BYTES.length, BYTES.length, attempt]);
        assert.equal(outcome.status === "rejected", attempt % 7 === 0);
      }
    }));

  test(`${engine}: a connection sees the commits of another one with its next read [load.seen-in-a-second]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      for (const changedBy of ["one", "two", "three"]) {
        await other.statistics.write((q) => writeDataset(q, sampleDataset({changedBy})));
        const [seen] = await store.statistics.read((q) => listDatasets(q));
        assert.equal(seen!.changedBy, changedBy);
      }
    }));

  test(`${engine}: writers of one dataset wait for each other: the rows that a writer has read do not change until it commits [scale.load-turns]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      await store.statistics.write((q) => writeDataset(q, sampleDataset({seriesCount: 0})));
      const countUp = function* (q: Queries): Script<void> {
        yield* lockDataset(q, {provider: "showdata", dataset: "demo"});
        const [dataset] = yield* listDatasets(q);
        yield* writeDataset(q, sampleDataset({seriesCount: dataset!.seriesCount + 1}));
      };
      // Few, because each waits for those before it, a minute at most, and a commit on many machines is slow.
      const writers = Array.from({length: 10}, (_, attempt) => (attempt % 2 ? store : other).statistics.write(countUp));
      await Promise.all(writers);
      assert.equal((await store.statistics.read((q) => listDatasets(q)))[0]!.seriesCount, 10);
    }));

  test(`${engine}: a script that continues after a statement marked as autocommitted is refused`, () =>
    withStore(newLocation, async (store) => {
      const {id} = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      const goingOn = store.accounts.write(function* (q) {
        yield* countRequest(q, id, 1);
        yield* countRequest(q, id, 2);
      });
      await assert.rejects(goingOn, /continued after/);
      const within = await store.accounts.write(function* (q) {
        yield* readUsage(q, id, "2026-11");
        yield* countRequest(q, id, 3_000_000);
        return yield* countRequest(q, id, 3_000_001);
      });
      assert.deepEqual(within, {openedAt: 3_000_000, used: 2, countedAt: 3_000_001});
    }));

  test(`${engine}: a script of one statement is read without a snapshot; if it continues, it is an error`, () =>
    withStore(newLocation, async (store) => {
      assert.equal(await store.accounts.readOne((q) => readUsage(q, 1, "2026-11")), 0);
      const twice = store.accounts.readOne(function* (q) {
        return [yield* readUsage(q, 1, "2026-11"), yield* readUsage(q, 2, "2026-11")];
      });
      await assert.rejects(twice, /continued after/);
    }));

  test(`${engine}: a batch of thousands of rows is written completely, and an empty batch does nothing`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const records = Array.from({length: 7003}, (_, index) =>
        sampleSeries(index + 1, {unit: index % 2 ? null : ODD_TEXT}),
      );
      await store.statistics.write(function* (q) {
        yield* writeSeries(q, id, records);
        yield* writeSeries(q, id, []);
        yield* writeHistories(
          q,
          id,
          records.map(({number}) => ({number, estimates: BYTES.subarray(0, number % 1024)})),
        );
        yield* writeHistories(q, id, []);
      });
      assert.deepEqual(await store.statistics.read((q) => readSeries(q, id)), records);
      const queries = records.map(({number}) => number).reverse();
      const read = await store.statistics.read((q) => readHistories(q, id, queries));
      assert.deepEqual(
        read.map((bytes) => bytes!.length),
        queries.map((number) => number % 1024),
      );
    }));

  test(`${engine}: concurrent reads on one store do not affect each other`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      await store.statistics.write((q) =>
        writeHistories(
          q,
          id,
          Array.from({length: 200}, (_, number) => ({number, estimates: Uint8Array.of(number)})),
        ),
      );
      const reads = Array.from({length: 60}, async (_, attempt) => {
        const numbers = Array.from({length: 50}, (_, index) => (attempt * 7 + index * 3) % 200);
        const read = await store.statistics.read((q) => readHistories(q, id, numbers));
        assert.deepEqual(
          read.map((bytes) => bytes![0]),
          numbers,
        );
      });
      await Promise.all(reads);
    }));
}
