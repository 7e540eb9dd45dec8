// From a load to a letter and a webhook: what subscribers and the operator are told, by real receivers.
import assert from "node:assert/strict";
import {createHmac} from "node:crypto";
import {type TestContext, test} from "node:test";
import {PLAIN_EFFECTS} from "../../src/load/run.ts";
import {withdraw} from "../../src/load/withdrawal.ts";
import {webhookSecret} from "../../src/service/webhook-address.ts";
import {deleteAccount, ensureAccount} from "../../src/store/accounts/account.ts";
import {listUnsent} from "../../src/store/messages/message.ts";
import {FOLLOWED_KINDS, follow, type Subscription} from "../../src/store/messages/subscription.ts";
import type {Store} from "../../src/store/open.ts";
import {loadTidy, type TidyPackage} from "../api/packages.ts";
import {ryad} from "../command.ts";
import {startMailServer, textOf} from "../mail-server.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSender, type ReceivedCall, startReceiver, type TestSenderOptions} from "./receiver.ts";

const LONG_AGO = "2026-01-01T00:00:00.000Z";
const SECRET = webhookSecret();

async function openWithSender(t: TestContext, options: Omit<TestSenderOptions, "dataFolder"> = {}) {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const sender = openSender(t, store, {...options, dataFolder});
  return {store, dataFolder, sender, load: (tidy: TidyPackage) => loadTidy(store, folder, tidy)};
}

async function followed(
  store: Store,
  given: Partial<Omit<Subscription, "id">>,
  email = "anna@example.org",
): Promise<number> {
  return store.accounts.write(function* (q) {
    const {id: accountId} = yield* ensureAccount(q, email, null, LONG_AGO);
    const id = yield* follow(q, {
      ...{accountId, scope: "dataset", target: "showdata/demo", dataset: "showdata/demo", way: "webhook"},
      ...{address: null, secret: SECRET, kinds: FOLLOWED_KINDS, threshold: 0, language: "en", createdAt: LONG_AGO},
      ...given,
    } as Omit<Subscription, "id">);
    return id!;
  });
}

const packageOf = (published_at: string, values: readonly number[]): TidyPackage => ({
  published_at,
  rows: values.map((value, at) => `x,643,2026-0${at + 1},${value}`),
});

const seriesKey = (store: Store): Promise<string> =>
  store.statistics.read(function* (q) {
    const rows = (yield q.db.selectFrom("series").select("key").compile()) as readonly {readonly key: string}[];
    return rows[0]!.key;
  });

const kindsOf = (calls: readonly ReceivedCall[]) => calls.map(({json}) => json.kind);

test("a dataset's followers hear of a release, a revision, a withdrawal and a drop, each once, and of nothing before they followed [messages.events]", async (t) => {
  const {store, sender, load} = await openWithSender(t);
  const receiver = await startReceiver(t);
  await load(packageOf("2026-06-10", [1, 2]));
  await followed(store, {address: receiver.url, createdAt: new Date().toISOString()});
  await load(packageOf("2026-06-11", [1, 2, 3]));
  await load(packageOf("2026-06-12", [1, 2.5, 3, 4]));
  // an older release that is loaded late is no news
  await load(packageOf("2026-06-09", [7]));
  for (let i = 0; i < 3; i++) await sender.round();
  assert.deepEqual(kindsOf(receiver.calls).sort(), ["release", "revision"]);
  const {json} = receiver.calls.find((call) => call.json.kind === "revision")!;
  assert.deepEqual(
    [
      json.provider_code,
      json.dataset_code,
      json.day,
      json.new_values,
      json.revised_values,
      json.latest_period,
      json.series,
    ],
    ["showdata", "demo", "2026-06-12", 1, 1, "2026-04", null],
  );
  assert.equal(json.page, "https://ryad.example/datasets/showdata/demo");
  await withdraw(store, json.release_id, PLAIN_EFFECTS);
  await sender.round();
  assert.deepEqual(kindsOf(receiver.calls).slice(2), ["withdrawn"]);
});

