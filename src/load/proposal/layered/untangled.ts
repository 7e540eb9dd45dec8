// Tables of a proposal after one reading of them: what that reading shows to be unclear is left out, with the text of its rows.
//
// The text is what an exception compares with the labels of a row: of a plain table all of them, of others the last one.
import {namesWorldTerritory} from "../../../country/world-territories.ts";
import type {TableDescription} from "../../described/descriptor/descriptor.ts";
import {findPlainHeader} from "../../described/plain/plain-header.ts";
import {joinedLabels} from "../../described/plain/plain-table.ts";
import {parseRanges, type Sheet} from "../../workbook/sheet.ts";
import {type Exclusion, excludedRows, exclusionQuestions} from "../exclusions.ts";
import type {Guess} from "../guesses.ts";
import type {ProposedPart} from "../parts.ts";
import type {ProbedTable} from "../probe.ts";
import type {ProposedTable} from "../table.ts";

export interface OnSheet extends ProposedTable {
  readonly sheet: string;
  readonly part: Pick<ProposedPart, "between" | "first" | "last">;
  /** Places that are left out until a person says what they are. */
  readonly exclusions?: readonly Exclusion[];
  /** The text that an exception compares with its `label`. */
  readonly labelOf: (row: number) => string;
}

/** Sheets with the same series get their name as a class; what one reading shows to be unclear is left out. */
export async function untangled(
  found: readonly OnSheet[],
  read: (tables: readonly OnSheet[]) => Promise<ProbedTable>,
  guesses: Guess[],
): Promise<readonly OnSheet[]> {
  if (found.length === 0) return found;
  const first = await read(found);
  const isText = [...first.rows.keys(), ...first.implausible.keys(), ...first.unlike.keys()].includes("");
  const named = found.map((one): OnSheet => {
    if (!first.sheets.has(one.sheet) || one.table.sheetName !== undefined) return one;
    if (namesWorldTerritory(one.sheet)) {
      const what = "which territory? the name of the sheet is one: write a descriptor that says it";
      guesses.push({sheet: one.sheet, what, certainty: null});
      const {territory: _, ...fixed} = one.table.fixed ?? {};
      return {...one, table: {...one.table, fixed}};
    }
    guesses.push({
      sheet: one.sheet,
      what: "sheetName: the sheet's name tells its series from those of other sheets",
      certainty: 0.6,
    });
    return {...one, table: {...one.table, sheetName: "class"}};
  });
  const second = first.sheets.size === 0 ? first : await read(named);
  return named.map((one): OnSheet => {
    const sheet = isText ? "" : one.sheet;
    const isInside = (row: number): boolean => row >= one.part.first && row <= one.part.last;
    const rows = [...(second.rows.get(sheet) ?? [])].filter(isInside).sort((a, b) => a - b);
    const own = (all: ProbedTable["unlike"]) =>
      (all.get(sheet) ?? []).filter((range) => isInside(parseRanges(range)![0]!.top));
    const [ranges, unlike] = [own(second.implausible), own(second.unlike)];
    const exclusions: Exclusion[] = [
      ...(second.sheets.has(sheet) ? [{ranges: null, because: "its series have the names of another sheet's"}] : []),
      ...excludedRows(rows, one.labelOf, "another row has the same labels"),
      ...(ranges.length > 0
        ? [{ranges, because: "the values contradict the base: are they rates of growth, or indices?"}]
        : []),
      ...(unlike.length > 0
        ? [{ranges: unlike, because: "a base of comparison and another unit than per cent: which of both is meant?"}]
        : []),
    ];
    for (const what of exclusionQuestions(exclusions)) guesses.push({sheet: one.sheet, what, certainty: null});
    return exclusions.length === 0 ? one : {...one, exclusions};
  });
}

/** The text of each row; "": it has none that an exception could name. */
export function labelsOfRows(sheet: Sheet, table: TableDescription): (row: number) => string {
  const textAt = (row: number, column: number): string => sheet.cell(row, column)?.plain ?? "";
  if (table.labels === undefined) return (row) => (table.rows.length === 0 ? "" : textAt(row, table.rows.length));
  const columns = findPlainHeader(sheet, table)?.labels;
  if (columns === undefined) return () => "";
  return (row) => joinedLabels(columns.map((column) => textAt(row, column)));
}
