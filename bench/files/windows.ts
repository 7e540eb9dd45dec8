// Slices in short windows while the writer of files works, and while it is held still.
//
// A window asks for all sizes; a pair has one of each kind, and the next pair has them in the other order. A pair in which the writer ended does
// not count.
import {setTimeout as pause} from "node:timers/promises";
import {type Client, startClient} from "../client.ts";
import type {GoalName} from "../goals.ts";
import {makeReaders, type Readers} from "../readers.ts";
import {median, quantile} from "../results.ts";
import type {MeasuredServer} from "../server.ts";
import {randomNumbers} from "../source-files.ts";
import type {Figures} from "../subject.ts";
import {SLICES, type SliceShape} from "../warehouses.ts";
import type {WorkFolder} from "../work-folder.ts";
import {filesSlice} from "./dataset.ts";
import {type FilesProcess, loopTimes} from "./files-process.ts";

/** Questions of each size in a window. */
const SIZES = [
  {goal: "files-beside-50", shape: SLICES.small, asks: 60},
  {goal: "files-beside-6000", shape: SLICES.middle, asks: 30},
  {goal: "files-beside-60000", shape: SLICES.large, asks: 8},
] as const satisfies readonly {goal: GoalName; shape: SliceShape; asks: number}[];

const SIDES = ["writing", "quiet"] as const;
type Side = (typeof SIDES)[number];

/** Until a process that is let go or held has noticed. */
const SETTLE_MS = 20;
/** Questions before the windows, which find the new state of the dataset. */
const WARM_UP = 3;
/** Number of windows in a round that have readers of their own. Later windows use the same readers again, when their minute is over. */
const WINDOWS = 300;

interface Asked {
  readonly times: readonly number[];
  /** ms of the event loop of the server: on a processor, and ready without one. */
  readonly run: number;
  readonly wait: number;
}

type Round = Readonly<Record<Side, Asked[][]>>;

export interface Windows {
  warmUp(): Promise<void>;
  /** @returns false: the writer ended in it, so it does not count */
  pair(writer: FilesProcess): Promise<boolean>;
  endRound(): void;
  told(): readonly {readonly goal: GoalName; readonly ratio: number; readonly figures: Figures}[];
  end(): void;
}

interface WindowsParts {
  readonly folder: string;
  readonly server: MeasuredServer;
  /** Of the dataset. */
  readonly series: number;
}

const noRound = (): Round => ({writing: SIZES.map(() => []), quiet: SIZES.map(() => [])});

export async function createWindows(work: WorkFolder, {folder, server, series}: WindowsParts): Promise<Windows> {
  const client: Client = await startClient(work);
  const random = randomNumbers(44);
  const readers: Readers[] = [];
  for (const {shape, asks} of SIZES)
    readers.push(await makeReaders(folder, {requests: WINDOWS * asks, values: shape.values, plan: "business"}));
  const used = SIZES.map(() => 0);
  const rounds: Round[] = [];
  let [round, pairs, share] = [noRound(), 0, [] as number[]];

  async function ask(size: number, count: number): Promise<Asked> {
    const {tokens, asksEach} = readers[size]!;
    const needed = Math.ceil(count / asksEach);
    const own = Array.from({length: needed}, (_, nth) => tokens[(used[size]! + nth) % tokens.length]!);
    used[size]! += needed;
    const paths = Array.from({length: count}, () => filesSlice(SIZES[size]!.shape, series, random));
    const before = loopTimes(server.pid);
    const times = await client.ask({
      ...{origin: server.origin, paths, tokens: own, usesEach: asksEach, coding: "identity"},
    });
    const after = loopTimes(server.pid);
    return {times, run: after.run - before.run, wait: after.wait - before.wait};
  }

  async function windowOf(side: Side, writer: FilesProcess): Promise<Asked[]> {
    if (side === "writing") writer.goOn();
    else writer.hold();
    await pause(SETTLE_MS);
    const [began, usedBefore] = [performance.now(), writer.used()];
    const asked: Asked[] = [];
    for (const [size, {asks}] of SIZES.entries()) asked.push(await ask(size, asks));
    const isThere = writer.isThere();
    if (side === "writing" && isThere) share.push((1000 * (writer.used() - usedBefore)) / (performance.now() - began));
    return asked;
  }

  return {
    async warmUp() {
      for (const size of SIZES.keys()) await ask(size, WARM_UP);
    },
    async pair(writer) {
      const order = pairs++ % 2 === 0 ? SIDES : SIDES.toReversed();
      const found = {} as Record<Side, Asked[]>;
      for (const side of order) found[side] = await windowOf(side, writer);
      if (!writer.isThere()) return false;
      for (const side of SIDES) for (const [size, asked] of found[side].entries()) round[side][size]!.push(asked);
      return true;
    },
    endRound() {
      rounds.push(round);
      round = noRound();
    },
    told: () => SIZES.map(({goal}, size) => ({goal, ...tellSize(rounds, size, median(share))})),
    end: () => client.end(),
  };
}

function tellSize(rounds: readonly Round[], size: number, writerShare: number): {ratio: number; figures: Figures} {
  const times = (round: Round, side: Side): number[] => round[side][size]!.flatMap((asked) => asked.times);
  const ratios = (of: (round: Round, side: Side) => number): number[] =>
    rounds.map((round) => of(round, "writing") / of(round, "quiet"));
  const p = (share: number) => (round: Round, side: Side) => quantile(times(round, side), share);
  const each = (what: "run" | "wait") => (round: Round, side: Side) =>
    round[side][size]!.reduce((sum, asked) => sum + asked[what], 0) / times(round, side).length;
  const told = (of: (round: Round, side: Side) => number, side: Side): number =>
    median(rounds.map((round) => of(round, side)));
  const tails = ratios(p(0.99));
  return {
    ratio: median(tails),
    figures: {
      ...{quietP50: told(p(0.5), "quiet"), writingP50: told(p(0.5), "writing")},
      ...{quietP99: told(p(0.99), "quiet"), writingP99: told(p(0.99), "writing")},
      ...{least: Math.min(...tails), most: Math.max(...tails), p50Ratio: median(ratios(p(0.5)))},
      ...{cpuRatio: median(ratios(each("run"))), quietCpu: told(each("run"), "quiet")},
      ...{quietWait: told(each("wait"), "quiet"), writingWait: told(each("wait"), "writing")},
      answers: rounds.reduce((sum, round) => sum + times(round, "quiet").length, 0),
      writerShare,
    },
  };
}
