// A dataset in one state, which its last load run names: what is remembered of a dataset is valid for that state alone.
import {DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import type {Script} from "../script.ts";

export interface DatasetAtRun {
  readonly id: number;
  /** The id of the last load run that changed it. */
  readonly changedBy: string;
}

/** An error of a damaged catalogue does not name its dataset; this one does. @param what the error says of the dataset before the damage */
export function* namingDataset<T>(
  {provider, code}: {readonly provider: string; readonly code: string},
  script: Script<T>,
  what = "",
): Script<T> {
  try {
    return yield* script;
  } catch (error) {
    if (!(error instanceof DamagedCatalogue)) throw error;
    throw new Error(`dataset ${provider}/${code}${what}: ${error.message}`, {cause: error});
  }
}