test("a series' followers hear of its own values only: the largest revision, and once that it stopped while its dataset goes on [messages.series]", async (t) => {
  const {store, sender, load} = await openWithSender(t);
  const receiver = await startReceiver(t);
  await load({published_at: "2026-01-10", rows: ["x,643,2025-12,10", "y,643,2025-12,5"]});
  const target = await seriesKey(store);
  const indicator = await store.statistics.read(function* (q) {
    const rows = (yield q.db.selectFrom("series").select(["key", "indicator"]).compile()) as readonly {
      key: string;
      indicator: string;
    }[];
    return rows.find(({key}) => key === target)!.indicator;
  });
  const other = indicator === "x" ? "y" : "x";
  await followed(store, {scope: "series", target, address: receiver.url, threshold: 10});
  await sender.round();
  await load({
    published_at: "2026-02-10",
    rows: [`${indicator},643,2025-12,10.5`, `${indicator},643,2026-01,20`, `${other},643,2026-01,1`],
  });
  await sender.round();
  await load({
    published_at: "2026-03-10",
    rows: [`${indicator},643,2026-01,40`, `${other},643,2026-02,1`],
    more: {partial: true},
  });
  await sender.round();
  assert.deepEqual(kindsOf(receiver.calls), ["release", "release", "revision"]);
  assert.deepEqual(receiver.calls[2]!.json.series.largest_revision, {
    period: "2026-01-01",
    before: 20,
    after: 40,
    percent: 100,
  });
  assert.deepEqual(
    [receiver.calls[2]!.json.series.last_value, receiver.calls[2]!.json.series.last_period],
    [40, "2026-01-01"],
  );
  for (const [month, day] of [
    ["2026-05", "2026-06-10"],
    ["2026-06", "2026-07-10"],
    ["2026-07", "2026-08-10"],
  ] as const) {
    await load({published_at: day, rows: [`${other},643,${month},1`], more: {partial: true}});
    await sender.round();
  }
  assert.deepEqual(kindsOf(receiver.calls).slice(3), ["silent"]);
});

test("a revision below the threshold comes as a release, and not at all to who wants revisions only [messages.threshold]", async (t) => {
  const {store, sender, load} = await openWithSender(t);
  const [all, revisions] = [await startReceiver(t), await startReceiver(t)];
  await load(packageOf("2026-06-10", [100, 200]));
  const target = await seriesKey(store);
  await followed(store, {scope: "series", target, address: all.url, threshold: 5});
  await followed(
    store,
    {scope: "series", target, address: revisions.url, threshold: 5, kinds: ["revision"]},
    "b@example.org",
  );
  await sender.round();
  for (const [day, value] of [
    ["2026-06-11", 104.9],
    ["2026-06-12", 110.2],
  ] as const) {
    await load(packageOf(day, [value, 200]));
    await sender.round();
  }
  assert.deepEqual([kindsOf(all.calls), kindsOf(revisions.calls)], [["release", "release", "revision"], ["revision"]]);
});

