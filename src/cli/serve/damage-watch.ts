// Damaged datasets of a served store: when a request or the search index meets damage, every dataset is looked at beside the requests, and
// the damaged ones are named by an event. The service goes on: only requests that need the damaged bytes are refused.
import type {Emit} from "../../events.ts";
import {findDamagedDatasets} from "../../load/verify/damage.ts";
import type {Store} from "../../store/open.ts";

/** A look reads every history: it must not follow each refused request. */
const PAUSE_MILLISECONDS = 600_000;

/** A function that looks for damage, unless it did so lately. */
export function createDamageLook(store: Store, emit: Emit, pauseMs = PAUSE_MILLISECONDS): () => void {
  let isBusy = false;
  async function look(): Promise<void> {
    isBusy = true;
    try {
      const damaged = await findDamagedDatasets(store);
      const datasets = damaged.map(({code, reason}) => ({provider: code.provider, dataset: code.dataset, reason}));
      emit({type: "damage-looked", datasets});
    } catch (error) {
      emit({type: "store-failed", error: error as Error});
    } finally {
      setTimeout(() => {
        isBusy = false;
      }, pauseMs).unref();
    }
  }
  return () => {
    if (!isBusy) void look();
  };
}

/** Passes each event on, and looks for damage after those that tell of it. */
export function watchDamage(emit: Emit, look: () => void): Emit {
  return (event) => {
    emit(event);
    if ((event.type === "request-failed" || event.type === "store-failed") && tellsOfDamage(event.error)) look();
  };
}

function tellsOfDamage({name, message}: Error): boolean {
  return /damaged|checksum|malformed/i.test(`${name} ${message}`);
}
