// Sends messages: one process at a time, over all workers and servers, by a lease that ends by itself.
//
// A message is marked as sent after the receiver has taken it. So a crash between the two, or a lease that ends while a receiver is slow,
// sends it again with the same id, and never loses it. What is not taken is tried again for a day, ever more rarely.
import {randomUUID} from "node:crypto";
import type {Emit} from "../service/events.ts";
import type {MessageBody} from "../service/message-body.ts";
import type {Day} from "../statistics/time/day.ts";
import {giveUpLease, holdLease} from "../store/lease.ts";
import {
  countWaiting,
  type DueMessage,
  dropMessage,
  listDue,
  noteFailed,
  noteSent,
  sweepMessages,
  TO_OPERATOR,
} from "../store/messages/message.ts";
import {findRecipient, type Recipient} from "../store/messages/recipient.ts";
import type {Store} from "../store/open.ts";
import type {DatasetOverview} from "../store/overview/dataset-overview.ts";
import {writeDueMessages} from "./fan-out.ts";
import {noteSilences} from "./silences.ts";

/** A letter about an event, ready to be sent. */
export interface LetterToSend {
  readonly to: string;
  /** Of the message: the same at every try. */
  readonly id: string;
  readonly body: MessageBody;
  readonly language: "en" | "ru";
  /** The number of the subscription; null: to the operator. */
  readonly subscription: number | null;
}

export interface SenderContext {
  readonly store: Store;
  readonly overview: DatasetOverview;
  readonly emit: Emit;
  readonly now: () => Date;
  readonly today: () => Day;
  /** null: nobody is told of held runs and silences as the operator. */
  readonly operatorMail: string | null;
  /** The start of links, without a slash at the end. */
  readonly base: () => string;
  /** `off`: none is called. */
  readonly webhooks: "public" | "any" | "off";
  /** Writes and sends it; throws if the mail server does not take it. */
  readonly sendLetter: (letter: LetterToSend) => Promise<void>;
}

export interface Sender {
  /** One round, if this process has the lease: what has happened is noted, written and sent. @returns false: another has it */
  round(): Promise<boolean>;
  /** Ends after the messages under way, or soon: what a slow receiver then takes comes again with the same id. */
  close(): Promise<void>;
}

/** Longer than a round of slow receivers. */
const LEASE_MS = 60_000;
const SEND_MS = 45_000;
const ROUND_MS = 2000;
const HOUR_MS = 3_600_000;
/** For the page of an account and the operator. */
const KEPT_MS = 400 * 24 * HOUR_MS;
const CLOSE_MS = 3000;
const AT_ONCE = 8;
const OF_ROUND = 24;

/** Of a message's life, in which it is tried. */
export const TRIED_MS = 24 * HOUR_MS;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 4 * HOUR_MS;

/** Until the next try, after so many; null: a day has passed, and there is none. @param age of the message in milliseconds */
export function pauseAfter(tries: number, age: number): number | null {
  if (age >= TRIED_MS) return null;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
  // the last try is at the end of the day
  return Math.min(pause, Math.max(1, TRIED_MS - age));
}

export function createSender(context: SenderContext): Sender {
  const {store, now} = context;
  // one server at a time has a folder (serve.lock): after a crash the next one need not wait
  const holder = store.sources.name === "sqlite" ? "folder" : randomUUID();
  const lease = {name: "told", holder, milliseconds: LEASE_MS};
  let hourlyAt = 0;
  let underWay: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function round(): Promise<boolean> {
    if (!(await store.sources.write((q) => holdLease(q, lease)))) {
      context.emit({type: "messages-waiting", count: 0, seconds: 0});
      return false;
    }
    const at = now();
    if (Math.abs(at.getTime() - hourlyAt) >= HOUR_MS) {
      await noteSilences(store.statistics, await context.overview.read(), context.today(), at.toISOString());
      await store.accounts.write((q) => sweepMessages(q, at.getTime() - KEPT_MS));
      hourlyAt = at.getTime();
    }
    const fanOut = {operator: context.operatorMail, base: context.base()};
    await writeDueMessages(store, fanOut, () => now().getTime());
    const due = await store.accounts.read((q) => listDue(q, now().getTime(), OF_ROUND));
    for (let from = 0; from < due.length && !isClosed; from += AT_ONCE) {
      // a receiver that hangs takes time of the lease
      if (from > 0 && !(await store.sources.write((q) => holdLease(q, lease)))) return true;
      const ended = await Promise.allSettled(
        due.slice(from, from + AT_ONCE).map((message) => deliver(context, message)),
      );
      for (const one of ended) if (one.status === "rejected") throw one.reason;
    }
    const {count, oldest} = await store.accounts.read((q) => countWaiting(q));
    const waited = oldest === null ? 0 : Math.max(0, now().getTime() - oldest) / 1000;
    context.emit({type: "messages-waiting", count, seconds: waited});
    return true;
  }

  return {
    round() {
      const next = underWay.then(round);
      underWay = next.catch(() => {});
      return next;
    },
    async close() {
      isClosed = true;
      await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
      await store.sources.write((q) => giveUpLease(q, lease.name, lease.holder)).catch(() => {});
    },
  };
}

