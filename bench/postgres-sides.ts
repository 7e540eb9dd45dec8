// The two sides of the bench of PostgreSQL, and the input of a comparison.
import type {Store, StorePlace} from "../src/store/open.ts";
import type {Machine} from "./machine.ts";
import type {PostgresGoal, PostgresMeasurement} from "./postgres-goals.ts";
import type {Progress} from "./progress.ts";
import type {WorkFolder} from "./work-folder.ts";

export const SIDES = ["embedded", "postgres"] as const;
export type Side = (typeof SIDES)[number];

export interface PostgresBench {
  readonly work: WorkFolder;
  readonly machine: Machine;
  readonly progress: Progress;
  readonly places: Readonly<Record<Side, StorePlace>>;
  readonly stores: Readonly<Record<Side, Store>>;
  readonly datasets: number;
  readonly rounds: number;
  /** Duration of one side in one round under load. */
  readonly seconds: number;
  /** An empty place for each side. */
  newPlace(side: Side): Promise<StorePlace>;
  report(
    goal: PostgresGoal,
    value: number | null,
    figures: PostgresMeasurement["figures"],
    remarks?: readonly string[],
  ): void;
}
