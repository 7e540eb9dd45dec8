// Datasets of a program that did not record withdrawn values: their archived releases were not read for them yet.
//
// A new dataset is never one of them. A load of such a dataset records what its own release withdraws, but leaves the mark.
import type {Queries} from "../engines/differences.ts";
import {selectRows} from "../rows.ts";
import {all, one, run, type Script, statement, type Take} from "../script.ts";

/** The codes of these datasets, in order. */
export function* listUnread(q: Queries): Script<{readonly provider: string; readonly dataset: string}[]> {
  const rows = yield* all(unread(q, {}));
  return rows.map(({provider_code: provider, code: dataset}) => ({provider, dataset}));
}

export function* isUnread(q: Queries, datasetId: number): Script<boolean> {
  return (yield* one(markOf(q, {id: datasetId})))?.withdrawals_read === 0;
}

export function* markRead(q: Queries, datasetId: number): Script<void> {
  yield* run(mark(q, {id: datasetId}));
}

/** A new version of the dataset, so that no server answers with the marks of the old one. */
export function* changeVersion(
  q: Queries,
  datasetId: number,
  change: {readonly changedBy: string; readonly changedAt: string},
): Script<void> {
  yield* run(version(q, {id: datasetId, ...change}));
}

const unread = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("dataset")
    .select(["provider_code", "code"])
    .where("withdrawals_read", "=", 0)
    .orderBy("provider_code")
    .orderBy("code"),
);

const markOf = selectRows("dataset", ["withdrawals_read"], {id: "id"});

const mark = statement((q, take: Take<{id: number}>) =>
  q.db.updateTable("dataset").set({withdrawals_read: 1}).where("id", "=", take("id")),
);

const version = statement((q, take: Take<{id: number; changedBy: string; changedAt: string}>) =>
  q.db
    .updateTable("dataset")
    .set({changed_by: take("changedBy"), changed_at: take("changedAt")})
    .where("id", "=", take("id")),
);
