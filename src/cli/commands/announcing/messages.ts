// `ryad messages`: what subscribers and the operator were to be told and were not: messages that wait, and those given up after a day.

import type {Queries} from "../../../store/engines/differences.ts";
import {listUnsent, TO_OPERATOR} from "../../../store/messages/message.ts";
import {findRecipient} from "../../../store/messages/recipient.ts";
import type {Script} from "../../../store/script.ts";
import {type Command, DATA_OPTION, DONE, JSON_OPTION} from "../../command.ts";
import {withStore} from "../../open-store.ts";
import {printRows} from "../../terminal/text-table.ts";

/** As many as an integer column can number. */
const EVERY = 2 ** 31 - 1;

interface UnsentRow {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly kind: string;
  readonly to: string;
  readonly tries: number;
  readonly error: string;
}

export const messages: Command = {
  name: "messages",
  options: {json: JSON_OPTION, data: DATA_OPTION},
  summary: "lists messages about events that are not sent, the oldest first, with the reason",
  details: [
    "A message is tried for a day, with pauses of up to four hours, and then given up; it stays listed. An address is shown as the",
    "number of its subscription, a webhook as its host.",
  ],
  async run(call) {
    const {settings, say, options} = call;
    const rows = await withStore(settings, "read", (store) => store.accounts.read((q) => readUnsent(q)));
    if (rows.length > 0 || options["json"] === true) return printRows(call, rows);
    say("every message is sent");
    return DONE;
  },
};

function* readUnsent(q: Queries): Script<readonly UnsentRow[]> {
  const rows: UnsentRow[] = [];
  for (const {id, createdAt, kind, address, subscriptionId, tries, error} of yield* listUnsent(q, EVERY)) {
    const recipient = subscriptionId === TO_OPERATOR ? null : yield* findRecipient(q, subscriptionId);
    const host = recipient?.way === "webhook" ? ` (${new URL(recipient.address).host})` : "";
    const to = subscriptionId === TO_OPERATOR ? (address ?? "operator") : `subscription ${subscriptionId}${host}`;
    rows.push({id, created_at: new Date(createdAt).toISOString(), kind, to, tries, error: error ?? ""});
  }
  return rows;
}
