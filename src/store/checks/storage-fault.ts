// Faults of the database beneath a part, as its engine finds them itself: torn pages, entries out of order, lost indexes.
import {all, type Engine} from "../script.ts";

/** One sentence for each; none where the engine has no such look. A database too damaged to look at is a fault as well. */
export async function findStorageFaults(engine: Engine): Promise<string[]> {
  const faults = engine.differences.storageFaults;
  if (faults === null) return [];
  try {
    return await engine.read(function* (q) {
      return (yield* all(faults.compile(q.db))).map(({fault}) => fault.trim().replaceAll(/\s+/g, " "));
    });
  } catch (error) {
    return [(error as Error).message];
  }
}
