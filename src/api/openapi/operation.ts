// The words and examples of a route in the document: its purpose, and what its answers mean there. Each v1 route has one in its config.
//
// Parameters and bodies are not described here: they come from the schemas that the route itself is held to.
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

/** A request to the sample warehouse. Its answer, in example-answers.json, is printed in the document. Keep these small. */
export interface Example {
  /** Unique within its operation. */
  readonly name: string;
  readonly summary: string;
  readonly status: number;
  readonly path: string;
  /** Whose token is sent: the owner's when absent. `free`, `spent`: of a new account on the free plan, all values left or none. */
  readonly token?: "none" | "unknown" | "free" | "spent";
  /** The example is the answer to the last of n equal requests. */
  readonly times?: number;
}

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
  /** Schemas within the answer that are components, with their names: clients generate types from these. */
  readonly components?: ReadonlyMap<object, string>;
  /** The route takes HTTP Basic and `api_key` too, and each of its answers has `OData-Version`. */
  readonly isOData?: boolean;
  /** The route is free: it never counts against the monthly quota. */
  readonly isFree?: boolean;
  /** Parameters that must be given although the schema lets them be missing, because their absence has an error of its own. */
  readonly required?: readonly string[];
  readonly examples: readonly Example[];
}
