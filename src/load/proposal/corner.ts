// The unit or base in the corner of a table, over its labels: "Money supply, bn roubles".
import type {FixedFacts} from "../described/descriptor.ts";
import type {TextReading} from "../described/text-facts.ts";
import {cellAddress, type Sheet} from "../workbook/sheet.ts";
import type {Header} from "./header.ts";
import type {Say} from "./reading.ts";

export function cornerFacts(
  sheet: Sheet,
  {top, body, labelCount}: Header,
  {country}: TextReading,
  say: Say,
): Pick<FixedFacts, "unit" | "base"> {
  const {units, tables} = country;
  for (let row = top; row < body; row++)
    for (let column = 1; column <= labelCount; column++) {
      const text = sheet.cell(row, column)?.plain.replace(/\s+/g, " ").trim() ?? "";
      if (text === "") continue;
      const place = cellAddress(row, column);
      if (tables.transformation(text.toLowerCase()) !== null) {
        say(`the corner ${place} names a base of comparison`, 0.8);
        return {base: text};
      }
      const comma = text.lastIndexOf(",");
      const unit = comma < 0 ? null : units.inside(text.slice(comma + 1));
      if (unit === null) continue;
      if (unit.code === units.percent().code && tables.layout.growth.test(text)) {
        say(
          `per cent of what? the corner ${place} names no base of comparison that is known: give it with --base, or in fixed.base`,
          null,
        );
        continue;
      }
      say(`the corner ${place} has the unit ${unit.name}`, 0.9);
      return {unit: unit.name};
    }
  return {};
}
