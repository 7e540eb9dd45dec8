// Long work in slices of a few milliseconds, with pauses between them for all other work of the process.
//
// All long work of the process waits in line: one slice in each tick of the event loop. With a slice for each, a small answer would
// wait for all of them. Work for token holders goes first: it leaves one slice of ten to visitors, who would otherwise wait for ever.

/** For whom the work is. */
export type Asker = "reader" | "visitor";

/** Longest stretch of work before others are let in. */
const SLICE_MS = 4;

/** The slices of one piece of work; the first begins when the pace is made. */
export interface Pace {
  /** Whether the slice is used up. */
  isOver(): boolean;
  /** Lets others in; the next slice begins when this resolves. */
  rest(): Promise<void>;
}

export function createPace(asker: Asker = "reader"): Pace {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= SLICE_MS,
    async rest() {
      await ownTick(asker);
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

/** Slices of readers in a row while a visitor waits. */
const READERS_IN_A_ROW = 9;
const waiting: Readonly<Record<Asker, (() => void)[]>> = {reader: [], visitor: []};
let inARow = 0;

function ownTick(asker: Asker): Promise<void> {
  return new Promise((resolve) => {
    waiting[asker].push(resolve);
    if (waiting.reader.length + waiting.visitor.length === 1) setImmediate(letOneGoOn);
  });
}

function letOneGoOn(): void {
  const {reader, visitor} = waiting;
  const isReader = reader.length > 0 && (visitor.length === 0 || inARow < READERS_IN_A_ROW);
  inARow = isReader ? inARow + 1 : 0;
  (isReader ? reader : visitor).shift()!();
  if (reader.length + visitor.length > 0) setImmediate(letOneGoOn);
}
