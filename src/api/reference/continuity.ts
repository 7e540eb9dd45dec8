// GET /api/v1/reference/continuity: declared breaks where a series continues under another code, a row for each pair of series.
//
// A break that joins no series of its dataset is listed too, without keys: no declaration may be lost. A break inside a class (1998's new
// rouble) lists each of its series as its own continuation.
import {Type} from "typebox";
import {keyAt} from "../../statistics/catalogue/catalogue.ts";
import {pairsOfBreak, seriesOfClass} from "../../statistics/catalogue/continuity.ts";
import {dayText, firstDay, parsePeriod} from "../../statistics/time/day.ts";
import {listContinuityBreaks} from "../../store/datasets/declarations.ts";
import {closedObject, dayField, nullable, seriesKeyField, text} from "../http/field-schemas.ts";
import {referenceList} from "./route.ts";

const BREAK_ROW = closedObject({
  provider_code: text("provider of the dataset"),
  dataset: text("dataset code"),
  series_key: nullable(seriesKeyField("key"), "the series up to the break; null when the break joins no series"),
  continues_as: nullable(
    seriesKeyField("key"),
    "the series that continues it, the same one for a break inside a class; null when the break joins no series",
  ),
  class_from: text("class code before the break"),
  class_to: text("class code after it"),
  period: dayField("first day of the first period after the break"),
  note: nullable(Type.String(), "what the package says about the break"),
});

/** Packages write a year, a quarter, a month or a day. */
function firstDayText(written: string): string {
  const period = parsePeriod(written);
  if (period === null) throw new Error(`the store holds ${JSON.stringify(written)} where a period belongs`);
  return dayText(firstDay(period.frequency, period.ordinal));
}

export const CONTINUITY = referenceList({
  name: "continuity",
  operation: {
    operationId: "listContinuity",
    summary: "Breaks where a series continues under another code",
    description: "Declared changes of code, with the keys of the series before and after if both exist.",
    answer: "ContinuityList",
    item: "ContinuityRow",
    examples: [{name: "all", summary: "Every break", path: "/api/v1/reference/continuity"}],
  },
  row: BREAK_ROW,
  parameters: {},
  *readRows(q, _given, {catalogues}) {
    const rows = [];
    for (const declared of yield* listContinuityBreaks(q)) {
      const {datasetId: id, provider, dataset: code, changedBy, from, to, period, note} = declared;
      const catalogue = yield* catalogues.read(q, {id, provider, code, changedBy});
      const joins = from === to ? seriesOfClass(catalogue, from) : pairsOfBreak(catalogue, from, to);
      const pairs = joins.map(([older, newer]) => ({
        series_key: keyAt(catalogue, older),
        continues_as: keyAt(catalogue, newer),
      }));
      const at = {provider_code: provider, dataset: code};
      const about = {class_from: from, class_to: to, period: firstDayText(period), note};
      const joined = pairs.length === 0 ? [{series_key: null, continues_as: null}] : pairs;
      for (const pair of joined) rows.push({...at, ...pair, ...about});
    }
    return rows;
  },
});
