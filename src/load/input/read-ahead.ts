// Items of an asynchronous source, produced before they are requested: the source works while its consumer does something else.

export interface ReadAhead<T> {
  /** The items in order. A failure of the source is thrown after the items before it. */
  items(): AsyncGenerator<T>;
  /** Ends the source; no more items are produced. */
  stop(): Promise<void>;
}

/** Reads ahead while the waiting items weigh less than `most`. */
export function readAhead<T>(source: AsyncIterable<T>, weigh: (item: T) => number, most: number): ReadAhead<T> {
  const waiting: T[] = [];
  let weight = 0;
  let isOver = false;
  let isStopped = false;
  let failure: {readonly error: unknown} | null = null;
  let change = Promise.withResolvers<void>();
  const tell = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  const work = async (): Promise<void> => {
    try {
      for await (const item of source) {
        waiting.push(item);
        weight += weigh(item);
        tell();
        while (weight >= most && !isStopped) await change.promise;
        if (isStopped) return;
      }
    } catch (error) {
      failure = {error};
    } finally {
      isOver = true;
      tell();
    }
  };
  const working = work();
  return {
    async *items() {
      for (;;) {
        while (waiting.length === 0 && !isOver) await change.promise;
        if (waiting.length === 0) break;
        const item = waiting.shift()!;
        weight -= weigh(item);
        tell();
        yield item;
      }
      if (failure !== null) throw (failure as {readonly error: unknown}).error;
    },
    async stop() {
      isStopped = true;
      tell();
      await working;
    },
  };
}
