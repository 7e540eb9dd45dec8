// The address of each value of an answer, as a template that is given once [claims.*]: a client fills in key, period and day.
//
// It has a host only if the server has a public address: the host of one request would be in a kept body for all others.
import {text} from "./field-schemas.ts";

/** A relative address where the server has no public one. @param day the member that has the day of publication */
export function valueAddressTemplate(publicUrl: string | null, day: "as_of" | "published_at" = "as_of"): string {
  return `${publicUrl ?? ""}/c/{series_key}/{period}/{${day}}`;
}

/** The address of one estimate. @param base scheme and host without a slash at the end */
export function valueAddress(
  base: string,
  {seriesKey, period, publishedAt}: {readonly seriesKey: string; readonly period: string; readonly publishedAt: string},
): string {
  return `${base}/c/${seriesKey}/${period}/${publishedAt}`;
}

export const VALUE_ADDRESS_TEMPLATE = text(
  "address of each value for ever, a page or JSON, which needs no token: fill in the members in braces from the value and its series",
);
