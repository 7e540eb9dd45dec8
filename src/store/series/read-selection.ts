// A read of selected series in one snapshot, with rests if it is long.
import type {Queries} from "../engines/differences.ts";
import type {Engine, Script} from "../script.ts";
import {LongSelection} from "./catalogue-parts.ts";

/** @param mayRest false: a long selection throws LongSelection */
type SelectionScript<T> = (q: Queries, mayRest: boolean) => Script<T>;

/**
 * A read of selected series: in one go, as almost all are, or with rests, if the selection looks at much of a large dataset. That is known
 * only while it is read, so such a read begins again. What it has read until then is a head, which is kept.
 */
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
