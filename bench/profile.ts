// The processor time of servers and loads by function (own time) and by module (`--cpu-prof`).
//
// The time of a server counts after its start; all time of a load counts.
import {mkdirSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";

export interface Profiles {
  /** For one process before its start. */
  next(kind: "server" | "load"): ProcessProfile;
  /** Prints all profiles, those of servers separately from those of loads. */
  print(): void;
}

export interface ProcessProfile {
  /** Arguments for Node that make the process write its profile at its end. */
  readonly words: readonly string[];
  /** Time before this call does not count. */
  ready(): void;
}

/** The format of V8; times are microseconds of the system's monotonic clock. */
interface ProfileFile {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {readonly functionName: string; readonly url: string; readonly lineNumber: number};
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SHOWN = 30;

/** @param folder of the profiles; null: no profiles */
export function createProfiles(folder: string | null): Profiles {
  const readyAt = new Map<string, number>();
  let processes = 0;
  return {
    next(kind) {
      if (folder === null) return {words: [], ready: () => {}};
      mkdirSync(folder, {recursive: true});
      const name = `${kind}-${processes++}.cpuprofile`;
      return {
        words: ["--cpu-prof", "--cpu-prof-dir", folder, "--cpu-prof-name", name],
        ready: () => void readyAt.set(name, Number(process.hrtime.bigint() / 1000n)),
      };
    },
    print() {
      if (folder === null) return;
      for (const kind of ["server", "load"]) {
        const names = processes === 0 ? [] : readdirSync(folder).filter((name) => name.startsWith(kind));
        if (names.length > 0) printKind(kind, folder, names, readyAt);
      }
    },
  };
}

function printKind(kind: string, folder: string, names: readonly string[], readyAt: ReadonlyMap<string, number>): void {
  const byFunction = new Map<string, number>();
  const byModule = new Map<string, number>();
  for (const name of names) {
    const profile: ProfileFile = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const frames = new Map(profile.nodes.map(({id, callFrame}) => [id, callFrame]));
    let at = profile.startTime;
    for (const [index, id] of profile.samples.entries()) {
      at += profile.timeDeltas[index]!;
      const {functionName, url, lineNumber} = frames.get(id)!;
      if (functionName === "(idle)" || at < (readyAt.get(name) ?? 0)) continue;
      const ms = (profile.timeDeltas[index + 1] ?? 0) / 1000;
      const where = shortened(url);
      add(byFunction, `${functionName || "(anonymous)"} ${where}${where === "" ? "" : `:${lineNumber + 1}`}`, ms);
      add(byModule, where === "" ? functionName : where, ms);
    }
  }
  const busy = [...byModule.values()].reduce((sum, ms) => sum + ms, 0);
  console.log(`\n${kind}: busy for ${Math.round(busy)} ms; own time by module, then by function`);
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
