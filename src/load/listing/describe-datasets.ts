// The datasets that catalogues name, described anew by what the catalogues say now: when one came, or was taken back.
//
// Words alone change, some datasets at a time. What is as it should be stays untouched, so whoever was interrupted asks again.
import {isDeepStrictEqual} from "node:util";
import {countryOfRelease} from "../../country/countries.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import {findDatasets, listDatasets, readDatasetMetadata} from "../../store/datasets/dataset.ts";
import {readWords, wordsOf, writeWords} from "../../store/datasets/dataset-words.ts";
import {readListed} from "../../store/datasets/listing.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import {insertDescribingRun} from "../../store/releases/load-run.ts";
import type {Script} from "../../store/script.ts";

/** What the code of a dataset is where a run is told that is about none. */
export const NO_DATASET = "catalogue";

/** Of what a catalogue speaks. */
export interface Described {
  readonly provider: string;
  readonly codes: ReadonlySet<string>;
  readonly publishedAt: Day;
}

/** So many in one transaction: each waits for the turn of its dataset, and keeps it. */
const AT_ONCE = 50;

/**
 * @param without id of a catalogue that is passed over; null: none is
 * @returns of how many datasets the words changed
 */
export async function describeDatasets(
  store: Store,
  {provider, codes, publishedAt}: Described,
  now: Date,
  without: string | null = null,
): Promise<number> {
  const standing = (await store.statistics.read((q) => listDatasets(q)))
    .filter((dataset) => dataset.provider === provider && codes.has(dataset.code))
    .map(({code}) => code);
  let described = 0;
  for (let from = 0; from < standing.length; from += AT_ONCE) {
    const some = standing.slice(from, from + AT_ONCE);
    described += await store.statistics.write(function* (q) {
      const run = {changedBy: globalThis.crypto.randomUUID(), changedAt: now.toISOString()};
      let changed = 0;
      for (const dataset of some) if (yield* describeDataset(q, {provider, dataset}, run, without)) changed++;
      if (changed > 0)
        yield* insertDescribingRun(q, {
          id: run.changedBy,
          provider,
          dataset: NO_DATASET,
          name: NO_DATASET,
          loadedAt: run.changedAt,
          publishedAt: dayText(publishedAt),
        });
      return changed;
    });
  }
  return described;
}

/** @returns whether its words changed */
function* describeDataset(
  q: Queries,
  code: {readonly provider: string; readonly dataset: string},
  run: {readonly changedBy: string; readonly changedAt: string},
  without: string | null,
): Script<boolean> {
  yield* lockDataset(q, code);
  const [dataset] = yield* findDatasets(q, code);
  const folded = dataset && (yield* readDatasetMetadata(q, dataset.id));
  if (!dataset || !folded) return false;
  const described = countryOfRelease(folded).describeListed(folded, yield* readListed(q, code, without));
  if (isDeepStrictEqual(wordsOf(described), yield* readWords(q, dataset.id))) return false;
  yield* writeWords(q, dataset.id, described, run);
  return true;
}
