// Columns of countries that are partners, not the territories of the values.
import {PARTNER_HEADER} from "../../../country/plain-table-words.ts";
import {STAYS_OPEN} from "../guesses.ts";
import {partnerQuestion, partnerText} from "../partners.ts";
import type {Say} from "../reading.ts";
import {type OfTerritories, textsOf} from "./territory-reading.ts";

/** Without the columns of partners, which are classes: those with a word for partners, or all countries where none has one. */
export function withoutPartners<Column extends OfTerritories>(all: readonly Column[]): Column[] {
  const ofCountries = all.filter(({reading}) => reading.kind === "country");
  const named = ofCountries.filter(({one}) => PARTNER_HEADER.test(one.header));
  const partners = named.length > 0 ? named : ofCountries;
  return all.filter((one) => !partners.includes(one));
}

/** Asks about countries that a text calls partners; beside another column of territories they are asked with it. */
export function askPartners(
  first: OfTerritories,
  all: readonly OfTerritories[],
  titles: readonly string[],
  say: Say,
): void {
  const isOfPartners = ({one}: OfTerritories): boolean => PARTNER_HEADER.test(one.header);
  const isBeside = all.some((one) => isOfPartners(one) !== isOfPartners(first));
  const text = partnerText([first.one.header], titles);
  if (first.reading.kind === "country" && text !== null && !isBeside)
    say(partnerQuestion(`the column ${first.one.header}`, textsOf(first.one)[0]!, text) + STAYS_OPEN, null);
}
