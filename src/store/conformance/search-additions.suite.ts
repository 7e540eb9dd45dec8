// Tests of new series in what is stored of a large dataset for search: they become additions, and everything is found as if it were one part.
import assert from "node:assert/strict";
import {randomUUID} from "node:crypto";
import {test} from "node:test";
import {createPace} from "../../budget.ts";
import type {DatasetPart} from "../../search/index/dataset-part.ts";
import {createFamilyIndex} from "../../search/index/family-index.ts";
import {parseSynonyms} from "../../search/language/synonyms.ts";
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import type {Territory} from "../../statistics/territory.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import type {Store} from "../open.ts";
import {run, type Script} from "../script.ts";
import {writeCatalogue} from "../series/catalogue.ts";
import {createPartExchange} from "../series/index-parts.ts";
import {listDatasetVersions, readStoredDataset} from "../series/indexed-dataset.ts";
import {addToSearchPart, findPartFault, LEAST_SERIES} from "../series/search-additions.ts";
import {DamagedPart, digestOf, type PartHead, readPartHead} from "../series/search-head.ts";
import {createSearch, type Search} from "../series/search-index.ts";
import {createSearchMemory} from "../series/search-memory.ts";
import {restateSearchPart, writeSearchPart} from "../series/search-part.ts";
import {readPieces} from "../series/search-pieces.ts";
import {type SeriesRecord, writeSeries} from "../series/series.ts";
import {type NewPlace, sampleDataset, sampleMetadata, sampleSeries, sampleUse, withStore} from "./samples.fixture.ts";

