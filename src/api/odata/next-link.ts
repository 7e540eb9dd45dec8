// The address of the next page: every option of the request as it was given, and a $skiptoken in place of $skip.
//
// A request whose next page could not be asked for is refused whole, never given without its end.
// A key that came in the query goes with it, because the client could not send it otherwise; from anywhere else none ever does.
import {ApiError} from "../errors.ts";
import {KEY_PARAMETER} from "../http/parameters.ts";
import type {ODataRequest} from "./request.ts";

export function nextPageLink({root, query, queryKey, resource}: ODataRequest, skipToken: string): string {
  const set = "set" in resource ? resource.set.name : "";
  const parts: string[] = [];
  for (const [name, values] of query.values) {
    if (name === "" || name === "$skip" || name === "$skiptoken" || name === KEY_PARAMETER) continue;
    for (const value of values)
      if (value !== "") parts.push(`${nameText(name)}=${encodeURIComponent(value.toWellFormed())}`);
  }
  if (queryKey !== null) parts.push(`${KEY_PARAMETER}=${encodeURIComponent(queryKey.toWellFormed())}`);
  const link = `${root}${set}?${[...parts, `$skiptoken=${skipToken}`].join("&")}`;
  if (link.length <= MAX_LINK_LENGTH) return link;
  throw new ApiError(
    "BAD_REQUEST",
    `the next page would have an address of ${link.length} characters, which no server reads`,
    {
      hint: "shorten $filter, or ask for all rows in one page: Prefer: odata.maxpagesize=60000",
    },
  );
}

/** Node's own server and client take 16 kB for all of a request's head. */
const MAX_LINK_LENGTH = 14_000;

/** The first sign of an option or an alias stays readable. */
function nameText(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/^%(?:24|40)/, (sign) => (sign === "%24" ? "$" : "@"));
}
