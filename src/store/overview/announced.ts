// Days of release that a publisher announced, beside the one that a package may declare itself (`next_release`).
//
// `ryad calendar` writes them, from a publisher's calendar. A list replaces the days to come and those from its
// first on, so that a moved day is not announced twice; earlier days stay, because they tell whether a publisher kept them.
import {type Day, dayText} from "../../statistics/time/day.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {insertDescribingRun} from "../releases/load-run.ts";
import {insertRows, selectRows} from "../rows.ts";
import {all, type Param, run, type Script, statement} from "../script.ts";

export interface AnnouncedDay {
  readonly day: Day;
  /** Who announced it, in words or as an address; null: the package of the last release. */
  readonly source: string | null;
}

export interface Announcement {
  readonly provider: string;
  readonly dataset: string;
  /** At least one. */
  readonly days: readonly Day[];
}

/** Stores what `source` announced, datasets that are not loaded yet included. @param today days from it on are replaced; now: ISO 8601, UTC */
export function* announceReleases(
  q: Queries,
  announcements: readonly Announcement[],
  source: string,
  {now, today}: {readonly now: string; readonly today: Day},
): Script<void> {
  for (const {provider, dataset, days} of announcements) {
    yield* run(removeFrom(q, {provider, dataset, day: dayText(Math.min(today, ...days))}));
    const rows = [...new Set(days)].map((day) => ({day: dayText(day), source}));
    yield* run(
      insert(
        q,
        rows.map((row) => ({...row, provider_code: provider, dataset_code: dataset})),
      ),
    );
  }
  const about = {provider: "", dataset: "", name: "", loadedAt: now, publishedAt: null};
  if (announcements.length > 0) yield* insertDescribingRun(q, {...about, id: globalThis.crypto.randomUUID()});
}

/** By `PROVIDER/CODE`, each in the order of the days. */
export function* listAnnounced(q: Queries): Script<ReadonlyMap<string, readonly AnnouncedDay[]>> {
  const rows = yield* all(every(q, {}));
  const found = Map.groupBy(rows, (row) => `${row.provider_code}/${row.dataset_code}`);
  return new Map([...found].map(([code, own]) => [code, own.map(({day, source}) => ({day: storedDay(day), source}))]));
}

/** Those of one dataset, in the order of the days. */
export function* listAnnouncedOf(
  q: Queries,
  name: {readonly provider: string; readonly dataset: string},
): Script<readonly AnnouncedDay[]> {
  return (yield* all(ofDataset(q, name))).map(({day, source}) => ({day: storedDay(day), source}));
}

const ofDataset = selectRows(
  "announced_release",
  ["day", "source"],
  {provider: "provider_code", dataset: "dataset_code"},
  ["day"],
);

const every = selectRows("announced_release", ["provider_code", "dataset_code", "day", "source"], {}, ["day"]);

const insert = insertRows("announced_release");

const removeFrom = statement((q, param: Param<{provider: string; dataset: string; day: string}>) =>
  q.db
    .deleteFrom("announced_release")
    .where("provider_code", "=", param("provider"))
    .where("dataset_code", "=", param("dataset"))
    .where("day", ">=", param("day")),
);
