// A page of observations, series after series, each ascending by period: the order of the keys, and any order of series alone.
//
// Only what fits the page is read. A cursor names the series and the number of its last period, never the day: the day of a week
// may be corrected by a later release.
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {createObservations} from "../../../statistics/history/window.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {WorkBudget} from "../../http/work-budget.ts";
import type {SelectedSeries} from "../series/series-stream.ts";
import {type Entry, type EntryReader, ordinalOf, readEntry, withWindow} from "./observation-entries.ts";
import type {ObservationPage} from "./observation-page.ts";
import type {KeptRows, RowSieve} from "./row-sieve.ts";

/** Where series come from, in the order of the page. */
export interface SeriesSupply {
  take(q: Queries, most: number): Script<readonly SelectedSeries[]>;
  stoppedBehind(): string | null;
}

/** A page may read so many histories; then it ends early. */
const MAX_HISTORIES = 20_000;
const FIRST_CHUNK = 32;
const LARGEST_CHUNK = 1024;

interface Part {
  readonly entry: Entry;
  /** The first rows of the window, or the rows at these places. */
  readonly rows: number | readonly number[];
}

/**
 * @param within series and period that the cursor rests on: of that series only later periods come
 * @param most rows of the page, at least 1
 */
export function* readPageBySeries(
  q: Queries,
  supply: SeriesSupply,
  reader: EntryReader,
  sieve: RowSieve | null,
  within: {readonly key: string; readonly ordinal: number} | null,
  most: number,
  budget: WorkBudget,
): Script<ObservationPage> {
  const observations = createObservations();
  const parts: Part[] = [];
  let rows = 0;
  let histories = 0;
  let last: {key: string; ordinal: number | null} | null = null;
  // Rows that are judged one by one are counted only after each chunk.
  const largestChunk = sieve === null ? LARGEST_CHUNK : FIRST_CHUNK;
  for (let chunk = FIRST_CHUNK; ; chunk = Math.min(chunk * 2, largestChunk)) {
    const selected = yield* supply.take(q, chunk);
    if (selected.length === 0) break;
    for (const found of yield* reader.read(q, selected)) {
      const key = keyAt(found.source.catalogue, found.position);
      const entry = key === within?.key ? withWindow(found, within.ordinal + 1, found.window.to) : found;
      if (entry.count === 0) continue;
      const readRows = (): void => readEntry(entry, observations);
      const ordinalAt = (row: number): number => {
        readRows();
        return ordinalOf(entry, observations.period[row]!);
      };
      let kept: KeptRows | null = null;
      if (sieve !== null) {
        readRows();
        kept = yield* sieve.keep(entry.source, entry.position, observations, budget, most - rows + 1);
      }
      const available = kept?.places.length ?? entry.count;
      const taken = Math.min(available, most - rows);
      if (taken > 0) {
        parts.push({entry, rows: kept === null ? taken : kept.places.slice(0, taken)});
        rows += taken;
      }
      if (taken < available) {
        const ordinal = taken === 0 ? null : ordinalAt(kept?.places[taken - 1] ?? taken - 1);
        return pageOf(parts, rows, ordinal === null ? last : {key, ordinal});
      }
      if (kept !== null && kept.judged < entry.count)
        return pageOf(parts, rows, {key, ordinal: ordinalAt(kept.judged - 1)});
      last = {key, ordinal: null};
    }
    histories += selected.length;
    if (histories >= MAX_HISTORIES || (sieve !== null && budget.isSpent())) {
      const {source, position} = selected.at(-1)!;
      return pageOf(parts, rows, {key: keyAt(source.catalogue, position), ordinal: null});
    }
  }
  const stopped = supply.stoppedBehind();
  return pageOf(parts, rows, stopped === null ? null : {key: stopped, ordinal: null});
}

function pageOf(parts: readonly Part[], rows: number, next: ObservationPage["next"]): ObservationPage {
  return {
    rows,
    next,
    *write(take) {
      const observations = createObservations();
      for (const {entry, rows: wanted} of parts) {
        readEntry(entry, observations);
        if (typeof wanted === "number") take(entry.source, entry.position, observations, 0, wanted);
        else for (const row of wanted) take(entry.source, entry.position, observations, row, row + 1);
        yield;
      }
    },
  };
}
