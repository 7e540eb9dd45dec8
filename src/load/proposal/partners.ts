// Whether the countries that a table names are the territories of its values, or partners: "exports by country" of one of them.
//
// A partner that is read as the territory of a value gives the exports of Germany for exports to Germany, so words that tell of partners ask.
import {COLUMN_WORDS, PARTNER_HEADER, PARTNER_TITLE} from "../../country/plain-table-words.ts";
import {namesWorldTerritory, worldTerritory} from "../../country/world-territories.ts";
import type {Sheet} from "../workbook/sheet.ts";
import type {Answers} from "./answers.ts";
import type {ProposedHeader} from "./header.ts";
import {rowCells} from "./reading.ts";

/** The text that tells of partners; null: none does. */
export function partnerText(headers: readonly string[], titles: readonly string[]): string | null {
  return (
    headers.find((text) => PARTNER_HEADER.test(text)) ??
    [...titles, ...headers].find((text) => PARTNER_TITLE.test(text)) ??
    null
  );
}

/** The question for countries of whom no text says whether they are partners. */
export function partnerQuestion(where: string, example: string, text: string | null): string {
  const because = text === null ? "" : `, as ${JSON.stringify(text.trim())} may say`;
  return `which territory? ${where} names countries, such as ${JSON.stringify(example)}, which may be partners${because}: give --territories world if each is the territory of its values, or --territories partners and the territory of the values with --territory`;
}

/** The territories that the texts of one column name; codes of ISO 3166 count if all of its texts are such codes or names. */
export function worldTerritories(texts: readonly string[]): ReadonlySet<string> {
  const coded = texts.map((text) => (/^\d+$/.test(text.trim()) ? null : worldTerritory(text)));
  const isCoded = coded.length > 1 && coded.every((found) => found !== null);
  const found = coded.filter((one, at) => one !== null && (isCoded || namesWorldTerritory(texts[at]!)));
  return new Set(found.map((one) => one!.canonical));
}

/** Whether texts under this name become countries: the person says so, or most are countries and no word tells of partners. */
export type ReadsCountries = (name: string, texts: readonly string[]) => boolean;

/** Below this share of countries the others are names of something else. */
const LEAST_SHARE = 0.6;

export function createCountryReading(
  sheet: Sheet,
  {top, body}: ProposedHeader,
  {territories}: Answers,
): ReadsCountries {
  const above = Array.from({length: body - 1}, (_, at) => rowCells(sheet, at + 1).map(({plain}) => plain));
  const [titles, headers] = [above.slice(0, top - 1).flat(), above.slice(top - 1).flat()];
  const mayBePartners = partnerText(headers, [...titles, sheet.name]) !== null;
  return (name, texts) => {
    if (territories === "partners") return false;
    const named = worldTerritories(texts);
    if (territories === "world") return named.size > 0;
    if (named.size < 2 || named.size < texts.length * LEAST_SHARE) return false;
    return !mayBePartners && (name === "" || COLUMN_WORDS.territory.test(name));
  };
}
