// The process that loads damaged files of one format, so that one without end can be ended, and the memory of one be seen.
//
// It is told numbers, and makes each damaged file from its number and the seed: a failure is repeated by the two.

import {numbersFrom, seedOf} from "../subject.ts";
import {damage} from "./damage.ts";
import type {CutFormat} from "./format.ts";
import {FORMATS} from "./formats.ts";
import {peakBytes} from "./processor-time.ts";
import {isAtHand, PUBLISHERS, publishersFormat} from "./publishers.ts";
import {type Judgement, openTrial} from "./trial.ts";

export interface PageQuery {
  readonly format: string;
  readonly seed: number;
  readonly number: number;
}

export interface EventDetails {
  readonly kind: string;
  readonly judgements: readonly Judgement[];
  /** A failure that is no refusal, as "TypeError: …". */
  readonly fault: string | null;
  readonly peakBytes: number;
}

/** Formats that can be tried here: our own, and publishers' files that are at hand. */
export function formatNames(): string[] {
  return [...FORMATS, ...PUBLISHERS.filter((file) => !file.large && isAtHand(file))].map(({name}) => name);
}

function formatOf(name: string): CutFormat {
  return (
    FORMATS.find((format) => format.name === name) ?? publishersFormat(PUBLISHERS.find((file) => file.name === name)!)
  );
}

async function answer(): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  let trial: Promise<Awaited<ReturnType<typeof openTrial>>> | null = null;
  process.on("message", async (query: PageQuery) => {
    const format = formatOf(query.format);
    trial ??= openTrial({after: (end) => ends.push(end)}, format);
    const {bytes, judge} = await trial;
    const name = Object.keys(format.release)[0]!;
    const random = numbersFrom(seedOf(query.seed, query.format, query.number));
    const damaged = await damage(name, bytes, format.open, random);
    const told = {kind: damaged.kind, peakBytes: 0, fault: null, judgements: [] as Judgement[]};
    try {
      told.judgements = await judge(damaged.bytes, damaged.looksWhole === true);
    } catch (error) {
      // The store may be left in any state: another process goes on.
      trial = null;
      Object.assign(told, {fault: String(error)});
    }
    process.send!({...told, peakBytes: peakBytes()} satisfies EventDetails);
  });
  process.once("disconnect", async () => {
    for (const end of ends.reverse()) await end();
  });
}

if (import.meta.main) await answer();
