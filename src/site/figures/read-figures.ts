// Reads the figures of series of one dataset: their histories, the weeks and units of account of the dataset, and what its indicators measure.
import {quantityOfCodes} from "../../country/series-quantity.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {DeriveStep} from "../../statistics/derived/step.ts";
import {periodTable} from "../../statistics/time/day.ts";
import {readDeclaredQuantities} from "../../store/datasets/declared-quantities.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {readHistories} from "../../store/series/history.ts";
import {readUnitChanges} from "../../store/series/series-of-key.ts";
import {dayOfBreak} from "../pages/series/events.ts";
import {type SeriesFigures, seriesFigures} from "./series-figures.ts";

interface DatasetOfFigures {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly changedBy: string;
}

/** The number of a series within its dataset, and its dimensions. */
export type NumberedSeries = SeriesDimensions & {readonly number: number};

interface WantedFigures {
  /** Years of the line; 0: only the last value and its changes are wanted. */
  readonly years: number;
  /** Steps whose result is shown instead of the published values. */
  readonly steps?: readonly DeriveStep[];
}

/** Series whose histories are read by one statement. */
const AT_ONCE = 250;
/** Histories that are decoded between two rests. */
const DECODED_AT_ONCE = 20;

/** In the order of the series; null: the series is gone. It rests, so only `readWithRests` may play it. */
export function* readFigures(
  q: Queries,
  catalogues: CatalogueCache,
  dataset: DatasetOfFigures,
  series: readonly NumberedSeries[],
  {years, steps = []}: WantedFigures,
): Script<(SeriesFigures | null)[]> {
  const declared = yield* readDeclaredQuantities(q, dataset.id);
  const changes = yield* readUnitChanges(q, dataset.id);
  const newest = new Map<string, number>();
  for (const {classification, period} of changes)
    newest.set(classification, Math.max(newest.get(classification) ?? Number.NEGATIVE_INFINITY, dayOfBreak(period)));
  const weeks = series.some(({frequency}) => frequency === "W") ? yield* catalogues.readWeeks(q, dataset) : null;
  const figures: (SeriesFigures | null)[] = [];
  for (let from = 0; from < series.length; from += AT_ONCE) {
    const some = series.slice(from, from + AT_ONCE);
    const histories = yield* readHistories(
      q,
      dataset.id,
      some.map(({number}) => number),
    );
    for (const [at, one] of some.entries()) {
      if (at % DECODED_AT_ONCE === 0) yield;
      const [history, periods] = [histories[at], one.frequency === "W" ? weeks : periodTable(one.frequency)];
      const {meaning} = quantityOfCodes(dataset, one, declared);
      const since = one.classification === null ? null : (newest.get(one.classification) ?? null);
      figures.push(
        history === undefined || periods === null
          ? null
          : yield* seriesFigures({history, frequency: one.frequency, periods, meaning, since, steps}, years),
      );
    }
  }
  return figures;
}
