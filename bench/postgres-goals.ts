// The goals of PostgreSQL compared with the embedded store, one row per figure; `npm run bench -- --store postgres` measures them.
import type {Goal} from "./goals.ts";

const OF_EMBEDDED = "× embedded";

export const POSTGRES_GOALS = {
  page: {
    subject: "page",
    what: "a page of 100 series × 300 values: version and histories in one snapshot, and every value of the histories",
    unit: OF_EMBEDDED,
    atMost: 3,
  },
  "page-fetch": {subject: "page", what: "the same, until the histories have arrived", unit: OF_EMBEDDED},
  "answer-30000": {
    subject: "answer",
    what: "30,000 values, JSON, uncached, 1 connection: the whole answer, charged",
    unit: OF_EMBEDDED,
    atMost: 3,
  },
  "answer-50": {
    subject: "answer",
    what: "50 values, JSON, uncached, 1 connection: the whole answer, charged",
    unit: OF_EMBEDDED,
  },
  "first-load": {subject: "load", what: "`ryad load` of a tidy package, from its start to its end", unit: OF_EMBEDDED},
} as const satisfies Record<string, Goal>;

export type PostgresGoal = keyof typeof POSTGRES_GOALS;

export interface PostgresMeasurement {
  readonly goal: PostgresGoal;
  /** Time of PostgreSQL divided by that of the embedded store, the median of the rounds; null: not measured. */
  readonly value: number | null;
  readonly figures: Readonly<Record<string, number>>;
  readonly remarks: readonly string[];
}
