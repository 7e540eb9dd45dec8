// Requests that arrive in one turn of the event loop are judged together at its end.
//
// Their small writes share a commit, and their answers leave one after another instead of waking a reader for each: with sixteen
// connections that halves what a small answer costs. A lone request waits for nothing but the end of the turn.

let current: Promise<void> | null = null;

/** Resolves at the end of this turn of the event loop, for all who asked in it at once. */
export function endOfTurn(): Promise<void> {
  current ??= new Promise((resolve) => {
    setImmediate(() => {
      current = null;
      resolve();
    });
  });
  return current;
}
