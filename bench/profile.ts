// Where the time of servers and loads went: the functions of their profiles by own time, and the modules they stand in.
//
// The start of each process is in it: the shorter the run, the more of it.
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";

/** What V8 writes with --cpu-prof; times in microseconds. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {readonly functionName: string; readonly url: string; readonly lineNumber: number};
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SHOWN = 30;

/** Words for Node that make a process write a profile at its end. */
export function profileWords(folder: string | null): string[] {
  return folder === null ? [] : ["--cpu-prof", "--cpu-prof-dir", folder];
}

/** Prints the functions of all profiles in the folder; idle time is left out. */
export function printProfiles(folder: string): void {
  if (!existsSync(folder)) {
    console.log("\nthere is no profile: no server and no load was run");
    return;
  }
  const byFunction = new Map<string, number>();
  const byModule = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const profile: Profile = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const frames = new Map(profile.nodes.map(({id, callFrame}) => [id, callFrame]));
    for (const [place, id] of profile.samples.entries()) {
      const {functionName, url, lineNumber} = frames.get(id)!;
      if (functionName === "(idle)") continue;
      const ms = profile.timeDeltas[place]! / 1000;
      const where = shortened(url);
      add(byFunction, `${functionName || "(anonymous)"} ${where}${where === "" ? "" : `:${lineNumber + 1}`}`, ms);
      add(byModule, where === "" ? functionName : where, ms);
    }
  }
  const busy = [...byModule.values()].reduce((sum, ms) => sum + ms, 0);
  console.log(`\nbusy for ${Math.round(busy)} ms; own time`);
  print(byModule, busy, SHOWN / 2);
  console.log();
  print(byFunction, busy, SHOWN);
}

function print(times: ReadonlyMap<string, number>, busy: number, shown: number): void {
  const sorted = [...times].sort(([, a], [, b]) => b - a).slice(0, shown);
  for (const [name, ms] of sorted) console.log(`  ${((100 * ms) / busy).toFixed(1).padStart(5)} %  ${name.trim()}`);
}

function add(times: Map<string, number>, name: string, ms: number): void {
  times.set(name, (times.get(name) ?? 0) + ms);
}

function shortened(url: string): string {
  return url.replace(/^file:\/\/.*\/(src|node_modules|bench|bin)\//, "$1/").replace(/^src\//, "");
}
