// Brings the three shapes of the Bank of Russia's DataService answers into one: rows with codes, a period and a value, and names of codes.
//
// Codes are numbers in the answers and texts here. A fact that a shape lacks is null.
import {parseDottedDay} from "../../../country/ru/period-words.ts";
import {
  type CalendarFrequency,
  type Day,
  firstDay,
  ordinalAt,
  type PeriodOrdinal,
} from "../../../statistics/time/day.ts";
import type {JsonNode} from "../../input/json-node.ts";
import {parseMidnight} from "./publication-day.ts";

export interface ServiceRow {
  readonly node: JsonNode;
  readonly indicator: string;
  readonly measure: string | null;
  /** Parts of the class; "" if the row lacks the part. */
  readonly classes: readonly string[];
  readonly unit: string;
  /** The period in words: "Jan 2021"; null if the shape has none. */
  readonly words: string | null;
  /** As written in the answer: 2021-02-01T00:00:00 or 01.02.2021. */
  readonly date: string;
  readonly periodicity: string;
  /** Place of the value within the answer: RawData[0].obs_val */
  readonly path: string;
  readonly value: JsonNode | undefined;
}

export interface ServiceAnswer {
  readonly rows: readonly ServiceRow[];
  /** Name of the dataset, if the answer has one. */
  readonly name: string | null;
  readonly indicatorNames: ReadonlyMap<string, string>;
  /** By the parts joined with "~". */
  readonly classNames: ReadonlyMap<string, string>;
  /** Name of a unit by its code; empty if the shape has no names. */
  readonly unitNames: ReadonlyMap<string, string>;
}

/** null: the answer has none of the three shapes. */
export function serviceAnswer(root: JsonNode): ServiceAnswer | null {
  const rows = root.members.get("RawData")?.items ?? root.members.get("RowData")?.items;
  const [first] = rows ?? [];
  if (first === undefined) return null;
  if (root.members.has("RowData")) return newShape(root, rows!);
  return first.members.has("element_id") ? plainShape(root, rows!) : extendedShape(root, rows!);
}

function plainShape(root: JsonNode, rows: readonly JsonNode[]): ServiceAnswer {
  const [about] = list(root, "SType");
  const names = [textOf(about, "PublName"), textOf(about, "dsName")].filter((name) => name !== "");
  return {
    rows: rows.map((node, place) => ({
      ...common(node, "RawData", place, "obs_val"),
      indicator: textOf(node, "element_id"),
      measure: textOf(node, "measure_id") || null,
      classes: [],
      words: textOf(node, "dt") || null,
    })),
    name: names.length === 0 ? null : names.join(": "),
    indicatorNames: new Map(list(root, "headerData").map((one) => [textOf(one, "id"), textOf(one, "elname")])),
    classNames: new Map(),
    unitNames: new Map(list(root, "units").map((one) => [textOf(one, "id"), textOf(one, "val")])),
  };
}

function extendedShape(root: JsonNode, rows: readonly JsonNode[]): ServiceAnswer {
  const links = list(root, "links");
  const parts = ["measure_1_id", "measure_2_id"];
  return {
    rows: rows.map((node, place) => ({
      ...common(node, "RawData", place, "value"),
      indicator: textOf(node, "indicator_id"),
      measure: null,
      classes: parts.map((part) => textOf(node, part)),
      words: textOf(node, "period") || null,
    })),
    name: null,
    // A link names a combination, not the indicator: it is the name of the class.
    indicatorNames: new Map(),
    classNames: new Map(links.map((one) => [parts.map((part) => textOf(one, part)).join("~"), textOf(one, "name")])),
    unitNames: new Map(),
  };
}

function newShape(root: JsonNode, rows: readonly JsonNode[]): ServiceAnswer {
  const links = list(root, "Links");
  const parts = ["measure1_id", "measure2_id"];
  const names = ["measure1_name", "measure2_name"];
  return {
    rows: rows.map((node, place) => ({
      ...common(node, "RowData", place, "obs_val"),
      indicator: textOf(node, "indicator_id"),
      measure: null,
      classes: parts.map((part) => textOf(node, part)),
      words: null,
    })),
    name: null,
    indicatorNames: new Map(links.map((one) => [textOf(one, "indicator_id"), textOf(one, "indicator_name")])),
    classNames: new Map(
      links.map((one) => [
        parts.map((part) => textOf(one, part)).join("~"),
        names
          .map((name) => textOf(one, name))
          .filter((name) => name !== "")
          .join(" / "),
      ]),
    ),
    unitNames: new Map(links.map((one) => [textOf(one, "unit_id"), textOf(one, "un_name")])),
  };
}

function common(node: JsonNode, member: string, place: number, value: string) {
  return {
    node,
    unit: textOf(node, "unit_id"),
    date: textOf(node, "date"),
    periodicity: textOf(node, "periodicity"),
    path: `${member}[${place}].${value}`,
    value: node.members.get(value),
  };
}

function list(root: JsonNode, name: string): readonly JsonNode[] {
  return root.members.get(name)?.items ?? [];
}

/** A member as text; empty if it is missing or null. */
function textOf(node: JsonNode | undefined, name: string): string {
  const scalar = node?.members.get(name)?.scalar;
  return scalar === undefined || scalar === null ? "" : String(scalar).replace(/\s+/g, " ").trim();
}

const FREQUENCIES: Readonly<Record<string, CalendarFrequency>> = {day: "D", month: "M", quarter: "Q", year: "A"};
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTHS_RU = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];

export interface ServicePeriod {
  readonly frequency: CalendarFrequency;
  readonly ordinal: PeriodOrdinal;
}

/**
 * The period of a row, or the reason why it has none. It comes from the words if there are any, else from the date. FIX-cbr-09: with the
 * words "Jan 2021" the date is the first day of the next month; as a period it would shift every value by one month. Without words the
 * figures are stocks on that date.
 */
export function servicePeriod({
  words,
  date,
  periodicity,
}: Pick<ServiceRow, "words" | "date" | "periodicity">): ServicePeriod | string {
  const frequency = FREQUENCIES[periodicity.toLowerCase()];
  if (frequency === undefined) return "unknown periodicity";
  const day = parseMidnight(date) ?? parseDottedDay(date);
  if (words === null) return day === null ? "is not a day" : {frequency, ordinal: ordinalAt(frequency, day)};
  const ordinal = frequency === "M" ? monthOf(words) : null;
  if (ordinal === null) return "unknown words for a period";
  if (day !== null && !isEndOf(day, ordinal)) return "words and date name different months";
  return {frequency, ordinal};
}

/** The ordinal of "Jan 2021" or «Янв 2021», also with the month written out. */
function monthOf(words: string): PeriodOrdinal | null {
  const [, name, year] = /^([a-zа-я]{3,9})\.? (\d{4})$/i.exec(words) ?? [];
  if (name === undefined) return null;
  const start = name.toLowerCase().slice(0, 3);
  const month = Math.max(MONTHS.indexOf(start), MONTHS_RU.indexOf(start));
  return month < 0 ? null : Number(year) * 12 + month;
}

function isEndOf(day: Day, ordinal: PeriodOrdinal): boolean {
  return day === firstDay("M", ordinal + 1);
}
