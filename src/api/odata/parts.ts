// What all answers of the channel share.
import type {RouteParts} from "../route-parts.ts";
import type {DatasetFinder} from "./sources.ts";

/** Beside what all routes are built with. */
export interface ODataParts extends RouteParts {
  readonly finder: DatasetFinder;
}

export const CACHE_CONTROL = "private, max-age=3600";
