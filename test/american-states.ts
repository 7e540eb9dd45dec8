// The nation and the 51 states of the United States with unemployment rates, for tests of a second country.
//
// Every figure is invented: it is computed from the state's place in the list, looks plausible, and no publisher has given it.
import {readAmericanTerritories} from "../src/reference/reference.ts";

export const NATION_AND_STATES = readAmericanTerritories();
export const STATES = NATION_AND_STATES.filter(({level}) => level === "region");
const MONTHS = ["January", "February", "March"];

/** Per cent with one decimal, from 2.4 to 7.4. */
export function inventedRate(index: number, month: number): number {
  return (24 + ((index * 7 + month * 3) % 51)) / 10;
}

export const SOURCE_NOTE = "Invented figures for tests, not those of any publisher.";

/** A tidy package by FIPS codes; it lists no territory. */
export const UNEMPLOYMENT = {
  provider: "labor_tests",
  dataset: "state_unemployment",
  header: "indicator,unit,geo,period,value",
  rows: NATION_AND_STATES.flatMap(({fips}, index) =>
    MONTHS.map((_, month) => `rate,PCT,${fips},2026-0${month + 1},${inventedRate(index, month)}`),
  ),
  more: {
    name: "State unemployment (invented figures)",
    country: "US",
    indicators: [{code: "rate", label: "Unemployment rate"}],
    units: [{code: "PCT", name: "percent", okei: "744", mult: 1}],
    notes: [{text: SOURCE_NOTE}],
  },
};

/** One flat file by names of states: a row for each state, year and month. */
export const LABOR_FORCE_FILE = [
  "state,year,month,unemployment_rate_pct,labor_force_thousand",
  ...STATES.flatMap(({name}, index) =>
    MONTHS.map(
      (month, at) => `${name},2026,${month},${inventedRate(index, at)},"${1 + index},${String(at).repeat(3)}"`,
    ),
  ),
  "",
].join("\n");

export const LABOR_FORCE_DESCRIPTOR = `{
  "family": "labor force by state (invented figures)",
  "provider": "labor_files",
  "country": "US",
  "dataset": {"code": "labor_force", "name": "Labor force by state (invented figures)"},
  "names": {
    "unemployment_rate_pct": {"code": "unemployment_rate", "name": "Unemployment rate"},
    "labor_force_thousand": {"code": "labor_force", "name": "Civilian labor force"}
  },
  "tables": [
    {
      "headerRow": 1,
      "columns": ["indicator"],
      "rows": ["territory", "year", "period"],
      "marks": {"_pct": {"unit": "percent"}, "_thousand": {"unit": "thousand persons"}}
    }
  ]
}`;
