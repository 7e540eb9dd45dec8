// Secrets of the site by name (accounts engine): made once, the same for every server of a store and after every restart.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {one, run, type Script, statement, type Take, takeAll} from "../script.ts";

/** The secret of the name; where there is none yet, `fresh` becomes it. */
export function* ensureSecret(q: Queries, name: string, fresh: string): Script<string> {
  yield* run(insertNew(q, {name, secret: fresh}));
  return (yield* one(byName(q, {name})))!.secret;
}

/** null: there is none of the name yet. */
export function* findSecret(q: Queries, name: string): Script<string | null> {
  return (yield* one(byName(q, {name})))?.secret ?? null;
}

const insertNew = statement((q, take: Take<NewRow<"site_secret">>) =>
  q.db
    .insertInto("site_secret")
    .values(takeAll(take, ["name", "secret"]))
    .onConflict((conflict) => conflict.column("name").doNothing()),
);

const byName = statement((q, take: Take<{name: string}>) =>
  q.db.selectFrom("site_secret").select("secret").where("name", "=", take("name")),
);
