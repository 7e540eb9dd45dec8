// Work of one process at a time, over all workers and servers (sources engine): a lease that ends by itself, by the clock of the store.
//
// It is held by a holder, unique for each run of each process, until a moment that the holder moves on while it works. Who died loses it at
// that moment, and who slept longer finds another holder.
import {sql} from "kysely";
import type {Queries} from "./engines/differences.ts";
import {one, type Param, type Script, statement} from "./script.ts";

interface LeaseOptions {
  readonly name: string;
  readonly holder: string;
  /** For which it is held at most, from now on. */
  readonly milliseconds: number;
}

/** Takes the lease, or holds it for longer. @returns whether the holder has it */
export function* holdLease(q: Queries, options: LeaseOptions): Script<boolean> {
  return (yield* one(hold(q, options))) !== undefined;
}

/** Holds it for longer, unless another holder has taken it or it was given up. @returns whether the holder has it */
export function* prolongLease(q: Queries, options: LeaseOptions): Script<boolean> {
  return (yield* one(prolong(q, options))) !== undefined;
}

/** @param holder null: whoever has it @returns whether the holder had it */
export function* giveUpLease(q: Queries, name: string, holder: string | null): Script<boolean> {
  return (yield* one(giveUp(q, {name, holder}))) !== undefined;
}

const hold = statement((q, param: Param<LeaseOptions>) =>
  q.db
    .insertInto("lease")
    .values({name: param("name"), holder: param("holder"), until: untilOf(q, param("milliseconds"))})
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({holder: sql`excluded.holder`, until: sql`excluded.until`})
        .where(sql<boolean>`lease.holder = excluded.holder or lease.until <= ${q.differences.clock}`),
    )
    .returning("holder"),
);

const prolong = statement((q, param: Param<LeaseOptions>) =>
  q.db
    .updateTable("lease")
    .set({until: untilOf(q, param("milliseconds"))})
    .where("name", "=", param("name"))
    .where("holder", "=", param("holder"))
    .returning("holder"),
);

const giveUp = statement((q, param: Param<{name: string; holder: string | null}>) =>
  q.db
    .deleteFrom("lease")
    .where("name", "=", param("name"))
    .where(sql<boolean>`holder = coalesce(cast(${param("holder")} as text), holder)`)
    .returning("holder"),
);

function untilOf(q: Queries, milliseconds: unknown) {
  return sql<number>`${q.differences.clock} + cast(${milliseconds} as bigint)`;
}
