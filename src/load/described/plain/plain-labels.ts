// The facts of the labels of a row of a plain table, each text read once.
//
// Two columns that name the territory of a row must agree: a code beside another country's name is refused, whichever is right.

import {MISSING_STATUS} from "../../../country/plain-table-words.ts";
import {folded} from "../../../country/plain-text.ts";
import type {Cell} from "../../workbook/sheet.ts";
import {type Kind, type LabelKind, PERIOD_KINDS, TERRITORY_KINDS} from "../descriptor/descriptor.ts";
import {expressionOf} from "../descriptor/expression.ts";
import {
  type Facts,
  isProblem,
  joined,
  type PeriodReading,
  type Problem,
  periodOfFacts,
  type ValuePeriod,
} from "../facts.ts";
import {factsOfCell, isTime, type TextContext} from "../text-facts.ts";

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

/** One label, or the numbers of several: most tables have one label for the period, another one in each row. */
type LabelsKey = ReadLabel | string | null;

/** @param rows the kinds of the labels */
export function createPlainLabels(rows: readonly LabelKind[], context: TextContext, periods: PeriodReading) {
  const kinds = rows.map((kind) => kind.replace(/\?$/, "") as Kind);
  const mayBeEmpty = rows.map((kind) => kind.endsWith("?"));
  const known = kinds.map(() => new Map<string, ReadLabel>());
  const combined = new Map<LabelsKey, SeriesLabels>();
  const times = new Map<LabelsKey, ValuePeriod | Problem>();
  const second = createSecondNames(kinds, context);
  const isOfPeriod = kinds.map((kind) => isTime(kind) || PERIOD_KINDS.has(kind));
  let numbered = 0;
  let emptyLabel: Problem | null = null;

  /** The labels of the row before: rows that follow each other have most of them in common. */
  const present: (ReadLabel | null)[] = kinds.map(() => null);
  const texts: string[] = kinds.map(() => "");
  const [ofSeries, ofPeriod] = [false, true].map((wanted) =>
    kinds.flatMap((kind, at) => (kind !== "ignore" && kind !== "status" && isOfPeriod[at] === wanted ? [at] : [])),
  ) as [number[], number[]];
  const status = kinds.indexOf("status");
  let series: SeriesLabels | null = null;
  let period: ValuePeriod | Problem | null = null;

  const labelOf = (at: number, cell: Cell): ReadLabel => {
    const key = cell.kind === "number" ? `${cell.plain}\u0001${cell.format}` : cell.plain;
    const last = present[at];
    if (last != null && texts[at] === key) return last;
    const own = known[at]!;
    let label = own.get(key);
    if (label === undefined) {
      if (own.size >= MOST_LABELS) own.clear();
      const said = factsOfCell(cell, kinds[at]!, context);
      label = {number: ++numbered, said: second(at, cell.plain, said) ?? said};
      own.set(key, label);
    }
    texts[at] = key;
    return label;
  };
  /** Whether one of the labels is another one than in the row before. */
  const takesOthers = (of: readonly number[], cellAt: (index: number) => Cell | null): boolean => {
    let isOther = false;
    for (const at of of) {
      const cell = cellAt(at);
      const label = cell === null ? null : labelOf(at, cell);
      if (label === present[at]) continue;
      present[at] = label;
      isOther = true;
    }
    return isOther;
  };
  const kept = <T>(
    all: Map<LabelsKey, T>,
    of: readonly number[],
    most: number,
    make: (said: ReadLabel["said"][]) => T,
  ): T => {
    const key = of.length === 1 ? (present[of[0]!] ?? null) : of.map((at) => present[at]?.number ?? "").join();
    let found = all.get(key);
    if (found === undefined) {
      if (all.size >= most) all.clear();
      found = make(of.flatMap((at) => present[at]?.said ?? []));
      all.set(key, found);
    }
    return found;
  };

  return (cellAt: (index: number) => Cell | null): PlainRow => {
    if (takesOthers(ofSeries, cellAt) || series === null) {
      series = kept(combined, ofSeries, MOST_SERIES, together);
      const empty = ofSeries.find((at) => present[at] === null && !mayBeEmpty[at]);
      emptyLabel = empty === undefined ? null : {reason: "has an empty label", text: ""};
    }
    if (takesOthers(ofPeriod, cellAt) || period === null)
      period = kept(times, ofPeriod, MOST_LABELS, (said) => {
        const {facts, problem} = together(said);
        return problem ?? periodOfFacts(facts, periods);
      });
    const isMissing = status >= 0 && MISSING_STATUS.test(cellAt(status)?.plain.trim() ?? "");
    return {series, period, problem: emptyLabel ?? series.problem, isMissing};
  };
}

/**
 * Whether a text is the second one of a column that names its country: "Germany" and, far below, "Federal Republic of Germany" may be two
 * figures, and no question has settled that they are one. A text that the descriptor names is settled, and so is a name beside its code.
 */
function createSecondNames(kinds: readonly Kind[], {table}: TextContext) {
  const isAlone = kinds.filter((kind) => TERRITORY_KINDS.has(kind)).length === 1;
  const settled = Object.keys(table.territories ?? {}).map(expressionOf);
  const first = new Map<string, string>();
  return (at: number, text: string, said: Facts | Problem): Problem | null => {
    if (!isAlone || kinds[at] !== "country" || isProblem(said) || said.territory === undefined) return null;
    const plain = text.trim();
    if (table.names?.[plain] !== undefined || settled.some((one) => one.test(plain))) return null;
    const {code, name} = said.territory;
    const known = first.get(code) ?? plain;
    if (folded(known).toLowerCase() === folded(plain).toLowerCase()) {
      first.set(code, known);
      return null;
    }
    const reason = `names ${name}, as ${JSON.stringify(known)} does: name both in territories of a descriptor if they are one`;
    return {reason, kind: "territory", text: plain};
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
    // The name counts, not the name of its code; the code of a group is that of the file.
    const hasOwnCode = one?.level === "macroregion" && other !== undefined && other.code !== other.canonical;
    const territory = hasOwnCode ? {...one, code: other.code} : one;
    facts = joined(facts, one === undefined ? said : {...said, territory});
  }
  return {facts, problem, handles: []};
}
