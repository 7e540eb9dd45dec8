// The budget of one request: how much it may evaluate, and how long it works before others are let in.
//
// The object is made where a request comes in and is passed down to everything that works for it. Long work is a generator: at a `yield`
// without a value it may rest. That is the same in a script of the store, a search, a table, a picture and a page, so each can contain the
// others. Evaluations are counted, not timed: the same request over the same data always gets the same answer, however busy the machine is.
// Stretches of work are timed, and change no answer.
//
// All long work of the process waits in line: one stretch in each second tick of the event loop. With a stretch for each, a small answer
// would wait for all of them; with one in each tick, for one more than the one that it arrived in. Work for token holders goes first: it leaves one stretch of ten to visitors, who would otherwise wait for ever.

/** For whom the work is. */
export type Asker = "reader" | "visitor";

/** Work that may rest at each `yield`: between two of them it is short, however large the answer. */
export type Steps<T> = Generator<undefined, T>;

/** The stretches of one piece of work. */
export interface Pace {
  /** Whether the stretch is used up. */
  isOver(): boolean;
  /** Lets others in; the next stretch begins when this resolves. */
  letOthersIn(): Promise<void>;
}

/**
 * An evaluation is one node of a condition for one series or row, one comparison of a sort, or one history read; what costs more counts as several.
 */
export interface Budget extends Pace {
  readonly asker: Asker;
  /** Evaluations made so far. */
  spent(): number;
  /** Evaluations that may still be made. */
  left(): number;
  /** No more may be made. */
  isSpent(): boolean;
  spend(evaluations: number): void;
  /** Enough evaluations since the last rest. */
  isRestDue(): boolean;
  /** A place to rest. */
  rest(): Steps<void>;
}

/** Longest stretch of work before others are let in. */
const CHUNK_MS = 2;
/** Evaluations of one request: about 0.3 seconds of one processor, for a request that finds nothing is not charged. */
export const MAX_EVALUATIONS = 2_000_000;
/** Number of evaluations between two places to rest. */
const REST_EVERY = 1000;

export function createBudget(asker: Asker = "reader", most = MAX_EVALUATIONS): Budget {
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

/** For work that no request asks for. @param began when the first stretch began: now, if not given */
export function createPace(asker: Asker = "reader", began = performance.now()): Pace {
  return {
    isOver: () => performance.now() - began >= CHUNK_MS,
    async letOthersIn() {
      await ownTick(asker);
      began = performance.now();
    },
  };
}

/** Does the work, and lets others in at a place to rest when a stretch is used up. */
export async function inSlices<T>(steps: Steps<T>, pace: Pace = createPace()): Promise<T> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (pace.isOver()) await pace.letOthersIn();
  return step.value;
}

/** Does the work in one stretch: for work that is small wherever it is called so. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Items sorted at once before runs are merged. */
const RUN = 256;
const COMPARISONS_OF_RUN = RUN * Math.log2(RUN);

/**
 * Stable, like Array.sort.
 * @param rest a place to rest after some comparisons
 */
export function* sortInSteps<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
  rest: (comparisons: number) => Steps<void> = pause,
): Steps<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    const run = items.slice(start, start + RUN).sort(compare);
    runs.push(run);
    yield* rest(run.length === RUN ? COMPARISONS_OF_RUN : run.length);
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let place = 0; place < runs.length; place += 2) {
      const [one, other = []] = [runs[place]!, runs[place + 1]];
      const all: T[] = [];
      let [left, right] = [0, 0];
      while (left < one.length && right < other.length) {
        all.push(compare(one[left]!, other[right]!) <= 0 ? one[left++]! : other[right++]!);
        if (all.length % RUN === 0) yield* rest(RUN);
      }
      merged.push([...all, ...one.slice(left), ...other.slice(right)]);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* pause(): Steps<void> {
  yield;
}

/** Stretches of readers in a row while a visitor waits. */
const READERS_IN_A_ROW = 9;
const waiting: Readonly<Record<Asker, (() => void)[]>> = {reader: [], visitor: []};
let inARow = 0;

function ownTick(asker: Asker): Promise<void> {
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
