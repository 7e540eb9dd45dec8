// The state of a chart in the address of its page, so that a link shows the same part, scale, base and vintage.
//
// The page of the server ignores these parameters; pictures and frames take range, from and to (widgets/chart-part.ts). A parameter that
// can't be read is left out.
import {DAY_SECONDS, isoDay} from "./time-marks.ts";

/** As a reader has set the chart; null and false: as it is at first. */
export interface ChartState {
  /** Years counted back from the end. */
  readonly range: number | null;
  /** The first and the last shown second. */
  readonly zoom: readonly [from: number, to: number] | null;
  readonly isLogarithmic: boolean;
  /** First day of the base period. */
  readonly base: number | null;
  /** YYYY-MM-DD of the vintage of the slider. */
  readonly vintage: string | null;
  /** Outliers are in sight, although they flatten the line. */
  readonly isWhole: boolean;
}

export function readChartState(query: URLSearchParams): ChartState {
  const [range, from, to] = [Number(query.get("range")), dayOf(query.get("from")), dayOf(query.get("to"))];
  return {
    range: Number.isInteger(range) && range > 0 ? range : null,
    zoom: from === null || to === null || from >= to ? null : [from * DAY_SECONDS, to * DAY_SECONDS],
    isLogarithmic: query.get("scale") === "log",
    base: dayOf(query.get("base")),
    vintage: dayOf(query.get("vintage")) === null ? null : query.get("vintage"),
    isWhole: query.get("outliers") === "1",
  };
}

/** The same address with this state. */
export function withState(address: URL, {range, zoom, isLogarithmic, base, vintage, isWhole}: ChartState): URL {
  const changed = new URL(address);
  const day = (seconds: number): string => isoDay(Math.round(seconds / DAY_SECONDS));
  const state = {
    range: range === null ? null : String(range),
    from: zoom && day(zoom[0]),
    to: zoom && day(zoom[1]),
    scale: isLogarithmic ? "log" : null,
    base: base === null ? null : isoDay(base),
    vintage,
    outliers: isWhole ? "1" : null,
  };
  for (const [name, value] of Object.entries(state)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  return changed;
}

/** Counted from 1970-01-01; null: no day. */
function dayOf(text: string | null): number | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const day = Date.parse(`${text}T00:00:00Z`) / (DAY_SECONDS * 1000);
  return Number.isInteger(day) && isoDay(day) === text ? day : null;
}