/** Sends one message and notes the end of it. */
async function deliver(context: SenderContext, message: DueMessage): Promise<void> {
  const {store, emit, now} = context;
  const {id, tries, createdAt} = message;
  const recipient =
    message.subscriptionId === TO_OPERATOR ? operatorOf(context, message) : await recipientOf(context, message);
  if (recipient === null) return store.accounts.write((q) => dropMessage(q, id));
  const {way} = recipient;
  try {
    await withinTime(send(context, message, recipient));
  } catch (error) {
    const at = now().getTime();
    const pause = pauseAfter(tries, at - createdAt);
    await store.accounts.write((q) => noteFailed(q, id, pause && at + pause, (error as Error).message.slice(0, 500)));
    return emit({type: "message-failed", way, isGivenUp: pause === null, error: error as Error});
  }
  await store.accounts.write((q) => noteSent(q, id, now().getTime()));
  emit({type: "message-sent", way});
}

/** A receiver that neither takes nor refuses must not stop the others. */
function withinTime(sending: Promise<void>): Promise<void> {
  const {promise, reject} = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not taken within ${SEND_MS / 1000} seconds`)), SEND_MS);
  return Promise.race([sending, promise]).finally(() => clearTimeout(timer));
}

async function send(context: SenderContext, message: DueMessage, recipient: Recipient): Promise<void> {
  const {id} = message;
  const body = JSON.parse(message.body) as MessageBody;
  const {way, address, secret, language} = recipient;
  if (way === "mail") {
    const subscription = message.subscriptionId === TO_OPERATOR ? null : message.subscriptionId;
    return context.sendLetter({to: address, id, body, language, subscription});
  }
  if (context.webhooks === "off") throw new Error("this server calls no webhooks");
  // most servers call none, and need no client of HTTP
  const {callWebhook, WEBHOOK_TERMS} = await import("./webhook.ts");
  const options = {...WEBHOOK_TERMS, mayBePrivate: context.webhooks === "any"};
  const text = JSON.stringify({id, ...body});
  return callWebhook({address, secret: secret!, id, body: text, now: context.now()}, options);
}

function operatorOf({operatorMail}: SenderContext, {address}: DueMessage): Recipient | null {
  const mailbox = address ?? operatorMail;
  return mailbox === null ? null : {way: "mail", address: mailbox, secret: null, language: "en"};
}

/** null: the subscription or its account is over. */
function recipientOf({store}: SenderContext, {subscriptionId}: DueMessage): Promise<Recipient | null> {
  return store.accounts.read((q) => findRecipient(q, subscriptionId));
}

/** Rounds until it is closed; an error of the store is told, and the next round tries again. */
export function keepSending(context: SenderContext): Sender {
  const sender = createSender(context);
  let timer: NodeJS.Timeout;
  let isClosed = false;
  async function next(): Promise<void> {
    await sender.round().catch((error: Error) => {
      // a closed store, after a round that was not waited for
      if (!isClosed) context.emit({type: "store-failed", error});
    });
    if (!isClosed) timer = setTimeout(next, ROUND_MS).unref();
  }
  timer = setTimeout(next, 0).unref();
  return {
    round: sender.round,
    close() {
      isClosed = true;
      clearTimeout(timer);
      return sender.close();
    },
  };
}
