// Kit: what the pages of the site ask of the store.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../statistics/day.ts";
import {replaceMetadataTables, writeDataset} from "./dataset.ts";
import {readDatasetCard} from "./dataset-card.ts";
import {insertRelease} from "./release.ts";
import {
  type NewPlace,
  sampleDataset,
  sampleMetadata,
  sampleRelease,
  sampleUse,
  withStore,
} from "./store-samples.kit.ts";

export function registerSiteTests(engine: string, newPlace: NewPlace): void {
  test(`${engine}: the card of a dataset tells what its packages say and its newest releases first, of it alone [site.dataset-card]`, () =>
    withStore(newPlace, async (store) => {
      const metadata = sampleMetadata();
      const id = await store.statistics.write(function* (q) {
        const other = yield* writeDataset(q, sampleDataset({code: "bare"}));
        yield* insertRelease(q, sampleRelease(other));
        const own = yield* writeDataset(q, sampleDataset());
        yield* replaceMetadataTables(q, own, metadata, sampleUse(metadata));
        for (const [day, sequence] of [
          [14, 0],
          [14, 1],
          [10, 0],
        ] as const) {
          yield* insertRelease(
            q,
            sampleRelease(own, {
              fingerprint: `sha256-${sequence}`,
              publishedAt: dayOf(2026, 10, day),
              sequence,
              newValues: day + sequence,
            }),
          );
        }
        return own;
      });
      const card = await store.statistics.read((q) => readDatasetCard(q, id, 2));
      assert.deepEqual(card.methodology, metadata.methodology);
      assert.deepEqual(
        card.notes.map(({text, classification}) => ({text, classification})),
        metadata.notes,
      );
      assert.deepEqual(card.breaks, metadata.continuity);
      assert.deepEqual(
        card.related.map(({dataset, splice, name}) => ({dataset, splice, name})),
        [{dataset: "old", splice: true, name: null}],
      );
      assert.deepEqual(
        card.indicators.map(({code, label, description}) => ({code, label, description})),
        [{code: "cpi", label: "Индекс", description: "about"}],
      );
      assert.deepEqual(
        card.releases.map(({newValues}) => newValues),
        [15, 14],
      );
      assert.deepEqual(card.releases[0], {
        publishedAt: dayOf(2026, 10, 14),
        sourceFile: "cpi.xlsx",
        sourceUrl: "https://example.org/cpi",
        newValues: 15,
        revisedValues: 2,
      });
      assert.equal(card.releaseCount, 3);
    }));

  test(`${engine}: a dataset whose packages say nothing has an empty card [site.dataset-card]`, () =>
    withStore(newPlace, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const card = await store.statistics.read((q) => readDatasetCard(q, id, 5));
      assert.deepEqual(card, {
        indicators: [],
        methodology: {coverage: null, exclusions: null, classifier: null, text: null},
        notes: [],
        related: [],
        breaks: [],
        releases: [],
        releaseCount: 0,
      });
    }));
}
