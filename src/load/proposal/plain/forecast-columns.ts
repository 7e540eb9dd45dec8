// Columns that say which values were planned or expected: Actual and Forecast, Факт and Прогноз. As classes, or as statuses, they would make
// the values of what will be into values of what was.
//
// A column that a person leaves out is asked about too: its rows stay. A word inside a longer name is none: "pension plan", "inflation target".

import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import {namesActual, namesForecast, namesForecastAlone} from "../../../country/status-mark.ts";
import {type Answers, LEFT_OUT} from "../answers.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";

export function askForecasts(columns: readonly ColumnProfile[], {units}: Answers, say: Say): void {
  for (const {header, isNumeric, distinct} of columns) {
    if (isNumeric) continue;
    const texts = distinct.map(({plain}) => plain.trim());
    const isStatus = COLUMN_WORDS.status.test(header);
    const found = forecastsOf(texts) ?? (isStatus ? texts.find((text) => text === SDMX_FORECAST) : undefined);
    if (found !== undefined)
      say(
        `are the values of ${JSON.stringify(found)} in the column ${header} of what was? take its rows out of the file: planned and expected values are not published${STAYS_OPEN}`,
        null,
      );
  }
  const values = columns.filter(({header, isNumeric}) => isNumeric && units?.get(header) !== LEFT_OUT);
  const found = forecastsOf(values.map(({header}) => header.trim()));
  if (found !== undefined)
    say(
      `are the values of the column ${found} of what was? planned and expected values are not published: leave it out with --unit "${found}=-"${STAYS_OPEN}`,
      null,
    );
}

/** Of the list of statuses of observations of SDMX. */
const SDMX_FORECAST = "F";

/** The first of the names that says so: by itself, or beside one of what was. */
function forecastsOf(names: readonly string[]): string | undefined {
  const isBesideActual = names.some(namesActual);
  return names.find((name) => namesForecastAlone(name) || (isBesideActual && namesForecast(name)));
}
