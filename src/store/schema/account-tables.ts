// Tables of the accounts: their tokens, their use, and the data of the site about its visitors.
//
// Part of the first step of the schema (steps.ts).
import type {TableShapes} from "./table-shape.ts";

export const ACCOUNT_TABLES = {
  account: {
    identity: "alone",
    columns: {
      // Lower case; of a deleted account a keyed hash (accounts/account.ts).
      email: "text",
      plan: "text",
      created_at: "text",
      // When its owner deleted it; null: it has an owner.
      left_at: "text?",
      // When an operator disabled it; null: it is enabled.
      disabled_at: "text?",
    },
    unique: [["email"]],
    indexes: [["left_at"]],
  },
  token: {
    identity: "alone",
    columns: {
      account_id: "integer",
      // SHA-256 of the token, hexadecimal; the token itself is not stored.
      fingerprint: "text",
      name: "text",
      created_at: "text",
      last_used_at: "text?",
      revoked_at: "text?",
    },
    unique: [["fingerprint"]],
    indexes: [["account_id"]],
  },
  usage: {
    // month: YYYY-MM
    columns: {account_id: "integer", month: "text", used: "bigint"},
    key: ["account_id", "month"],
    clustered: true,
  },
  usage_day: {
    columns: {account_id: "integer", day: "text", used: "bigint"},
    key: ["account_id", "day"],
    clustered: true,
  },
  minute_window: {
    // Milliseconds since 1970-01-01; counted_at: the time when the last request was counted, by the clock of opened_at.
    columns: {account_id: "integer", opened_at: "bigint", used: "integer", counted_at: "bigint"},
    key: ["account_id"],
  },
} as const satisfies TableShapes;

export const LIST_TABLES = {
  list_item: {
    // target: the key of a series, PROVIDER/CODE, or release:ID
    columns: {account_id: "integer", target: "text", added_at: "text"},
    key: ["account_id", "target"],
  },
} as const satisfies TableShapes;

export const SITE_TABLES = {
  sign_in_link: {
    // fingerprint: SHA-256 of the secret in the link, hexadecimal; email: lower case
    columns: {fingerprint: "text", email: "text", created_at: "text", expires_at: "text"},
    key: ["fingerprint"],
    indexes: [["email"], ["expires_at"]],
  },
  session: {
    // fingerprint: SHA-256 of the secret in the cookie, hexadecimal
    columns: {fingerprint: "text", account_id: "integer", created_at: "text", expires_at: "text"},
    key: ["fingerprint"],
    indexes: [["account_id"], ["expires_at"]],
  },
  contact_message: {
    identity: "alone",
    // mailed_at: null while the message waits to be mailed, or if there is no recipient
    columns: {received_at: "text", email: "text", name: "text", message: "text", mailed_at: "text?"},
  },
  site_secret: {columns: {name: "text", secret: "text"}, key: ["name"]},
  form_window: {
    // subject: what is counted, such as letters to a mailbox, with its owner as a keyed hash; opened_at: milliseconds since 1970-01-01
    columns: {subject: "text", opened_at: "bigint", used: "integer"},
    key: ["subject"],
    indexes: [["opened_at"]],
  },
} as const satisfies TableShapes;

/** Shows whether a write landed whose commit was not answered; used only where servers share a store. */
export const MARK_TABLES = {
  // written_at: milliseconds since 1970-01-01
  writer_mark: {columns: {id: "text", mark: "text", written_at: "bigint"}, key: ["id"]},
} as const satisfies TableShapes;
