// The words of the document, one row for each v1 route.
//
// Parameters and bodies are not described here: they come from the schemas that the routes themselves are held to.
import {ODATA_OPERATIONS} from "./odata-operations.ts";
import type {Operations} from "./operation.ts";
import {REFERENCE_OPERATIONS} from "./reference-operations.ts";
import {SEARCH_OPERATIONS} from "./search-operations.ts";
import {VALUE_OPERATIONS} from "./value-operations.ts";

/** By the route's address. */
export const OPERATIONS: Operations = {
  ...VALUE_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...REFERENCE_OPERATIONS,
  ...ODATA_OPERATIONS,
};
