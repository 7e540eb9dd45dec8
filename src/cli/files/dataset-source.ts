// A dataset as its files have it, read in blocks: sorted by indicator, then in the order of a slice.
//
// Each block is a snapshot of its own, so that no long transaction keeps a database from cleaning up. A block of another state than the first one
// ends the reading: files are of one state, or are not written.
import type {FileSeries} from "../../formats/dataset-file/columns.ts";
import type {EstimateRows} from "../../formats/estimate-rows.ts";
import {readProviders} from "../../reference/reference.ts";
import {Refusal} from "../../service/refusal.ts";
import {type Catalogue, dimensionsAt} from "../../statistics/catalogue/catalogue.ts";
import {createDecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import type {Estimates} from "../../statistics/history/estimates.ts";
import {DamagedHistory} from "../../statistics/history/layout.ts";
import {withdrawnDays} from "../../statistics/history/withdrawn.ts";
import {NO_DAY, type PeriodTable, periodTable} from "../../statistics/time/day.ts";
import type {FollowedSeries} from "../../store/changes/followed-series.ts";
import {type DatasetRecord, findDatasets, readShortMetadata} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import type {Script} from "../../store/script.ts";
import {type ClassNames, createClassNames} from "../../store/series/class-names.ts";
import {readHistories} from "../../store/series/history.ts";
import {describe, openCatalogue} from "../export/estimate-export.ts";
import type {SeriesToFile} from "./everything-file.ts";

const SERIES_A_BLOCK = 400;

/** Another load has changed the dataset. */
export class DatasetChanged extends Error {
  override readonly name = "DatasetChanged";
}

export interface DatasetSource {
  readonly dataset: DatasetRecord;
  readonly series: number;
  readonly licence: string | null;
  /** Every series with all of its estimates. @throws DatasetChanged; Refusal for a history that cannot be read */
  blocks(): AsyncGenerator<readonly FilledSeries[]>;
}

/** A series with all of its estimates: as rows, and as the feed of changes tells it. */
export interface FilledSeries {
  readonly series: FileSeries;
  readonly rows: EstimateRows;
  readonly content: SeriesToFile;
}

interface Opened {
  readonly catalogue: Catalogue;
  readonly licence: string | null;
}

/** @param dataset as it was listed. @throws DatasetChanged if it has another state by now, or is gone */
export async function openDatasetSource(store: Store, dataset: DatasetRecord): Promise<DatasetSource> {
  const {catalogue, licence} = await store.statistics.read((q) => openScript(q, dataset));
  const names = createClassNames(dataset.id, catalogue.classification.codes);
  const order = byIndicator(catalogue);
  const scratch = createDecodeScratch();
  return {
    ...{dataset, licence, series: catalogue.size},
    async *blocks() {
      for (let from = 0; from < order.length; from += SERIES_A_BLOCK) {
        const positions = order.subarray(from, from + SERIES_A_BLOCK);
        const histories = await store.statistics.read((q) => readBlock(q, dataset, catalogue, names, positions));
        yield Array.from(positions, (position, nth): FilledSeries => {
          const series = describeForFile(dataset, catalogue, names, position);
          const calendar = series.freq === "W" ? catalogue.weeks : periodTable(series.freq);
          const {rows, history} = rowsOf(series, histories[nth], calendar, scratch);
          const described = describeToFollow(series, catalogue, position);
          return {series, rows, content: {described, history, calendar: calendar!}};
        });
      }
    },
  };
}

/** The licence that the package gives, else that of the provider; null: nothing says one. */
function licenceOf(provider: string, licence: string | undefined): string | null {
  return licence ?? readProviders().get(provider)?.licence ?? null;
}

function* openScript(q: Queries, dataset: DatasetRecord): Script<Opened> {
  yield* requireSame(q, dataset);
  const {metadata} = yield* readShortMetadata(q, dataset.id);
  return {catalogue: yield* openCatalogue(q, dataset), licence: licenceOf(dataset.provider, metadata.licence)};
}

function* readBlock(
  q: Queries,
  dataset: DatasetRecord,
  catalogue: Catalogue,
  names: ClassNames,
  positions: Uint32Array,
): Script<(Uint8Array | undefined)[]> {
  yield* requireSame(q, dataset);
  yield* names.pass(
    q,
    Array.from(positions, (position) => catalogue.classification.index[position]!),
  );
  const numbers = Array.from(positions, (position) => catalogue.numbers[position]!);
  return yield* readHistories(q, dataset.id, numbers);
}

function* requireSame(q: Queries, {provider, code, changedBy}: DatasetRecord): Script<void> {
  const [now] = yield* findDatasets(q, {provider, dataset: code});
  if (now?.changedBy !== changedBy) throw new DatasetChanged(`${provider}/${code} was changed meanwhile`);
}

/** Positions by indicator; within one the order of a slice. */
function byIndicator({indicator, size}: Catalogue): Uint32Array {
  const starts = new Uint32Array(indicator.codes.length + 1);
  for (let position = 0; position < size; position++) starts[indicator.index[position]! + 1]!++;
  for (let code = 0; code < indicator.codes.length; code++) starts[code + 1]! += starts[code]!;
  const order = new Uint32Array(size);
  for (let position = 0; position < size; position++) order[starts[indicator.index[position]!]!++] = position;
  return order;
}

function describeForFile(
  dataset: DatasetRecord,
  catalogue: Catalogue,
  names: ClassNames,
  position: number,
): FileSeries {
  return {
    ...describe(dataset, catalogue, position),
    indicator_label: catalogue.indicatorLabels[catalogue.indicator.index[position]!]!,
    class_label: names.at(catalogue.classification.index[position]!) ?? null,
  };
}

function describeToFollow(series: FileSeries, catalogue: Catalogue, position: number): FollowedSeries {
  return {
    ...dimensionsAt(catalogue, position),
    ...{number: catalogue.numbers[position]!, key: series.series_key},
    ...{className: series.class_label, indicatorLabel: series.indicator_label},
    fullTerritory: catalogue.territories[catalogue.territory.index[position]!]!,
  };
}

/** @param calendar null only for a history that nothing dates, which is refused */
function rowsOf(
  series: FileSeries,
  history: Uint8Array | undefined,
  calendar: PeriodTable | null,
  scratch: ReturnType<typeof createDecodeScratch>,
): {readonly rows: EstimateRows; readonly history: Estimates} {
  const name = `${series.provider_code}/${series.dataset_code}, series ${series.series_key}`;
  if (history === undefined) throw unreadable(name, "it has no history");
  try {
    const estimates = decodeHistory(history, scratch);
    const withdrawn = withdrawnDays(estimates);
    const {count, period: ordinals, day, value} = estimates;
    const period = ordinals.map((ordinal) => {
      const first = calendar?.days[ordinal - calendar.base];
      if (first === undefined || first === NO_DAY) throw unreadable(name, `no calendar dates its period ${ordinal}`);
      return first;
    });
    return {rows: {count, period, day, value, withdrawn}, history: estimates};
  } catch (error) {
    if (!(error instanceof DamagedHistory)) throw error;
    throw unreadable(name, error.message);
  }
}

function unreadable(name: string, how: string): Refusal {
  return new Refusal(`the files of ${name} cannot be written: ${how}`, "ryad check lists all faults");
}
