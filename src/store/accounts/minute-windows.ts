// The minute windows of accounts: rows where several servers share a store, this process's memory where it is the only server.
//
// One server holds an embedded store (serve.lock), so nobody else counts; a restart forgets windows, at most a minute of them.
// Both forms judge alike: a window opens with the first request and again when it has run for 60 seconds.
import {WINDOW_MS} from "../../access/limits.ts";
import type {Engine} from "../script.ts";
import {countRequest, type MinuteWindow} from "./usage.ts";

export interface MinuteWindows {
  /** Counts one request of the account, at `nowMs` where no other clock is shared; gives the window with it. */
  count(accountId: number, nowMs: number): Promise<MinuteWindow>;
}

/** Windows as rows of the accounts, exact over any number of processes, whose clocks may differ: that of the engine counts. */
export function createRowWindows(accounts: Engine): MinuteWindows {
  return {
    count: (accountId) => accounts.write((q) => countRequest(q, accountId, null)),
  };
}

/** Accounts whose windows are held before those that are over are swept out. */
const SWEEP_AT = 10_000;

/** Windows of this process alone. */
export function createMemoryWindows(): MinuteWindows {
  const windows = new Map<number, {openedAt: number; used: number}>();
  let sweepAt = SWEEP_AT;

  function sweep(nowMs: number): void {
    for (const [accountId, window] of windows) if (isOver(window, nowMs)) windows.delete(accountId);
    sweepAt = Math.max(SWEEP_AT, windows.size * 2);
  }

  return {
    async count(accountId, nowMs) {
      let window = windows.get(accountId);
      if (window === undefined || isOver(window, nowMs)) {
        if (windows.size >= sweepAt) sweep(nowMs);
        window = {openedAt: nowMs, used: 0};
        windows.set(accountId, window);
      }
      window.used++;
      return {...window, countedAt: nowMs};
    },
  };
}

/** A window that lies in the future (a clock set back) is over too. */
function isOver({openedAt}: Pick<MinuteWindow, "openedAt">, nowMs: number): boolean {
  return Math.abs(nowMs - openedAt) >= WINDOW_MS;
}
