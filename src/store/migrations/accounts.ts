// Migrations of the accounts: who may ask, and what they have used.
//
// Released steps stay as they are; the list only grows.
import type {Queries} from "../engines.ts";
import type {Migration} from "../migration.ts";
import type {Script} from "../script.ts";
import {createTable} from "./table.ts";

export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [createAccounts];

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
