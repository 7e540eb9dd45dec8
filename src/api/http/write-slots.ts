// Turns for large answers: at most four are written at a time, the rest wait in the order in which they came.
//
// Without turns every large answer is late when sixteen are asked at once. A turn lasts until the answer has left, but not longer
// than TURN_MS: a reader on a slow line must not keep the others waiting.
import type {ServerResponse} from "node:http";
import type {Emit} from "../../events.ts";

/** About 2 MB of JSON: what is smaller is gone before it could keep anybody waiting. */
export const LARGE_VALUES = 20_000;
export const TURNS = 4;
export const TURN_MS = 1_000;
/** Once the server is about to end: the last in line has to begin in time for a reader of 1 MB a second to be done. */
const LAST_TURN_MS = 100;

export interface Turns {
  /** Waits for a turn; false when the client hung up before it came, and nothing needs to be written. */
  take(response: ServerResponse): Promise<boolean>;
}

export function createTurns(emit: Emit, isStopping = (): boolean => false, turns = TURNS, turnMs = TURN_MS): Turns {
  const waiting = new Set<() => void>();
  let free = turns;
  const tell = (): void => emit({type: "turns-changed", writing: turns - free, waiting: waiting.size});

  /** Gives the turn on to whoever waits longest. */
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

  /** Starts a turn that ends with the answer, or when its time is over. */
  function start(response: ServerResponse): void {
    const once = (): void => {
      clearTimeout(timer);
      response.off("finish", once).off("close", once);
      end();
    };
    const timer = setTimeout(once, isStopping() ? LAST_TURN_MS : turnMs);
    timer.unref();
    response.once("finish", once).once("close", once);
  }

  return {
    async take(response) {
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
    },
  };
}

function hasLeft(response: ServerResponse): boolean {
  return response.destroyed || response.closed;
}

/** A place in the line; given up when the client hangs up. */
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
