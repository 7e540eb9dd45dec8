// What the columns of a block are: years, quarters, months, or spans from January on, by the words of its header.
//
// The header's cells are merged in the original, so a row has more cells than its header: "Кварталы" stands for four.
import type {Frequency} from "../../../statistics/time/frequency.ts";

export interface ColumnPeriod {
  readonly frequency: Extract<Frequency, "A" | "Q" | "M">;
  /** From 0 inside the year. */
  readonly offset: number;
  readonly cumulative: boolean;
}

/** Of the cells behind the year, null where there is no period; null when the row is no header of periods. */
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
