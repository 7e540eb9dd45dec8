// The family of a series: all that differ from it by their territory alone, as they lie one after another in the catalogue.
import type {Catalogue} from "../../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {SeriesOfKey} from "../../../store/series/series-of-key.ts";
import type {SiteParts} from "../../frame/parts.ts";

/** First position of the family of the series with a number, and the one after its last; of a number that is not there none. */
export function familyOf({families, numbers}: Catalogue, number: number): readonly [start: number, end: number] {
  const position = numbers.indexOf(number);
  if (position === -1) return [0, 0];
  let [low, high] = [0, families.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (families[middle]! <= position) low = middle;
    else high = middle;
  }
  return [families[low]!, families[high]!];
}

/** How many territories there are to compare, the series' own among them. Of a dataset of one territory nothing is asked. */
export function* countFamily(
  q: Queries,
  {catalogues}: Pick<SiteParts, "catalogues">,
  {dataset, series}: Pick<SeriesOfKey, "dataset" | "series">,
): Script<number> {
  if (dataset.territoryCount < 2) return 1;
  const [start, end] = familyOf(yield* catalogues.read(q, dataset), series.number);
  return end - start;
}
