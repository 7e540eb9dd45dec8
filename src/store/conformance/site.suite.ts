// Tests of the data for the pages of the site.
import assert from "node:assert/strict";
import {test} from "node:test";
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import type {ContinuityBreak} from "../../statistics/release/release.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {listConceptIndicators} from "../datasets/concept-datasets.ts";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import {readDatasetCard} from "../datasets/dataset-card.ts";
import {countDatasetsByProvider, listDatasetsOf, readDatasetOutlook} from "../datasets/dataset-pages.ts";
import {insertRelease} from "../releases/release.ts";
import {deleteSeries, findSeriesNumber, listSeriesKeys, writeSeries} from "../series/series.ts";
import {findContinuations} from "../series/series-of-key.ts";
import {
  describedDataset,
  type NewLocation,
  sampleDataset,
  sampleMetadata,
  sampleRelease,
  sampleSeries,
  sampleUse,
  withStore,
} from "./samples.fixture.ts";

export function registerSiteTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: the card of a dataset has the facts of its packages and its releases, newest first, and nothing of other datasets [site.dataset-card]`, () =>
    withStore(newLocation, async (store) => {
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
        [...card.classNames].sort(),
        metadata.classes!.map(({code, name}) => [code, name]),
      );
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
        id: 3,
        publishedAt: dayOf(2026, 10, 14),
        sourceFile: "cpi.xlsx",
        sourceUrl: "https://example.org/cpi",
        newValues: 15,
        revisedValues: 2,
      });
      assert.equal(card.releaseCount, 3);
    }));

  test(`${engine}: a dataset whose packages give no facts has an empty card [site.dataset-card]`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const card = await store.statistics.read((q) => readDatasetCard(q, id, 5));
      assert.deepEqual(card, {
        indicators: [],
        methodology: {coverage: null, exclusions: null, classifier: null, text: null},
        notes: [],
        related: [],
        breaks: [],
        classNames: new Map(),
        releases: [],
        releaseCount: 0,
      });
    }));

  test(`${engine}: the continuation of one series equals the pair in the catalogue of all series [site.series-continues]`, () =>
    withStore(newLocation, async (store) => {
      const one = (from: string, to: string, period: string): ContinuityBreak => ({
        from,
        to,
        period,
        note: `${from}-${to}`,
      });
      // the newest whose partner is there, of equals the first declared; to itself is nothing; "gone" has no series
      const continuity = [
        one("a", "b", "2020-01"),
        one("a", "c", "2021-01"),
        one("d", "b", "2020-01"),
        one("c", "gone", "2024-01"),
        one("c", "d", "2022-01"),
        one("b", "b", "2023-01"),
      ];
      const metadata = sampleMetadata({
        classes: ["a", "b", "c", "d"].map((code) => ({code, name: code, note: null})),
        territories: [{code: "643", name: "Россия", level: "country", canonical: "RU-00", parent: null}],
        continuity,
      });
      const series = ["a", "b", "c", "d"].flatMap((classification, index) =>
        (["M", "Q"] as const).flatMap((frequency) => {
          if (classification === "d" && frequency === "Q") return [];
          const fields = sampleSeries(index * 2 + (frequency === "M" ? 0 : 1), {classification, frequency});
          return [{...fields, key: seriesKey("showdata", "demo", fields)}];
        }),
      );
      const id = await store.statistics.write(function* (q) {
        const own = yield* writeDataset(q, sampleDataset());
        yield* replaceMetadataTables(q, own, metadata, sampleUse(metadata));
        yield* writeSeries(q, own, series);
        return own;
      });
      const catalogue = buildCatalogue(series, {
        territories: new Map(metadata.territories!.map((territory) => [territory.code, territory])),
        classNames: new Map(),
        indicatorLabels: new Map(),
        continuity,
        weeks: null,
      });
      const dataset = {id, provider: "showdata", code: "demo"};
      const numberAt = (neighbours: Int32Array | null, position: number): number | null => {
        const neighbour = neighbours?.[position] ?? -1;
        return neighbour === -1 ? null : catalogue.numbers[neighbour]!;
      };
      let continued = 0;
      for (const fields of series) {
        const position = catalogue.numbers.indexOf(fields.number);
        const found = await store.statistics.read((q) => findContinuations(q, dataset, fields));
        const expected = [numberAt(catalogue.continuesAs, position), numberAt(catalogue.continuesFrom, position)];
        assert.deepEqual([found.as?.series.number ?? null, found.from?.series.number ?? null], expected);
        continued += found.as === null ? 0 : 1;
      }
      assert.ok(continued >= 4);
      const bare = {...series[0]!, classification: null};
      assert.deepEqual(await store.statistics.read((q) => findContinuations(q, dataset, bare)), {
        as: null,
        from: null,
        inside: [],
      });
    }));

  test(`${engine}: the keys of a dataset's series are listed page by page in the order of their numbers, each once [site.sitemap]`, () =>
    withStore(newLocation, async (store) => {
      const [id, other] = await store.statistics.write(function* (q) {
        const ids = [yield* writeDataset(q, sampleDataset()), yield* writeDataset(q, sampleDataset({code: "other"}))];
        const numbers = [7, 2, 5, 0, 9];
        yield* writeSeries(
          q,
          ids[0]!,
          numbers.map((number) => sampleSeries(number, {territory: `t${number}`})),
        );
        yield* writeSeries(q, ids[1]!, [sampleSeries(1)]);
        return ids;
      });
      const keys = (dataset: number, offset: number, most: number) =>
        store.statistics.read(function* (q) {
          const found: string[] = [];
          const count = dataset === id ? 5 : 1;
          for (
            let from = yield* findSeriesNumber(q, dataset, offset, count, 2);
            from !== null && found.length < most;
          ) {
            const page = yield* listSeriesKeys(q, dataset, from, Math.min(2, most - found.length));
            found.push(...page.keys);
            from = page.keys.length === 0 ? null : page.behind;
          }
          return found;
        });
      const all = [0, 2, 5, 7, 9].map((number) => sampleSeries(number).key);
      assert.deepEqual(await keys(id!, 0, 50_000), all);
      assert.deepEqual([...(await keys(id!, 0, 2)), ...(await keys(id!, 2, 2)), ...(await keys(id!, 4, 2))], all);
      for (const offset of [0, 1, 2, 3, 4]) assert.deepEqual(await keys(id!, offset, 50), all.slice(offset));
      await store.statistics.write((q) =>
        writeSeries(
          q,
          other!,
          [2, 3].map((number) => sampleSeries(number)),
        ),
      );
      const third = await store.statistics.read((q) => findSeriesNumber(q, other!, 2, 3));
      assert.equal(third, 3, "no number is missing");
      await store.statistics.write((q) => deleteSeries(q, other!, [2, 3]));
      assert.deepEqual(await keys(id!, 5, 2), []);
      assert.deepEqual(await keys(other!, 0, 9), [sampleSeries(1).key]);
    }));

  test(`${engine}: datasets are counted by provider and listed page by page [site.datasets]`, () =>
    withStore(newLocation, async (store) => {
      await store.statistics.write(function* (q) {
        for (let index = 0; index < 5; index++)
          yield* writeDataset(q, sampleDataset({provider: index < 4 ? "b" : "a", code: `d${9 - index}`}));
      });
      assert.deepEqual(await store.statistics.read((q) => countDatasetsByProvider(q)), [
        {provider: "a", datasets: 1},
        {provider: "b", datasets: 4},
      ]);
      const page = async (provider: string, offset: number, most: number) =>
        (await store.statistics.read((q) => listDatasetsOf(q, provider, offset, most))).map(({code}) => code);
      assert.deepEqual([...(await page("b", 0, 3)), ...(await page("b", 3, 3))], ["d6", "d7", "d8", "d9"]);
      assert.deepEqual([await page("b", 4, 3), await page("c", 0, 3)], [[], []]);
    }));

  test(`${engine}: the indicators of a concept are listed with their datasets, in order, and no others [site.tiles]`, () =>
    withStore(newLocation, async (store) => {
      const [first] = sampleMetadata().indicators!;
      const withConcept = (codes: readonly string[], concept: string) => ({
        ...sampleMetadata(),
        indicators: codes.map((code) => ({...first!, code, concept})),
      });
      await describedDataset(store, "d2", withConcept(["y", "x"], "gdp"));
      await describedDataset(store, "d1", withConcept(["z"], "gdp"));
      await describedDataset(store, "d3", withConcept(["w"], "gdp-deflator"));
      const list = async (most: number) =>
        (await store.statistics.read((q) => listConceptIndicators(q, "gdp", most))).map(
          ({dataset, indicator}) => `${dataset} ${indicator}`,
        );
      assert.deepEqual(await list(5), ["d1 z", "d2 x", "d2 y"]);
      assert.deepEqual(await list(2), ["d1 z", "d2 x"]);
    }));

  test(`${engine}: the outlook of a dataset has its newest publication days, each once, and no other dataset's [site.expected]`, () =>
    withStore(newLocation, async (store) => {
      const [own, other] = await store.statistics.write(function* (q) {
        const ids = [yield* writeDataset(q, sampleDataset()), yield* writeDataset(q, sampleDataset({code: "bare"}))];
        for (const [day, sequence] of [
          [10, 0],
          [14, 0],
          [14, 1],
          [12, 0],
        ] as const) {
          yield* insertRelease(
            q,
            sampleRelease(ids[0]!, {publishedAt: dayOf(2026, 10, day), sequence, fingerprint: `${day}-${sequence}`}),
          );
        }
        return ids;
      });
      const outlook = (id: number, most: number) => store.statistics.read((q) => readDatasetOutlook(q, id, most));
      const days = [14, 12, 10].map((day) => dayOf(2026, 10, day));
      const found = await outlook(own!, 9);
      assert.deepEqual(found?.published, days);
      assert.equal(found?.dataset.id, own);
      assert.deepEqual((await outlook(own!, 2))?.published, days.slice(0, 2));
      assert.deepEqual((await outlook(other!, 9))?.published, []);
      assert.equal(await outlook(other! + 1, 9), null);
    }));
}
