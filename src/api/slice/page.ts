// The page of a slice: the series that the filters select in one state of the dataset, and the histories of those that one answer has.
//
// Everything is read in one snapshot, which is the caller's. The catalogue that selects may lack series, if the dataset does not fit into
// the memory for catalogues: the page has a catalogue of its own.
import {type Catalogue, codeAt, type NamedCatalogue} from "../../statistics/catalogue/catalogue.ts";
import type {SeriesFilters} from "../../statistics/catalogue/selection.ts";
import {type HistoryWindow, type OpenedWindow, openWindow} from "../../statistics/history/window.ts";
import {type PeriodTable, periodTable, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Engine, Script} from "../../store/script.ts";
import {readHistories} from "../../store/series/history.ts";
import {LongSelection, type SeriesSelection} from "../../store/series/series-selection.ts";
import type {DatasetLookup} from "../dataset.ts";
import {readCatalogueNames, type TranslatedCatalogues} from "../language/catalogue-names.ts";
import type {SliceQuery} from "./request.ts";

/** Thrown by a script; `explainEmpty` makes the refusal of it. */
export class NothingSelected extends Error {
  readonly provider: string;
  readonly dataset: string;

  constructor(provider: string, dataset: string) {
    super(`no series of ${provider}/${dataset} matches`);
    this.provider = provider;
    this.dataset = dataset;
  }
}

/** One series of the page with the requested part of its history. */
export interface PageSeries {
  readonly position: number;
  readonly window: OpenedWindow;
  readonly periods: PeriodTable;
}

/** A page before it is written. */
export interface SlicePage {
  readonly dataset: DatasetRecord;
  /** With the names of the classes of the series. */
  readonly catalogue: NamedCatalogue;
  /** Series that match, over all pages. */
  readonly total: number;
  readonly series: readonly PageSeries[];
}

/** @param mayRest false: a long selection throws LongSelection */
type SelectionScript<T> = (q: Queries, mayRest: boolean) => Script<T>;

/**
 * A read of selected series: in one go, as almost all are, or with rests, if the selection looks at much of a large dataset. That is known
 * only while it is read, so such a read begins again. Until then it has read at most a manifest, which is kept in memory.
 */
export async function readSelection<T>(
  statistics: Pick<Engine, "read" | "readWithRests">,
  script: SelectionScript<T>,
): Promise<T> {
  try {
    return await statistics.read((q) => script(q, false));
  } catch (error) {
    if (!(error instanceof LongSelection)) throw error;
    return await statistics.readWithRests((q) => script(q, true));
  }
}

/** The series that the filters select in one state of the dataset. */
export interface OpenedSelection extends SeriesSelection {
  readonly catalogues: TranslatedCatalogues;
  readonly dataset: DatasetRecord;
}

/** Throws NOT_FOUND for an unknown dataset, and LongSelection if it is long and may not rest. */
export function* openSelection(
  q: Queries,
  {datasets, catalogues}: {readonly datasets: DatasetLookup; readonly catalogues: TranslatedCatalogues},
  {slice}: SliceQuery,
  mayRest: boolean,
): Script<OpenedSelection> {
  const dataset = yield* datasets.findOne(q, slice);
  const isLong = namesMany(slice.filters) || (dataset.seriesCount > FEW_SERIES && !catalogues.isAtHand(dataset));
  if (isLong && !mayRest) throw new LongSelection();
  return {catalogues, dataset, ...(yield* catalogues.select(q, dataset, slice.filters, mayRest))};
}

/** A catalogue of more series takes some milliseconds to read: it is read with rests, once for each state of its dataset. */
const FEW_SERIES = 10_000;

/** Filters with more letters name hundreds of codes: those are looked up, and their series read, with rests. */
const FEW_LETTERS = 1500;

function namesMany({territory, ...others}: SeriesFilters): boolean {
  let letters = 0;
  for (const list of [...Object.values(others), territory.kind === "codes" ? territory.codes : null])
    for (const value of list ?? []) letters += value.length;
  return letters > FEW_LETTERS;
}

/** Rests between its steps, where the read may rest. Throws NothingSelected. */
export function* readSlicePage(q: Queries, opened: OpenedSelection, query: SliceQuery): Script<SlicePage> {
  const {catalogues, dataset} = opened;
  const {catalogue, total, positions} = yield* catalogues.readPage(q, dataset, opened, query.slice);
  if (total === 0) throw new NothingSelected(dataset.provider, dataset.code);
  yield;
  const series = yield* readPageSeries(q, dataset, catalogue, positions, query);
  yield;
  const named = yield* catalogues.nameSome(q, dataset, catalogue, positions);
  const {language} = query.slice;
  return {dataset, catalogue: yield* readCatalogueNames(q, catalogues, dataset, named, language), total, series};
}

/** The series at the positions, with their histories. */
export function* readPageSeries(
  q: Queries,
  dataset: DatasetRecord,
  catalogue: Catalogue,
  positions: readonly number[],
  query: SliceQuery,
): Script<PageSeries[]> {
  const numbers = positions.map((position) => catalogue.numbers[position]!);
  const histories = yield* readHistories(q, dataset.id, numbers);
  yield;
  return joinHistories(catalogue, positions, histories, query);
}

/** Joins positions and histories. Throws if a series has no history: an empty one would be a silent gap. */
function joinHistories(
  catalogue: Catalogue,
  positions: readonly number[],
  histories: readonly (Uint8Array | undefined)[],
  {slice}: SliceQuery,
): PageSeries[] {
  const windows = new Map<Frequency, {readonly within: HistoryWindow; readonly periods: PeriodTable}>();
  return positions.map((position, index) => {
    const history = histories[index];
    if (history === undefined) throw new Error(`series ${catalogue.numbers[position]} has no history in the store`);
    const frequency = codeAt(catalogue.frequency, position) as Frequency;
    let opened = windows.get(frequency);
    if (opened === undefined) {
      const periods = frequency === "W" ? (catalogue.weeks ?? NO_WEEKS) : periodTable(frequency);
      opened = {periods, within: {...periodWindow(slice, frequency, periods), asOf: slice.asOf, last: slice.last}};
      windows.set(frequency, opened);
    }
    return {position, window: openWindow(history, opened.within), periods: opened.periods};
  });
}

/** A dataset without a calendar of weeks has no weekly series, so this is never read. */
const NO_WEEKS: PeriodTable = {base: 0, days: new Int32Array(0)};
