// Tests of the feed of updates, and of the last change.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {writeDataset} from "../datasets/dataset.ts";
import {type LoadRunFields, readLastChange, recordChange} from "../releases/load-run.ts";
import {readUpdates, type UpdateFilters} from "../releases/update.ts";
import {type NewLocation, NOTHING_TOUCHED, sampleDataset, sampleLoadRun, withStore} from "./samples.fixture.ts";

export function registerUpdateTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: the feed equals the load runs grouped by day and dataset, for any filters and pages [updates.rows updates.parameters]`, () =>
    withStore(newLocation, async (store) => {
      let taken = 0;
      const run = fc.record({
        provider: fc.constantFrom("a", "b"),
        dataset: fc.constantFrom("x", "y"),
        kind: fc.constantFrom("load", "load", "withdraw", "drop"),
        day: fc.constantFrom("2026-11-18", "2026-11-19", "2026-11-20"),
        newValues: fc.integer({min: 0, max: 2 ** 40}),
        revisedValues: fc.nat(9),
        latestPeriod: fc.constantFrom("2026-09", "2026-10", null),
        publishedAt: fc.constantFrom("2026-01-01", "2026-10-14"),
      });
      const query = fc.record({
        since: fc.constantFrom(null, "2026-11-19", "2026-11-21"),
        provider: fc.constantFrom(null, "a", "none", ""),
        dataset: fc.constantFrom(
          null,
          {provider: null, dataset: "x"},
          {provider: "b", dataset: "y"},
          {provider: "b", dataset: ""},
        ),
        offset: fc.nat(5),
        limit: fc.integer({min: 1, max: 4}),
      });
      const runs: LoadRunFields[] = [];
      await fc.assert(
        fc.asyncProperty(fc.array(run, {maxLength: 4}), query, async (added, {offset, limit, ...filters}) => {
          for (const fields of added) {
            const number = taken++;
            const full = sampleLoadRun(1, {...fields, id: `run-${number}`, name: `name ${number}`});
            runs.push(full);
            await store.statistics.write((q) => recordChange(q, full, NOTHING_TOUCHED));
          }
          const found = await store.statistics.read((q) => readUpdates(q, filters, offset, limit));
          const expected = groupedByDay(runs, filters);
          assert.deepEqual(found, {total: expected.length, days: expected.slice(offset, offset + limit)});
        }),
        {numRuns: 60},
      );
    }));

  test(`${engine}: the last change is the last written load run, seen in one snapshot with its changes`, () =>
    withStore(newLocation, async (store) => {
      assert.equal(await store.statistics.read((q) => readLastChange(q)), null);
      for (const id of ["run-b", "run-a"]) {
        await store.statistics.write((q) => recordChange(q, sampleLoadRun(1, {id}), NOTHING_TOUCHED));
        assert.equal(await store.statistics.read((q) => readLastChange(q)), id);
      }
    }));

  test(`${engine}: a dataset in the feed has its present name, a dropped one its last name [updates.withdrawn]`, () =>
    withStore(newLocation, async (store) => {
      for (const [number, dataset] of ["kept", "gone", "gone"].entries()) {
        const run = sampleLoadRun(1, {id: `run-${number}`, dataset, name: `then ${number}`});
        await store.statistics.write((q) => recordChange(q, {...run, newValues: 2 ** 50}, NOTHING_TOUCHED));
      }
      await store.statistics.write((q) => writeDataset(q, sampleDataset({code: "kept", name: "now"})));
      const none = {since: null, provider: null, dataset: null};
      const {days} = await store.statistics.read((q) => readUpdates(q, none, 0, 10));
      assert.deepEqual(
        days.map(({dataset, name, newValues}) => [dataset, name, newValues]),
        [
          ["gone", "then 2", 2 ** 51],
          ["kept", "now", 2 ** 50],
        ],
      );
    }));
}

/** The feed, computed simply; the runs in the order in which they were written. */
function groupedByDay(runs: readonly LoadRunFields[], {since, provider, dataset}: UpdateFilters): object[] {
  const queries = runs.filter(
    (run) =>
      (since === null || run.day >= since) &&
      (provider === null || run.provider === provider) &&
      (dataset === null || dataset.provider === null || run.provider === dataset.provider) &&
      (dataset === null || run.dataset === dataset.dataset),
  );
  const groups = Map.groupBy(queries, (run) => `${run.day}|${run.provider}|${run.dataset}`);
  return [...groups]
    .sort(([one], [other]) => {
      const [dayOne, dayOther] = [one.slice(0, 10), other.slice(0, 10)];
      return dayOne === dayOther ? (one < other ? -1 : 1) : dayOne > dayOther ? -1 : 1;
    })
    .map(([, own]) => {
      const last = own.at(-1)!;
      const loads = own.filter(({kind}) => kind === "load");
      return {
        day: last.day,
        provider: last.provider,
        dataset: last.dataset,
        name: last.name,
        latestPeriod: last.latestPeriod,
        latestPublishedAt:
          loads
            .map(({publishedAt}) => publishedAt!)
            .sort()
            .at(-1) ?? null,
        releases: loads.length,
        newValues: own.reduce((sum, one) => sum + one.newValues, 0),
        revisedValues: own.reduce((sum, one) => sum + one.revisedValues, 0),
      };
    });
}
