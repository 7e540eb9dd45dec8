// What one request may cost: a fixed number of evaluations, counted where they are made, with rests in between.
//
// An evaluation is one node of a condition for one series or row, one comparison of a sort, one history that is read. It is
// counted and not timed: the same request over the same data is always answered alike, however busy the machine is.
import {REST, type Script} from "../../store/script.ts";

/** Evaluations of one request: about a second of one processor. */
export const MAX_EVALUATIONS = 5_000_000;
/** Evaluations after which others may be let in; how long they took is for the store to see. */
const REST_EVERY = 1000;

export interface WorkBudget {
  /** Evaluations made so far. */
  spent(): number;
  /** No more may be made. */
  isSpent(): boolean;
  spend(evaluations: number): void;
  /** Enough has been done since the last rest. */
  isRestDue(): boolean;
  /** Others may be let in. */
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
