// Work of one kind that is asked for at nearly the same time, done together: one statement or one snapshot for all of a group.
//
// A lone caller waits only for the end of its turn of the event loop. While a group is under way the next one gathers until that one is
// done, but not long: a group that waits for a row or for the disk holds up no other. Each one that does so lets the next wait longer, because
// many small groups would only make a slow database slower.

/** Does the work of a group; the results are in its order, and may come one after another. */
type Perform<T, R> = (group: readonly T[]) => Promise<readonly (R | Promise<R>)[]>;

export interface Batching {
  /** Items of one group, at most. */
  readonly most: number;
  /** Waits a moment for others after a group of several: callers that were answered together ask again together. */
  readonly awaitsOthers?: boolean;
}

const OTHERS_MS = 2;
/** Longest wait beside one group that is under way, and how much longer beside each further one. */
const BUFFER_MS = 2;
const LONGER = 5;

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R | Promise<R>) => void;
  readonly reject: (error: unknown) => void;
}

/** A failure of `perform` fails all items of its group. */
export function batching<T, R>(
  {most, awaitsOthers = false}: Batching,
  perform: Perform<T, R>,
): (given: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let underway = 0;
  let wereSeveral = false;
  let timer: NodeJS.Timeout | null = null;

  async function leave(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const group = waiting;
    if (group.length === 0) return;
    waiting = [];
    wereSeveral = group.length > 1;
    underway++;
    try {
      const results = await perform(group.map(({item: given}) => given));
      for (const [index, {resolve}] of group.entries()) resolve(results[index]!);
    } catch (error) {
      for (const {reject} of group) reject(error);
    } finally {
      underway--;
      if (underway === 0) void leave();
    }
  }

  function schedule(): void {
    if (underway > 0) timer = setTimeout(leave, BUFFER_MS * LONGER ** (underway - 1));
    else if (awaitsOthers && wereSeveral) timer = setTimeout(leave, OTHERS_MS);
    else setImmediate(leave);
  }

  return (given) => {
    const {promise, resolve, reject} = Promise.withResolvers<R>();
    const count = waiting.push({item: given, resolve, reject});
    if (count === most) void leave();
    else if (count === 1) schedule();
    return promise;
  };
}
