// Tests of providers' catalogues, stored by indicator, and of the words of a dataset that they change.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../statistics/time/day.ts";
import {listDatasets, replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import {deleteListing, insertListing, listListedCodes, listListings, readListed} from "../releases/listing.ts";
import {insertDescribingRun, readLastChange} from "../releases/load-run.ts";
import {readUpdates} from "../releases/update.ts";
import {datasetWordsOf, readDatasetWords, writeWords} from "../search/dataset-words.ts";
import {
  type NewLocation,
  NOW,
  ODD_TEXT,
  sampleDataset,
  sampleMetadata,
  sampleUse,
  withStore,
} from "./samples.fixture.ts";

function sampleListing(id: string, day = 1) {
  return {
    id,
    provider: "fedstat",
    publishedAt: dayOf(2026, 10, day),
    loadedAt: NOW,
    fingerprint: `sha256-${id}`,
    sourceFile: ODD_TEXT,
    parser: "tree@1",
    hints: {provider: null, dataset: null, publishedAt: null},
    files: [{name: ODD_TEXT, sha256: "aa", size: 2 ** 33}],
  };
}

export function registerListingTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: the entries of catalogues are stored by indicator, the newest last, with null for missing facts; the entries of a deleted catalogue are deleted [load.listing]`, () =>
    withStore(newLocation, async (store) => {
      const nothing = {name: null, agency: null, topics: null, excluded: null};
      const full = {code: "7", name: ODD_TEXT, agency: "a", topics: [["б", ODD_TEXT], []], excluded: false};
      const {read, write} = {
        read: store.statistics.read.bind(store.statistics),
        write: store.statistics.write.bind(store.statistics),
      };
      await write((q) => insertListing(q, sampleListing("new", 2), [{...nothing, code: "7", excluded: true}]));
      await write((q) => insertListing(q, sampleListing("old", 1), [full, {...nothing, code: "8"}]));
      await write((q) => insertListing(q, sampleListing("none", 3), []));
      assert.deepEqual(await read((q) => readListed(q, {provider: "fedstat", dataset: "7"})), [
        {...full, day: dayOf(2026, 10, 1)},
        {...nothing, code: "7", excluded: true, day: dayOf(2026, 10, 2)},
      ]);
      assert.deepEqual(await read((q) => readListed(q, {provider: "cbr", dataset: "7"})), []);
      assert.deepEqual(await read((q) => listListings(q)), [
        {...sampleListing("old", 1), entryCount: 2},
        {...sampleListing("new", 2), entryCount: 1},
        {...sampleListing("none", 3), entryCount: 0},
      ]);
      const told = {provider: "fedstat", dataset: "7"};
      assert.deepEqual(await read((q) => readListed(q, told, "new")), [{...full, day: dayOf(2026, 10, 1)}]);
      assert.deepEqual(await read((q) => listListedCodes(q, "old")), ["7", "8"]);
      await write((q) => deleteListing(q, "old"));
      assert.deepEqual(
        (await read((q) => readListed(q, told))).map(({day}) => day),
        [dayOf(2026, 10, 2)],
      );
      assert.deepEqual(await read((q) => readListed(q, {...told, dataset: "8"})), []);
      assert.deepEqual(
        (await read((q) => listListings(q))).map(({id}) => id),
        ["new", "none"],
      );
    }));

  test(`${engine}: a dataset's words are replaced and read back, its version changes, and the feed of updates does not list it [load.listing]`, () =>
    withStore(newLocation, async (store) => {
      const metadata = sampleMetadata();
      const id = await store.statistics.write(function* (q) {
        const id = yield* writeDataset(q, sampleDataset());
        yield* replaceMetadataTables(q, id, metadata, sampleUse(metadata));
        return id;
      });
      assert.deepEqual(await store.statistics.read((q) => readDatasetWords(q, id)), datasetWordsOf(metadata));
      const described = {
        ...metadata,
        name: "другое",
        indicators: metadata.indicators!.map((label) => ({...label, label: ODD_TEXT, synonyms: ["x"]})),
        methodology: null,
        notes: [],
      };
      await store.statistics.write(function* (q) {
        yield* writeWords(q, id, described, {changedBy: "run-2", changedAt: NOW});
        yield* insertDescribingRun(q, {
          id: "run-2",
          provider: "showdata",
          dataset: "catalogue",
          name: "catalogue",
          loadedAt: NOW,
          publishedAt: null,
        });
      });
      assert.deepEqual(await store.statistics.read((q) => readDatasetWords(q, id)), datasetWordsOf(described));
      const [dataset] = await store.statistics.read((q) => listDatasets(q));
      assert.deepEqual([dataset!.name, dataset!.changedBy], ["другое", "run-2"]);
      assert.equal(await store.statistics.read((q) => readLastChange(q)), "run-2");
      const query = {since: null, provider: null, dataset: null};
      assert.equal((await store.statistics.read((q) => readUpdates(q, query, 0, 10))).total, 0);
    }));
}
