// What a worker expects of the tokens that the parent has just admitted: their next request is read before it is judged, and one call then judges and
// charges it.
//
// It decides nothing: the parent judges every request before a byte of its answer is sent. A token with no request left in its minute is not
// foreseen, so a flood of refused requests is not read.
import {findPlan, WINDOW_MS} from "../../../access/account.ts";
import type {Asked, Gate, Judged} from "../../../store/accounts/gate.ts";
import type {TokenOwner} from "../../../store/accounts/token.ts";

export interface Foresight {
  readonly foresee: Gate["foresee"];
  /** Returns the judgement. */
  learn(asked: Asked, judged: Judged): Judged;
}

interface Expected {
  readonly owner: TokenOwner;
  readonly openedAt: number;
  /** Requests of the minute, those that this worker has foreseen included. */
  used: number;
  readonly most: number;
}

const MAX_REMEMBERED = 10_000;

export function createForesight(): Foresight {
  const expected = new Map<string, Expected>();
  return {
    foresee({fingerprint, nowMs}) {
      const known = fingerprint === null ? undefined : expected.get(fingerprint);
      if (known === undefined || known.used >= known.most || Math.abs(nowMs - known.openedAt) >= WINDOW_MS) return null;
      known.used++;
      const {owner, openedAt, used} = known;
      return {kind: "owner", owner, window: {openedAt, used, countedAt: nowMs}, month: null};
    },
    learn({fingerprint}, judged) {
      if (fingerprint === null) return judged;
      const plan = judged.kind === "owner" ? findPlan(judged.owner.plan) : null;
      if (judged.kind !== "owner" || plan === null) {
        expected.delete(fingerprint);
        return judged;
      }
      if (expected.size >= MAX_REMEMBERED) expected.clear();
      const {owner, window} = judged;
      expected.set(fingerprint, {owner, openedAt: window.openedAt, used: window.used, most: plan.requestsPerMinute});
      return judged;
    },
  };
}
