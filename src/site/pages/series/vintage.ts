// The day of `as_of` in an address of the site: as the api takes it, YYYY-MM-DD or "latest".
import {type Day, parseDay} from "../../../statistics/time/day.ts";

export interface AskedVintage {
  /** null: as known now. */
  readonly asOf: Day | null;
  /** Something was given that is no day: the latest values are shown, and the page says so. */
  readonly isUnreadable: boolean;
}

export function readVintage(text: string | null): AskedVintage {
  if (text === null || text === "" || text === "latest") return {asOf: null, isUnreadable: false};
  const asOf = parseDay(text);
  return {asOf, isUnreadable: asOf === null};
}
