// Damaged datasets of a served store: when a request meets damage, every dataset is looked at beside the requests, and the damaged ones are
// named by an event. The service goes on: only requests that need the damaged bytes are refused.
import type {Emit, Event} from "../../events.ts";
import {findDamagedDatasets} from "../../load/verify/damage.ts";
import type {Store} from "../../store/open.ts";

/** A look reads every history: it must not follow each refused request. */
const PAUSE_MILLISECONDS = 600_000;

/** Passes each event on, and looks for damage after those that tell of it. */
export function watchDamage(store: Store, emit: Emit, pauseMs = PAUSE_MILLISECONDS): Emit {
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
  return (event) => {
    emit(event);
    if (!isBusy && tellsOfDamage(event)) void look();
  };
}

function tellsOfDamage(event: Event): boolean {
  return (
    event.type === "request-failed" && /damaged|checksum|malformed/i.test(`${event.error.name} ${event.error.message}`)
  );
}
