// The digest of a mirrored dataset, from its own histories, compared with that of the service in the same state [pull.*].
import {dimensionsAt, keyAt} from "../../statistics/catalogue/catalogue.ts";
import {createContentDigest} from "../../statistics/changes/content-digest.ts";
import {createDecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import {DamagedHistory} from "../../statistics/history/layout.ts";
import {periodTable} from "../../statistics/time/day.ts";
import {type DatasetAddress, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import type {Script} from "../../store/script.ts";
import {readHistories} from "../../store/series/history.ts";
import {openCatalogue} from "../export/estimate-export.ts";
import {datedEvents} from "../files/everything-file.ts";

const SERIES_A_PAGE = 200;

/** null: the store does not have the dataset. Throws DamagedHistory; Refusal if its catalogue is damaged */
export function datasetDigest(store: Store, address: DatasetAddress): Promise<string | null> {
  return store.statistics.read((q) => digestScript(q, address));
}

function* digestScript(q: Queries, address: DatasetAddress): Script<string | null> {
  const [dataset] = yield* findDatasets(q, address);
  if (dataset === undefined) return null;
  const catalogue = yield* openCatalogue(q, dataset);
  const scratch = createDecodeScratch();
  const digest = createContentDigest();
  for (let start = 0; start < catalogue.size; start += SERIES_A_PAGE) {
    const end = Math.min(start + SERIES_A_PAGE, catalogue.size);
    const histories = yield* readHistories(q, dataset.id, Array.from(catalogue.numbers.subarray(start, end)));
    for (let position = start; position < end; position++) {
      const {frequency} = dimensionsAt(catalogue, position);
      const calendar = frequency === "W" ? catalogue.weeks : periodTable(frequency);
      const bytes = histories[position - start];
      if (bytes === undefined) throw new DamagedHistory("a series has no history");
      const history = decodeHistory(bytes, scratch);
      digest.series(keyAt(catalogue, position), datedEvents(history, calendar!));
    }
  }
  return digest.end();
}
