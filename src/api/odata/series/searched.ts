// $search: the series that the search of series finds, as a filter. The order of the answer is that of the keys, or $orderby's.
import {readSearchText} from "../../../formats/odata/search-text.ts";
import type {Search} from "../../../store/series/search-index.ts";
import {ApiError} from "../../errors.ts";
import {narrowingOf} from "../dataset-finder.ts";
import type {RowQuery} from "../options.ts";

/** What is found beyond that is no answer to a question in words. */
export const MAX_SEARCHED = 10_000;

/** Keys of all series that the words find; null when nothing is searched. Throws BAD_REQUEST when they are too many. */
export async function findSearched(
  search: Search,
  {search: text, filter}: RowQuery,
): Promise<ReadonlySet<string> | null> {
  if (text === null) return null;
  const {datasets} = narrowingOf(filter);
  const filters = {dataset: datasets === null ? null : [...datasets]};
  const {total, keys} = await search.findKeys({text: readSearchText(text), filters, limit: MAX_SEARCHED});
  if (total > MAX_SEARCHED) {
    throw new ApiError(
      "BAD_REQUEST",
      `$search finds ${total} series, and at most ${MAX_SEARCHED} can be gone on with`,
      {
        hint: "add a word, or a filter on dataset_code",
      },
    );
  }
  return new Set(keys);
}
