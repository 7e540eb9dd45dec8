// Different texts of one column that name one territory: "GERMANY" and "FEDERAL REPUBLIC OF GERMANY". Read as one, their rows become one series.
//
// Texts that never stand in one period are a country that was renamed, and are told as a guess. Where both stand in one, they are two
// territories or two figures: the rarer one becomes a group of the table's own, and the person is asked.
import type {Territory} from "../../../statistics/territory.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import type {Say} from "../reading.ts";

export interface NamedRows {
  readonly sheet: Sheet;
  /** The row of the header. */
  readonly header: number;
  /** Columns of periods; empty: each row has all periods. */
  readonly time: readonly number[];
}

interface Name {
  readonly text: string;
  readonly periods: Set<string>;
  rows: number;
}

export interface NamesOfOne {
  /** The texts that do not join the territory of their name, in order. */
  readonly apart: readonly string[];
  /** Those that join another text of their territory: a descriptor names them, or a load refuses the second text. */
  readonly joined: ReadonlyMap<string, Territory>;
}

/** @param of the territory of a text; null: it names none */
export function textsApart(
  column: {readonly column: number; readonly header: string},
  of: (text: string) => Territory | null,
  rows: NamedRows,
  say: Say,
): NamesOfOne {
  const byTerritory = new Map<string, {territory: Territory; names: Name[]}>();
  for (const name of namesIn(column.column, rows)) {
    const territory = of(name.text);
    if (territory === null) continue;
    const known = byTerritory.get(territory.code);
    if (known === undefined) byTerritory.set(territory.code, {territory, names: [name]});
    else known.names.push(name);
  }
  const apart: string[] = [];
  const together = new Map<string, Territory>();
  for (const {territory, names} of byTerritory.values()) {
    if (names.length === 1) continue;
    const [main, ...others] = [...names].sort((a, b) => b.rows - a.rows) as [Name, ...Name[]];
    const joined = new Set(main.periods);
    for (const other of others) {
      const both = `${JSON.stringify(other.text)} and ${JSON.stringify(main.text)} of ${column.header} are both ${territory.code}, ${territory.name}`;
      const shared = [...other.periods].find((period) => joined.has(period));
      if (shared === undefined) {
        say(`territories: ${both}, and never stand in one period: they are read as one`, 0.6);
        for (const period of other.periods) joined.add(period);
        together.set(other.text, territory);
        continue;
      }
      const where = shared === "" ? "and each row has all periods" : `and both stand in ${shared}`;
      say(
        `which territory? ${both}, ${where}: with --leave-out ${JSON.stringify(other.text)} is a group of its own`,
        null,
      );
      apart.push(other.text);
    }
  }
  return {apart, joined: together};
}

function namesIn(column: number, {sheet, header, time}: NamedRows): Iterable<Name> {
  const names = new Map<string, Name>();
  for (let row = header + 1; row <= sheet.rowCount; row++) {
    const text = sheet.cell(row, column)?.plain.trim() ?? "";
    if (text === "") continue;
    const known = names.get(text) ?? {text, periods: new Set<string>(), rows: 0};
    known.rows++;
    known.periods.add(time.map((at) => sheet.cell(row, at)?.plain.trim() ?? "").join(" "));
    names.set(text, known);
  }
  return names.values();
}
