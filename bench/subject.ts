// A subject of the bench: a part that can run alone, with its measurements and its requirements.
import type {GoalName} from "./goals.ts";
import type {Tool} from "./machine.ts";
import type {Profiles} from "./profile.ts";
import type {Progress} from "./progress.ts";
import type {Warehouses} from "./warehouses.ts";
import type {WorkFolder} from "./work-folder.ts";

/** Duration and size of a run. */
export interface Scale {
  readonly mode: "quick" | "default" | "full";
  /** Duration of one side in one round under load. */
  readonly seconds: number;
  readonly rounds: number;
  /** Numbers of series over which latency should stay flat. */
  readonly growth: readonly number[];
  /** Series of the warehouse for all other measurements. */
  readonly series: number;
  /** Duration of the load during which memory is measured. */
  readonly memorySeconds: number;
  /** Number of compressed first answers in each coding. */
  readonly firstAnswers: number;
  /** Number of pages of series. */
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
  /** Records one figure. A value of null is a line that could not be measured; `remarks` give the reason. */
  report(goal: GoalName, value: number | null, figures?: Figures, remarks?: readonly string[]): void;
}

export type Figures = Readonly<Record<string, number>>;

export interface Subject {
  readonly name: string;
  readonly needs: readonly Tool[];
  run(bench: Bench): Promise<void>;
}
