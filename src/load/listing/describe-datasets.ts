// Updates the descriptions of datasets after a catalogue was loaded or withdrawn.
//
// Only words change, in batches of datasets. A dataset with the right words is not written, so an interrupted update can be repeated.
import {isDeepStrictEqual} from "node:util";
import {countryOfRelease} from "../../country/countries.ts";
import {RENAMED} from "../../statistics/changes/touched.ts";
import {createTouchedWriter} from "../../statistics/changes/touched-code.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import {recordChangeRun} from "../../store/changes/change-run.ts";
import {type DatasetAddress, findDatasets, listDatasets, readDatasetMetadata} from "../../store/datasets/dataset.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import {readListed} from "../../store/releases/listing.ts";
import {insertDescribingRun} from "../../store/releases/load-run.ts";
import type {Script} from "../../store/script.ts";
import {datasetWordsOf, readDatasetWords, writeWords} from "../../store/search/dataset-words.ts";

/** The dataset code in a run that is about a catalogue. */
export const NO_DATASET = "catalogue";

export interface CatalogueDatasets {
  readonly provider: string;
  readonly codes: ReadonlySet<string>;
  readonly publishedAt: Day;
}

/** Datasets in one transaction, which waits for the lock of each and keeps it. */
const AT_ONCE = 50;

/**
 * @param without id of a catalogue that is ignored; null: none
 * @returns the number of datasets whose words changed
 */
export async function describeDatasets(
  store: Store,
  {provider, codes, publishedAt}: CatalogueDatasets,
  now: Date,
  without: string | null = null,
): Promise<number> {
  const codesInStore = (await store.statistics.read((q) => listDatasets(q)))
    .filter((dataset) => dataset.provider === provider && codes.has(dataset.code))
    .map(({code}) => code);
  let described = 0;
  for (let from = 0; from < codesInStore.length; from += AT_ONCE) {
    const some = codesInStore.slice(from, from + AT_ONCE);
    described += await store.statistics.write(function* (q) {
      const run = {changedBy: globalThis.crypto.randomUUID(), changedAt: now.toISOString()};
      const changed: DescribedDataset[] = [];
      for (const dataset of some) {
        const one = yield* describeDataset(q, {provider, dataset}, run, without);
        if (one !== null) changed.push(one);
      }
      // Behind the locks of all datasets: a load takes the lock of its dataset first, too.
      for (const one of changed) yield* recordRenamed(q, provider, one, run);
      if (changed.length > 0)
        yield* insertDescribingRun(q, {
          id: run.changedBy,
          provider,
          dataset: NO_DATASET,
          name: NO_DATASET,
          loadedAt: run.changedAt,
          publishedAt: dayText(publishedAt),
        });
      return changed.length;
    });
  }
  return described;
}

interface DescribedDataset {
  readonly id: number;
  readonly code: string;
  /** Numbers of series with another name, ascending. */
  readonly renamed: readonly number[];
}

type DescribingRun = {readonly changedBy: string; readonly changedAt: string};

/** Tells followers of the other names. */
function recordRenamed(q: Queries, provider: string, {id, code, renamed}: DescribedDataset, run: DescribingRun) {
  const writer = createTouchedWriter();
  for (const number of renamed) writer.add(number, RENAMED);
  const {changedBy, changedAt} = run;
  return recordChangeRun(q, {id: changedBy, datasetId: id, provider, dataset: code, changedAt}, writer.end());
}

/** null: its words are the same */
function* describeDataset(
  q: Queries,
  address: DatasetAddress,
  run: DescribingRun,
  without: string | null,
): Script<DescribedDataset | null> {
  yield* lockDataset(q, address);
  const [dataset] = yield* findDatasets(q, address);
  const folded = dataset && (yield* readDatasetMetadata(q, dataset.id));
  if (!dataset || !folded) return null;
  const described = countryOfRelease(folded).describeListed(folded, yield* readListed(q, address, without));
  const stored = yield* readDatasetWords(q, dataset.id);
  const codes = new Set(stored.indicators.map(({code}) => code));
  const words = datasetWordsOf(described);
  // a former indicator that no series has is not stored
  const indicators = words.indicators.filter(({code}) => codes.has(code));
  if (isDeepStrictEqual({...words, indicators}, stored)) return null;
  return {id: dataset.id, code: dataset.code, renamed: yield* writeWords(q, dataset.id, described, run)};
}
