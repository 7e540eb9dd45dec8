// The columns of a plain table that are no names and no values: numbers of rows, statuses, frequencies, notes, and what a person leaves out.
//
// Each is told by its header, because its members may look like values or names.
import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import type {LabelKind} from "../../described/descriptor/descriptor.ts";
import type {Cell} from "../../workbook/sheet.ts";
import {type Answers, LEFT_OUT} from "../answers.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";

/** Columns that a person named with "-" are as if they were not there. One of values stays, with an exception that says why. */
export function leftOutByPerson(columns: readonly ColumnProfile[], {units}: Answers): [number, LabelKind][] {
  const isLabel = ({header, isNumeric}: ColumnProfile): boolean =>
    !isNumeric || LABEL_WORDS.some((word) => COLUMN_WORDS[word].test(header));
  return columns
    .filter((one) => units?.get(one.header) === LEFT_OUT && isLabel(one))
    .map(({column}) => [column, "ignore"]);
}

const LABEL_WORDS = ["time", "year", "month", "quarter", "part", "territory", "code", "status", "multiplier"] as const;

/** Numbers of rows, statuses, frequencies and notes, told by their headers. */
export function leftOut(columns: readonly ColumnProfile[], say: Say): [number, LabelKind][] {
  return columns.flatMap((one): [number, LabelKind][] => {
    const {header, column, isNumeric, cells} = one;
    const isText = !isNumeric;
    if (isNumeric && COLUMN_WORDS.index.test(header) && isRun(cells)) {
      say(`labels: column ${column} counts the rows, and is left out`, 0.95);
      return [[column, "ignore"]];
    }
    if (isText && COLUMN_WORDS.status.test(header)) return [[column, "status"]];
    if (COLUMN_WORDS.status.test(header)) {
      say(`labels: the numbers of ${header} are no values, and are left out`, 0.8);
      return [[column, "ignore"]];
    }
    const isNote = COLUMN_WORDS.note.test(header) && !tellsRowsApart(one);
    if ((isText && (isNote || COLUMN_WORDS.frequency.test(header))) || (isNote && /foot/i.test(header))) {
      say(`labels: the column ${header} has notes or frequencies, and is left out`, 0.9);
      return [[column, "ignore"]];
    }
    if (COLUMN_WORDS.multiplier.test(header)) {
      const isPlain = one.distinct.every(({plain}) => /^(?:0|1|units?)$/i.test(plain.trim()));
      if (!isPlain)
        say(
          `which unit? ${header} multiplies the values of a row: write them with their unit, as million US dollars${STAYS_OPEN}`,
          null,
        );
      return [[column, "ignore"]];
    }
    return one.distinct.length === 0 ? [[column, "ignore"]] : [];
  });
}

/** Columns of numbers that are the period of their row once more, as TIME beside Time. @param time columns of periods */
export function repeatedPeriods(columns: readonly ColumnProfile[], time: readonly ColumnProfile[], say: Say): number[] {
  return columns.flatMap((one) => {
    const same = time.find(
      ({cells}) => one.isNumeric && cells.length > 1 && one.cells.every((cell, row) => isSame(cell, cells[row])),
    );
    if (same === undefined) return [];
    say(`labels: the numbers of ${one.header} are the period of ${same.header} once more, and are left out`, 0.9);
    return [one.column];
  });
}

function isSame(cell: Cell | null, period: Cell | null | undefined): boolean {
  return cell !== null && period != null && Number(cell.plain) === Number(period.plain);
}

/** Few texts that stand in all rows, as the two sources of one measure, are names. */
function tellsRowsApart({cells, distinct}: ColumnProfile): boolean {
  return !cells.includes(null) && distinct.length > 1 && distinct.length * 2 <= cells.length;
}

/** 0, 1, 2 … or 1, 2, 3 …, as far as the sample goes without a gap. */
function isRun(cells: readonly (Cell | null)[]): boolean {
  const numbers = cells.slice(0, 1000).map((cell) => (cell === null ? Number.NaN : Number(cell.plain)));
  return numbers.length > 1 && numbers.every((number, at) => number === numbers[0]! + at) && numbers[0]! <= 1;
}
