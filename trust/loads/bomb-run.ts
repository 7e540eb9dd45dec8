// Loads a bomb in a process of its own, and ends it when it takes more processor time than any honest file of its size.
import {fork} from "node:child_process";
import {once} from "node:events";
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {setTimeout as wait} from "node:timers/promises";
import type {Bomb} from "./bomb.ts";
import {processorSeconds} from "./processor-time.ts";

export interface Defused {
  readonly verdict: string;
  readonly peakBytes: number;
}

export const MOST_BYTES = 512 * 2 ** 20;
const MOST_SECONDS = 60;

/** @param folder empty; @returns null when it has no end */
export async function defuse({files, dataset = ""}: Bomb, folder: string): Promise<Defused | null> {
  const parts = Object.entries(files());
  const source = join(folder, "source");
  await mkdir(source);
  for (const [name, content] of parts) await writeFile(join(source, name), content);
  const path = parts.length === 1 ? join(source, parts[0]![0]) : source;
  const child = fork(join(import.meta.dirname, "bomb-loader.ts"), [path, join(folder, "data"), dataset]);
  const over = new AbortController();
  try {
    return await Promise.race([
      once(child, "message", {signal: over.signal}).then(([told]) => told as Defused),
      once(child, "exit", {signal: over.signal}).then(() => null),
      (async () => {
        while (processorSeconds(child.pid!) < MOST_SECONDS) await wait(200, null, {signal: over.signal});
        return null;
      })(),
    ]);
  } finally {
    over.abort();
    child.kill("SIGKILL");
  }
}
