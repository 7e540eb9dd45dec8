// The words and examples of a route in the document: its purpose, and the meaning of its answers. Each v1 route has one in its config.
//
// Parameters and bodies are not described here: they come from the route's schemas, which check the requests.
import type {HeaderName} from "./answer-headers.ts";

export const TAGS = {
  Data: "Values of many series at once.",
  Series: "One series: its values and where they come from.",
  Search: "Series and concepts by words and by filters. Searching consumes no value quota.",
  Reference:
    "Lists of datasets, territories, codes and units. They consume no value quota; the per-minute limit is shared.",
  Files: "Files of whole datasets, which never change: for DuckDB, pandas, polars and R.",
  Updates: "Loads by day and dataset.",
  OData:
    "The channel for spreadsheets: OData 4.0 in JSON, at `/api/v1/odata` described by `$metadata`. Excel and Power BI (by their description, not tried) need only the root.",
} as const;

/** The address of a short series that was revised, for examples: growth of the domestic product, annual. */
export const GROWTH = "/api/v1/series/ycowe7zbqp9rhk93";
/** Its key. */
export const GROWTH_KEY = GROWTH.slice(GROWTH.lastIndexOf("/") + 1);

/** A request to the sample warehouse. Its answer, in example-answers.json, is printed in the document. Keep these small. */
export interface Example {
  /** Unique within its operation. */
  readonly name: string;
  readonly summary: string;
  /** 200 unless given. */
  readonly status?: number;
  readonly path: string;
  /** It is sent with POST. */
  readonly body?: object;
  /** Whose token is sent; the owner's if absent. `free`, `spent`: a new account on the free plan, with all values left or none. */
  readonly token?: "none" | "unknown" | "free" | "spent";
  /** The example is the answer to the last of n equal requests. */
  readonly times?: number;
}

export interface Operation {
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  /** The meaning of each status here. 400 appears only if a route describes it. */
  readonly answers: Readonly<Record<number, string>>;
  /** Headers of the 200 answer besides those of every answer. */
  readonly headers?: readonly HeaderName[];
  /** Headers of the 400 answer besides those of every answer. */
  readonly tooBigHeaders?: readonly HeaderName[];
  /** Component name of a 200 body, and of each of its `items`. */
  readonly answer: string;
  readonly item?: string | null;
  /** Schemas within the answer that become components, with their names: clients generate types from them. */
  readonly components?: ReadonlyMap<object, string>;
  /** The route also accepts HTTP Basic and `api_key`, and each of its answers has `OData-Version`. */
  readonly isOData?: boolean;
  /** The route is free: it never counts against the monthly quota. */
  readonly isFree?: boolean;
  /** Required parameters that the schema declares optional, because their absence has its own error code. */
  readonly required?: readonly string[];
  readonly examples: readonly Example[];
}
