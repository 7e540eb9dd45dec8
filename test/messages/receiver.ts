// A real receiver of webhooks, and a sender over a store of the test, whose clock the test sets.
import {createServer, type IncomingMessage, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import type {TestContext} from "node:test";
import {senderContext} from "../../src/cli/serve/telling.ts";
import {createSender, type Sender} from "../../src/messages/sender.ts";
import type {Event} from "../../src/service/events.ts";
import {readSettings, type Settings} from "../../src/settings/settings.ts";
import {openMail} from "../../src/site/mail/mail.ts";
import type {Store} from "../../src/store/open.ts";

export interface ReceivedCall {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a message
  readonly json: any;
}

/** What the receiver does with a call after it has read it; it may answer with any status, or never. */
export type Behaviour = (response: ServerResponse, call: ReceivedCall) => void;

export interface Receiver {
  readonly url: string;
  readonly calls: ReceivedCall[];
  behaviour: Behaviour;
}

export const TAKE: Behaviour = (response) => void response.writeHead(204).end();

export async function startReceiver(t: TestContext): Promise<Receiver> {
  const receiver = {url: "", calls: [] as ReceivedCall[], behaviour: TAKE};
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const headers = request.headers as Readonly<Record<string, string | undefined>>;
      const call = {headers, text, json: JSON.parse(text)};
      receiver.calls.push(call);
      receiver.behaviour(response, call);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

export interface TestSender extends Sender {
  readonly events: Event[];
  readonly clock: {now: Date};
}

export interface TestSenderOptions {
  readonly settings?: Partial<Settings>;
  readonly now?: Date;
  readonly dataFolder: string;
}

export const PUBLIC_URL = "https://ryad.example";

export function openSender(t: TestContext, store: Store, {settings, now, dataFolder}: TestSenderOptions): TestSender {
  const events: Event[] = [];
  const clock = {now: now ?? new Date()};
  const whole = {...readSettings({}), publicUrl: PUBLIC_URL, dataFolder, webhooks: "any" as const, ...settings};
  const mail = openMail(whole, null);
  t.after(() => mail.close());
  const emit = (event: Event): void => void (event.type === "messages-waiting" || events.push(event));
  const context = {store, settings: whole, mail, emit, ownAddress: () => PUBLIC_URL, now: () => clock.now};
  const sender = createSender(senderContext(context));
  return {...sender, events, clock};
}
