// The rows of an export from the store: every series of the datasets, in the order of a slice.
//
// All rows are from one snapshot, so that no two rows have different states; they are written as they are read. A series whose history is
// missing or damaged stops the export: a file with a silent gap would be worse than none.
import type {EstimateSeries, EstimateWriter} from "../../formats/estimate-rows.ts";
import {parseDatasetCode} from "../../load/withdrawal.ts";
import {Refusal} from "../../service/refusal.ts";
import {type Catalogue, dimensionsAt, keyAt, statusAt} from "../../statistics/catalogue/catalogue.ts";
import {DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {DamagedHistory} from "../../statistics/history/layout.ts";
import {withdrawnDays} from "../../statistics/history/withdrawn.ts";
import {NO_DAY, type PeriodTable, periodTable} from "../../statistics/time/day.ts";
import {type DatasetRecord, findDatasets, listDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import type {Script} from "../../store/script.ts";
import {readCatalogue} from "../../store/series/catalogue.ts";
import {readHistories} from "../../store/series/history.ts";

export interface ExportSummary {
  datasets: number;
  series: number;
  estimates: number;
}

const SERIES_A_PAGE = 200;

/**
 * Gives every estimate to the writer and ends it.
 * @param code a dataset, full or bare; null: all
 * @throws Refusal if the dataset is unknown, if several providers have a bare code, or if a history cannot be read
 */
export function exportEstimates(
  store: Store,
  code: string | null,
  writer: EstimateWriter,
  onProgress: (done: number, total: number) => void,
): Promise<ExportSummary> {
  return store.statistics.read(function* (q) {
    const datasets = code === null ? yield* listDatasets(q) : [yield* findOne(q, code)];
    const total = datasets.reduce((sum, dataset) => sum + dataset.seriesCount, 0);
    const summary: ExportSummary = {datasets: 0, series: 0, estimates: 0};
    for (const dataset of datasets) {
      yield* exportDataset(q, dataset, writer, summary, () => onProgress(summary.series, total));
      summary.datasets++;
    }
    writer.end();
    return summary;
  });
}

export function* findOne(q: Queries, code: string): Script<DatasetRecord> {
  const found = yield* findDatasets(q, parseDatasetCode(code));
  const [dataset] = found;
  if (dataset === undefined) throw new Refusal(`there is no dataset ${code}`, "ryad release list lists them");
  if (found.length > 1) {
    const codes = found.map(({provider, code: own}) => `${provider}/${own}`).join(", ");
    throw new Refusal(`${code} exists under several providers: ${codes}`, "give the full code");
  }
  return dataset;
}

function* exportDataset(
  q: Queries,
  dataset: DatasetRecord,
  writer: EstimateWriter,
  summary: ExportSummary,
  onPage: () => void,
): Script<void> {
  const catalogue = yield* openCatalogue(q, dataset);
  for (let start = 0; start < catalogue.size; start += SERIES_A_PAGE) {
    const end = Math.min(start + SERIES_A_PAGE, catalogue.size);
    const histories = yield* readHistories(q, dataset.id, Array.from(catalogue.numbers.subarray(start, end)));
    for (let position = start; position < end; position++) {
      const series = describe(dataset, catalogue, position);
      const calendar = series.freq === "W" ? catalogue.weeks : periodTable(series.freq);
      summary.estimates += writeSeries(writer, series, histories[position - start], calendar);
      summary.series++;
    }
    onPage();
  }
}

export function* openCatalogue(q: Queries, {id, provider, code}: DatasetRecord): Script<Catalogue> {
  try {
    const catalogue = yield* readCatalogue(q, id);
    if (catalogue === null) throw new DamagedCatalogue("its catalogue is missing");
    return catalogue;
  } catch (error) {
    if (!(error instanceof DamagedCatalogue)) throw error;
    throw broken(`${provider}/${code}`, error.message);
  }
}

/** @returns the number of its rows */
function writeSeries(
  writer: EstimateWriter,
  series: EstimateSeries,
  history: Uint8Array | undefined,
  calendar: PeriodTable | null,
): number {
  const name = `${series.provider_code}/${series.dataset_code}, series ${series.series_key}`;
  if (history === undefined) throw broken(name, "it has no history");
  try {
    const estimates = decodeHistory(history);
    const {count, period, day, value} = estimates;
    const withdrawn = withdrawnDays(estimates);
    datePeriods(name, period, calendar);
    writer.series(series, {count, period, day, value, withdrawn});
    return count;
  } catch (error) {
    if (!(error instanceof DamagedHistory)) throw error;
    throw broken(name, error.message);
  }
}

/** Replaces ordinals by first days, in place. */
function datePeriods(name: string, period: Int32Array, calendar: PeriodTable | null): void {
  for (let row = 0; row < period.length; row++) {
    const day = calendar?.days[period[row]! - calendar.base];
    if (day === undefined || day === NO_DAY) throw broken(name, `no calendar dates its period ${period[row]}`);
    period[row] = day;
  }
}

export function describe({provider, code}: DatasetRecord, catalogue: Catalogue, position: number): EstimateSeries {
  const {indicator, classification, measure, transformation, unit, frequency} = dimensionsAt(catalogue, position);
  const territory = catalogue.territories[catalogue.territory.index[position]!]!;
  return {
    provider_code: provider,
    dataset_code: code,
    series_key: keyAt(catalogue, position),
    indicator,
    classification,
    measure,
    transformation,
    unit,
    freq: frequency,
    geo: territory.code,
    geo_label: territory.name,
    geo_level: territory.level,
    last_period: catalogue.lastPeriod[position]!,
    status: statusAt(catalogue, position),
  };
}

function broken(name: string, how: string): Refusal {
  return new Refusal(`${name} cannot be exported: ${how}`, "ryad check lists all faults");
}
