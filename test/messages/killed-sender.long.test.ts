// Servers that are killed while they tell: no message is lost, and none comes with another id.
//
// The moments are random: a kill may fall before the event is read, between the messages and the mark of the event, while a receiver works,
// and after it has answered. RYAD_KILLED_SENDERS=50 kills as many.
import assert from "node:assert/strict";
import {once} from "node:events";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import {webhookSecret} from "../../src/service/webhook-address.ts";
import {ensureAccount} from "../../src/store/accounts/account.ts";
import {FOLLOWED_KINDS, follow} from "../../src/store/messages/subscription.ts";
import {openStore, type StoreLocation} from "../../src/store/open.ts";
import {until} from "../../src/work/patience.fixture.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {ryad, type Served, serve} from "../command.ts";
import {createWarehouse, NEEDS_POSTGRES} from "../database/servers.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";
import {type Receiver, startReceiver} from "./receiver.ts";

const KILLS = Number(process.env["RYAD_KILLED_SENDERS"] ?? tries({few: 3, all: 12}));
const LONG_AGO = "2026-01-01T00:00:00.000Z";
const OPEN = {RYAD_WEBHOOKS: "any"};
/** Receivers that a sender is told apart by: each event has a message for each. */
const FOLLOWERS = ["a@example.org", "b@example.org", "c@example.org"];

/** Follows the provider for each account, with its own path of the receiver. */
async function followAll(location: StoreLocation, url: string): Promise<void> {
  const store = await openStore(location);
  for (const email of FOLLOWERS)
    await store.accounts.write(function* (q) {
      const {id: accountId} = yield* ensureAccount(q, email, null, LONG_AGO);
      yield* follow(q, {
        ...{accountId, scope: "provider", target: "showdata", dataset: "", way: "webhook", language: "en"},
        ...{address: `${url}?${email}`, secret: webhookSecret(), kinds: FOLLOWED_KINDS, threshold: 0},
        createdAt: LONG_AGO,
      });
    });
  await store.close();
}

async function packageOf(t: TestContext, nth: number): Promise<string> {
  const metadata = {
    provider: "showdata",
    dataset: "demo",
    name: "demo",
    published_at: `2026-03-${String(nth + 1).padStart(2, "0")}`,
  };
  return writePackage(join(await temporaryFolder(t), "p"), metadata, "indicator,geo,period,value", [
    `x,643,2026-01,${nth}`,
  ]);
}

/** The ids of each release's messages, by its day. */
function idsByDay({calls}: Receiver): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const {json} of calls) found.set(json.day, (found.get(json.day) ?? new Set()).add(json.id));
  return found;
}

const allSent = (receiver: Receiver, releases: number) => () => {
  const found = idsByDay(receiver);
  return found.size === releases && [...found.values()].every((ids) => ids.size === FOLLOWERS.length);
};

async function kill(served: Served): Promise<void> {
  served.process.kill("SIGKILL");
  await once(served.process, "exit");
}

test(`a server killed ${KILLS} times at random moments loses no message and sends none with another id [messages.once]`, async (t) => {
  const data = await temporaryFolder(t);
  const receiver = await startReceiver(t);
  // some receivers answer late, some not at all: their messages come again
  receiver.behaviour = (response) => {
    const luck = Math.random();
    if (luck < 0.2) response.destroy();
    else setTimeout(() => response.writeHead(luck < 0.3 ? 500 : 200).end(), luck * 400);
  };
  await followAll({dataFolder: data}, receiver.url);
  for (let nth = 0; nth < KILLS; nth++) {
    const served = await serve(t, data, OPEN);
    const loaded = await ryad(["load", await packageOf(t, nth), "--data", data]);
    assert.equal(loaded.code, 0, loaded.stderr);
    await pause(Math.random() * 2500);
    await kill(served);
  }
  receiver.behaviour = (response) => void response.writeHead(204).end();
  await serve(t, data, OPEN);
  await until("every release is told to every follower", allSent(receiver, KILLS));
  for (const [day, ids] of idsByDay(receiver)) assert.equal(ids.size, FOLLOWERS.length, day);
  t.diagnostic(`${receiver.calls.length} calls for ${KILLS * FOLLOWERS.length} messages`);
});

test("of two servers over one PostgreSQL one tells, each message once; after it is killed the other goes on [messages.once]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const receiver = await startReceiver(t);
  await followAll({databaseUrl: warehouse.databaseUrl}, receiver.url);
  const servers = await Promise.all([1, 2].map(() => warehouse.serve(OPEN)));
  for (let nth = 0; nth < 4; nth++) assert.equal((await warehouse.ryad("load", await packageOf(t, nth))).code, 0);
  await until("four releases are told", allSent(receiver, 4));
  assert.equal(receiver.calls.length, 4 * FOLLOWERS.length);
  const [holder] = await warehouse.ask("select holder from lease");
  assert.equal(holder !== undefined, true);
  // whichever holds the lease: the other, or a new one, takes over when it has ended
  await kill(servers[0]!);
  await warehouse.serve(OPEN);
  await kill(servers[1]!);
  assert.equal((await warehouse.ryad("load", await packageOf(t, 4))).code, 0);
  await until("the fifth release is told", allSent(receiver, 5));
  for (const ids of idsByDay(receiver).values()) assert.equal(ids.size, FOLLOWERS.length);
});
