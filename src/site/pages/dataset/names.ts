// Names of a few datasets by their full codes; a code that has no dataset any more stays as it is.
import {findDatasets} from "../../../store/datasets/dataset.ts";
import type {SiteParts} from "../../frame/parts.ts";

/** @param codes `provider/dataset`, as many as a page shows */
export async function datasetNames({store}: SiteParts, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return store.statistics.read(function* (q) {
    const names = new Map<string, string>();
    for (const full of codes) {
      const [provider = "", dataset = ""] = full.split("/");
      const [found] = yield* findDatasets(q, {provider, dataset});
      names.set(full, found?.name ?? full);
    }
    return names;
  });
}
