// What a panel is made from: the series and the second series of its steps, in one state of the store, with their whole histories and the
// signs of their releases.
//
// Histories are unpacked outside of the snapshot, and others are answered in between.
import {keyAt} from "../../statistics/catalogue/catalogue.ts";
import type {PeriodSign, PeriodSigns} from "../../statistics/history/day-table.ts";
import {createDecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import type {Estimates} from "../../statistics/history/estimates.ts";
import {REASON_OF_SIGN} from "../../statistics/history/gaps.ts";
import {decodeMissing} from "../../statistics/time/missing-periods.ts";
import {type MissingOfRelease, readMissingOfSeries} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {Pace} from "../../work/pace.ts";
import {type FoundInputs, readInputs} from "../derived/inputs.ts";
import type {SeriesByKey} from "../series/named-observations.ts";
import type {RouteContext} from "../server-context.ts";
import type {PanelRequest} from "./request.ts";

export interface FoundPanel extends FoundInputs {
  /** Parallel to the series. */
  readonly signs: readonly (readonly MissingOfRelease[])[];
}

/** Throws NOT_FOUND with the keys that no series has. */
export function* readPanelInputs(q: Queries, context: RouteContext, {inputs}: PanelRequest): Script<FoundPanel> {
  const found = yield* readInputs(q, context, inputs, true);
  const signs: (readonly MissingOfRelease[])[] = [];
  for (const {dataset, catalogue, position} of found.series) {
    signs.push(yield* readMissingOfSeries(q, dataset.id, catalogue.numbers[position]!));
    yield;
  }
  return {...found, signs};
}

/** One series with all of its estimates. */
export interface UnpackedSeries {
  readonly key: string;
  readonly source: SeriesByKey;
  readonly history: Estimates;
  readonly signs: PeriodSigns;
}

export interface UnpackedPanel {
  readonly series: readonly UnpackedSeries[];
  /** The second series of steps, by key. */
  readonly others: ReadonlyMap<string, UnpackedSeries>;
}

export async function unpackPanel({series, others, signs}: FoundPanel, pace: Pace): Promise<UnpackedPanel> {
  const scratch = createDecodeScratch();
  const unpack = async (source: SeriesByKey, releases: readonly MissingOfRelease[]): Promise<UnpackedSeries> => {
    const history = decodeHistory(source.window.bytes, scratch);
    if (pace.isOver()) await pace.letOthersIn();
    return {key: keyAt(source.catalogue, source.position), source, history, signs: signsOf(releases)};
  };
  const unpacked: UnpackedSeries[] = [];
  for (const [at, one] of series.entries()) unpacked.push(await unpack(one, signs[at]!));
  const beside = new Map<string, UnpackedSeries>();
  for (const [key, one] of others) beside.set(key, await unpack(one, []));
  return {series: unpacked, others: beside};
}

/** @param releases by day of publication */
function signsOf(releases: readonly MissingOfRelease[]): PeriodSigns {
  const signs = new Map<number, PeriodSign[]>();
  for (const {publishedAt, cells} of releases)
    for (const {period, reason} of decodeMissing(cells)) {
      const list = signs.get(period) ?? [];
      list.push({since: publishedAt, reason: REASON_OF_SIGN[reason] ?? "unknown"});
      signs.set(period, list);
    }
  return signs;
}
