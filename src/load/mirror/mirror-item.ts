// An item of the feed of changes as it is read from an answer, and its check: what is no item must never reach a history [pull.*].
import {Refusal} from "../../service/refusal.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {SeriesEvent} from "../../statistics/changes/series-events.ts";
import {WITHDRAWAL_REASONS} from "../../statistics/history/withdrawal.ts";
import {LEVELS, type Level} from "../../statistics/territory.ts";
import {type Day, parseDay} from "../../statistics/time/day.ts";
import {FREQUENCIES, type Frequency} from "../../statistics/time/frequency.ts";
import {type AnswerFields, MOST_NUMBER, nullOr} from "./mirror-state.ts";

/** A series with its names. */
export interface NamesOfSeries extends SeriesDimensions {
  readonly indicatorLabel: string;
  /** "": it has none. */
  readonly className: string;
  readonly territoryName: string;
  readonly level: Level;
  readonly canonical: string;
}

export type MirrorItem =
  | {
      readonly kind: "described";
      readonly key: string;
      readonly series: NamesOfSeries;
      readonly isAdded: boolean;
      readonly isWhole: boolean;
    }
  | {readonly kind: "gone"; readonly key: string}
  | {readonly kind: "dropped"}
  | (Omit<SeriesEvent, "kind" | "period"> & {
      readonly kind: "event";
      readonly key: string;
      readonly event: SeriesEvent["kind"];
      /** First day of the period. */
      readonly first: Day;
    });

/** What the service gave is no item, or does not fit its series: spoilt on its way, or of another version. */
export class UnknownItem extends Refusal {}

const optionalText = nullOr(textOf);

/** @param given an element of `items` @param dataset provider/dataset, of which it has to be. Throws UnknownItem */
export function parseItem(given: unknown, dataset: string): MirrorItem {
  const item = fieldsOf(given);
  if (item["dataset"] !== dataset) throw noItem("its dataset");
  const kind = item["kind"];
  if (kind === "dataset_dropped") return {kind: "dropped"};
  const key = textOf(item, "series_key");
  if (kind === "series_gone") return {kind: "gone", key};
  const isWhole = item["whole"] === true;
  if (kind === "series_added" || kind === "series_renamed")
    return {
      kind: "described",
      key,
      series: parseSeries(fieldsOf(item["series"])),
      isAdded: kind === "series_added",
      isWhole,
    };
  if (kind !== "new" && kind !== "revised" && kind !== "withdrawn" && kind !== "restored") throw noItem("its kind");
  const first = parseDay(textOf(item, "period"));
  const day = item["as_of"] === null ? null : parseDay(textOf(item, "as_of"));
  const reason = WITHDRAWAL_REASONS.find((one) => one === item["reason"]) ?? null;
  const {value, estimate, sequence = 0} = item;
  if (!Number.isInteger(sequence) || (sequence as number) < 0 || (sequence as number) > MOST_NUMBER)
    throw noItem("its sequence");
  if (first === null || (day === null && item["as_of"] !== null)) throw noItem("a day");
  if (value !== null && (typeof value !== "number" || !Number.isFinite(value))) throw noItem("its value");
  if ((value === null) !== (kind === "withdrawn")) throw noItem("its value");
  if (kind === "withdrawn" && day !== null && reason === null) throw noItem("its reason");
  if (day === null && kind !== "withdrawn") throw noItem("as_of");
  const isEstimate = typeof estimate === "boolean" ? estimate : null;
  const stamp = {day, sequence: sequence as number};
  return {kind: "event", key, event: kind, first, ...stamp, value: value as number | null, reason, isEstimate, isWhole};
}

function parseSeries(series: AnswerFields): NamesOfSeries {
  const level = LEVELS.find((one) => one === series["geo_level"]);
  const frequency: Frequency | undefined = FREQUENCIES.find((one) => one === series["freq"]);
  if (level === undefined || frequency === undefined) throw noItem("its level or its frequency");
  return {
    indicator: textOf(series, "indicator"),
    classification: optionalText(series, "classification"),
    measure: optionalText(series, "measure"),
    transformation: optionalText(series, "transformation"),
    unit: optionalText(series, "unit"),
    frequency,
    territory: textOf(series, "geo"),
    indicatorLabel: textOf(series, "indicator_label"),
    className: textOf(series, "class_label"),
    territoryName: textOf(series, "geo_label"),
    level,
    canonical: textOf(series, "geo_canonical"),
  };
}

function fieldsOf(given: unknown): AnswerFields {
  if (typeof given !== "object" || given === null) throw noItem("its form");
  return given as AnswerFields;
}

function textOf(fields: AnswerFields, name: string): string {
  const text = fields[name];
  if (typeof text !== "string") throw noItem(name);
  return text;
}

function noItem(what: string): UnknownItem {
  return new UnknownItem(
    `the service gave a change that this program does not know: ${what} is another one`,
    "the next pull asks for it again; if it is the same, bring this program to the version of the service",
  );
}