export function registerSearchAdditionTests(engine: string, newPlace: NewPlace): void {
  test(`${engine}: a large dataset to which series come in many loads is found as one that was stored as a whole [search.additions]`, () =>
    withStore(newPlace, (parted) =>
      withStore(newPlace, async (whole) => {
        const searches = [searchOver(parted), searchOver(parted, 0), searchOver(whole)];
        for (const store of [parted, whole]) await write(store, [], FIRST);
        let [present, turn] = [FIRST, 0];
        // the last but one exceeds an eighth of the first part
        for (const [count, sizes] of [
          [1, [1]],
          [3, [4]],
          [255, [259]],
          [2, [259, 2]],
          [30, [259, 32]],
          [9, [259, 41]],
          [60, [360]],
          [1, []],
          [2, [2]],
        ] as const) {
          const later = ALL.slice(0, present.length + count);
          assert.equal(await write(parted, present, later), sizes.length > 0);
          await write(whole, present, later, {isWhole: true});
          present = later;
          assert.deepEqual(
            ((await headOf(parted)).additions ?? []).map(({series}) => series),
            sizes,
          );
          assert.equal(await parted.statistics.read((q) => findPartFault(q, 1)), null);
          for (const search of searches) await search.refresh();
          const [expected, ...answers] = await answersOfAll([searchOver(parted), ...searches], turn++);
          for (const own of answers) assert.deepEqual(own, expected);
        }
        assert.deepEqual(
          searches.flatMap(({faults}) => faults),
          [],
        );
      }),
    ));

  test(`${engine}: series of all parts that become active or stalled are found so, and no name is written again [search.stored-restated]`, () =>
    withStore(newPlace, (parted) =>
      withStore(newPlace, async (whole) => {
        let [present, turn] = [ALL.slice(0, FIRST.length + 270), 0];
        await write(parted, [], FIRST);
        await write(parted, FIRST, ALL.slice(0, FIRST.length + 260));
        await write(parted, ALL.slice(0, FIRST.length + 260), present);
        await write(whole, [], present);
        const searches = [searchOver(parted), searchOver(parted, 0), searchOver(whole)];
        for (const [step, more] of [
          [3, 0],
          [4, 0],
          // with later series at once: they come to the last addition, or it is joined with them
          [2, 3],
          [1, 80],
        ] as const) {
          const before = present;
          present = ALL.slice(0, present.length + more);
          const restated = present.map((one) => ({...one, lastPeriod: one.number % step === 0 ? NEWEST : LONG_AGO}));
          const written: number[] = [];
          if (more > 0) assert.ok(await write(parted, before, restated, {written, isRestated: true}));
          else assert.ok(await restate(parted, restated, written));
          assert.equal((await headOf(parted)).additions?.length, more === 80 ? 1 : 2);
          if (more === 0) assert.ok(written.length <= 4, "the parts are one block each, and the head comes last");
          await write(whole, before, restated, {isWhole: true, isRestated: true});
          assert.equal(await parted.statistics.read((q) => findPartFault(q, 1)), null);
          for (const search of searches) await search.refresh();
          const [expected, ...answers] = await answersOfAll([searchOver(parted), ...searches], turn++);
          for (const own of answers) assert.deepEqual(own, expected);
        }
      }),
    ));

  test(`${engine}: an addition writes its own pieces and the head, and a server keeps the part that it has open [search.additions]`, () =>
    withStore(newPlace, async (store) => {
      await write(store, [], FIRST);
      const index = createFamilyIndex(() => parseSynonyms(""), new Map());
      const exchange = createPartExchange(store.statistics, createSearchMemory(store.statistics, 2 ** 20));
      const open = async (): Promise<readonly DatasetPart[]> => {
        const versions = await store.statistics.read(listDatasetVersions);
        assert.deepEqual(await exchange.exchange(index, versions, createPace()), []);
        return index.parts.get(1)!;
      };
      const [first] = await open();
      const before = await headOf(store);
      const pieces = before.blocks.map((_, number) => number + 1);
      const blocks = await store.statistics.read((q) => readPieces(q, 1, pieces));
      const written: number[] = [];
      assert.ok(await write(store, FIRST, ALL.slice(0, FIRST.length + 2), {written}));
      const head = await headOf(store);
      assert.deepEqual([head.blocks, head.layout], [before.blocks, before.layout]);
      assert.deepEqual(await store.statistics.read((q) => readPieces(q, 1, pieces)), blocks);
      const own = head.additions![0]!.blocks.map((_, number) => pieces.length + 1 + number);
      assert.deepEqual(written, [...own, 0]);
      const parts = await open();
      assert.equal(parts.length, 2);
      assert.equal(parts[0]!.postings, first!.postings);
      assert.equal(parts[0]!.classesOfDataset, first!.classesOfDataset + 1);
    }));

  test(`${engine}: an addition to a small dataset, with other names or to another state is refused, and the whole is made [search.additions]`, () =>
    withStore(newPlace, async (store) => {
      const few = FIRST.slice(0, LEAST_SERIES - 1);
      const enough = FIRST.slice(0, LEAST_SERIES);
      await write(store, [], few);
      assert.equal(await write(store, few, enough), false);
      assert.equal(await write(store, enough, FIRST.slice(0, LEAST_SERIES + 1)), true);
      await write(store, [], FIRST);
      const later = ALL.slice(0, FIRST.length + 2);
      assert.equal(await write(store, FIRST, later, {name: "Другое имя"}), false);
      await write(store, [], FIRST);
      await store.statistics.write((q) => run(q.db.updateTable("dataset").set({name: "Другое имя"}).compile()));
      assert.equal(await write(store, FIRST, later, {name: "Другое имя"}), false);
      assert.equal(await store.statistics.read((q) => findPartFault(q, 1)), null);
    }));

  test(`${engine}: a damaged addition is reported and everything is found; one of other names is told by a deep check [search.additions search.stored-damaged]`, () =>
    withStore(newPlace, async (store) => {
      await write(store, [], FIRST);
      const later = ALL.slice(0, FIRST.length + 3);
      assert.ok(await write(store, FIRST, later));
      const number = (await headOf(store)).blocks.length + 1;
      await store.statistics.write(function* (q) {
        const change = q.db.updateTable("search_piece").set({bytes: Buffer.from("no block")});
        yield* run(change.where("dataset_id", "=", 1).where("number", "=", number).compile());
      });
      const search = searchOver(store);
      assert.equal((await search.findSeries({text: "поздний", limit: 5, filters: {}})).total, 2);
      assert.match(search.faults.join(), new RegExp(`piece ${number} .*damaged`));
      assert.match((await store.statistics.read((q) => findPartFault(q, 1))) ?? "", /damaged/);
      await write(store, [], later);
      assert.equal(await store.statistics.read((q) => findPartFault(q, 1)), null);
      const names = new Map(NAMES).set(ALL[later.length]!.classification!, "Чужое имя");
      assert.ok(await write(store, later, ALL.slice(0, later.length + 1), {names}));
      assert.match((await store.statistics.read((q) => findPartFault(q, 1))) ?? "", /differs from its series/);
    }));
}

const PLACES: Territory[] = [
  ["643", "Россия", "country", "RU-00"],
  ["45", "Москва", "region", "RU-77"],
  ["40", "Санкт-Петербург", "region", "RU-78"],
].map(([code, name, level, canonical]) => ({
  ...{code: code!, name: name!, canonical: canonical!, parent: null},
  level: level as Territory["level"],
}));

const [LONG_AGO, NEWEST] = [dayOf(2020, 1, 1), dayOf(2026, 9, 1)];

/** 2,880 series of 1,440 classes in two territories; behind them new classes, and a third territory of old ones. Some are stalled. */
const FIRST_COUNT = 2880;
const ALL: readonly SeriesRecord[] = Array.from({length: FIRST_COUNT + 400}, (_, place) => {
  const isLater = place >= FIRST_COUNT;
  const own = place - FIRST_COUNT;
  const dimensions = {
    ...{indicator: "cpi", measure: null, transformation: "level", unit: "PCT", frequency: "M" as const},
    classification: isLater && own % 3 !== 1 ? `000-${own * 7 + 3}-5` : `000-${(isLater ? own : place >> 1) * 7}`,
    territory: PLACES[isLater && own % 3 === 1 ? 2 : place % 2]!.code,
  };
  const lastPeriod = place % 5 === 1 ? LONG_AGO : NEWEST;
  return sampleSeries(place + 1, {...dimensions, key: seriesKey("showdata", "demo", dimensions), lastPeriod});
});
const FIRST = ALL.slice(0, FIRST_COUNT);

