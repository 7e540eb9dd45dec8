// The day against which the site judges datasets: the one set (RYAD_TODAY), else the clock's own in UTC.
import {type Day, parseDay} from "../../statistics/time/day.ts";
import type {SiteParts} from "./parts.ts";

export function todayOf({settings, now}: Pick<SiteParts, "settings" | "now">): Day {
  const today = parseDay(settings.today ?? now().toISOString().slice(0, 10));
  if (today === null) throw new RangeError(`${settings.today ?? now().toISOString()} is not a supported day`);
  return today;
}
