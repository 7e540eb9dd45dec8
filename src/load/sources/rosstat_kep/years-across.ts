// Tables with years across (FIX-rosstat-17): "2014 20151)" over "год / year, I квартал / Q1, I полугодие, январь-сентябрь, год".
//
// Merged cells are lost, so a year stands once for all its columns: a year's columns end with its "год". Counts that do not come out
// even make no header, and the rows below are refused.
import {columnPeriods} from "./columns.ts";
import {yearOf} from "./year-cell.ts";

export interface AcrossColumn {
  readonly frequency: "A" | "M";
  readonly ordinal: number;
  /** Counted from January on. */
  readonly cumulative: boolean;
}

/** The years of such a header's first row; null for any other row. */
export function yearsAcross(cells: readonly string[]): readonly number[] | null {
  const words = cells.slice(1).filter((cell) => cell !== "");
  if (cells[0] !== "" || words.length === 0) return null;
  const years = words.flatMap((word) => yearOf(word) ?? []);
  if (years.length < words.length) return null;
  return years.every((year, place) => place === 0 || year > years[place - 1]!) ? years : null;
}

/** Columns where only years stand above them. */
export function annualColumns(years: readonly number[]): readonly AcrossColumn[] {
  return years.map((ordinal) => ({frequency: "A", ordinal, cumulative: false}));
}

/** The second row of the header: null when it holds other words, or not as many years as the first. */
export function acrossColumns(years: readonly number[], cells: readonly string[]): readonly AcrossColumn[] | null {
  const columns: AcrossColumn[] = [];
  let place = 0;
  for (const cell of cells.slice(1)) {
    if (cell === "") continue;
    const year = years[place];
    const isYear = /^год/i.test(cell);
    const span = isYear ? null : spanOf(cell);
    if (year === undefined || (!isYear && span === null)) return null;
    columns.push(
      span === null
        ? {frequency: "A", ordinal: year, cumulative: false}
        : {frequency: "M", ordinal: year * 12 + span, cumulative: true},
    );
    if (isYear) place++;
  }
  const closed = columns.at(-1)?.frequency === "A" ? place : place + 1;
  return closed === years.length ? columns : null;
}

/** Month of the right end of a span from January on, from 0; "I квар- тал2) / Q1" is broken at the edge of its cell. */
function spanOf(cell: string): number | null {
  const whole = cell.replace(/квар- ?тал/i, "квартал").replace(/полу- ?годие/i, "полугодие");
  const [column, ...others] = columnPeriods(["", whole]) ?? [];
  return column?.cumulative && others.length === 0 ? column.offset : null;
}

/** "в п р о ц е н т а х к и т о г у / p e r c e n t": whether the table says that it is in per cent, with letters set apart or not. */
export function saysPercent(text: string): boolean {
  return /^впроцентах/i.test(text.replace(/\s/g, ""));
}

/** "до/up to 2000,0" → "до 2000,0": the words of one language. */
export function rowName(text: string): string {
  return text
    .replace(/\s*\/\s*[A-Za-z][A-Za-z .,'-]*[A-Za-z.]\s*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
