// A series by its key, or the refusal that says where keys come from.
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {findSeriesOfKey, type SeriesOfKey} from "../../store/series/series-of-key.ts";
import {ApiError} from "../errors.ts";

/** Throws NOT_FOUND. */
export function* findSeries(q: Queries, key: string): Script<SeriesOfKey> {
  const found = yield* findSeriesOfKey(q, key);
  if (found !== null) return found;
  throw new ApiError("NOT_FOUND", `there is no series ${key.length > 100 ? `${key.slice(0, 100)}…` : key}`, {
    hint: "take the `series_key` from an answer of /api/v1/data",
  });
}
