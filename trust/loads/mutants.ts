// Damaged files of every format that loads: each is refused, held, or published with the values of the whole file, place by place, within
// memory and processor time that have a bound.
import {type ChildProcess, fork} from "node:child_process";
import {once} from "node:events";
import {join} from "node:path";
import {setTimeout as wait} from "node:timers/promises";
import type {Subject, TrustOptions} from "../subject.ts";
import {type EventDetails, formatNames, type PageQuery} from "./loader.ts";
import {processorSeconds} from "./processor-time.ts";

const COUNT = {own: 900, full: 2400};
const MOST_BYTES = 512 * 2 ** 20;
/** Of the process, for one damaged file loaded twice: other work on the machine hardly changes it. */
const MOST_SECONDS = 60;

export const mutants: Subject = {
  name: "mutants",
  about:
    "damaged files of every format that loads, each loaded alone and behind the release before it: refused, held, or published with the values of the whole file at every place",
  async run(options) {
    const names = formatNames().filter(
      (name) => options.words.length === 0 || options.words.some((word) => name.includes(word)),
    );
    const count = options.count ?? (options.full ? COUNT.full : COUNT.own);
    const rows: FormatRow[] = [];
    const failures: string[] = [];
    for (const [index, name] of names.entries()) {
      const own = Math.floor(((index + 1) * count) / names.length) - Math.floor((index * count) / names.length);
      const row = await tryFormat(name, own, options, failures);
      rows.push(row);
      options.say(JSON.stringify(row));
    }
    return {tried: count, failures, rows: rows.map((row) => ({...row}))};
  },
};

interface FormatRow {
  readonly format: string;
  tried: number;
  refused: number;
  held: number;
  same: number;
  part: number;
  wrong: number;
  endless: number;
  "peak MB": number;
}

async function tryFormat(
  format: string,
  count: number,
  {seed, say}: TrustOptions,
  failures: string[],
): Promise<FormatRow> {
  const row: FormatRow = {
    format,
    tried: count,
    refused: 0,
    held: 0,
    same: 0,
    part: 0,
    wrong: 0,
    endless: 0,
    "peak MB": 0,
  };
  let child: ChildProcess | null = null;
  for (let number = 0; number < count; number++) {
    child ??= startLoader();
    const told = await ask(child, {format, seed, number});
    const fail = (kind: string, what: string): void => {
      failures.push(`${format}, ${kind}, number ${number} of seed ${seed}: ${what}`);
      say(failures.at(-1)!);
    };
    if (told === null) {
      row.endless++;
      fail("?", `no end after ${MOST_SECONDS} s of processor time, or the process died`);
      child.kill("SIGKILL");
      child = null;
      continue;
    }
    for (const {verdict, wrong} of told.judgements) {
      row[verdict]++;
      if (wrong === null) continue;
      row.wrong++;
      fail(told.kind, wrong);
    }
    row["peak MB"] = Math.max(row["peak MB"], Math.round(told.peakBytes / 2 ** 20));
    if (told.peakBytes > MOST_BYTES) fail(told.kind, `${Math.round(told.peakBytes / 2 ** 20)} MB of memory`);
    if (told.fault !== null) fail(told.kind, told.fault);
    if (told.fault === null && told.peakBytes <= MOST_BYTES) continue;
    child.kill("SIGKILL");
    child = null;
  }
  child?.disconnect();
  return row;
}

function startLoader(): ChildProcess {
  return fork(join(import.meta.dirname, "loader.ts"), {execArgv: ["--single-threaded-gc"], serialization: "advanced"});
}

/** null: it has no end, or the process has died. */
async function ask(child: ChildProcess, query: PageQuery): Promise<EventDetails | null> {
  const over = new AbortController();
  const began = processorSeconds(child.pid!);
  const answer = Promise.race([
    once(child, "message", {signal: over.signal}).then(([told]) => told as EventDetails),
    once(child, "exit", {signal: over.signal}).then(() => null),
    (async () => {
      while (processorSeconds(child.pid!) - began < MOST_SECONDS) await wait(200, null, {signal: over.signal});
      return null;
    })(),
  ]);
  child.send(query);
  try {
    return await answer;
  } finally {
    over.abort();
  }
}
