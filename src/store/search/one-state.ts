// Answers of one state: what a search finds in the index, and what is then read of it from the store, are of one load run.
//
// Two things may change under a search. Its index: a search has many steps, and a load may exchange a segment between two of them. Each
// exchange raises the **generation** of the index; `inOneGeneration` searches again if it was raised. And the store: `inOneState` reads the
// last load run in the snapshot of the script; if it is not that of the index, the index is brought up to date, and all is done again.
//
// Nothing waits for ever: after PATIENCE_MS the answer is of the index as it is, and says that it is behind.
import type {FamilyIndex} from "../../search/index/family-index.ts";
import type {SearchSteps} from "../../search/stored/reading.ts";
import type {Pace} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import {readLastChange} from "../releases/load-run.ts";
import type {Engine, Script} from "../script.ts";
import {LostBlock, type SearchMemory} from "./memory.ts";

/** Searches wait this long for a large load to be indexed, counted from the start of that; then they answer from the state before it. */
const PATIENCE_MS = 2000;

/** The index of searches, and how it is brought to the state of its store (current-index.ts). */
export interface RefreshedIndex {
  readonly statistics: Engine;
  /** Another one after a refresh that made it anew. */
  readonly index: FamilyIndex;
  /** The last load run in it; null: there is none; undefined: it was never made. */
  readonly indexedRun: string | null | undefined;
  /** The refresh that goes on; null: none. */
  readonly refreshing: Promise<void> | null;
  /** When the last refresh began, by performance.now(). */
  readonly refreshBegan: number;
  /** Calls at the same time share the work. */
  refresh(): Promise<void>;
  /** A block of the dataset was lost (memory.ts): the next refresh opens its segment again. */
  suspect(datasetId: number): void;
}

/** Reads what a search found. @param isBehind the index lacks a load that the snapshot has */
export type ScriptOfFound<A, T> = (q: Queries, found: A, isBehind: boolean) => Script<T>;

/** One search in the index, to be compared with the snapshot of its script. */
interface Attempt<A> {
  /** The index that was searched, and its generation before. */
  readonly searched: FamilyIndex;
  readonly generation: number;
  /** null: there was no index yet, or a block of it is lost. */
  readonly found: {readonly value: A} | null;
  /** false: patience is at its end, so the state of the index need not be that of the store. */
  readonly mayWait: boolean;
}

/**
 * Plays a script with what was found in an index of the same state as the store or, if updating takes too long, in the present index.
 * @param answer the search itself, in the index and its stored blocks; the script reads from the store what it found
 */
export async function inOneState<A, T>(
  current: RefreshedIndex,
  answer: () => Promise<A>,
  script: ScriptOfFound<A, T>,
  way: "read" | "readWithRests" = "read",
): Promise<T> {
  const began = performance.now();
  for (let mayWait = true; ; ) {
    const searched = current.index;
    const {generation} = searched;
    const found = current.indexedRun === undefined ? null : await unlessLost(current, answer);
    const attempt = {searched, generation, found, mayWait};
    const outcome = await current.statistics[way]((q) => playInState(q, current, attempt, script));
    if (outcome !== null) return outcome.value;
    const work = current.refresh();
    const left = PATIENCE_MS - (performance.now() - current.refreshBegan);
    const inTime = await withinPatience(work, current.indexedRun === undefined ? null : left);
    mayWait = inTime && performance.now() - began < PATIENCE_MS;
  }
}

/** null: the index is of another state than the store, or was when it was searched. */
function* playInState<A, T>(
  q: Queries,
  current: RefreshedIndex,
  {searched, generation, found, mayWait}: Attempt<A>,
  script: ScriptOfFound<A, T>,
): Script<{readonly value: T} | null> {
  const isBehind = (yield* readLastChange(q)) !== current.indexedRun;
  const isSame = current.index === searched && searched.generation === generation;
  if (found === null || (mayWait && (isBehind || !isSame))) return null;
  return {value: yield* script(q, found.value, isBehind)};
}

/** What a question finds in the index; null: a block was of a state that the store no longer has. */
async function unlessLost<A>(current: RefreshedIndex, answer: () => Promise<A>): Promise<{readonly value: A} | null> {
  // one that goes on already may bring the newer state
  const {refreshing} = current;
  try {
    return {value: await answer()};
  } catch (error) {
    if (!(error instanceof LostBlock)) throw error;
    current.suspect(error.datasetId);
    await refreshing;
    return null;
  }
}

/** Whether the work was done in time. @param left milliseconds; null: without an older index an answer needs the work */
async function withinPatience(work: Promise<void>, left: number | null): Promise<boolean> {
  if (left === null) {
    await work;
    return true;
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, left), false);
  });
  const inTime = await Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
  // The caller no longer waits, so a failure of the work must not reach it.
  if (!inTime) work.catch(() => {});
  return inTime;
}

/**
 * Works step by step, and once more if a segment came in between: it may have words that the question was not compared with. Then it lets
 * others in only where it waits for the store, so it comes to an end.
 */
export async function inOneGeneration<T>(
  index: FamilyIndex,
  memory: SearchMemory,
  work: (index: FamilyIndex) => SearchSteps<T>,
  pace?: Pace,
): Promise<T> {
  for (let own = pace; ; own = UNBROKEN) {
    const {generation} = index;
    const found = await memory.play(work(index), own);
    if (index.generation === generation) return found;
  }
}

const UNBROKEN: Pace = {isOver: () => false, letOthersIn: async () => {}};
