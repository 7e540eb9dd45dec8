// Under which key the history of one series goes on, or went before, after a declared change of its class code.
//
// What the catalogue pairs for all series at once (statistics/continuity.ts) is found here for one, without the catalogue: the
// newest break whose partner is there decides, and of equals the first declared.
import {type SeriesDimensions, seriesKey} from "../../statistics/catalogue/series-identity.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";
import {type DescribedSeries, findDescribedSeries} from "./described-series.ts";

export interface Continuation {
  readonly series: DescribedSeries;
  /** As the package wrote it: from this period on the newer code counts. */
  readonly period: string;
  readonly note: string | null;
}

export interface Continuations {
  readonly as: Continuation | null;
  readonly from: Continuation | null;
}

interface OwnCodes {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
}

export function* findContinuations(q: Queries, dataset: OwnCodes, series: SeriesDimensions): Script<Continuations> {
  const {classification} = series;
  if (classification === null) return {as: null, from: null};
  const breaks = yield* all(breaksOf(q, {datasetId: dataset.id, classification}));
  const newestFirst = breaks
    .filter((one) => one.class_from !== one.class_to)
    .toSorted((one, other) => (one.period < other.period ? 1 : one.period > other.period ? -1 : 0));
  function* partner(own: "class_from" | "class_to", other: "class_from" | "class_to"): Script<Continuation | null> {
    for (const one of newestFirst) {
      if (one[own] !== classification) continue;
      const key = seriesKey(dataset.provider, dataset.code, {...series, classification: one[other]});
      const found = yield* findDescribedSeries(q, dataset.id, key);
      if (found !== null) return {series: found, period: one.period, note: one.note};
    }
    return null;
  }
  return {as: yield* partner("class_from", "class_to"), from: yield* partner("class_to", "class_from")};
}

const breaksOf = statement((q, take: Take<{datasetId: number; classification: string}>) =>
  q.db
    .selectFrom("continuity")
    .select(["class_from", "class_to", "period", "note"])
    .where("dataset_id", "=", take("datasetId"))
    .where((where) =>
      where.or([where("class_from", "=", take("classification")), where("class_to", "=", take("classification"))]),
    )
    .orderBy("position"),
);
