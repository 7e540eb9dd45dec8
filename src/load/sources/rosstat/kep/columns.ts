// The periods of the columns of a block: years, quarters, months, or spans from January on, by the words of its header.
//
// The header's cells are merged in the original, so a row has more cells than its header: "Кварталы" is four columns.
import type {NumberText} from "../../../../country/country.ts";
import {parseNumberText} from "../../../../country/ru/number-text.ts";
import type {Frequency} from "../../../../statistics/time/frequency.ts";

export interface ColumnPeriod {
  readonly frequency: Extract<Frequency, "A" | "Q" | "M">;
  /** From 0 inside the year. */
  readonly offset: number;
  readonly cumulative: boolean;
}

/** The period of each cell after the year, null for a cell without one. null for all: the row is not a header of periods. */
export function columnPeriods(cells: readonly string[]): readonly (ColumnPeriod | null)[] | null {
  const words = cells
    .slice(1)
    .filter((cell) => cell !== "")
    .map(russian);
  if (cells[0] !== "" || words.length === 0) return null;
  const kinds = words.map(kindOf);
  if (kinds.some((kind) => kind === null)) return null;
  const spans = kinds.some((kind) => kind === "half" || (typeof kind === "object" && kind!.span));
  // An empty cell before the first word is a column of its own.
  const leading = cells.slice(1).findIndex((cell) => cell !== "");
  const columns = kinds.flatMap((kind): readonly ColumnPeriod[] => {
    if (kind === "year") return [spans ? monthly(11, true) : {frequency: "A", offset: 0, cumulative: false}];
    if (kind === "quarters") return [0, 1, 2, 3].map((offset) => ({frequency: "Q", offset, cumulative: false}));
    if (kind === "first quarter") return [monthly(2, true)];
    if (kind === "half") return [monthly(5, true)];
    return [monthly(kind!.month, spans)];
  });
  return [...new Array<null>(leading).fill(null), ...columns];
}

/** Whether the row is the second line of a header, "I II III IV" under "Кварталы". */
export function isQuarterLine(cells: readonly string[]): boolean {
  const words = cells.filter((cell) => cell !== "");
  return words.length === 4 && words.every((word, at) => word === ["I", "II", "III", "IV"][at]);
}

type Kind = "year" | "quarters" | "first quarter" | "half" | {readonly month: number; readonly span: boolean};

/** "Янв. Jan.", "Янв-cент. Jan-Sent" (with a Latin c), "I полугод. 1st half year", "Январь-сентябрь / January-Sept". */
function kindOf(word: string): Kind | null {
  if (/^год/.test(word)) return "year";
  if (/^квартал/.test(word)) return "quarters";
  if (/^i квартал/.test(word)) return "first quarter";
  if (/^i полуг/.test(word)) return "half";
  const parts = /^([а-я]{3})[а-я]*\.?(?:-([а-я]{3}|[cс]ен)[а-я]*\.?)?(?:[ /]|$)/.exec(word);
  if (parts === null) return null;
  const month = MONTHS.indexOf((parts[2] ?? parts[1]!).replace("c", "с"));
  if (month < 0 || (parts[2] !== undefined && parts[1] !== "янв")) return null;
  return {month, span: parts[2] !== undefined};
}

const MONTHS = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];

function russian(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/\d\)(?:,\d\))*/g, "")
    .replace(/- /g, "-")
    .replace(/ ?- ?/g, "-");
}

function monthly(offset: number, cumulative: boolean): ColumnPeriod {
  return {frequency: "M", offset, cumulative};
}

/**
 * The year in a cell, without its footnote marks: "20152),3)", "20141),", "2015²" and "2015)" (FIX-rosstat-12). null: the cell is not a
 * year.
 */
export function yearOf(cell: string): number | null {
  const year = /^((?:19|20)\d\d)(?:[¹²³]|\d?\)(?:, ?\d\))*,?)?$/.exec(cell)?.[1];
  return year === undefined ? null : Number(year);
}

export interface AcrossColumn {
  readonly frequency: "A" | "M";
  readonly ordinal: number;
  /** Summed from January on. */
  readonly cumulative: boolean;
}

/**
 * The years of the first row of a table with years in its header (FIX-rosstat-17): "2014 20151)" over "год / year, I квартал / Q1,
 * I полугодие, год". Merged cells are lost, so each year is there once for all its columns, and the last of them is "год". If the two
 * rows have different numbers of years, they are not a header, and the rows below are refused. null: any other row.
 */
