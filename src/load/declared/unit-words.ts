// The unit that English prose about a column names: "GDP in current USD", "Price (USD)", "CPI (where 2005=100)".
//
// Only words that a list of units, a list of currencies or a base of 100 confirms are a unit: "in Europe" and "in ISO 8601" are none. A
// change in per cent has a base that these words do not tell, so it is no unit.
import type {Country} from "../../country/country.ts";
import {folded} from "../../country/plain-text.ts";
import {isUnitSign} from "../../country/unit-signs.ts";

const BASE = /\b((?:17|18|19|20)\d\d(?:[-–/](?:\d\d){1,2})?)\s?=\s?100\b/;
const PER_CENT = /^(?:%|per ?cent(?:age)?|pct)(?:$| of\b)/i;
/** "90 percent of trade" is no unit. */
const PER_CENT_INSIDE = /(?:^|(?<!\d)\s|\()(?:%|per ?cent(?:age)?) of\b/i;
const CHANGE = /\b(?:change|growth|increase)\b/i;
const MOST_WORDS = 6;

/** @returns the words of the unit, or its listed name; null: the text names none */
export function unitInWords(text: string, country: Country): string | null {
  const words = folded(text);
  const base = BASE.exec(words)?.[1];
  if (base !== undefined) return `index, ${base}=100`;
  const isChange = CHANGE.test(words);
  const brackets = [...words.matchAll(/\(([^()]+)\)/g)].map(([, inside]) => inside!);
  const others = [words.slice(words.lastIndexOf(",") + 1), words];
  for (const part of [...brackets, ...others]) {
    const unit = unitOf(part, country) ?? (part.length > 1 && isUnitSign(part) ? part.trim() : null);
    if (unit !== null && !(isChange && unit === country.units.percent().name)) return unit;
  }
  for (const [, tail] of words.matchAll(/\bin (?:the )?([^,;()]+)/gi)) {
    const unit = firstUnit(tail!, country);
    if (unit !== null) return unit;
  }
  if (!isChange && PER_CENT_INSIDE.test(words)) return country.units.percent().name;
  return /\bindex(?:es)?\b/i.test(words) ? "index" : null;
}

/** The longest beginning that is a unit. */
function firstUnit(text: string, country: Country): string | null {
  const words = text.replace(/\.(?= |$).*/, "").split(" ");
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count--) {
    const unit = unitOf(words.slice(0, count).join(" "), country);
    if (unit !== null) return unit;
  }
  return null;
}

function unitOf(text: string, country: Country): string | null {
  const bare = text
    .trim()
    .replace(/[.:]$/, "")
    .replace(/^(?:current|nominal) (?=\S)/i, "");
  if (PER_CENT.test(bare)) return CHANGE.test(bare) ? null : country.units.percent().name;
  if (/^per ?cent(?:age)? per (?:year|annum|month)$/i.test(bare)) return bare.toLowerCase();
  // "USD trillions"
  const [, rest, number] = /^(.+) ((?:thousand|million|billion|trillion)s?)$/i.exec(bare) ?? [];
  const plain = rest === undefined ? bare : `${number!.toLowerCase().replace(/s$/, "")} ${rest}`;
  if (isListed(plain, country)) return plain;
  const [, over, under] = PER.exec(plain) ?? [];
  return over !== undefined && !PER_CENT.test(over) && !STOP.test(under!) && isListed(over, country) ? plain : null;
}

/** "USD per capita", "persons per km2", "persons per 1,000 inhabitants", "people per sq. km" */
const PER = /^(.+?) per ((?:\d[\d,]* )?[a-z²³]+[23.]?(?: [a-z²³]+[23.]?)?)$/;

/** Words that end a unit in prose. */
const STOP = /\b(?:from|since|to|for|by|and|at|on|with|as|the)\b/;

function isListed(text: string, {units}: Country): boolean {
  if ((units.ofEnglish?.(text) ?? units.known(text)) !== null) return true;
  const letters = /^(?:(?:thousand|million|billion|trillion|mln|bn) )?([A-Z]{3})$/.exec(text)?.[1];
  return letters !== undefined && CURRENCIES.has(letters) && !/^(?:ALL|TOP)$/.test(letters);
}

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
