// What a slice request selects, found in one snapshot of the store: its dataset, its tag, its series and their histories.
//
// Version, catalogue and histories come from the same state, so the ETag can't speak of one state and the values of another. Less is
// read where less will do: nothing after the tag when the client holds it, and no history when the finished body is in the cache.
import {ANSWER_LIMITS} from "../../access/limits.ts";
import {type Catalogue, codeAt} from "../../statistics/catalogue/catalogue.ts";
import {normalForm, resolveSelection, selectPage} from "../../statistics/catalogue/selection.ts";
import {emptySelectionHint} from "../../statistics/catalogue/selection-hint.ts";
import {type HistoryWindow, openWindow} from "../../statistics/history/window.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type PeriodTable, periodTable, periodWindow} from "../../statistics/time/period.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {readHistories} from "../../store/series/history.ts";
import type {RouteParts} from "../context.ts";
import {ApiError} from "../errors.ts";
import {namesEtag, weakEtag} from "../http/etag.ts";
import {narrowingHint, type PageSeries} from "./body.ts";
import type {FoundBody, SliceBodies} from "./body-cache.ts";
import {type DatasetBlock, describeDataset} from "./dataset.ts";
import type {AskedSlice} from "./parameters.ts";

const MAX_SLICE_VALUES = ANSWER_LIMITS.sliceValues.maximum;

/** Goes into the ETag: raise it when the same state would be written in another way. */
const SLICE_VERSION = {json: 3, csv: 1} as const;

/** `unchanged`: the client holds this answer. */
export type FoundSlice = {readonly kind: "unchanged"; readonly etag: string} | FoundBody;

/** Throws NOT_FOUND for a dataset that is not loaded and where no series matches. */
export function* findSlice(
  q: Queries,
  {datasets, catalogues}: Pick<RouteParts, "datasets" | "catalogues">,
  bodies: SliceBodies,
  asked: AskedSlice,
): Script<FoundSlice> {
  const dataset = yield* datasets.findOne(q, asked.slice);
  const block = describeDataset(dataset, asked.today);
  const catalogue = yield* catalogues.read(q, dataset);
  const selection = resolveSelection(catalogue, asked.slice.filters);
  const etag = sliceEtag(asked, dataset, block, normalForm(catalogue, selection));
  if (namesEtag(asked.ifNoneMatch, etag)) return {kind: "unchanged", etag};
  const body = bodies.find(etag, asked.coding);
  if (body !== undefined) return {kind: "finished", etag, body};
  const {total, positions} = selectPage(catalogue, selection, asked.slice.offset, asked.slice.limit);
  if (total === 0) {
    throw new ApiError("NOT_FOUND", `no series of ${dataset.provider}/${dataset.code} matches`, {
      hint: emptySelectionHint(catalogue, asked.slice.filters),
    });
  }
  const histories = yield* readHistories(
    q,
    dataset.id,
    positions.map((position) => catalogue.numbers[position]!),
  );
  return {
    kind: "page",
    etag,
    dataset,
    block,
    catalogue,
    total,
    series: openPage(catalogue, positions, histories, asked),
  };
}

/** The number of values of the answer. Throws SLICE_TOO_BIG, naming a limit that fits. */
export function countValues(found: FoundBody): number {
  if (found.kind === "finished") return found.body.values;
  let values = 0;
  let fitting = 0;
  for (const [place, {window}] of found.series.entries()) {
    values += window.count;
    if (values <= MAX_SLICE_VALUES) fitting = place + 1;
  }
  if (values > MAX_SLICE_VALUES) {
    throw new ApiError(
      "SLICE_TOO_BIG",
      `the page selects ${values} values in ${found.series.length} series; one answer gives at most ${MAX_SLICE_VALUES}`,
      {hint: narrowingHint(fitting)},
    );
  }
  return values;
}

/** Joins positions and histories. Throws where a series has no history: an empty one would be a silent gap. */
function openPage(
  catalogue: Catalogue,
  positions: readonly number[],
  histories: readonly (Uint8Array | undefined)[],
  {slice}: AskedSlice,
): PageSeries[] {
  const windows = new Map<Frequency, {readonly within: HistoryWindow; readonly periods: PeriodTable}>();
  return positions.map((position, place) => {
    const history = histories[place];
    if (history === undefined) throw new Error(`series ${catalogue.numbers[position]} has no history in the store`);
    const frequency = codeAt(catalogue.frequency, position) as Frequency;
    let opened = windows.get(frequency);
    if (opened === undefined) {
      const periods = frequency === "W" ? (catalogue.weeks ?? NO_WEEKS) : periodTable(frequency);
      opened = {periods, within: {...periodWindow(slice, frequency, periods), asOf: slice.asOf}};
      windows.set(frequency, opened);
    }
    return {position, window: openWindow(history, opened.within), periods: opened.periods};
  });
}

/** A dataset without a calendar of weeks has no weekly series, so nothing is ever looked up in it. */
const NO_WEEKS: PeriodTable = {base: 0, days: new Int32Array(0)};

/** Everything the body depends on. What means nothing for a format (bom, decimal in JSON) is left out of its tag. */
function sliceEtag({slice}: AskedSlice, dataset: DatasetRecord, block: DatasetBlock, selection: string): string {
  const csv = slice.format === "csv";
  return weakEtag([
    SLICE_VERSION[slice.format],
    `${dataset.provider}/${dataset.code}`,
    dataset.changedBy,
    JSON.stringify(block),
    selection,
    slice.from,
    slice.to,
    slice.asOf,
    slice.format,
    slice.labels,
    csv && slice.bom,
    csv ? slice.decimal : null,
    slice.limit,
    slice.offset,
  ]);
}
