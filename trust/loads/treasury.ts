// Forms of the Treasury with a few rows of income, in two of its templates.
import {federalForm, spreadForm} from "../../src/load/sources/roskazna/forms.fixture.ts";

/** @param last rows below the total */
export function treasuryForm(last: number): Uint8Array {
  return federalForm([
    ["Доходы федерального бюджета - всего", "010", "x", 11_367_652_657.71],
    ...Array.from({length: last}, (_, row) => [
      `Налог ${row}`,
      null,
      `101010000${10 + row}0000110`,
      342_601.5 + row * 17,
    ]),
  ]);
}

/** The codes lie over several columns. @param last rows below the total */
export function treasurySpreadForm(last: number): Uint8Array {
  return spreadForm("ОТЧЕТ ОБ ИСПОЛНЕНИИ ФЕДЕРАЛЬНОГО БЮДЖЕТА", [
    ["Доходы - всего", "010", "x", null, null, null, 100_000.25, 10],
    ...Array.from({length: last}, (_, row) => [
      ...[`Налог ${row}`, "010", "101", `010${10 + row}`, "000000", "110"],
      ...[3000.5 + row * 17, 3 + row],
    ]),
  ]);
}
