// What search needs of datasets whose last load was by an earlier program, made without a load: a server would make it at each start.
//
// Nothing that an answer shows changes. One transaction for each dataset, so the store can be read and loaded into meanwhile, and an
// interrupted making goes on where it was. docs/decisions/0009-search-storage.md
import {DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import {findDatasets, listDatasetCodes} from "../../store/datasets/dataset.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Store} from "../../store/open.ts";
import {readWholeCatalogue} from "../../store/series/catalogue.ts";
import {hasSearchPart, writeSearchPart} from "../../store/series/search-part.ts";
import type {DatasetCode} from "./series-targets.ts";

export interface MadePart {
  readonly code: DatasetCode;
  readonly series: number;
  /** Why nothing was made; null: it was made. */
  readonly damage: string | null;
}

/** Makes what is missing, dataset by dataset; a damaged one does not stop the others. */
export async function* makeSearchParts(store: Store): AsyncGenerator<MadePart> {
  for (const {provider, code: dataset} of await store.statistics.read((q) => listDatasetCodes(q))) {
    const code = {provider, dataset};
    const made = await makePart(store, code);
    if (made !== null) yield {code, ...made};
  }
}

/** null: there is nothing to make. */
async function makePart(store: Store, code: DatasetCode): Promise<Omit<MadePart, "code"> | null> {
  try {
    return await store.statistics.write(function* (q) {
      yield* lockDataset(q, code);
      const [dataset] = yield* findDatasets(q, code);
      if (dataset === undefined || (yield* hasSearchPart(q, dataset.id))) return null;
      const catalogue = yield* readWholeCatalogue(q, dataset.id);
      if (catalogue === null) return null;
      yield* writeSearchPart(q, dataset.id, catalogue);
      return {series: dataset.seriesCount, damage: null};
    });
  } catch (error) {
    if (error instanceof DamagedCatalogue) return {series: 0, damage: error.message};
    throw error;
  }
}
