// The caller of picture-worker.ts: the thread starts with the first drawing and ends after some idle time. Drawings wait for their turn.
import {Worker} from "node:worker_threads";

/** Messages to the thread that draws pictures, and from it. */
export interface Drawing {
  readonly id: number;
  readonly svg: string;
}

export type DrawnPicture = {readonly id: number} & ({readonly png: Uint8Array} | {readonly error: Error});

export interface PictureThread {
  /** The PNG of an SVG document. Rejects if the thread has died, for example of memory. */
  draw(svg: string): Promise<Buffer>;
  close(): Promise<void>;
}

const IDLE_MS = 60_000;
/** A picture of 1200 × 630 points takes 20 MB, and the fonts 1 MB. */
const HEAP_MB = 256;

export function createPictureThread(): PictureThread {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function begin(): Worker {
    clearTimeout(idle);
    if (worker !== null) return worker;
    const begun = new Worker(new URL("./picture-worker.ts", import.meta.url), {
      resourceLimits: {maxOldGenerationSizeMb: HEAP_MB},
    });
    worker = begun;
    begun
      .on("message", hear)
      .on("error", fail)
      .on("exit", () => fail(new Error("the thread that draws pictures has ended")));
    return begun;
  }

  function hear(picture: DrawnPicture): void {
    const promised = waiting.get(picture.id);
    waiting.delete(picture.id);
    if ("png" in picture) promised?.resolve(Buffer.from(picture.png));
    else promised?.reject(picture.error);
    if (waiting.size > 0) return;
    worker?.unref();
    idle = setTimeout(() => void end(), IDLE_MS);
    idle.unref();
  }

  function fail(error: Error): void {
    worker = null;
    for (const promised of waiting.values()) promised.reject(error);
    waiting.clear();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    ending?.removeAllListeners();
    await ending?.terminate();
    fail(new Error("the server is closing"));
  }

  return {
    draw(svg) {
      const promised = Promise.withResolvers<Buffer>();
      const id = ++last;
      waiting.set(id, promised);
      const drawer = begin();
      drawer.ref();
      drawer.postMessage({id, svg} satisfies Drawing);
      return promised.promise;
    },
    close: end,
  };
}
