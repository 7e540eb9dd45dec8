// What all answers of the channel share.
import type {Search} from "../../store/search-index.ts";
import type {RouteParts} from "../route-parts.ts";
import type {DatasetFinder} from "./sources.ts";

/** Beside what all routes are built with. */
export interface ODataParts extends RouteParts {
  readonly finder: DatasetFinder;
  readonly search: Search;
}
