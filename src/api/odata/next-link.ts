// The address of the next page: every option of the request as it was given, and a $skiptoken in place of $skip.
//
// A key that came in the query goes with it, because the client could not send it otherwise; from anywhere else none ever does.
import {KEY_PARAMETER} from "./credentials.ts";
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
  return `${root}${set}?${[...parts, `$skiptoken=${skipToken}`].join("&")}`;
}

/** The first sign of an option or an alias stays readable. */
function nameText(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/^%(?:24|40)/, (sign) => (sign === "%24" ? "$" : "@"));
}
