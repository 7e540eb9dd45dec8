// The facts of the labels of a row of a plain table, each text read once.
//
// Two columns that name the territory of a row must agree: a code beside another country's name is refused, whichever is right.
import {MISSING_STATUS} from "../../../country/plain-table-words.ts";
import type {Cell} from "../../workbook/sheet.ts";
import type {Kind, LabelKind} from "../descriptor/descriptor.ts";
import {type Facts, isProblem, joined, type Problem} from "../facts.ts";
import {factsOfCell, isTime, type TextReading} from "../text-facts.ts";

/** The labels of one row: those of its series, and those of its period. */
export interface PlainRow {
  /** The same object for all rows with the same labels but for the period. */
  readonly series: SeriesLabels;
  readonly time: Facts;
  readonly problem: Problem | null;
  /** The status of the row says that its value is missing. */
  readonly isMissing: boolean;
}

export interface SeriesLabels {
  readonly facts: Facts;
  readonly problem: Problem | null;
}

interface ReadLabel {
  readonly number: number;
  readonly said: Facts | Problem;
}

const PERIODS: ReadonlySet<Kind> = new Set(["year", "period", "date", "month", "quarter", "year inside"]);

/** @param rows the kinds of the labels */
export function createPlainLabels(rows: readonly LabelKind[], reading: TextReading) {
  const kinds = rows.map((kind) => kind.replace(/\?$/, "") as Kind);
  const mayBeEmpty = rows.map((kind) => kind.endsWith("?"));
  const known = kinds.map(() => new Map<string, ReadLabel>());
  const combined = new Map<string, SeriesLabels>();
  const isOfPeriod = kinds.map((kind) => isTime(kind) || PERIODS.has(kind));

  const labelOf = (at: number, cell: Cell): ReadLabel => {
    const key = cell.kind === "number" ? `${cell.plain}\u0001${cell.format}` : cell.plain;
    const own = known[at]!;
    let label = own.get(key);
    if (label === undefined) {
      if (own.size >= MOST_LABELS) own.clear();
      numbered++;
      label = {number: numbered, said: factsOfCell(cell, kinds[at]!, reading)};
      own.set(key, label);
    }
    return label;
  };
  let numbered = 0;

  return (cellAt: (index: number) => Cell | null): PlainRow => {
    let key = "";
    let time: Facts = NOTHING;
    let problem: Problem | null = null;
    let isMissing = false;
    const labels: (ReadLabel | null)[] = [];
    for (const [at, kind] of kinds.entries()) {
      if (kind === "ignore") continue;
      const cell = cellAt(at);
      if (kind === "status") {
        if (cell !== null && MISSING_STATUS.test(cell.plain.trim())) isMissing = true;
        continue;
      }
      if (cell === null) {
        if (!mayBeEmpty[at]) problem ??= {reason: "has an empty label", text: ""};
        key += ",";
        continue;
      }
      const label = labelOf(at, cell);
      if (!isOfPeriod[at]) {
        key += `${label.number},`;
        labels.push(label);
      } else if (isProblem(label.said)) problem ??= label.said;
      else time = time === NOTHING ? label.said : joined(time, label.said);
    }
    let series = combined.get(key);
    if (series === undefined) {
      if (combined.size >= MOST_SERIES) combined.clear();
      series = together(labels.map((label) => label!.said));
      combined.set(key, series);
    }
    return {series, time, problem: problem ?? series.problem, isMissing};
  };
}

const NOTHING: Facts = {};
const MOST_LABELS = 200_000;
const MOST_SERIES = 500_000;

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
  return {facts, problem};
}
