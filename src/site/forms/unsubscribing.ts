// The address that ends a subscription: signed, so that it needs no sign-in and nobody can end the subscription of somebody else.

import type {Secrets} from "../visit/context.ts";
import {queryText} from "../visit/visit.ts";

export const UNSUBSCRIBE_PATH = "/unsubscribe";
const PURPOSE = "unsubscribe";

/** @param base the start of the link, without a slash at the end */
export async function unsubscribeAddress(secrets: Secrets, base: string, subscription: number): Promise<string> {
  const id = String(subscription);
  return base + UNSUBSCRIBE_PATH + queryText({id, sign: await secrets.sign(PURPOSE, id)});
}

/** The number of the subscription; null: the address is not ours. */
export async function readUnsubscribe(secrets: Secrets, query: URLSearchParams): Promise<number | null> {
  const [id, sign] = [query.get("id") ?? "", query.get("sign") ?? ""];
  return /^\d{1,9}$/.test(id) && (await secrets.isSigned(PURPOSE, id, sign)) ? Number(id) : null;
}
