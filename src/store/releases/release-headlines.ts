// The series in which a release left an estimate, with what it left there: the headlines of its card [releases.*].
//
// Nothing lists the series of a release, so the histories of the dataset are looked through, with rests, in the order of the card: the country
// level first, then the others, and of each the active series before the stalled ones. The counts of the release tell when all are found. If
// the budget is spent before, the page ends there and says where the next one begins: nothing is left out.
import {type Catalogue, codeAt, statusAt} from "../../statistics/catalogue/catalogue.ts";
import type {SeriesFilters} from "../../statistics/catalogue/selection.ts";
import {createDecodeScratch, type DecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import type {Stamp} from "../../statistics/history/estimates.ts";
import {countOf, hasEstimateOf, headlineOf, type ReleaseHeadline} from "../../statistics/history/release-headline.ts";
import {type PeriodTable, periodTable} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Budget} from "../../work/budget.ts";
import type {DatasetRecord} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import type {CatalogueCache} from "../series/catalogue-cache.ts";
import {readHistories} from "../series/history.ts";
import type {SelectedPage} from "../series/series-selection.ts";
import type {PublishedRelease} from "./published-release.ts";

/** A headline with the position of its series in a catalogue, which may be a part of that of the dataset. */
export interface LocatedHeadline extends ReleaseHeadline {
  readonly catalogue: Catalogue;
  readonly position: number;
  readonly periods: PeriodTable;
}

/** Where a page of headlines begins. */
export interface HeadlineStart {
  /** Series before it in the order of the card, which are not looked at. */
  readonly series: number;
  /** Headlines from there on that are left out. */
  readonly headlines: number;
}

export interface FoundHeadlines {
  readonly headlines: readonly LocatedHeadline[];
  /** Where the next page begins; null: there are no more headlines. */
  readonly next: HeadlineStart | null;
  /** The budget ended the page: whether more follow is not known. */
  readonly isCut: boolean;
}

/** Histories that are read by one statement. */
const TOGETHER = 100;
/** Positions are taken in larger numbers, since each taking counts the whole selection. */
const POSITIONS_TOGETHER = 2000;
/** Evaluations that a series costs that is passed over, and one whose history is read: a request looks through 50,000 short ones, in 0.2 s. */
const [SERIES_COST, HISTORY_COST] = [8, 32];
/** Bytes of histories, and unpacked estimates, that cost one more. */
const [BYTES_A_COST, ESTIMATES_A_COST] = [64, 2];

/** In the order of the card. */
const PARTS = [
  {level: "country", status: "active"},
  {level: "country", status: "stalled"},
  {level: "all", status: "active"},
  {level: "all", status: "stalled"},
] as const;
type Part = (typeof PARTS)[number];

interface Look {
  readonly dataset: DatasetRecord;
  readonly stamp: Stamp;
  readonly most: number;
  readonly budget: Budget;
  readonly scratch: DecodeScratch;
  readonly found: LocatedHeadline[];
  /** Estimates of the release that were not unpacked yet. Where headlines are left out it is too large, which costs work but no headline. */
  unseen: number;
  /** Headlines that are still left out. */
  passes: number;
  /** A page looks at some series whatever the budget: else the next one would begin where it does. */
  hasBegun: boolean;
}

/** @param most headlines of a page @param budget of the request: the same request spends the same on every engine */
export function* readReleaseHeadlines(
  q: Queries,
  catalogues: Pick<CatalogueCache, "select" | "readPage">,
  {dataset, release}: {readonly dataset: DatasetRecord; readonly release: PublishedRelease},
  {start, most}: {readonly start: HeadlineStart; readonly most: number},
  budget: Budget,
): Script<FoundHeadlines> {
  const look: Look = {
    ...{dataset, most, budget, scratch: createDecodeScratch(), found: [], passes: start.headlines, hasBegun: false},
    stamp: {day: release.publishedAt, sequence: release.sequence},
    unseen: release.newValues + release.revisedValues,
  };
  let before = 0;
  for (const part of PARTS) {
    const selected = yield* catalogues.select(q, dataset, filtersOf(part), true);
    let [at, total] = [Math.max(0, start.series - before), 0];
    do {
      const page = yield* catalogues.readPage(q, dataset, selected, {offset: at, limit: POSITIONS_TOGETHER});
      const ended = yield* lookAt(q, look, part, page);
      if (ended !== null)
        return {
          headlines: look.found,
          next: {series: before + at + ended.at, headlines: look.passes},
          isCut: ended.isCut,
        };
      if (look.unseen === 0) return {headlines: look.found, next: null, isCut: false};
      at += POSITIONS_TOGETHER;
      total = page.total;
    } while (at < total);
    before += total;
  }
  return {headlines: look.found, next: null, isCut: false};
}

/** @returns the index among the positions at which the page ends; null: it goes on behind them */
function* lookAt(
  q: Queries,
  look: Look,
  part: Part,
  {catalogue, positions}: Pick<SelectedPage, "catalogue" | "positions">,
): Script<{readonly at: number; readonly isCut: boolean} | null> {
  const {dataset, stamp, most, budget, scratch, found} = look;
  for (let from = 0; from < positions.length && look.unseen > 0; from += TOGETHER) {
    const all = positions.slice(from, from + TOGETHER);
    const own = all.filter((position) => isIn(part, catalogue, position));
    budget.spend(all.length * SERIES_COST + own.length * HISTORY_COST);
    if (look.hasBegun && budget.isSpent()) return {at: from, isCut: true};
    look.hasBegun = true;
    const numbers = own.map((position) => catalogue.numbers[position]!);
    const histories = yield* readHistories(q, dataset.id, numbers);
    yield;
    for (const [index, position] of own.entries()) {
      const bytes = histories[index];
      if (bytes === undefined) throw new Error(`series ${numbers[index]} has no history in the store`);
      budget.spend(Math.ceil(bytes.length / BYTES_A_COST));
      yield;
      if (!hasEstimateOf(bytes, stamp, scratch)) continue;
      if (look.passes-- > 0) continue;
      look.passes = 0;
      if (found.length === most) return {at: from + all.indexOf(position), isCut: false};
      const frequency = codeAt(catalogue.frequency, position) as Frequency;
      const history = decodeHistory(bytes, scratch);
      budget.spend(Math.ceil(history.count / ESTIMATES_A_COST));
      look.unseen -= countOf(history, stamp);
      const headline = headlineOf(history, stamp, frequency)!;
      found.push({...headline, catalogue, position, periods: periodsOf(catalogue, frequency)});
    }
  }
  return null;
}

function filtersOf({level}: Part): SeriesFilters {
  const none = {classification: null, measure: null, transformation: null, unit: null, frequency: null};
  return {...none, territory: {kind: "level", level}};
}

/** A part of all levels is without those of the country, which are in parts of their own. */
function isIn({level, status}: Part, catalogue: Catalogue, position: number): boolean {
  const isNational = catalogue.territories[catalogue.territory.index[position]!]!.level === "country";
  return isNational === (level === "country") && statusAt(catalogue, position) === status;
}

function periodsOf({weeks}: Catalogue, frequency: Frequency): PeriodTable {
  return frequency === "W" ? weeks! : periodTable(frequency);
}