export function yearsAcross(cells: readonly string[]): readonly number[] | null {
  const words = cells.slice(1).filter((cell) => cell !== "");
  if (cells[0] !== "" || words.length === 0) return null;
  const years = words.flatMap((word) => yearOf(word) ?? []);
  if (years.length < words.length) return null;
  return years.every((year, index) => index === 0 || year > years[index - 1]!) ? years : null;
}

export function annualColumns(years: readonly number[]): readonly AcrossColumn[] {
  return years.map((ordinal) => ({frequency: "A", ordinal, cumulative: false}));
}

/** The second row of the header; null if it has other words, or another number of years than the first. */
export function acrossColumns(years: readonly number[], cells: readonly string[]): readonly AcrossColumn[] | null {
  const columns: AcrossColumn[] = [];
  let index = 0;
  for (const cell of cells.slice(1)) {
    if (cell === "") continue;
    const year = years[index];
    const isYear = /^год/i.test(cell);
    const span = isYear ? null : spanOf(cell);
    if (year === undefined || (!isYear && span === null)) return null;
    columns.push(
      span === null
        ? {frequency: "A", ordinal: year, cumulative: false}
        : {frequency: "M", ordinal: year * 12 + span, cumulative: true},
    );
    if (isYear) index++;
  }
  const closed = columns.at(-1)?.frequency === "A" ? index : index + 1;
  return closed === years.length ? columns : null;
}

/** The last month of a span from January on, counted from 0; "I квар- тал2) / Q1" is broken at the edge of its cell. */
function spanOf(cell: string): number | null {
  const whole = cell.replace(/квар- ?тал/i, "квартал").replace(/полу- ?годие/i, "полугодие");
  const [column, ...others] = columnPeriods(["", whole]) ?? [];
  return column?.cumulative && others.length === 0 ? column.offset : null;
}

/** "в п р о ц е н т а х к и т о г у / p e r c e n t": whether the table is in per cent; there may be a blank after every letter. */
export function saysPercent(text: string): boolean {
  return /^впроцентах/i.test(text.replace(/\s/g, ""));
}

/** "до/up to 2000,0" → "до 2000,0": without the English words. */
export function rowName(text: string): string {
  return text
    .replace(/\s*\/\s*[A-Za-z][A-Za-z .,'-]*[A-Za-z.]\s*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export interface CellFigure {
  readonly value: NumberText;
  /** The second of two figures, with a footnote. */
  readonly isSecond: boolean;
  readonly steps: readonly string[];
}

/**
 * FIX-rosstat-18: "6512,3 6762,31)" has two figures: the first is comparable with the years before, the second, which has a footnote, with
 * the years after. If one of the two has no comma, the blank may separate thousands. FIX-rosstat-19: "97,1," has a stray comma at its end.
 */
export function cellFigures(raw: string): readonly CellFigure[] {
  const pair = /^(-?\d+,\d+) (-?\d+,\d+\d\)(?:, ?\d\))*)$/.exec(raw);
  if (pair !== null) {
    return [
      {value: parseNumberText(pair[1]!), isSecond: false, steps: ["the first of two figures", "read from text"]},
      secondFigure(pair[2]!),
    ];
  }
  const bare = /^-?\d+,\d+(?=,$)/.exec(raw)?.[0];
  if (bare !== undefined)
    return [{value: parseNumberText(bare), isSecond: false, steps: ["a stray comma dropped", "read from text"]}];
  const steps = /\d\)$/.test(raw) ? ["a footnote mark dropped", "read from text"] : ["read from text"];
  return [{value: parseNumberText(raw), isSecond: false, steps}];
}

/** The second figure alone, with its footnote, in the line below the first. */
export function secondFigure(raw: string): CellFigure {
  const steps = ["the second of two figures", "a footnote mark dropped", "read from text"];
  return {value: parseNumberText(raw), isSecond: true, steps};
}

/** Whether a row has only second figures of the row above. */
export function isSecondLine(cells: readonly string[]): boolean {
  const words = cells.filter((cell) => cell !== "");
  return words.length > 0 && words.every((word) => /^-?\d+,\d+\d\)(?:, ?\d\))*$/.test(word));
}
