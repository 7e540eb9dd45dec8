// Catalogues in memory: decoded once for each state of a dataset, bounded by the bytes they hold.
//
// An entry is used only with the version it was built from, and that version is read in the same snapshot as everything else of
// the answer; so no entry needs to be dropped in time, only to make room.

import {createBoundedCache} from "../../bounded-cache.ts";
import type {Emit} from "../../events.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {decodeCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readCatalogueColumns} from "./catalogue.ts";

/** A dataset in the state that its last load run left. */
interface DatasetState {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly changedBy: string;
}

export interface CatalogueCache {
  /** The catalogue of the dataset in this state, from memory or from the store. */
  read(q: Queries, dataset: DatasetState): Script<Catalogue>;
}

/** Memory for the catalogues of one server: 60 to 270 bytes a series, so those of 0.6 to 2.7 million. */
export const CATALOGUE_BYTES = 160 * 1024 * 1024;

/** One for a process: whatever asks for catalogues is given the same. */
export function createCatalogueCache(maxBytes: number, emit: Emit): CatalogueCache {
  const held = createBoundedCache<{readonly changedBy: string; readonly catalogue: Catalogue}>(maxBytes);
  return {
    *read(q, dataset) {
      const key = String(dataset.id);
      const entry = held.find(key);
      const hit = entry?.changedBy === dataset.changedBy;
      emit({type: "cache-asked", cache: "catalogue", hit});
      if (hit) return entry.catalogue;
      const columns = yield* readCatalogueColumns(q, dataset.id);
      if (columns === null)
        throw new Error(`dataset ${dataset.provider}/${dataset.code} has no catalogue in the store`);
      const catalogue = decodeCatalogue(columns);
      held.keep(key, {changedBy: dataset.changedBy, catalogue}, catalogue.bytes);
      return catalogue;
    },
  };
}
