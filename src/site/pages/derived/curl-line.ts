// The request to the API that gives the values of the page. Its token is a word that the reader replaces.
import type {Visit} from "../../visit/visit.ts";
import {TOKEN_INDEX} from "../../widgets/code-block.ts";
import {labelsLanguage} from "../quick-start/examples.ts";
import {dayQuery} from "../series/query.ts";
import type {SeriesView} from "../series/read-series.ts";

/** The request to the api for the same values. */
export function curlLine(visit: Visit, {series, asOf}: SeriesView, derive: string): string {
  const address = visit.absolute("/api/v1/derived", {
    series: series.key,
    derive,
    as_of: dayQuery(asOf),
    ...labelsLanguage(visit.language),
    format: "csv",
  });
  return `curl -H "Authorization: Bearer ${TOKEN_INDEX}" \\\n  "${address}"`;
}
