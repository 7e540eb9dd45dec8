// Work of one process at a time, over all workers and servers (accounts engine): a lease that ends by itself, by the clock of the store.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {one, run, type Script, statement, type Take} from "../script.ts";

/** Takes the lease, or holds it for longer. @param milliseconds for which it is held at most @returns whether the holder has it */
export function* holdLease(q: Queries, name: string, holder: string, milliseconds: number): Script<boolean> {
  return (yield* one(hold(q, {name, holder, milliseconds}))) !== undefined;
}

export function* giveUpLease(q: Queries, name: string, holder: string): Script<void> {
  yield* run(giveUp(q, {name, holder}));
}

const hold = statement((q, take: Take<{name: string; holder: string; milliseconds: number}>) =>
  q.db
    .insertInto("lease")
    .values({
      name: take("name"),
      holder: take("holder"),
      until: sql<number>`${q.differences.clock} + cast(${take("milliseconds")} as bigint)`,
    })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({holder: sql`excluded.holder`, until: sql`excluded.until`})
        .where(sql<boolean>`lease.holder = excluded.holder or lease.until <= ${q.differences.clock}`),
    )
    .returning("holder"),
);

const giveUp = statement((q, take: Take<{name: string; holder: string}>) =>
  q.db.deleteFrom("lease").where("name", "=", take("name")).where("holder", "=", take("holder")),
);
