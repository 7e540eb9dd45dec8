// Brings the three shapes of the Bank of Russia's DataService answers into one: rows with codes, a period and a value, and names of codes.
//
// Codes are numbers in the answers and texts here. A fact that a shape lacks is null.
import {parseDottedDay, parseMidnight} from "../../../country/ru/period-words.ts";
import {type CalendarFrequency, firstDay, ordinalAt, type PeriodOrdinal} from "../../../statistics/time/day.ts";
import type {JsonNode} from "../../input/json-node.ts";

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
  readonly name: string | null;
  readonly indicatorNames: ReadonlyMap<string, string>;
  /** By the parts joined with "~". */
  readonly classNames: ReadonlyMap<string, string>;
  /** Name of a unit by its code; empty if the shape has no names. */
  readonly unitNames: ReadonlyMap<string, string>;
}

/** null: the answer has none of the three shapes. */
export function serviceAnswer(root: JsonNode): ServiceAnswer | null {
  const rows = root.members.get("RawData")?.items ?? root.members.get("RowData")?.items ?? [];
  if (rows[0] === undefined) return null;
  const shape = root.members.has("RowData") ? NEW : rows[0].members.has("element_id") ? PLAIN : EXTENDED;
  const none = {name: null, indicatorNames: new Map(), classNames: new Map(), unitNames: new Map()};
  return {...none, ...shape.names(root), rows: rows.map((node, index) => readRow(node, index, shape))};
}

/** The members of a row, and the names beside the rows. */
interface Shape {
  readonly list: string;
  readonly value: string;
  readonly indicator: string;
  readonly measure?: string;
  readonly parts: readonly string[];
  readonly words?: string;
  names(root: JsonNode): Partial<ServiceAnswer>;
}

const PLAIN: Shape = {
  ...{list: "RawData", value: "obs_val", indicator: "element_id", measure: "measure_id", parts: [], words: "dt"},
  names(root) {
    const [about] = list(root, "SType");
    return {
      name: [textOf(about, "PublName"), textOf(about, "dsName")].filter(Boolean).join(": ") || null,
      indicatorNames: new Map(list(root, "headerData").map((one) => [textOf(one, "id"), textOf(one, "elname")])),
      unitNames: new Map(list(root, "units").map((one) => [textOf(one, "id"), textOf(one, "val")])),
    };
  },
};

const EXTENDED: Shape = {
  ...{list: "RawData", value: "value", indicator: "indicator_id", words: "period"},
  parts: ["measure_1_id", "measure_2_id"],
  // A link names a combination, not the indicator: it is the name of the class.
  names: (root) => ({
    classNames: new Map(list(root, "links").map((one) => [classOf(one, EXTENDED).join("~"), textOf(one, "name")])),
  }),
};

const NEW: Shape = {
  ...{list: "RowData", value: "obs_val", indicator: "indicator_id"},
  parts: ["measure1_id", "measure2_id"],
  names(root) {
    const links = list(root, "Links");
    const className = (one: JsonNode) =>
      [textOf(one, "measure1_name"), textOf(one, "measure2_name")].filter(Boolean).join(" / ");
    return {
      indicatorNames: new Map(links.map((one) => [textOf(one, "indicator_id"), textOf(one, "indicator_name")])),
      classNames: new Map(links.map((one) => [classOf(one, NEW).join("~"), className(one)])),
      unitNames: new Map(links.map((one) => [textOf(one, "unit_id"), textOf(one, "un_name")])),
    };
  },
};

function classOf(node: JsonNode, {parts}: Shape): string[] {
  return parts.map((part) => textOf(node, part));
}

function readRow(node: JsonNode, index: number, shape: Shape): ServiceRow {
  return {
    node,
    indicator: textOf(node, shape.indicator),
    measure: (shape.measure && textOf(node, shape.measure)) || null,
    classes: classOf(node, shape),
    unit: textOf(node, "unit_id"),
    words: (shape.words && textOf(node, shape.words)) || null,
    date: textOf(node, "date"),
    periodicity: textOf(node, "periodicity"),
    path: `${shape.list}[${index}].${shape.value}`,
    value: node.members.get(shape.value),
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
  if (day !== null && day !== firstDay("M", ordinal + 1)) return "words and date name different months";
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
