// Tests of catalogues that are read in parts: names of classes are those of the rows, and answers are those of the whole.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {buildCatalogue, type CatalogueSeries} from "../../statistics/catalogue/build-catalogue.ts";
import {anyFilters, anySeries, labels, oneSeries} from "../../statistics/catalogue/catalogue.fixture.ts";
import {
  type Catalogue,
  classNameAt,
  dimensionsAt,
  keyAt,
  positionOfKey,
  statusAt,
} from "../../statistics/catalogue/catalogue.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import {summariseClasses} from "../../statistics/catalogue/class-summary.ts";
import {keyOrder} from "../../statistics/catalogue/code-order.ts";
import {normalForm, type SeriesFilters} from "../../statistics/catalogue/selection.ts";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import type {Store} from "../open.ts";
import {readSeriesFrom, readSeriesWithKeys} from "../series/block-selection.ts";
import {writeCatalogue} from "../series/catalogue.ts";
import {type CatalogueCache, createCatalogueCache} from "../series/catalogue-cache.ts";
import {addSeries} from "../series/series.ts";
import {LongSelection, type SelectedPage} from "../series/series-selection.ts";
import {findTotalClasses} from "../series/total-classes.ts";
import {CLASSES, codeOf, series, writeState} from "./catalogue-state.fixture.ts";
import {type NewLocation, sampleDataset, sampleMetadata, sampleUse, withStore} from "./samples.fixture.ts";

const NO_FILTERS: SeriesFilters = {
  ...{classification: null, measure: null, transformation: null, unit: null, frequency: null},
  territory: {kind: "level", level: "all"},
};

