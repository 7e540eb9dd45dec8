// Tables of what is expected and told: announced releases, events, and the messages about them to those who follow.
//
// Part of the first step of the schema (steps.ts). Events are statistics, written by the transaction that makes them happen; messages are
// accounts. A crash between the two is harmless: an event is told again, and a message that is there already stays as it is.
import type {TableShapes} from "./table-shape.ts";

export const EVENT_TABLES = {
  // source: who announced the day, in words or as an address
  announced_release: {
    columns: {provider_code: "text", dataset_code: "text", day: "text", source: "text"},
    key: ["provider_code", "dataset_code", "day"],
  },
  event: {
    columns: {
      id: "text",
      kind: "text",
      // Empty: the event is about no dataset.
      provider_code: "text",
      dataset_code: "text",
      dataset_name: "text",
      happened_at: "text",
      // Of the publication, or on which one was expected.
      day: "text?",
      release_id: "integer?",
      new_values: "bigint",
      revised_values: "bigint",
      latest_period: "text?",
      reason: "text?",
      // Mailboxes that are told of it beside the operator's, with blanks between them.
      addresses: "text?",
      // 1: its messages are written.
      told: "integer",
    },
    key: ["id"],
    indexes: [["told"], ["provider_code", "dataset_code"], ["happened_at"]],
  },
} as const satisfies TableShapes;

export const MESSAGE_TABLES = {
  subscription: {
    identity: "alone",
    columns: {
      account_id: "integer",
      // scope: series, dataset, provider or list; target: the key, PROVIDER/CODE or the provider; empty: the list of the account
      scope: "text",
      target: "text",
      // PROVIDER/CODE of the series or the dataset; empty for a provider and a list.
      dataset: "text",
      way: "text",
      // Of a webhook, as is the secret; letters go to the address of the account.
      address: "text?",
      secret: "text?",
      // With blanks between them.
      kinds: "text",
      // Per cent of change from which a revision is told.
      threshold: "real",
      language: "text",
      created_at: "text",
    },
    unique: [["account_id", "scope", "target", "way"]],
    indexes: [["dataset"], ["target"]],
  },
  message: {
    columns: {
      id: "text",
      // 0: to the operator.
      subscription_id: "integer",
      event_id: "text",
      // The mailbox of somebody without a subscription; null: the operator's or the subscription's.
      address: "text?",
      kind: "text",
      // JSON text, the same at every try.
      body: "text",
      // Milliseconds since 1970-01-01, as are the other moments; due_at: null when it is sent or given up.
      created_at: "bigint",
      due_at: "bigint?",
      tries: "integer",
      sent_at: "bigint?",
      error: "text?",
    },
    key: ["id"],
    indexes: [["due_at"], ["subscription_id"]],
  },
} as const satisfies TableShapes;
