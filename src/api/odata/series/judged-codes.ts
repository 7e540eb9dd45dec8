// Conditions on a dataset that does not fit into memory, judged by the codes of its head before any series is read.
//
// Each code of a dictionary has a series. So a condition on one column that no code fulfils closes the dataset, and one that all of them fulfil
// is fulfilled by every series. Classes are not in the head.
import type {Budget} from "../../../budget.ts";
import {classesOf} from "../../../statistics/catalogue/block-series.ts";
import type {Catalogue} from "../../../statistics/catalogue/catalogue.ts";
import {type CatalogueHead, FEW_CODES} from "../../../statistics/catalogue/catalogue-code.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {knownNames} from "../../../store/series/class-names.ts";
import {seriesRow, withNames} from "../row-properties.ts";
import type {Condition} from "./series-sieve.ts";
import {passesDataset} from "./series-sieve.ts";

/** The conditions that are left to judge by series; null: no series can pass. @param conditions that hold for the dataset itself */
export function judgeCodes(
  conditions: readonly Condition[],
  dataset: DatasetRecord,
  head: CatalogueHead,
  budget: Budget,
): readonly Condition[] | null {
  const row = seriesRow(withNames(dataset, catalogueOfCodes(head), NO_NAMES), 0);
  const left: Condition[] = [];
  for (const condition of conditions) {
    const dimension = FEW_CODES.find((name) => name === condition.hangsOn);
    if (dimension === undefined) {
      if (condition.hangsOn !== "dataset") left.push(condition);
      continue;
    }
    const {length} = head.codes[dimension];
    let passing = 0;
    for (let place = 0; place < length; place++) {
      budget.spend(condition.weight);
      row.position = place;
      if (condition.read(row) === true) passing++;
    }
    if (passing === 0) return null;
    if (passing < length) left.push(condition);
  }
  return left;
}

/** Below it, series are counted one by one. */
const MANY_SERIES = 50_000;

/** The number of series of a dataset that pass, where its head tells it; null: it does not. */
export function* countAhead(
  q: Queries,
  {catalogues, budget}: {readonly catalogues: CatalogueCache; readonly budget: Budget},
  conditions: readonly Condition[],
  dataset: DatasetRecord,
): Script<number | null> {
  if (dataset.seriesCount < MANY_SERIES) return null;
  if (!passesDataset(conditions, dataset, budget)) return 0;
  const head = yield* catalogues.readLargeHead(q, dataset);
  if (head === null) return null;
  const left = judgeCodes(conditions, dataset, head, budget);
  return left === null ? 0 : left.length === 0 ? head.size : null;
}

const NO_NAMES = knownNames([]);

/** At each position the code of that place, in all columns of few codes alike: a condition on one column reads no other. */
function catalogueOfCodes(head: CatalogueHead): Catalogue {
  const size = Math.max(...FEW_CODES.map((name) => head.codes[name].length));
  const index = Uint32Array.from({length: size}, (_, place) => place);
  const columns = FEW_CODES.map((name) => [name, {codes: head.codes[name], index}]);
  return {...classesOf(head, []), ...(Object.fromEntries(columns) as Pick<Catalogue, (typeof FEW_CODES)[number]>)};
}
