// Sections of a table in per cent that may be in another unit: an index in points or an income among shares of answers.
//
// A section whose values add up to 100 in most columns is a set of shares. One that does not, and is named as an index or has values that no
// share can have, is asked and left out.
import type {CellException} from "../described/descriptor.ts";
import type {TextReading} from "../described/text-facts.ts";
import type {Sheet} from "../workbook/sheet.ts";
import type {Header} from "./header.ts";
import {rowCells, type Say} from "./reading.ts";

const MOST_LETTERS = 60;

/** @param kept whether the table's unit is per cent and its rows have sections */
export function doubtfulSections(sheet: Sheet, header: Header, {country}: TextReading, say: Say): CellException[] {
  const {body, labelCount} = header;
  const doubtful = new Set<string>();
  let text = "";
  let sums = new Map<number, number>();
  let strange = false;
  const close = (): void => {
    const all = [...sums.values()];
    const whole = all.filter((sum) => sum > 97 && sum < 103).length * 2 > all.length;
    if (text !== "" && all.length > 0 && !whole && (strange || country.tables.layout.noShare.test(text)))
      doubtful.add(text);
    sums = new Map();
    strange = false;
  };
  for (let row = body; row <= sheet.rowCount; row++) {
    let values = 0;
    for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind !== "number") continue;
      values++;
      sums.set(column, (sums.get(column) ?? 0) + cell.number);
      if (cell.number < 0 || cell.number > 100.5) strange = true;
      if (country.tables.layout.noShare.test(sheet.cell(row, labelCount)?.plain ?? "")) strange = true;
    }
    if (values > 0) continue;
    const [heading] = rowCells(sheet, row);
    if (heading === undefined || country.tables.leadInRow.test(heading.plain)) continue;
    close();
    text = heading.plain;
  }
  close();
  if (doubtful.size === 0) return [];
  say(
    `are ${doubtful.size} sections in per cent, as the title says? Their values or names do not look so: see exceptions`,
    null,
  );
  const quoted = [...doubtful].map((one) => one.slice(0, MOST_LETTERS).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return [{section: `^(?:${quoted.join("|")})`, ignore: true, because: "question: which unit?"}];
}