test("a webhook is signed over its id, its time and its body, and comes with the same id until it is taken [messages.webhook messages.retry]", async (t) => {
  const {store, sender, load} = await openWithSender(t);
  const receiver = await startReceiver(t);
  const behaviours: ((response: {
    destroy(): void;
    writeHead(status: number, headers?: object): {end(): void};
  }) => void)[] = [
    (response) => response.writeHead(500).end(),
    (response) => response.destroy(),
    (response) => response.writeHead(302, {location: receiver.url}).end(),
    (response) => response.writeHead(200).end(),
  ];
  receiver.behaviour = (response) => behaviours[receiver.calls.length - 1]!(response);
  await followed(store, {address: receiver.url});
  await load(packageOf("2026-06-10", [1]));
  for (let i = 0; i < 6; i++) {
    await sender.round();
    await sender.round();
    sender.clock.now = new Date(sender.clock.now.getTime() + 30_000 * 2 ** i);
  }
  assert.equal(receiver.calls.length, 4);
  assert.equal(new Set(receiver.calls.map(({headers}) => headers["webhook-id"])).size, 1);
  assert.equal(new Set(receiver.calls.map(({text}) => text)).size, 1);
  for (const {headers, text, json} of receiver.calls) {
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
    const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
    assert.equal(headers["webhook-signature"], `v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    assert.equal(json.id, headers["webhook-id"]);
  }
  assert.deepEqual(
    sender.events.map((event) => (event.type === "message-failed" ? event.error.message : event.type)),
    ["the answer was 500", "socket hang up", "the answer was 302", "message-sent"],
  );
});

test("what is not taken is tried for a day and then given up, and other messages do not wait for it [messages.retry]", async (t) => {
  const {store, dataFolder, sender, load} = await openWithSender(t);
  const [broken, sound] = [await startReceiver(t), await startReceiver(t)];
  broken.behaviour = (response) => void response.writeHead(503).end();
  await followed(store, {address: broken.url});
  await followed(store, {address: sound.url}, "b@example.org");
  await load(packageOf("2026-06-10", [1]));
  const began = sender.clock.now.getTime();
  for (let hours = 0; hours < 30; hours += 0.25) {
    sender.clock.now = new Date(began + hours * 3_600_000);
    await sender.round();
  }
  assert.equal(sound.calls.length, 1);
  assert.ok(broken.calls.length > 8 && broken.calls.length < 20, String(broken.calls.length));
  const last = sender.events.filter((event) => event.type === "message-failed");
  assert.deepEqual(last.map(({isGivenUp}) => isGivenUp).slice(-2), [false, true]);
  const unsent = await store.accounts.read((q) => listUnsent(q, 10));
  assert.deepEqual(
    unsent.map(({error}) => error),
    ["the answer was 503"],
  );
  const {stdout} = await ryad(["messages", "--data", dataFolder]);
  assert.match(stdout, /release +subscription 1 \(127\.0\.0\.1:\d+\) +\d+ +the answer was 503/);
});

test("a private address is not called unless it is allowed, also not by a name that leads there [messages.private]", async (t) => {
  const {store, sender, load} = await openWithSender(t, {settings: {webhooks: "public"}});
  const receiver = await startReceiver(t);
  const named = receiver.url.replace("127.0.0.1", "localhost");
  await followed(store, {address: receiver.url});
  await followed(store, {address: named}, "b@example.org");
  await load(packageOf("2026-06-10", [1]));
  await sender.round();
  assert.equal(receiver.calls.length, 0);
  for (const event of sender.events)
    assert.match(event.type === "message-failed" ? event.error.message : "", /private address/);
  assert.equal(sender.events.length, 2);
});

test("letters go through a real mail server, with one Message-ID at all tries and an address that ends them; a deleted account gets none [messages.mail]", async (t) => {
  const {url, received} = await startMailServer(t);
  const settings = {smtpUrl: url, mailFrom: "stat@example.org", operatorMail: "operator@example.org"};
  const {store, sender, load} = await openWithSender(t, {settings});
  await followed(store, {way: "mail", secret: null}, "anna@example.org");
  await followed(store, {way: "mail", secret: null, language: "ru"}, "boris@refused.example");
  const gone = await store.accounts.write((q) => ensureAccount(q, "gone@example.org", null, LONG_AGO));
  await followed(store, {way: "mail", secret: null}, "gone@example.org");
  await load(packageOf("2026-06-10", [1, 2]));
  await store.accounts.write((q) => deleteAccount(q, gone.id, new Date().toISOString()));
  await sender.round();
  assert.deepEqual(
    received.map(({to}) => to),
    [["anna@example.org"]],
  );
  const [letter] = received;
  const head = letter!.raw.slice(0, letter!.raw.indexOf("\r\n\r\n")).replace(/\r\n\s+/g, " ");
  assert.match(head, /^Message-ID: <[0-9a-f]{32}@example\.org>$/m);
  assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  assert.match(head, /^List-Unsubscribe: <https:\/\/ryad\.example\/unsubscribe\?id=\d+&sign=[\w-]{43}>$/m);
  assert.match(head, /^Subject: demo \(not official\): new release$/m);
  const text = textOf(letter!).replace(/\r\n/g, "\n");
  assert.match(text, /Published: 10 Jun 2026\nNew values: 2\nData up to: February 2026/);
  assert.match(text, /Unsubscribe with one press:\nhttps:\/\/ryad\.example\/unsubscribe\?id=/);
  assert.deepEqual(
    sender.events
      .filter(({type}) => type === "message-failed")
      .map((event) => "error" in event && /@/.test(event.error.message)),
    [false],
  );
});
