// Catalogues in memory: decoded once for each state of a dataset, bounded by the bytes they hold.
//
// An entry is used only with the version it was built from, and that version is read in the same snapshot as everything else of
// the answer; so no entry needs to be dropped in time, only to make room.

import type {Catalogue} from "../statistics/catalogue.ts";
import {decodeCatalogue} from "../statistics/catalogue-code.ts";
import {readCatalogueColumns} from "../store/catalogue.ts";
import type {Queries} from "../store/engines.ts";
import type {Script} from "../store/script.ts";

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

export function createCatalogueCache(maxBytes: number): CatalogueCache {
  // A Map keeps the order of insertion: what was used last is moved to the end, what stands first goes first.
  const held = new Map<number, {readonly changedBy: string; readonly catalogue: Catalogue}>();
  let bytes = 0;

  function drop(id: number): void {
    bytes -= held.get(id)?.catalogue.bytes ?? 0;
    held.delete(id);
  }

  function keep(id: number, changedBy: string, catalogue: Catalogue): void {
    drop(id);
    if (catalogue.bytes > maxBytes) return;
    held.set(id, {changedBy, catalogue});
    bytes += catalogue.bytes;
    for (const oldest of held.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  return {
    *read(q, dataset) {
      const entry = held.get(dataset.id);
      if (entry?.changedBy === dataset.changedBy) {
        held.delete(dataset.id);
        held.set(dataset.id, entry);
        return entry.catalogue;
      }
      const columns = yield* readCatalogueColumns(q, dataset.id);
      if (columns === null)
        throw new Error(`dataset ${dataset.provider}/${dataset.code} has no catalogue in the store`);
      const catalogue = decodeCatalogue(columns);
      keep(dataset.id, dataset.changedBy, catalogue);
      return catalogue;
    },
  };
}
