// How long reads take beside what happens to a service. A machine may be slow, so a delay is measured in looks: pauses of 20 ms in this process,
// which take longer on a busy machine, as the reads do.
import {setTimeout as pause} from "node:timers/promises";

const PAUSE_MS = 20;
/** The looks of two seconds on an idle machine: no read waits longer, except for the database itself. */
export const TWO_SECONDS = 2000 / PAUSE_MS;

export interface ReadDelays {
  /** A read begins. The returned function is called when it has ended. */
  begin(): () => void;
  /** While the database itself is away no read counts, and neither do those that were under way when it went. */
  forgive(isAway: boolean): void;
  /** The longest read since the last call, in looks and as a text. */
  take(): {readonly looks: number; readonly text: string};
  stop(): void;
}

export function watchReadDelays(): ReadDelays {
  let [looks, longest, era, isForgiven, isOver] = [0, 0, 0, false, false];
  void (async () => {
    for (; !isOver; looks++) await pause(PAUSE_MS);
  })();
  return {
    begin() {
      const [from, ownEra] = [looks, era];
      return () => {
        if (!isForgiven && era === ownEra) longest = Math.max(longest, looks - from);
      };
    },
    forgive(isAway) {
      isForgiven = isAway;
      era++;
    },
    take() {
      const taken = {looks: longest, text: `the longest read took ${longest} looks of ${PAUSE_MS} ms`};
      longest = 0;
      return taken;
    },
    stop() {
      isOver = true;
    },
  };
}
