// How long work goes on before others are let in, and the line in which all long work of the process waits.
//
// Long work is a generator: at a `yield` without a value it may rest. That is the same in a script of the store, a search, a table, a picture
// and a page, so each can contain the others. Time slices change no answer.
//
// One time slice runs in each second tick of the event loop. With one for each piece of work, a small answer would wait for all of them;
// with one in each tick, for one more than the one that it arrived in. Work for token holders goes first: it leaves one time slice of ten to
// visitors, who would otherwise wait for ever.

/** For whom the work is. */
export type Requester = "reader" | "visitor";

/** Work that may rest at each `yield`: between two of them it is short, however large the answer. */
export type Steps<T> = Generator<undefined, T>;

/** The time slices of one piece of work. */
export interface Pace {
  /** Whether the time slice is used up. */
  isOver(): boolean;
  /** Lets others in; the next time slice begins when this resolves. */
  letOthersIn(): Promise<void>;
}

/** Longest work before others are let in. */
const TIME_SLICE_MS = 2;

/** @param asker whose turn it is; a reader's, if not given @param began when the first time slice began: now, if not given */
export function createPace(asker: Requester = "reader", began = performance.now()): Pace {
  return {
    isOver: () => performance.now() - began >= TIME_SLICE_MS,
    async letOthersIn() {
      await ownTick(asker);
      began = performance.now();
    },
  };
}

/** Does the work, and lets others in at a rest when a time slice is used up. */
export async function withRests<T>(steps: Steps<T>, pace: Pace = createPace()): Promise<T> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (pace.isOver()) await pace.letOthersIn();
  return step.value;
}

/** Does the work at once: for work that is small wherever it is called so. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** A rest. */
export function* pause(): Steps<void> {
  yield;
}

/** Time slices of readers in a row while a visitor waits. */
const READERS_IN_A_ROW = 9;
const waiting: Readonly<Record<Requester, (() => void)[]>> = {reader: [], visitor: []};
let inARow = 0;

function ownTick(asker: Requester): Promise<void> {
  return new Promise((resolve) => {
    waiting[asker].push(resolve);
    if (waiting.reader.length + waiting.visitor.length === 1) afterOthers();
  });
}

/** A tick later: requests that arrived meanwhile wait for the end of theirs (store/accounts/admission.ts), and go first. */
function afterOthers(): void {
  setImmediate(() => setImmediate(letOneGoOn));
}

function letOneGoOn(): void {
  const {reader, visitor} = waiting;
  const isReader = reader.length > 0 && (visitor.length === 0 || inARow < READERS_IN_A_ROW);
  inARow = isReader ? inARow + 1 : 0;
  (isReader ? reader : visitor).shift()!();
  if (reader.length + visitor.length > 0) afterOthers();
}
