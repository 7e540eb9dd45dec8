// Slots for large answers: at most four of the service are written at a time, the others wait in the order of arrival.
//
// Without slots every large answer is late when sixteen are requested at once. An answer has its slot until it is sent, but not longer than
// SLOT_MS: a slow client must not keep the others waiting.
import type {ServerResponse} from "node:http";
import type {Emit} from "../../service/events.ts";

/** About 2 MB of JSON: a smaller answer is sent before another would have to wait. */
export const LARGE_VALUES = 20_000;
export const SLOTS = 4;
const SLOT_MS = 1_000;
/** Used when the server is about to stop: the last answer in the queue has to begin early enough for a client that reads 1 MB a second. */
const LAST_SLOT_MS = 100;

export interface WriteSlots {
  /** Waits for a slot; false if the client disconnected first, and nothing needs to be written. */
  acquire(response: ServerResponse): Promise<boolean>;
}

export function createWriteSlots(
  emit: Emit,
  isStopping = (): boolean => false,
  slots = SLOTS,
  slotMs = SLOT_MS,
): WriteSlots {
  const waiting = new Set<() => void>();
  let free = slots;
  const tell = (): void => emit({type: "slots-changed", writing: slots - free, waiting: waiting.size});

  /** Gives the slot to the answer that has waited longest. */
  function end(): void {
    const [next] = waiting;
    if (next === undefined) {
      free++;
    } else {
      waiting.delete(next);
      next();
    }
    tell();
  }

  /** Gives an answer its slot until it is sent or SLOT_MS is over. */
  function start(response: ServerResponse): void {
    const once = (): void => {
      clearTimeout(timer);
      response.off("finish", once).off("close", once);
      end();
    };
    const timer = setTimeout(once, isStopping() ? LAST_SLOT_MS : slotMs);
    timer.unref();
    response.once("finish", once).once("close", once);
  }

  async function acquire(response: ServerResponse): Promise<boolean> {
    if (hasLeft(response)) return false;
    if (free === 0) {
      if (!(await waitInLine(waiting, response, tell))) return false;
      if (hasLeft(response)) {
        end();
        return false;
      }
    } else {
      free--;
      tell();
    }
    start(response);
    return true;
  }

  return {acquire};
}

function hasLeft(response: ServerResponse): boolean {
  return response.destroyed || response.closed;
}

/** A place in the queue; given up when the client disconnects. */
async function waitInLine(waiting: Set<() => void>, response: ServerResponse, tell: () => void): Promise<boolean> {
  const {promise, resolve} = Promise.withResolvers<boolean>();
  const comeUp = (): void => resolve(true);
  const hangUp = (): void => {
    if (waiting.delete(comeUp)) tell();
    resolve(false);
  };
  waiting.add(comeUp);
  tell();
  response.once("close", hangUp);
  const came = await promise;
  response.off("close", hangUp);
  return came;
}
