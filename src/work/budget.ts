// The budget of one request: how much it may evaluate.
//
// The object is made where a request comes in and is passed down to everything that works for it. Evaluations are counted, not timed: the
// same request over the same data always gets the same answer, however busy the machine is.
import {createPace, type Pace, pause, type Requester, type Steps} from "./pace.ts";

/**
 * An evaluation is one node of a condition for one series or row, one comparison of a sort, or one history read; what costs more counts as several.
 */
export interface Budget extends Pace {
  readonly asker: Requester;
  /** Evaluations made so far. */
  spent(): number;
  /** Evaluations that may still be made. */
  left(): number;
  /** No more may be made. */
  isSpent(): boolean;
  spend(evaluations: number): void;
  /** Enough evaluations since the last rest. */
  isRestDue(): boolean;
  /** A rest. */
  rest(): Steps<void>;
}

/** Evaluations of one request: about 0.3 seconds of one processor, for a request that finds nothing is not charged. */
export const MAX_EVALUATIONS = 2_000_000;
/** Number of evaluations between two rests. */
const REST_EVERY = 400;

export function createBudget(asker: Requester = "reader", most = MAX_EVALUATIONS): Budget {
  let spent = 0;
  let restAt = REST_EVERY;
  return {
    ...createPace(asker),
    asker,
    spent: () => spent,
    left: () => Math.max(0, most - spent),
    isSpent: () => spent >= most,
    spend(evaluations) {
      spent += evaluations;
    },
    isRestDue: () => spent >= restAt,
    rest() {
      restAt = spent + REST_EVERY;
      return pause();
    },
  };
}