export function registerBlockSelectionTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: names of classes are read for the series of an answer alone, or all of them, and another name is never given [store.class-names]`, () =>
    withStore(newLocation, async (store) => {
      const {dataset, catalogue} = await writeState(store, "a", []);
      const cache = createCatalogueCache(2 ** 22, () => {});
      const positions = [0, 3, 700, 701, CLASSES - 1];
      const some = await store.statistics.read(function* (q) {
        return yield* cache.nameSome(q, dataset, yield* cache.read(q, dataset), positions);
      });
      for (const position of positions) assert.equal(classNameAt(some, position), classNameAt(catalogue, position));
      assert.throws(() => classNameAt(some, 5), /the name of class 5 was not read/);
      for (const own of [cache, createCatalogueCache(2 ** 17, () => {})]) {
        for (const query of ["some", "all"] as const) {
          const names = await store.statistics.read(function* (q) {
            const opened = yield* own.openNames(q, dataset, yield* own.read(q, dataset), query);
            if (own === cache && query === "all") assert.equal(yield* opened.pass(q, [4]), 0, "all are at hand");
            else {
              assert.throws(() => opened.at(4), /the name of class 4 was not read/);
              assert.equal(yield* opened.pass(q, [4, 5, 4]), 2);
              assert.equal(opened.at(4), "class 4");
              yield* opened.pass(q, [6]);
              assert.throws(() => opened.at(4), /the name of class 4 was not read/);
            }
            yield* opened.keep(
              q,
              Array.from({length: CLASSES}, (_, index) => index),
            );
            yield* opened.pass(q, []);
            return opened;
          });
          for (let index = 0; index < CLASSES; index++) assert.equal(names.at(index), catalogue.classNames[index]);
        }
      }
      const renamed = await writeState(store, "b", [3], CLASSES, (index) => `other ${index}`);
      const again = await store.statistics.read((q) => someOf(q, renamed.dataset));
      assert.equal(classNameAt(again, 3), "other 3");
      assert.equal(classNameAt(again, 0), null, "a class without a name");

      function* someOf(q: Queries, of: typeof dataset) {
        return yield* cache.nameSome(q, of, yield* cache.read(q, of), [0, 3]);
      }
    }));

  test(`${engine}: a dataset that does not fit into the memory for catalogues is read in parts, with the answers of the whole [store.catalogue-by-blocks]`, () =>
    withStore(newLocation, async (store) => {
      const whole = createCatalogueCache(2 ** 22, () => {});
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          anySeries.filter((list) => list.length > 0),
          anyFilters,
          fc.integer({min: 1, max: 9}),
          fc.integer({min: 0, max: 5}),
          fc.constantFrom(0, 1500),
          async (list, filters, blockSize, offset, memory) => {
            const dataset = {id: 1, provider: "showdata", code: "demo", changedBy: String(run++)};
            const catalogue = encodeCatalogue(buildCatalogue(list, labels()), blockSize);
            await store.statistics.write((q) => writeCatalogue(q, 1, catalogue));
            const parts = createCatalogueCache(Math.min(memory, 10 * list.length), () => {});
            const [expected, first, again] = await store.statistics.read(function* (q) {
              const told = [];
              for (const cache of [whole, parts, parts]) {
                const selected = yield* cache.select(q, dataset, filters, true);
                const page = yield* cache.readPage(q, dataset, selected, {offset, limit: 7});
                const form = normalForm(selected.catalogue, selected.selection);
                const named = yield* cache.nameSome(q, dataset, page.catalogue, page.positions);
                const names = yield* cache.openNames(q, dataset, page.catalogue, "all");
                const indexes = page.positions.map((position) => page.catalogue.classification.index[position]!);
                yield* names.keep(q, indexes);
                const own = page.positions.map((position, nth) => [
                  classNameAt(named, position),
                  names.at(indexes[nth]!),
                ]);
                told.push({form, own, ...tell(page)});
              }
              return told;
            });
            for (const found of [first, again]) assert.deepEqual(found, expected);
            await assertClassesAt(store, whole, parts, dataset, offset);
            const of = list[offset % list.length]!;
            const part = await store.statistics.read((q) => parts.readClasses(q, dataset, [of.classification]));
            const position = positionOfKey(part, of.key);
            assert.deepEqual(dimensionsAt(part, position), dimensionsOf(of));
            assert.equal((await store.statistics.read((q) => parts.read(q, dataset))).size, list.length);
          },
        ),
        {numRuns: 40},
      );
    }));

  test(`${engine}: pages of a selection that looks at many blocks are those of the whole, and it is long only the first time [store.catalogue-by-blocks]`, () =>
    withStore(newLocation, async (store) => {
      const whole = createCatalogueCache(2 ** 22, () => {});
      const units = ["pct", "rub", "rub", null];
      const list = Array.from({length: 900}, (_, number) =>
        oneSeries({number, classification: codeOf(number), unit: units[Math.floor(number / 3) % 4]!}),
      );
      const queries = fc.record({
        unit: fc.constantFrom(null, ["pct"], ["rub"], ["pct", "rub"], ["none"]),
        classification: fc.constantFrom(
          null,
          [codeOf(5), codeOf(700)],
          list.slice(100, 200).map((one) => one.classification!),
        ),
        offset: fc.nat(700),
        limit: fc.integer({min: 1, max: 300}),
      });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(queries, {minLength: 1, maxLength: 6}),
          fc.constantFrom(3, 10, 40),
          async (pages, size) => {
            const dataset = {id: 1, provider: "showdata", code: "demo", changedBy: String(run++)};
            await store.statistics.write((q) =>
              writeCatalogue(q, 1, encodeCatalogue(buildCatalogue(list, labels()), size)),
            );
            const parts = createCatalogueCache(20_000, () => {});
            for (const {offset, limit, ...given} of [...pages, ...pages]) {
              const filters = {...NO_FILTERS, ...given};
              const [expected, found] = await store.statistics.read(function* (q) {
                const told = [];
                for (const cache of [whole, parts]) {
                  const selected = yield* cache.select(q, dataset, filters, true);
                  const page = yield* cache.readPage(q, dataset, selected, {offset, limit});
                  told.push({form: normalForm(selected.catalogue, selected.selection), ...tell(page)});
                }
                return told;
              });
              assert.deepEqual(found, expected);
            }
          },
        ),
        {numRuns: 15},
      );
      const dataset = {id: 1, provider: "showdata", code: "demo", changedBy: "long"};
      await store.statistics.write((q) => writeCatalogue(q, 1, encodeCatalogue(buildCatalogue(list, labels()), 10)));
      const parts = createCatalogueCache(20_000, () => {});
      const rubles = (mayRest: boolean) =>
        store.statistics.read(function* (q) {
          const selected = yield* parts.select(q, dataset, {...NO_FILTERS, unit: ["rub"]}, mayRest);
          return (yield* parts.readPage(q, dataset, selected, {offset: 0, limit: 5})).total;
        });
      await assert.rejects(rubles(false), LongSelection);
      assert.equal(await rubles(true), 450);
      assert.equal(await rubles(false), 450, "the number of series in each block is known");
    }));

  test(`${engine}: series of a large dataset are read by their keys, in order, with the facts of the whole catalogue [store.keyed-series]`, () =>
    withStore(newLocation, async (store) => {
      const {id, dataset, catalogue} = await writeState(store, "a", [2, 9]);
      await store.statistics.write((q) =>
        addSeries(
          q,
          id,
          series([2, 9]).map((one) => ({...one, firstPeriod: one.lastPeriod, observationCount: 1})),
        ),
      );
      const cache = createCatalogueCache(1000, () => {});
      const order = [...keyOrder(catalogue)].map((position) => keyAt(catalogue, position));
      const told = (of: Catalogue, position: number) => ({
        key: keyAt(of, position),
        number: of.numbers[position],
        status: statusAt(of, position),
        ...dimensionsAt(of, position),
        label: of.indicatorLabels[of.indicator.index[position]!],
        fullTerritory: of.territories[of.territory.index[position]!],
      });
      await store.statistics.read(function* (q) {
        const manifest = (yield* cache.readLargeManifest(q, dataset))!;
        const read: string[] = [];
        for (let from = ""; ; from = `${read.at(-1)} `) {
          const part = yield* readSeriesFrom(q, id, manifest, from, 400);
          for (const position of keyOrder(part)) {
            read.push(keyAt(part, position));
            const own = positionOfKey(catalogue, read.at(-1)!);
            assert.deepEqual(told(part, position), told(catalogue, own));
          }
          if (part.size < 400) break;
        }
        assert.deepEqual(read, order);
        const some = yield* readSeriesWithKeys(q, id, manifest, [order[7]!, order[3]!, "0".repeat(16)]);
        assert.deepEqual(
          [...keyOrder(some)].map((position) => keyAt(some, position)),
          [order[3], order[7]],
        );
      });
    }));

  test(`${engine}: the classes that mean everything are found by their names, or by their codes if they have none [store.total-classes]`, () =>
    withStore(newLocation, async (store) => {
      const names = new Map([
        ["a", "Всего по отраслям"],
        ["b", "всеобщее"],
        ["c", "Itogo"],
        ["d", ""],
        ["e", "ИТОГО"],
        ["f", "Total goods"],
        ["g", "totals"],
        ["not used", "Все"],
      ]);
      const codes = [null, "A", "a", "all", "all goods", "b", "c", "d", "e", "f", "g", "total"];
      const classes = [...names].map(([code, name]) => ({code, name, note: null}));
      const metadata = sampleMetadata({classes: [...classes, {code: "all goods", name: "Goods", note: null}]});
      const isTotal = (name: string) => /^(?:все|всего|итого|total|all)(?![а-яёa-z])/i.test(name);
      const found = await store.statistics.write(function* (q) {
        const id = yield* writeDataset(q, sampleDataset());
        yield* replaceMetadataTables(q, id, metadata, sampleUse(metadata));
        return yield* findTotalClasses(q, id, codes, {isTotal, letters: ["В", "в", "И", "и", "T", "t", "A", "a"]});
      });
      const named = codes.map((code) =>
        code === null ? "all" : (metadata.classes!.find((one) => one.code === code)?.name ?? code),
      );
      const expected = named.flatMap((name, index) => (isTotal(name) ? [index] : []));
      assert.deepEqual(
        [...found].sort((one, other) => one - other),
        expected,
      );
      assert.deepEqual(expected, [0, 2, 3, 8, 9, 11]);
    }));
}

/** Classes at some places are those of the whole, with all of their series. */
async function assertClassesAt(
  store: Store,
  whole: CatalogueCache,
  parts: CatalogueCache,
  dataset: Parameters<CatalogueCache["read"]>[1],
  offset: number,
): Promise<void> {
  const of = await store.statistics.read((q) => whole.read(q, dataset));
  const to = Math.min(of.classification.codes.length, offset + 2);
  const from = Math.min(offset, to);
  const [expected, found] = await Promise.all(
    [whole, parts].map((cache) =>
      store.statistics.read(function* (q) {
        return yield* summariseClasses(yield* cache.readClassesAt(q, dataset, from, to), from, to);
      }),
    ),
  );
  assert.deepEqual(found, expected);
  assert.equal((await store.statistics.read((q) => parts.readLargeManifest(q, dataset)))?.size, of.size);
  assert.equal(await store.statistics.read((q) => whole.readLargeManifest(q, dataset)), null);
}

function tell({catalogue, total, positions}: SelectedPage) {
  return {
    total,
    series: positions.map((at) => ({
      key: keyAt(catalogue, at),
      number: catalogue.numbers[at],
      status: statusAt(catalogue, at),
      ...dimensionsAt(catalogue, at),
    })),
  };
}

function dimensionsOf({number: _, key: __, lastPeriod: ___, ...dimensions}: CatalogueSeries) {
  return dimensions;
}
