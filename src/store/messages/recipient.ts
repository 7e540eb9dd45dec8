// Where the messages of a subscription go (accounts engine): an account that is disabled or deleted gets none.
import type {Queries} from "../engines/differences.ts";
import {one, type Param, type Script, statement} from "../script.ts";

export interface Recipient {
  readonly way: "mail" | "webhook";
  /** A mailbox, or the address of the webhook. */
  readonly address: string;
  /** null: of letters. */
  readonly secret: string | null;
  readonly language: "en" | "ru";
}

/** null: the subscription or its account is over. */
export function* findRecipient(q: Queries, subscription: number): Script<Recipient | null> {
  const found = yield* one(byId(q, {subscription}));
  if (found === undefined) return null;
  const {email, way, address, secret, language} = found;
  return {
    way: way as Recipient["way"],
    address: way === "mail" ? email : address!,
    secret,
    language: language as Recipient["language"],
  };
}

const byId = statement((q, param: Param<{subscription: number}>) =>
  q.db
    .selectFrom("subscription")
    .innerJoin("account", "account.id", "subscription.account_id")
    .select(["account.email", "subscription.way", "subscription.address"])
    .select(["subscription.secret", "subscription.language"])
    .where("subscription.id", "=", param("subscription"))
    .where("account.left_at", "is", null)
    .where("account.disabled_at", "is", null),
);
