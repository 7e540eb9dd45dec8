// What all answers of the channel share.
import type {Search} from "../../store/series/search-index.ts";
import type {RouteParts} from "../context.ts";
import type {DatasetFinder} from "./dataset-finder.ts";

/** Beside what all routes are built with. */
export interface ODataParts extends RouteParts {
  readonly finder: DatasetFinder;
  readonly search: Search;
}
