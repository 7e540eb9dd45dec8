// A read of selected series: in one stretch, as almost all are, or with rests, if the selection looks at much of a large dataset.
//
// That is known only while it is read, so such a read begins again. What it has read until then is a head, which is kept.

import type {Queries} from "../../store/engines/differences.ts";
import type {Engine, Script} from "../../store/script.ts";
import {LongSelection} from "../../store/series/catalogue-parts.ts";

/** @param mayRest false: a long selection throws LongSelection */
export type SelectionScript<T> = (q: Queries, mayRest: boolean) => Script<T>;

export async function readSelection<T>(
  statistics: Pick<Engine, "read" | "readGivingWay">,
  script: SelectionScript<T>,
): Promise<T> {
  try {
    return await statistics.read((q) => script(q, false));
  } catch (error) {
    if (!(error instanceof LongSelection)) throw error;
    return await statistics.readGivingWay((q) => script(q, true));
  }
}
