// A message to a webhook: a POST of JSON with its id, a timestamp and a signature, in the form of Standard Webhooks.
//
// The signature is HMAC-SHA256 over id, timestamp and body, so that a receiver needs no other proof of who sent it, and can refuse an old
// one. The address may not be private, also not by what its name resolves to at the moment of connecting; a redirect is not followed.
import {createHmac} from "node:crypto";
import {request as requestPlain} from "node:http";
import {request as requestSecure} from "node:https";
import {isPrivateAddress, judgingLookup, literalAddress} from "../service/private-address.ts";
import {SECRET_PREFIX} from "../service/webhook-address.ts";

/** The value of `webhook-signature`. @param timestamp seconds since 1970-01-01 */
export function webhookSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

export interface WebhookCall {
  readonly address: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
  readonly now: Date;
}

export interface WebhookOptions {
  /** For a network of one's own: private addresses are called too. */
  readonly mayBePrivate: boolean;
  readonly milliseconds: number;
}

/** A receiver answers at once and works afterwards. */
export const WEBHOOK_TERMS: WebhookOptions = {mayBePrivate: false, milliseconds: 10_000};

/** Delivered when the receiver answers with 2xx. @throws Error that says why it is not */
export function callWebhook({address, secret, id, body, now}: WebhookCall, options = WEBHOOK_TERMS): Promise<void> {
  const url = new URL(address);
  const literal = literalAddress(url);
  if (!options.mayBePrivate && literal !== null && isPrivateAddress(literal))
    return Promise.reject(new Error(`${literal} is a private address`));
  const timestamp = Math.floor(now.getTime() / 1000);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "user-agent": "Ryad-Webhook/1",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": webhookSignature(secret, id, timestamp, body),
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestSecure : requestPlain;
    const request = send(url, {
      method: "POST",
      headers,
      agent: false,
      lookup: judgingLookup(() => options.mayBePrivate),
    });
    // of the whole call: a receiver that sends a byte now and then would hold a shorter one for ever
    const late = setTimeout(() => {
      request.destroy(new Error(`no answer within ${options.milliseconds / 1000} seconds`));
    }, options.milliseconds);
    request.once("response", (response) => {
      const {statusCode = 0} = response;
      clearTimeout(late);
      response.destroy();
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new Error(`the answer was ${statusCode}`));
    });
    request.on("error", (error) => {
      clearTimeout(late);
      reject(error);
    });
    // a connection that ends without an answer and without an error
    request.once("close", () => {
      clearTimeout(late);
      reject(new Error("the connection was closed"));
    });
    request.end(body);
  });
}
