// Looks for loads, so that the index of searches is brought up to date without a search that waits for it.
import {StoreOutage} from "../outage.ts";
import {readLastChange} from "../releases/load-run.ts";
import type {Engine} from "../script.ts";

/** A server looks this often for loads that no search has met. */
const LOOK_MS = 2000;

export interface Loads {
  /** The last load run in the index; undefined: the index was never made. */
  asOf(): string | null | undefined;
  refresh(): Promise<void>;
  onFault(fault: Error): void;
}

/** Brings the index up to date now and after each load. Returns the end of that. */
export function watchLoads(statistics: Engine, {asOf, refresh, onFault}: Loads): () => void {
  let tried: string | null | undefined;
  let isLooking = false;
  const refreshIfChanged = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const change = await statistics.readOne(readLastChange);
      if (change !== asOf() && (change !== tried || tried === undefined)) {
        tried = change;
        await refresh();
      }
    } catch (error) {
      // An outage is told by the requests that meet it; the index is made when it is over.
      if (error instanceof StoreOutage) tried = undefined;
      else onFault(error as Error);
    } finally {
      isLooking = false;
    }
  };
  void refreshIfChanged();
  const timer = setInterval(refreshIfChanged, LOOK_MS).unref();
  return () => clearInterval(timer);
}
