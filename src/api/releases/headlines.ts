// The headlines of a release: its series of the country level first, then the others, each in the order of a slice.
//
// A history tells what a release left in it, so the series are looked through, with rests. Of a huge dataset only the first ones are: a card is a summary, and the feed of changes has everything.
import {codeAt, type NamedCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {createDecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import type {Stamp} from "../../statistics/history/estimates.ts";
import {headlineOf, type ReleaseHeadline} from "../../statistics/history/release-headline.ts";
import {withdrawnSpans} from "../../statistics/history/withdrawn.ts";
import {type PeriodTable, periodTable} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {readHistories} from "../../store/series/history.ts";
import type {NameChoice} from "../../text/language.ts";
import {readCatalogueNames} from "../language/catalogue-names.ts";
import type {RouteParts} from "../server-parts.ts";
import {NO_SLICE} from "../slice/whole-slice.ts";

/** Series that are looked through. */
export const MOST_EXAMINED = 5000;
const TOGETHER = 100;

export interface SeriesHeadline extends ReleaseHeadline {
  readonly catalogue: NamedCatalogue;
  readonly position: number;
  readonly periods: PeriodTable;
}

/** What a release left in the series of its dataset. */
export interface FoundHeadlines {
  /** From `offset` on, `most` of them and one more if there are more. */
  readonly headlines: readonly SeriesHeadline[];
  /** Values that it withdrew; null: the dataset has more series than are looked through. */
  readonly withdrawn: number | null;
}

export function* readHeadlines(
  q: Queries,
  {catalogues}: RouteParts,
  dataset: DatasetRecord,
  stamp: Stamp,
  {offset, most, language}: {readonly offset: number; readonly most: number; readonly language: NameChoice},
): Script<FoundHeadlines> {
  const scratch = createDecodeScratch();
  const found: SeriesHeadline[] = [];
  let [passed, examined, withdrawn] = [0, 0, 0];
  for (const level of ["country", "all"] as const) {
    const filters = {...NO_SLICE.filters, territory: {kind: "level", level} as const};
    const selected = yield* catalogues.select(q, dataset, filters, true);
    for (let at = 0; examined < MOST_EXAMINED; at += TOGETHER) {
      const {catalogue, total, positions} = yield* selected.readPositions(q, at, TOGETHER);
      const others = positions.filter(
        (position) =>
          level === "country" || catalogue.territories[catalogue.territory.index[position]!]!.level !== "country",
      );
      const numbers = others.map((position) => catalogue.numbers[position]!);
      const histories = yield* readHistories(q, dataset.id, numbers);
      yield;
      const shown: (ReleaseHeadline & {readonly position: number; readonly periods: PeriodTable})[] = [];
      for (const [index, position] of others.entries()) {
        const bytes = histories[index];
        if (bytes === undefined) throw new Error(`series ${numbers[index]} has no history in the store`);
        const frequency = codeAt(catalogue.frequency, position) as Frequency;
        const history = decodeHistory(bytes, scratch);
        withdrawn += withdrawnSpans(history).filter((one) => isOf(one, stamp)).length;
        const headline = found.length + shown.length > most ? null : headlineOf(history, stamp, frequency);
        yield;
        if (headline === null || passed++ < offset) continue;
        const periods = frequency === "W" ? catalogue.weeks! : periodTable(frequency);
        shown.push({...headline, position, periods});
      }
      examined += others.length;
      if (shown.length > 0) {
        const published = yield* catalogues.nameSome(
          q,
          dataset,
          catalogue,
          shown.map(({position}) => position),
        );
        const named = yield* readCatalogueNames(q, catalogues, dataset, published, language);
        found.push(...shown.map((one) => ({...one, catalogue: named})));
      }
      if (at + TOGETHER >= total) break;
    }
  }
  return {headlines: found, withdrawn: dataset.seriesCount > MOST_EXAMINED ? null : withdrawn};
}

function isOf({day, sequence}: Stamp, stamp: Stamp): boolean {
  return day === stamp.day && sequence === stamp.sequence;
}
