// Long work in slices of a few milliseconds, with pauses between them for all other work of the process.
//
// All long work of the process waits in one line: one slice in each tick of the event loop. With a slice for each, a small answer would
// wait for all of them.

/** Longest stretch of work before others are let in. */
const SLICE_MS = 4;

/** The slices of one piece of work; the first begins when the pace is made. */
export interface Pace {
  /** Whether the slice is used up. */
  isOver(): boolean;
  /** Lets others in; the next slice begins when this resolves. */
  rest(): Promise<void>;
}

export function createPace(): Pace {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= SLICE_MS,
    async rest() {
      await ownTick();
      began = performance.now();
    },
  };
}

/** Works step by step and rests between two steps when a slice is over. */
export async function inSlices<T>(steps: Generator<void, T>, pace = createPace()): Promise<T> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (pace.isOver()) await pace.rest();
  return step.value;
}

const waiting: (() => void)[] = [];

function ownTick(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
  });
}

function letOneGoOn(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}
