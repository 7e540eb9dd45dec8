// Loads a bomb in another process, and ends that when it takes more processor time than any honest file of its size.
//
// Most bombs are refused at once: a process that has little memory left loads the next one too, because a start takes longer than they do.
import {type ChildProcess, fork} from "node:child_process";
import {once} from "node:events";
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {setTimeout as wait} from "node:timers/promises";
import type {Bomb} from "./bomb.ts";
import {processorSeconds} from "./processor-time.ts";

export interface Defused {
  readonly verdict: string;
  readonly peakBytes: number;
  /** When garbage is collected. */
  readonly leftBytes: number;
}

export const MOST_BYTES = 512 * 2 ** 20;
const MOST_SECONDS = 60;
/** Of a process that loads a further bomb: little more than after its start. */
const LITTLE_BYTES = 160 * 2 ** 20;

let idle: ChildProcess | null = null;

/** @param folder empty; @returns null when it has no end */
export async function defuse({files, dataset = ""}: Bomb, folder: string): Promise<Defused | null> {
  const parts = Object.entries(files());
  const source = join(folder, "source");
  await mkdir(source);
  for (const [name, content] of parts) await writeFile(join(source, name), content);
  const path = parts.length === 1 ? join(source, parts[0]![0]) : source;
  const child =
    idle ?? fork(join(import.meta.dirname, "bomb-loader.ts"), {execArgv: ["--single-threaded-gc", "--expose-gc"]});
  idle = null;
  const mostSeconds = processorSeconds(child.pid!) + MOST_SECONDS;
  child.ref();
  child.channel!.ref();
  child.send([path, join(folder, "data"), dataset]);
  const over = new AbortController();
  let told: Defused | null = null;
  try {
    told = await Promise.race([
      once(child, "message", {signal: over.signal}).then(([told]) => told as Defused),
      once(child, "exit", {signal: over.signal}).then(() => null),
      (async () => {
        while (processorSeconds(child.pid!) < mostSeconds) await wait(200, null, {signal: over.signal});
        return null;
      })(),
    ]);
    return told;
  } finally {
    over.abort();
    if (told !== null && told.leftBytes < LITTLE_BYTES) {
      idle = child;
      child.unref();
      child.channel!.unref();
    } else child.kill("SIGKILL");
  }
}
