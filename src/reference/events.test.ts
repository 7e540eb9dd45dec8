import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {countryOf} from "../country/countries.ts";
import {parseDay} from "../statistics/time/day.ts";
import {EVENT_KINDS, readEvents} from "./events.ts";

const rowsOf = (dataset: string): string[][] =>
  readFileSync(new URL(`../../samples/${dataset}/observations.csv`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(";"));

/** The rates in force by day of decision, as the list names them. */
const RATES = readEvents()
  .filter(({kind}) => kind === "rate")
  .map(({day, names}) => ({day, rate: Number(/([\d.]+) per cent$/.exec(names.en)![1])}));

test("each event has a country, a kind, a day, names in both languages and a public address as its source, in order [site.events]", () => {
  const events = readEvents();
  for (const {country, kind, day, names, source} of events) {
    assert.ok(countryOf(country) !== null && EVENT_KINDS.includes(kind), day);
    assert.ok(parseDay(day) !== null && names.ru !== "" && names.en !== "", day);
    assert.match(
      source,
      country === "US" ? /^https?:\/\/[\w.-]+\.(?:gov|edu)\// : /^https?:\/\/[\w.-]+\.(?:ru|info)\//,
      day,
    );
    assert.ok(URL.canParse(source), day);
  }
  assert.deepEqual(
    events.map(({day}) => day),
    events.map(({day}) => day).toSorted(),
  );
  const taxes = events.filter(({kind}) => kind === "tax").map(({day, names}) => `${day} ${names.en}`);
  assert.deepEqual(taxes, [
    "2004-01-01 Standard rate of VAT: 20 → 18 per cent, sales tax abolished (law 117-FZ)",
    "2009-01-01 Tax on profits: 24 → 20 per cent (laws 224-FZ and 305-FZ)",
    "2010-01-01 Social tax replaced by insurance contributions (law 212-FZ)",
    "2018-01-01 Corporate income tax: 35 → 21 per cent (P.L. 115-97)",
    "2019-01-01 Standard rate of VAT: 18 → 20 per cent",
    "2021-01-01 Income tax above 5 million roubles a year: 13 → 15 per cent (law 372-FZ)",
    "2025-01-01 Income tax: two steps → five, 13 to 22 per cent (law 176-FZ)",
    "2025-01-01 Tax on profits: 20 → 25 per cent (law 176-FZ)",
    "2026-01-01 Standard rate of VAT: 20 → 22 per cent",
  ]);
  for (const {day, kind, phrases, names} of events)
    if (kind !== "rate" && phrases.length === 0) assert.match(names.en, /VAT|National emergency/, day);
  assert.equal(new Set(events.map(({country, day, names}) => `${country} ${day} ${names.en}`)).size, events.length);
});

test("the decisions on the key rate are those by which the published rate changes, to the day where days are published [site.events]", () => {
  const inForce = (day: string): number => RATES.findLast((one) => one.day <= day)!.rate;
  const days = rowsOf("key_rate");
  assert.ok(days.length > 500);
  for (const [, , day, value] of days) assert.equal(inForce(day!), Number(value), day!);
  const months = rowsOf("key_rate_inflation").filter(([indicator]) => indicator === "key_rate");
  assert.ok(months.length > 140);
  for (const [, , , month, value] of months) assert.equal(inForce(`${month}-31`), Number(value), month!);
  // each decision names the rate before it
  for (const [at, {names}] of readEvents()
    .filter(({kind}) => kind === "rate")
    .entries())
    if (at > 0) assert.match(names.en, new RegExp(`^Key rate: ${RATES[at - 1]!.rate} → `));
});
