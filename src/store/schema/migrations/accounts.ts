// Migrations of the accounts: who may ask, what they have used, and what the site keeps of its visitors.
//
// Released steps stay as they are; the list only grows.
import type {Queries} from "../../engines/differences.ts";
import {run, type Script} from "../../script.ts";
import type {Migration} from "../migration.ts";
import {createTable} from "./table.ts";

export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  createAccounts,
  addSite,
  addWriterMarks,
  addCountedAt,
  addLeftAt,
];

function* createAccounts(q: Queries): Script<void> {
  yield* createTable(q, "account", {
    identity: "alone",
    columns: {email: "text", plan: "text", created_at: "text"},
    unique: [["email"]],
  });
  yield* createTable(q, "token", {
    identity: "alone",
    columns: {
      account_id: "integer",
      fingerprint: "text",
      name: "text",
      created_at: "text",
      last_used_at: "text?",
      revoked_at: "text?",
    },
    unique: [["fingerprint"]],
    indexes: [["account_id"]],
  });
  yield* createTable(q, "usage", {
    columns: {account_id: "integer", month: "text", used: "bigint"},
    key: ["account_id", "month"],
    clustered: true,
  });
  yield* createTable(q, "usage_day", {
    columns: {account_id: "integer", day: "text", used: "bigint"},
    key: ["account_id", "day"],
    clustered: true,
  });
  yield* createTable(q, "minute_window", {
    columns: {account_id: "integer", opened_at: "bigint", used: "integer"},
    key: ["account_id"],
  });
}

function* addSite(q: Queries): Script<void> {
  yield* createTable(q, "sign_in_link", {
    columns: {fingerprint: "text", email: "text", created_at: "text", expires_at: "text"},
    key: ["fingerprint"],
    indexes: [["email"], ["expires_at"]],
  });
  yield* createTable(q, "session", {
    columns: {fingerprint: "text", account_id: "integer", created_at: "text", expires_at: "text"},
    key: ["fingerprint"],
    indexes: [["account_id"], ["expires_at"]],
  });
  yield* createTable(q, "contact_message", {
    identity: "alone",
    columns: {received_at: "text", email: "text", name: "text", message: "text", mailed_at: "text?"},
  });
  yield* createTable(q, "site_secret", {columns: {name: "text", secret: "text"}, key: ["name"]});
  yield* createTable(q, "form_window", {
    columns: {subject: "text", opened_at: "bigint", used: "integer"},
    key: ["subject"],
    indexes: [["opened_at"]],
  });
}

/** Used where several servers share a store. */
function* addWriterMarks(q: Queries): Script<void> {
  yield* createTable(q, "writer_mark", {columns: {id: "text", mark: "text", written_at: "bigint"}, key: ["id"]});
}

/** When the last request of the window was counted: a distributed table gives back columns alone, not what the clock says. */
function* addCountedAt(q: Queries): Script<void> {
  const {types} = q.differences;
  const table = q.db.schema.alterTable("minute_window");
  yield* run(table.addColumn("counted_at", types.bigint, (built) => built.notNull().defaultTo(0)).compile());
}

/** When an account was left; before, it went at once, and an answer that was under way left use that nobody had. */
function* addLeftAt(q: Queries): Script<void> {
  yield* run(q.db.schema.alterTable("account").addColumn("left_at", q.differences.types.text).compile());
  yield* run(q.db.schema.createIndex("account_left_at_idx").on("account").column("left_at").compile());
  const accounts = q.db.selectFrom("account").select("id");
  for (const table of ["usage", "usage_day", "minute_window"] as const) {
    yield* run(q.db.deleteFrom(table).where("account_id", "not in", accounts).compile());
  }
}
