// What the document says of a v1 route in words: what it is for, and what its answers mean there.
import type {HeaderName} from "./headers.ts";

export const TAGS = {
  Data: "Values of many series at once.",
  Series: "One series: its values and where they come from.",
  Search: "Series and concepts by words and by filters. Searching consumes no value quota.",
  Reference: "Lists of what there is. They consume no value quota; the per-minute limit is shared.",
  Updates: "What was loaded, and when.",
  OData:
    "The channel for spreadsheets: OData 4.0 in JSON, at `/api/v1/odata` with `$metadata` beside it. Excel and Power BI are given the root alone.",
} as const;

export interface Operation {
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  /** What the statuses mean here. 400 is listed only for routes that name it. */
  readonly answers: Readonly<Record<number, string>>;
  /** Headers of the 200 answer beside those of every answer. */
  readonly headers: readonly HeaderName[];
  /** Component that the body of a 200 answer is, and the one that each of its `items` is. */
  readonly answer: string;
  readonly item: string | null;
  /** The route takes HTTP Basic and `api_key` too, and each of its answers bears `OData-Version`. */
  readonly isOData?: boolean;
  /** No answer of a route of that channel is ever refused for want of values. */
  readonly isFree?: boolean;
  /** Parameters that must be given although the schema lets them be missing, because their absence has an error of its own. */
  readonly required?: readonly string[];
}

/** By the route's address. */
export type Operations = Readonly<Record<string, Operation>>;
