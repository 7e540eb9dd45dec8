// Units in the prose of publishers, and words that only look like units.
import assert from "node:assert/strict";
import {test} from "node:test";
import {countryOf} from "../../country/countries.ts";
import {territoryInTitle} from "./title-territory.ts";
import {unitInWords} from "./unit-words.ts";

test("prose names a unit only by words that a list, a currency or a base of 100 confirms [load.declared]", () => {
  const [russian, american] = [countryOf("RU")!, countryOf("US")!];
  for (const [text, unit] of [
    ["GDP in current USD", "USD"],
    ["GDP in current USD trillions", "trillion USD"],
    ["Annual average gold price in USD per troy ounce.", "USD per troy ounce"],
    ["Gold prices in USD per troy ounce from 1833 to present", "USD per troy ounce"],
    ["CPI (where 2005=100)", "index, 2005=100"],
    ["All items, 1982-84 = 100.", "index, 1982-84=100"],
    ["Price (EUR)", "EUR"],
    ["Output, kWh", "kWh"],
    ["Percent per year", "percent per year"],
    ["GDP (million USD)", "million USD"],
    ["GDP per head (USD per capita)", "USD per capita"],
    ["House price index levels", "index"],
  ] as const)
    for (const country of [russian, american]) assert.equal(unitInWords(text, country), unit, text);
  for (const [text, unit] of [
    ["Steel, thousand tonnes", "thousand tonnes"],
    ["Density (persons per km2)", "persons per km2"],
    ["Density (persons per sq. km)", "persons per sq. km"],
    ["Doctors (persons per 1,000 inhabitants)", "persons per 1,000 inhabitants"],
  ] as const)
    assert.equal(unitInWords(text, russian), unit, text);
  for (const text of ["% of population", "Employed % of Population", "Unemployment (percent)"])
    assert.equal(unitInWords(text, american), "percent", text);
  for (const text of [
    "Date in ISO 8601",
    "Prices in Europe since 1990",
    "Percent change from a year ago",
    "It covers 90 percent of trade",
    "converted into standard CSV",
    "Prices (ALL)",
    "A column in a table",
  ])
    assert.equal(unitInWords(text, american), null, text);
});

test("a title names a territory if it has the name of one country, and of no other territory [load.declared]", () => {
  const of = (title: string): string | null => territoryInTitle(title)?.canonical ?? null;
  assert.equal(of("US House Price Index (Case-Shiller)"), "US");
  assert.equal(of("10 year US Government Bond Yields"), "US");
  assert.equal(of("Wages in the United Kingdom"), "GB");
  assert.equal(of("Prices in Russia"), "RU-00");
  for (const title of [
    "USA / United Kingdom exchange rate",
    "World Bank: prices of France",
    "Population of the World",
    "Unemployment in Georgia",
    "About us",
    "Gold Prices",
  ])
    assert.equal(of(title), null, title);
});
