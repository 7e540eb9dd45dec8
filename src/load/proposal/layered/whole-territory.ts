// The one territory of a table below a header of several levels, and whether its texts name countries of the world or groups of them.
//
// Such names only ask: they never give a territory to a value there, and a column of them is a question to the person.
import type {TextContext} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import type {Answers} from "../answers.ts";
import type {ProposedHeader} from "../header.ts";
import type {LabelFields} from "../labels.ts";
import {partnerQuestion, partnerText, worldTerritories} from "../partners.ts";
import {rowCells, type Say} from "../reading.ts";

/** null: the table names territories among its classes, or a person has to name it. */
export function wholeTerritory(
  sheet: Sheet,
  {header, labels: {rows}}: {readonly header: ProposedHeader; readonly labels: LabelFields},
  {country, publishedAt}: TextContext,
  answers: Answers,
  say: Say,
): string | null {
  const {territories, tables} = country;
  const whole = territories.builtIn().find(({level}) => level === "country")!;
  const ofLists = (text: string): string | null => {
    const found = territories.ofName(text, publishedAt);
    return found === null || found.code === whole.code ? null : found.code;
  };
  const arePartners = answers.territories === "partners";
  for (const {name, texts} of arePartners ? [] : classTexts(sheet, header, rows)) {
    const named = new Set([...texts.map(ofLists).filter((code) => code !== null), ...worldTerritories(texts)]);
    named.delete(whole.canonical);
    const isAll = named.size > 0 && named.size === texts.length;
    if (named.size < 2 && !isAll && !(texts.length > 0 && tables.layout.territory.test(name))) continue;
    const what = name === "" ? "a column" : `the column ${JSON.stringify(name)}`;
    const countries = worldTerritories(texts);
    const ofWorld = countries.size > 0 && texts.every((text) => ofLists(text) === null);
    say(
      ofWorld
        ? partnerQuestion(what, texts[0]!, partnerText([name], titleTexts(sheet, header)))
        : `which territory? ${what} names territories, such as ${JSON.stringify(texts[0])}: give it the kind territory in a descriptor, or, if they are partners or parts of one territory, the kind class beside a fixed territory`,
      null,
    );
    return null;
  }
  // Only now: one territory for a table that names several would be as wrong as an assumed one [described.territory].
  if (answers.territory !== null) return answers.territory;
  const isNamed = titleTexts(sheet, header).some((text) => tables.layout.wholeCountry.test(text));
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

function titleTexts(sheet: Sheet, {top, labelCount}: ProposedHeader): string[] {
  return Array.from({length: top}, (_, at) => rowCells(sheet, at + 1, 1, Math.max(labelCount, 8)))
    .flat()
    .map(({plain}) => plain);
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
