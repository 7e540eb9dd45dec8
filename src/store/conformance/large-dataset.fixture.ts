// A dataset that is large enough for deltas to what is stored of it for search, and its states with more and more series.
//
// A state is written without its values: nothing here reads them.
import {randomUUID} from "node:crypto";
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import type {Territory} from "../../statistics/territory.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import type {Store} from "../open.ts";
import {run, type Script} from "../script.ts";
import {addDelta} from "../search/deltas.ts";
import {segmentDigest} from "../search/manifest.ts";
import {restateSearchSegment, writeSearchSegment} from "../search/segment.ts";
import {readStoredDataset} from "../search/stored-dataset.ts";
import {writeCatalogue} from "../series/catalogue.ts";
import {type SeriesRecord, writeSeries} from "../series/series.ts";
import {sampleDataset, sampleMetadata, sampleSeries, sampleUse} from "./samples.fixture.ts";

const PLACES: Territory[] = [
  ["643", "Россия", "country", "RU-00"],
  ["45", "Москва", "region", "RU-77"],
  ["40", "Санкт-Петербург", "region", "RU-78"],
].map(([code, name, level, canonical]) => ({
  ...{code: code!, name: name!, canonical: canonical!, parent: null},
  level: level as Territory["level"],
}));

export const [LONG_AGO, NEWEST] = [dayOf(2020, 1, 1), dayOf(2026, 9, 1)];

/** 2,880 series of 1,440 classes in two territories; behind them new classes, and a third territory of old ones. Some are stalled. */
const FIRST_COUNT = 2880;
export const ALL: readonly SeriesRecord[] = Array.from({length: FIRST_COUNT + 400}, (_, index) => {
  const isLater = index >= FIRST_COUNT;
  const own = index - FIRST_COUNT;
  const dimensions = {
    ...{indicator: "cpi", measure: null, transformation: "level", unit: "PCT", frequency: "M" as const},
    classification: isLater && own % 3 !== 1 ? `000-${own * 7 + 3}-5` : `000-${(isLater ? own : index >> 1) * 7}`,
    territory: PLACES[isLater && own % 3 === 1 ? 2 : index % 2]!.code,
  };
  const lastPeriod = index % 5 === 1 ? LONG_AGO : NEWEST;
  return sampleSeries(index + 1, {...dimensions, key: seriesKey("showdata", "demo", dimensions), lastPeriod});
});
export const FIRST = ALL.slice(0, FIRST_COUNT);

/** A class has the name that its first series gives. */
export const NAMES = new Map(
  ALL.toReversed().map(({classification, number}) => {
    const index = number - 1;
    const kind = index < FIRST_COUNT ? "Доход" : "Поздний доход";
    return [classification!, `${kind} бюджета номер ${index % 40}${index % 7 === 0 ? " / Всего" : ""}`];
  }),
);

const NAME = "Ряды";

interface Changes {
  readonly name?: string;
  /** Of the classes that the delta is made of. */
  readonly names?: ReadonlyMap<string, string>;
  /** Gets the numbers of the blobs that are written for the delta. */
  readonly written?: number[];
  /** Earlier series have other last periods. */
  readonly isRestated?: boolean;
  /** What is stored for search is made as a whole. */
  readonly isWhole?: boolean;
}

/** Writes a dataset that has later series beside the earlier ones. @returns whether they became a delta */
export function write(
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
    const adding = addDelta(q, id, before!, catalogueOf(added, names), isRestated ? catalogue : null);
    if (before !== null && (yield* notingBlobs(adding, written))) return true;
    yield* writeSearchSegment(q, id, catalogueOf(later, NAMES));
    return false;
  });
}

/** Writes other last periods of the series. */
export function restate(store: Store, series: readonly SeriesRecord[], written: number[]): Promise<boolean> {
  return store.statistics.write(function* (q) {
    const catalogue = catalogueOf(series, NAMES);
    const earlier = segmentDigest((yield* readStoredDataset(q, 1))!);
    yield* writeSeries(q, 1, series);
    yield* writeCatalogue(q, 1, encodeCatalogue(catalogue));
    yield* run(q.db.updateTable("dataset").set({changed_by: randomUUID()}).compile());
    return yield* notingBlobs(restateSearchSegment(q, 1, earlier, catalogue), written);
  });
}

function* notingBlobs<T>(script: Script<T>, written: number[]): Script<T> {
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
