// The facts of the labels of a row of a plain table, each text read once.
//
// Two columns that name the territory of a row must agree: a code beside another country's name is refused, whichever is right.
import {MISSING_STATUS} from "../../../country/plain-table-words.ts";
import type {Cell} from "../../workbook/sheet.ts";
import type {Kind, LabelKind} from "../descriptor/descriptor.ts";
import {type Facts, isProblem, joined, type PeriodReading, type Problem, periodOf, type ValuePeriod} from "../facts.ts";
import {factsOfCell, isTime, type TextReading} from "../text-facts.ts";

/** The labels of one row: those of its series, and its period. */
export interface PlainRow {
  /** The same object for rows with the same labels but for the period. */
  readonly series: SeriesLabels;
  /** A problem also if no label gives a period. */
  readonly period: ValuePeriod | Problem;
  readonly problem: Problem | null;
  /** The status of the row says that its value is missing. */
  readonly isMissing: boolean;
}

export interface SeriesLabels {
  readonly facts: Facts;
  readonly problem: Problem | null;
  /** By the number of the value column: the series, and its frequency. */
  readonly handles: ({readonly frequency: string; readonly handle: number | Problem} | undefined)[];
}

interface ReadLabel {
  readonly number: number;
  readonly said: Facts | Problem;
}

const PERIODS: ReadonlySet<Kind> = new Set(["year", "period", "date", "month", "quarter", "year inside"]);

/** @param rows the kinds of the labels */
export function createPlainLabels(rows: readonly LabelKind[], reading: TextReading, periods: PeriodReading) {
  const kinds = rows.map((kind) => kind.replace(/\?$/, "") as Kind);
  const mayBeEmpty = rows.map((kind) => kind.endsWith("?"));
  const known = kinds.map(() => new Map<string, ReadLabel>());
  const combined = new Map<string, SeriesLabels>();
  const times = new Map<string, ValuePeriod | Problem>();
  const isOfPeriod = kinds.map((kind) => isTime(kind) || PERIODS.has(kind));
  let numbered = 0;

  const labelOf = (at: number, cell: Cell): ReadLabel => {
    const key = cell.kind === "number" ? `${cell.plain}\u0001${cell.format}` : cell.plain;
    const own = known[at]!;
    let label = own.get(key);
    if (label === undefined) {
      if (own.size >= MOST_LABELS) own.clear();
      label = {number: ++numbered, said: factsOfCell(cell, kinds[at]!, reading)};
      own.set(key, label);
    }
    return label;
  };

  return (cellAt: (index: number) => Cell | null): PlainRow => {
    let key = "";
    let timeKey = "";
    let problem: Problem | null = null;
    let isMissing = false;
    const labels: ReadLabel[] = [];
    const ofPeriod: ReadLabel[] = [];
    for (let at = 0; at < kinds.length; at++) {
      const kind = kinds[at]!;
      if (kind === "ignore") continue;
      const cell = cellAt(at);
      if (kind === "status") {
        if (cell !== null && MISSING_STATUS.test(cell.plain.trim())) isMissing = true;
      } else if (cell === null) {
        if (!mayBeEmpty[at]) problem ??= {reason: "has an empty label", text: ""};
        key += ",";
      } else if (isOfPeriod[at]) {
        const label = labelOf(at, cell);
        timeKey += `${label.number},`;
        ofPeriod.push(label);
      } else {
        const label = labelOf(at, cell);
        key += `${label.number},`;
        labels.push(label);
      }
    }
    let series = combined.get(key);
    if (series === undefined) {
      if (combined.size >= MOST_SERIES) combined.clear();
      series = together(labels.map(({said}) => said));
      combined.set(key, series);
    }
    let period = times.get(timeKey);
    if (period === undefined) {
      if (times.size >= MOST_LABELS) times.clear();
      const {facts, problem: unread} = together(ofPeriod.map(({said}) => said));
      period = unread ?? periodOf(facts, periods);
      times.set(timeKey, period);
    }
    return {series, period, problem: problem ?? series.problem, isMissing};
  };
}

const MOST_LABELS = 100_000;
const MOST_SERIES = 200_000;

function together(labels: readonly (Facts | Problem)[]): SeriesLabels {
  let facts: Facts = {};
  let problem: Problem | null = null;
  for (const said of labels) {
    if (isProblem(said)) {
      problem ??= said;
      continue;
    }
    const [one, other] = [facts.territory, said.territory];
    if (one !== undefined && other !== undefined && one.canonical !== other.canonical)
      problem ??= {
        reason: `names two territories, ${one.name} and ${other.name}`,
        ...{text: other.code, kind: "territory"},
      };
    // The name counts, not the name of its code.
    facts = joined(facts, one === undefined ? said : {...said, territory: undefined});
  }
  return {facts, problem, handles: []};
}
