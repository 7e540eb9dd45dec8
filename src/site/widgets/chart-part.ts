// The part of the chart of a series that its reader has chosen, as the address of the page has it (client/chart-address.ts): the last years,
// or two days.
//
// The chart of the page is drawn anew by its script; pictures, frames and their code take the same parameters here. A part without a value,
// or longer than the series, is the whole of it.
import {type RowList, rowsOfColumns} from "../../statistics/row-list.ts";
import type {Day} from "../../statistics/time/day.ts";
import {readChartState} from "../client/chart-address.ts";
import type {Visit} from "../visit/visit.ts";

const DAY_SECONDS = 86_400;
const DAYS_A_YEAR = 365.25;

/** For an address: only what can be read. */
export function partQuery({query}: Pick<Visit, "query">): Readonly<Record<"range" | "from" | "to", string | null>> {
  const {range, zoom} = readChartState(query);
  if (zoom !== null) return {range: null, from: query.get("from"), to: query.get("to")};
  return {range: range === null ? null : String(range), from: null, to: null};
}

/** The series with the values of the part, for its drawing; texts about it tell of the whole. */
export function withPart<V extends {readonly first: Day}, W extends {readonly values: RowList<V>}>(
  view: W & {readonly values: RowList<V>},
  {query}: Pick<Visit, "query">,
): W {
  const {range, zoom} = readChartState(query);
  const {values} = view;
  const last = values.at(-1)?.first;
  if (last === undefined || (zoom === null && range === null)) return view;
  const [from, to] = zoom?.map((second) => second / DAY_SECONDS) ?? [last - range! * DAYS_A_YEAR, last];
  const start = values.findLastIndex(({first}) => first < from!) + 1;
  const end = values.findLastIndex(({first}) => first <= to!) + 1;
  return end <= start ? view : {...view, values: rowsOfColumns(end - start, (at) => values.at(start + at)!)};
}