/** A class has the name that its first series gives. */
const NAMES = new Map(
  ALL.toReversed().map(({classification, number}) => {
    const place = number - 1;
    const kind = place < FIRST_COUNT ? "Доход" : "Поздний доход";
    return [classification!, `${kind} бюджета номер ${place % 40}${place % 7 === 0 ? " / Всего" : ""}`];
  }),
);

const NAME = "Ряды";

interface Changes {
  readonly name?: string;
  /** Of the classes that the addition is made of. */
  readonly names?: ReadonlyMap<string, string>;
  /** Gets the numbers of the pieces that are written for the addition. */
  readonly written?: number[];
  /** Earlier series have other last periods. */
  readonly isRestated?: boolean;
  /** What is stored for search is made as a whole. */
  readonly isWhole?: boolean;
}

/** Writes a dataset that has later series beside the earlier ones. @returns whether they became an addition */
function write(
  store: Store,
  earlier: readonly SeriesRecord[],
  later: readonly SeriesRecord[],
  {name = NAME, names = NAMES, written = [], isRestated = false, isWhole = false}: Changes = {},
): Promise<boolean> {
  const classes = Array.from(NAMES, ([code, own]) => ({code, name: own, note: null}));
  const metadata = sampleMetadata({name, classes, territories: PLACES, continuity: [], notes: []});
  const fields = sampleDataset({name, metadata, changedBy: randomUUID()});
  const added = later.slice(earlier.length);
  return store.statistics.write(function* (q) {
    const before = earlier.length === 0 || isWhole ? null : yield* readStoredDataset(q, 1);
    const id = yield* writeDataset(q, fields);
    // thousands of rows, which are the same in each state
    if (earlier.length === 0 || name !== NAME) yield* replaceMetadataTables(q, id, metadata, sampleUse(metadata));
    yield* writeSeries(q, id, isRestated ? later : added);
    const catalogue = catalogueOf(later, NAMES);
    yield* writeCatalogue(q, id, encodeCatalogue(catalogue));
    const adding = addToSearchPart(q, id, before!, catalogueOf(added, names), isRestated ? catalogue : null);
    if (before !== null && (yield* notingPieces(adding, written))) return true;
    yield* writeSearchPart(q, id, catalogueOf(later, NAMES));
    return false;
  });
}

/** Writes other last periods of the series. */
function restate(store: Store, series: readonly SeriesRecord[], written: number[]): Promise<boolean> {
  return store.statistics.write(function* (q) {
    const catalogue = catalogueOf(series, NAMES);
    const earlier = digestOf((yield* readStoredDataset(q, 1))!);
    yield* writeSeries(q, 1, series);
    yield* writeCatalogue(q, 1, encodeCatalogue(catalogue));
    yield* run(q.db.updateTable("dataset").set({changed_by: randomUUID()}).compile());
    return yield* notingPieces(restateSearchPart(q, 1, earlier, catalogue), written);
  });
}

function* notingPieces<T>(script: Script<T>, written: number[]): Script<T> {
  for (let step = script.next(); ; step = script.next(yield step.value)) {
    if (step.done) return step.value;
    const {sql, parameters} = step.value as {sql: string; parameters: readonly unknown[]};
    if (/^insert into/.test(sql)) written.push(parameters[1] as number);
  }
}

function catalogueOf(series: readonly SeriesRecord[], classNames: ReadonlyMap<string, string>) {
  return buildCatalogue(series, {
    territories: new Map(PLACES.map((one) => [one.code, one])),
    classNames,
    indicatorLabels: new Map([["cpi", "Индекс"]]),
    continuity: [],
    weeks: null,
  });
}

function answersOfAll(searches: readonly Search[], turn: number): Promise<unknown[][]> {
  return Promise.all(searches.map((search) => answersOf(search, turn)));
}

async function headOf(store: Store): Promise<PartHead> {
  const head = await store.statistics.read((q: Queries) => readPartHead(q, 1));
  assert.ok(head !== null && !(head instanceof DamagedPart));
  return head;
}

function searchOver(store: Store, memory?: number): Search & {readonly faults: string[]} {
  const faults: string[] = [];
  const search = createSearch(store.statistics, memory);
  search.onLeftOut = (fault) => faults.push(fault.message);
  return Object.assign(search, {faults});
}

const TEXTS = ["доход", "поздний доход", "доход 7 москва", "всего", "000-3-5", "поздн", "доход неведомое", null];
const FILTERS = [{}, {territory: ["RU-78"]}, {classification: ["000-3-5,000-7"]}, {status: "stalled" as const}];

/** @param turn each text has another filter in each of four turns */
async function answersOf(search: Search, turn: number): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [place, text] of TEXTS.entries())
    answers.push(await search.findSeries({text, limit: 7, filters: FILTERS[(place + turn) % FILTERS.length]!}, true));
  answers.push(await search.findSeries({text: "доход", limit: 3, filters: {classification: ["000-4-4"]}}));
  answers.push(await search.findConcepts(null, 5), await search.findConcept("showdata-demo-cpi"));
  return answers;
}
