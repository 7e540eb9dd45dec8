// The rows of the table: one indicator in each, and its parts below it ("в том числе: экспорт товаров") in small letters.
//
// Only the whole has the footnotes that move its values to another month. Its parts are about that month too (FIX-rosstat-15).
import {parseNumberText} from "../../../../country/ru/number-text.ts";
import {codeOfName, withoutMarks} from "../../../../country/ru/table-words.ts";
import {matchTerritoryCode} from "../../../../country/ru/territory-matcher.ts";
import {knownUnit} from "../../../../country/ru/unit-matcher.ts";
import {lineLocator} from "../../../../service/evidence.ts";
import {Refusal} from "../../../../service/refusal.ts";
import type {UnitLabel} from "../../../../statistics/release/release.ts";
import {cumulativeTransformation} from "../../../described/facts.ts";
import type {SeriesRegister} from "../../../described/series-register.ts";
import type {ObservationSink, Origin} from "../../../source.ts";
import {figuresIn, raggedRow} from "../../../workbook/delimited.ts";
import type {TextRecord} from "../../../workbook/text-location.ts";
import {
  correctedColumn,
  type Footnotes,
  hasMark,
  type IsepColumn,
  type MarkedText,
  readFootnotes,
  readIsepColumns,
  splitMarks,
} from "./columns.ts";

const HEADER_ROWS = 3;
/** At the end of a label. */
const MARKS = /(?:\d{1,2}\),?)+$/;

/** `endsInNotes`: the footnotes, which come last, are there. */
export function readIsepTable(
  file: string,
  rows: readonly TextRecord[],
  register: SeriesRegister,
  sink: ObservationSink,
): {readonly endsInNotes: boolean} {
  const columns = readIsepColumns(rows.slice(1, 1 + HEADER_ROWS).map(({cells}) => cells));
  if (columns === null)
    throw new Refusal(`${file}: the header has an unknown form`, "compare the file with an earlier month");
  const body = rows.slice(1 + HEADER_ROWS).filter(({cells}) => cells.some((cell) => cell !== ""));
  const {valueRows, notes} = splitFootnotes(body);
  if (valueRows.length === body.length && body.some(({cells}) => cells.some(hasMark)))
    throw new Refusal(`${file}: its footnotes are missing`, "it was probably cut off; download it again");
  let whole: {name: string; unit: UnitLabel | null; columns: readonly (IsepColumn | null)[]} | null = null;
  let at = {line: 0, column: 0, raw: "", steps: [] as readonly string[]};
  const origin: Origin = {
    explain: () => ({locator: lineLocator(file, at.line, at.column), raw: at.raw, steps: at.steps}),
  };

  for (const row of valueRows) {
    const {line, cells} = row;
    const fault = faultOf(row, columns.length);
    if (fault !== null) {
      sink.refuse({file, line, text: cells.join(" | ").slice(0, 80), values: figuresIn(cells), row: null, ...fault});
      continue;
    }
    const label = cells[0]!.replace(MARKS, "").replace(/:$/, "");
    const isPart = /^(?:в том числе|[а-яё])/.test(label) && whole !== null;
    const own = nameAndUnit(label.replace(/^в том числе:?\s*/, ""));
    const split = columns.map((_, index) => splitMarks(cells[index + 1] ?? "", notes));
    const corrected = correctedColumns(columns, split, notes, isPart ? whole!.columns : null);
    if (!isPart) whole = {...own, columns: corrected};
    const unit = own.unit ?? (isPart ? whole!.unit : null);
    for (const [index, column] of corrected.entries()) {
      const raw = cells[index + 1] ?? "";
      if (raw === "") continue;
      const problem = (reason: string, kind: "cell" | "period" | "unit") =>
        sink.refuse({file, line, column: String(index + 2), reason, text: raw, row: null, kind});
      const marked = split[index];
      if (!marked) {
        problem("its footnote mark has no footnote, or can't be separated from the digits before it", "cell");
        continue;
      }
      const value = parseNumberText(marked.text);
      if (value.kind === "unreadable") problem(value.reason, "cell");
      else if (column === null) problem("its footnote names an unknown period", "period");
      else {
        const {span, transformation} = column;
        const facts = {
          indicator: {code: codeOfName(whole!.name), name: whole!.name},
          ...(isPart && {classes: [{code: codeOfName(own.name), name: own.name}]}),
          territory: matchTerritoryCode("643")!,
          transformation: span.cumulative ? cumulativeTransformation(transformation) : transformation,
          ...(transformation === "level" ? unit !== null && {unit} : {unit: knownUnit("процент")!}),
        };
        const handle = register.handle(facts, span.frequency, sink);
        if (typeof handle !== "number") {
          problem(handle.reason, "unit");
          continue;
        }
        const moved = column === columns[index] ? [] : ["moved to the period that its footnote names"];
        const dropped = marked.marks.map((mark) => `the footnote mark ${mark}) dropped`);
        at = {line, column: index + 2, raw, steps: [...dropped, ...moved, "read from text"]};
        if (value.kind === "value") sink.observe(handle, span.ordinal, value.value, line, origin);
        else sink.missing?.(handle, span.ordinal, value.reason, line, origin);
      }
    }
  }
  return {endsInNotes: valueRows.length < body.length};
}

/** null: the row has as many cells as the table. */
function faultOf(row: TextRecord, columns: number): {readonly column: string | null; readonly reason: string} | null {
  const ragged = raggedRow(row);
  if (ragged !== null) return {column: null, reason: ragged};
  const beyond = row.cells.findIndex((cell, index) => index > columns && cell !== "");
  return beyond === -1 ? null : {column: String(beyond + 1), reason: "has no column header"};
}

function splitFootnotes(rows: readonly TextRecord[]): {valueRows: readonly TextRecord[]; notes: Footnotes} {
  const first = rows.findIndex(({cells}) => /^1\)/.test(cells[0]!));
  const end = first < 0 ? rows.length : first;
  const text = rows.slice(end).map(({cells}) => cells[0]);
  return {valueRows: rows.slice(0, end), notes: readFootnotes(text.join(" "))};
}

/** The columns of a row as its footnotes correct them. @param ofWhole the columns of the whole, if the row is a part of it */
function correctedColumns(
  columns: readonly IsepColumn[],
  split: readonly (MarkedText | null)[],
  notes: Footnotes,
  ofWhole: readonly (IsepColumn | null)[] | null,
): (IsepColumn | null)[] {
  const occurrences = new Map<string, number>();
  return columns.map((column, index) => {
    const own = split[index]?.marks ?? [];
    if (ofWhole !== null && own.length === 0) return ofWhole[index]!;
    let found: IsepColumn | null = column;
    for (const mark of own) {
      const before = occurrences.get(mark) ?? 0;
      occurrences.set(mark, before + 1);
      found = found === null ? null : correctedColumn(found, notes.get(mark)!, before);
    }
    return found;
  });
}

function nameAndUnit(label: string): {name: string; unit: UnitLabel | null} {
  const comma = label.lastIndexOf(",");
  const unit = comma < 0 ? null : knownUnit(label.slice(comma + 1));
  return {name: withoutMarks(unit === null ? label : label.slice(0, comma)), unit};
}
