// The address and the secret of a webhook: where a server may send messages to, and by what a receiver knows that they are its own.
//
// The secret is stored as it is, because signing needs it; a person who has it can only forge messages to that one receiver.
import {randomBytes} from "node:crypto";
import {isPrivateAddress, literalAddress} from "./private-address.ts";

/** `any`: also private addresses, and without TLS; `off`: none. */
export type WebhookReach = "public" | "any" | "off";

export const SECRET_PREFIX = "whsec_";
const MAX_ADDRESS = 1000;

/** A new secret, as the receiver gets it: that of Standard Webhooks. */
export function webhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString("base64");
}

/** null: a webhook may not have this address. What its name resolves to is judged when it is called. */
export function readWebhookAddress(text: string, reach: WebhookReach): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (reach === "off" || url === null || text.length > MAX_ADDRESS || url.username !== "" || url.password !== "")
    return null;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && reach === "any")) return null;
  const literal = literalAddress(url);
  return reach === "public" && literal !== null && isPrivateAddress(literal) ? null : url.href;
}
