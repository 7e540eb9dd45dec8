// Tests of releases of datasets, as loads and withdrawals use them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../statistics/time/day.ts";
import {writeDataset} from "../datasets/dataset.ts";
import {recordChange} from "../releases/load-run.ts";
import {
  findPublishedRelease,
  listLoadedReleases,
  listPublishedReleases,
  listReleasesOfDays,
} from "../releases/published-release.ts";
import {
  deleteRelease,
  findRelease,
  findReleasesByContent,
  findReleasesByFingerprint,
  insertRelease,
  listBareReleases,
  listReleases,
  readAllReleaseMetadata,
  readReleaseMetadata,
  updateReleaseCounts,
} from "../releases/release.ts";
import {findArchivedRelease, listReleasedFiles} from "../releases/release-file.ts";
import {
  type NewLocation,
  NOTHING_TOUCHED,
  sampleDataset,
  sampleLoadRun,
  sampleRelease,
  withStore,
} from "./samples.fixture.ts";
import {countRows} from "./statistics.suite.ts";

export function registerReleaseTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: published releases are listed newest first, narrowed by provider, dataset and day, a page at a time [releases.list]`, () =>
    withStore(newLocation, async (store) => {
      const ids: number[] = [];
      for (const [code, year] of [
        ["one", 2024],
        ["two", 2026],
        ["one", 2025],
      ] as const) {
        const dataset = await store.statistics.write((q) => writeDataset(q, sampleDataset({code})));
        const release = sampleRelease(dataset, {publishedAt: dayOf(year, 3, 1), fingerprint: `f${year}`});
        ids.push(await store.statistics.write((q) => insertRelease(q, release)));
      }
      const {provider} = sampleDataset();
      const every = {since: null, provider: null, dataset: null};
      const list = (filters: object, offset = 0, limit = 10) =>
        store.statistics.read(function* (q) {
          const {total, releases} = yield* listPublishedReleases(q, {...every, ...filters}, offset, limit);
          return [total, ...releases.map(({fingerprint}) => fingerprint)];
        });
      assert.deepEqual(await list({}), [3, "f2026", "f2025", "f2024"]);
      assert.deepEqual(await list({}, 1, 1), [3, "f2025"]);
      assert.deepEqual(await list({}, 9), [3]);
      assert.deepEqual(await list({provider}), [3, "f2026", "f2025", "f2024"]);
      assert.deepEqual(await list({provider: "none"}), [0]);
      assert.deepEqual(await list({dataset: {provider: null, dataset: "one"}}), [2, "f2025", "f2024"]);
      assert.deepEqual(await list({dataset: {provider: "none", dataset: "one"}}), [0]);
      assert.deepEqual(await list({since: "2025-03-01"}), [2, "f2026", "f2025"]);
      const loaded = (filters: object) =>
        store.statistics.read(function* (q) {
          const releases = yield* listLoadedReleases(q, {...every, ...filters}, 2);
          return releases.map(({fingerprint}) => fingerprint);
        });
      assert.deepEqual(await loaded({}), ["f2025", "f2026"]);
      assert.deepEqual(await loaded({dataset: {provider: null, dataset: "one"}}), ["f2025", "f2024"]);
      const found = await store.statistics.read((q) => findPublishedRelease(q, ids[1]!));
      assert.deepEqual([found!.dataset, found!.publishedAt], ["two", dayOf(2026, 3, 1)]);
      assert.equal(await store.statistics.read((q) => findPublishedRelease(q, 99)), null);
    }));

  test(`${engine}: the releases that were loaded on some days are the latest of each dataset that are in force [releases.feed]`, () =>
    withStore(newLocation, async (store) => {
      const dataset = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const ids: number[] = [];
      for (const [index, [day, year]] of (
        [
          ["2026-05-01", 2026],
          ["2026-05-01", 2025],
          ["2026-05-02", 2024],
          ["2026-05-03", 2023],
        ] as const
      ).entries()) {
        const release = sampleRelease(dataset, {publishedAt: dayOf(year, 3, 1), fingerprint: `f${year}`});
        ids.push(await store.statistics.write((q) => insertRelease(q, release)));
        const run = sampleLoadRun(dataset, {id: `run-${index}`, releaseId: ids[index]!, day});
        await store.statistics.write((q) => recordChange(q, run, NOTHING_TOUCHED));
      }
      const on = (days: readonly string[]) =>
        store.statistics.read(function* (q) {
          return (yield* listReleasesOfDays(q, days)).map(({day, id}) => [day, ids.indexOf(id)]);
        });
      assert.deepEqual(await on([]), []);
      assert.deepEqual((await on(["2026-05-03", "2026-05-01"])).toSorted(), [
        ["2026-05-01", 0],
        ["2026-05-03", 3],
      ]);
      await store.statistics.write((q) => deleteRelease(q, dataset, ids[0]!));
      assert.deepEqual(await on(["2026-05-01"]), [["2026-05-01", 1]]);
    }));

  test(`${engine}: releases are listed by day and order of loading, each with its files in their order [release.list]`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const stamps = [
        [2026, 1],
        [2025, 0],
        [2026, 0],
        [1999, 0],
      ] as const;
      for (const [year, sequence] of stamps) {
        const release = sampleRelease(id, {
          publishedAt: dayOf(year, 3, 1),
          sequence,
          fingerprint: `f${year}-${sequence}`,
        });
        await store.statistics.write((q) => insertRelease(q, release));
      }
      const listed = await store.statistics.read((q) => listReleases(q, id));
      assert.deepEqual(
        listed.map((release) => release.fingerprint),
        ["f1999-0", "f2025-0", "f2026-0", "f2026-1"],
      );
      for (const {id: releaseId, ...release} of listed) {
        assert.ok(releaseId > 0);
        const {publishedAt, sequence, fingerprint} = release;
        const {content: _, ...wanted} = sampleRelease(id, {publishedAt, sequence, fingerprint});
        assert.deepEqual(release, wanted);
      }
      assert.deepEqual(await store.statistics.read((q) => listReleases(q, id + 1)), []);
      await store.statistics.read(function* (q) {
        const bare = listed.map(({metadata: _, ...release}) => release);
        assert.deepEqual(yield* listBareReleases(q, id), bare);
        const texts = yield* readAllReleaseMetadata(q, id);
        for (const release of listed) {
          assert.deepEqual(texts.get(release.id), release.metadata);
          assert.deepEqual(yield* readReleaseMetadata(q, id, release.id), release.metadata);
        }
        assert.equal(yield* readReleaseMetadata(q, id + 1, listed[0]!.id), null);
      });
      assert.deepEqual(
        await store.statistics.read((q) => listReleasedFiles(q)),
        listed
          .toSorted((a, b) => a.id - b.id)
          .flatMap(({id: releaseId, files}) => files.map((file) => ({...file, releaseId}))),
      );
    }));

  test(`${engine}: the same dataset, day and fingerprint can't be two releases; another day or dataset can [release.identity] [load.later-day]`, () =>
    withStore(newLocation, async (store) => {
      const ids: number[] = [];
      for (const code of ["b", "a"])
        ids.push(await store.statistics.write((q) => writeDataset(q, sampleDataset({code}))));
      const insert = (changes: Parameters<typeof sampleRelease>[1], id = ids[0]!) =>
        store.statistics.write((q) => insertRelease(q, sampleRelease(id, changes)));
      await insert({});
      await assert.rejects(insert({sequence: 1}));
      await assert.rejects(insert({fingerprint: "other"}));
      await insert({publishedAt: dayOf(2026, 10, 15)});
      await insert({}, ids[1]!);
      const found = await store.statistics.read((q) => findReleasesByFingerprint(q, "sha256-1"));
      assert.deepEqual(
        found.map((release) => [release.provider, release.dataset, release.publishedAt]),
        [
          ["showdata", "a", dayOf(2026, 10, 14)],
          ["showdata", "b", dayOf(2026, 10, 14)],
          ["showdata", "b", dayOf(2026, 10, 15)],
        ],
      );
      assert.deepEqual(found[0]!.files, sampleRelease(1).files);
      assert.deepEqual(await store.statistics.read((q) => findReleasesByFingerprint(q, "none")), []);
      const same = await store.statistics.read((q) => findReleasesByContent(q, "content-1"));
      assert.deepEqual(
        same.map((release) => [release.dataset, release.publishedAt, release.sequence]).sort(),
        found.map((release) => [release.dataset, release.publishedAt, release.sequence]),
      );
      assert.deepEqual(await store.statistics.read((q) => findReleasesByContent(q, "sha256-1")), []);
    }));

  test(`${engine}: a release is found by its id, its counts can be changed, and deleting it deletes its files [release.withdraw]`, () =>
    withStore(newLocation, async (store) => {
      const dataset = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const ids: number[] = [];
      for (const sequence of [0, 1]) {
        const release = sampleRelease(dataset, {sequence, fingerprint: `f${sequence}`});
        ids.push(await store.statistics.write((q) => insertRelease(q, release)));
      }
      await store.statistics.write((q) =>
        updateReleaseCounts(q, dataset, [
          {id: ids[0]!, newValues: 7, revisedValues: 2 ** 35, withdrawnValues: 2 ** 34},
        ]),
      );
      await store.statistics.write((q) => updateReleaseCounts(q, dataset, []));
      const found = await store.statistics.read((q) => findRelease(q, ids[0]!));
      assert.deepEqual(
        [found!.dataset, found!.newValues, found!.revisedValues, found!.withdrawnValues],
        ["demo", 7, 2 ** 35, 2 ** 34],
      );
      const {id, provider, publishedAt, parser, hints, files} = found!;
      assert.deepEqual(await store.statistics.read((q) => findArchivedRelease(q, ids[0]!)), {
        id,
        provider,
        dataset: "demo",
        publishedAt,
        parser,
        hints,
        files,
      });
      await store.statistics.write((q) => deleteRelease(q, dataset, ids[0]!));
      assert.equal(await store.statistics.read((q) => findRelease(q, ids[0]!)), null);
      assert.equal(await store.statistics.read((q) => findArchivedRelease(q, ids[0]!)), null);
      assert.deepEqual(
        (await store.statistics.read((q) => listReleases(q, dataset))).map((release) => release.newValues),
        [5],
      );
      assert.equal((await countRows(store.statistics, dataset))["release_file"], 2);
    }));
}
