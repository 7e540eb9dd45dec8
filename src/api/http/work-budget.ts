// The cost limit of one request: a number of evaluations, counted where they are made, with pauses in between.
//
// An evaluation is one node of a condition for one series or row, one comparison of a sort, or one history read. Evaluations are counted,
// not timed: the same request over the same data always gets the same answer, however busy the machine is.
import {REST, type Script} from "../../store/script.ts";

/** Evaluations of one request: about a second of one processor. */
export const MAX_EVALUATIONS = 5_000_000;
/** Number of evaluations between two pauses; the store decides whether the time requires one. */
const REST_EVERY = 1000;

export interface WorkBudget {
  /** Evaluations made so far. */
  spent(): number;
  /** No more may be made. */
  isSpent(): boolean;
  spend(evaluations: number): void;
  /** Enough evaluations since the last pause. */
  isRestDue(): boolean;
  /** Lets other requests run. */
  rest(): Script<void>;
}

export function createWorkBudget(most = MAX_EVALUATIONS): WorkBudget {
  let spent = 0;
  let restAt = REST_EVERY;
  return {
    spent: () => spent,
    isSpent: () => spent >= most,
    spend(evaluations) {
      spent += evaluations;
    },
    isRestDue: () => spent >= restAt,
    *rest() {
      restAt = spent + REST_EVERY;
      yield REST;
    },
  };
}
