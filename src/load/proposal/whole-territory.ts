// The one territory of a table below a header of several levels, and whether its texts name countries of the world or groups of them.
//
// Such names only ask: they never give a territory to a value there, and a column of them is a question to the person.
import {namesWorldTerritory, worldTerritory} from "../../country/world-territories.ts";
import type {TextReading} from "../described/text-facts.ts";
import type {Sheet} from "../workbook/sheet.ts";
import type {Answers} from "./answers.ts";
import type {ProposedHeader} from "./header.ts";
import type {LabelFields} from "./labels.ts";
import {rowCells, type Say} from "./reading.ts";

/** The territories that the texts of one column name; codes of ISO 3166 count if all of its texts are such codes or names. */
function worldTerritories(texts: readonly string[]): ReadonlySet<string> {
  const coded = texts.map((text) => (isDigits(text) ? null : worldTerritory(text)));
  const isCoded = coded.length > 1 && coded.every((found) => found !== null);
  const found = coded.filter((one, at) => one !== null && (isCoded || namesWorldTerritory(texts[at]!)));
  return new Set(found.map((one) => one!.canonical));
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text.trim());
}

/** null: the table names territories among its classes, or a person has to name it. */
export function wholeTerritory(
  sheet: Sheet,
  {header, labels: {rows}}: {readonly header: ProposedHeader; readonly labels: LabelFields},
  {country, publishedAt}: TextReading,
  answers: Answers,
  say: Say,
): string | null {
  const {top, labelCount} = header;
  const {territories, tables} = country;
  const whole = territories.builtIn().find(({level}) => level === "country")!;
  const ofLists = (text: string): string | null => {
    const found = territories.ofName(text, publishedAt);
    return found === null || found.code === whole.code ? null : found.code;
  };
  for (const {name, texts} of classTexts(sheet, header, rows)) {
    const named = new Set([...texts.map(ofLists).filter((code) => code !== null), ...worldTerritories(texts)]);
    named.delete(whole.canonical);
    const isAll = named.size > 0 && named.size === texts.length;
    if (named.size < 2 && !isAll && !(texts.length > 0 && tables.layout.territory.test(name))) continue;
    const what = name === "" ? "a column" : `the column ${JSON.stringify(name)}`;
    say(
      `which territory? ${what} names territories, such as ${JSON.stringify(texts[0])}: give it the kind territory in a descriptor, or, if they are partners or parts of one territory, the kind class beside a fixed territory`,
      null,
    );
    return null;
  }
  // Only now: one territory for a table that names several would be as wrong as an assumed one (CONTRACT 6.8).
  if (answers.territory !== null) return answers.territory;
  const titles = Array.from({length: top}, (_, at) => rowCells(sheet, at + 1, 1, Math.max(labelCount, 8))).flat();
  const isNamed = titles.some(({plain}) => tables.layout.wholeCountry.test(plain));
  if (!isNamed && answers.ofCountry !== true) {
    say(
      `which territory? no text names one: give it with --territory ${whole.code} or another code, or the country with --country or a --provider that is known to be of it`,
      null,
    );
    return null;
  }
  say(
    `fixed.territory: ${whole.code} is ${whole.name}, ${isNamed ? "which a title names" : "the country of the provider or of the command"}`,
    isNamed ? 0.9 : 0.7,
  );
  return whole.code;
}

/** The texts that become classes or indicators: of each column of labels with its name, and of each row of the header. */
function classTexts(sheet: Sheet, {top, body, labelCount, kinds}: ProposedHeader, rows: LabelFields["rows"]) {
  const found: {name: string; texts: string[]}[] = [];
  const add = (name: string, cells: readonly (string | undefined)[]): void => {
    const texts = new Set(cells.filter((text) => text !== undefined).map((text) => text.trim()));
    texts.delete("");
    found.push({name, texts: [...texts]});
  };
  for (const [at, kind] of rows.entries()) {
    if (!NAMING.has(kind)) continue;
    const header = Array.from({length: body - top}, (_, row) => sheet.cell(top + row, at + 1)?.plain.trim() ?? "");
    const below = Array.from({length: sheet.rowCount - body + 1}, (_, row) => sheet.cell(body + row, at + 1)?.plain);
    add(header.find((text) => text !== "") ?? "", below);
  }
  for (const [level, kind] of kinds.entries())
    if (NAMING.has(kind))
      add(
        "",
        rowCells(sheet, top + level, labelCount + 1).map(({plain}) => plain),
      );
  return found;
}

const NAMING: ReadonlySet<string> = new Set([
  "class",
  "class?",
  "class, unit",
  "mixed",
  "indicator",
  "indicator (mixed)",
]);
