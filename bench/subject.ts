// What a subject of the bench is: a part that can be run alone, with what it measures and what it needs.
import type {GoalName} from "./goals.ts";
import type {Tool} from "./machine.ts";
import type {Profiles} from "./profile.ts";
import type {Progress} from "./progress.ts";
import type {Warehouses} from "./warehouses.ts";
import type {WorkFolder} from "./work-folder.ts";

/** How long and how large. */
export interface Scale {
  readonly mode: "quick" | "default" | "full";
  /** Of one side in one round under load. */
  readonly seconds: number;
  readonly rounds: number;
  /** Numbers of series over which latency should stay flat. */
  readonly growth: readonly number[];
  /** Series of the warehouse that all else is measured on. */
  readonly series: number;
  /** Of the load under which memory is watched. */
  readonly memorySeconds: number;
  /** Compressed first answers of each coding. */
  readonly firstAnswers: number;
  /** Pages of series. */
  readonly pages: number;
  readonly sdmxMegabytes: number;
  readonly csvValues: number;
}

export interface Bench {
  readonly work: WorkFolder;
  readonly warehouses: Warehouses;
  readonly scale: Scale;
  readonly progress: Progress;
  readonly profiles: Profiles;
  /** Takes down one figure. A value of null is a line that could not be measured: `remarks` say why. */
  report(goal: GoalName, value: number | null, figures?: Figures, remarks?: readonly string[]): void;
}

export type Figures = Readonly<Record<string, number>>;

export interface Subject {
  readonly name: string;
  readonly needs: readonly Tool[];
  run(bench: Bench): Promise<void>;
}
