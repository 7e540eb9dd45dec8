// A connection that breaks at the worst moment: after COMMIT was sent, before it was answered. No account may pay twice, or for nothing.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Event} from "../../src/service/events.ts";
import {createSettledCharges} from "../../src/store/accounts/charges/settled-charges.ts";
import {chargeValues} from "../../src/store/accounts/charges/statements.ts";
import {openStore} from "../../src/store/open.ts";
import {StoreOutage} from "../../src/store/outage.ts";
import {until, within} from "../../src/work/patience.fixture.ts";
import {createApi} from "../api/client.ts";
import {loadTidy} from "../api/packages.ts";
import {OWN_ADDRESS, openSite} from "../site/site.ts";
import {createVisitor, signIn} from "../site/visitor.ts";
import {temporaryFolder} from "../warehouse.ts";
import {type ListeningLine, openProxy} from "./proxy.ts";
import {createWarehouse, NEEDS_POSTGRES, type Warehouse} from "./servers.ts";

const SLICE = "/api/v1/data?dataset=demo&geo=country";
const [MONTH, DAY] = ["2026-07", "2026-07-15"];
const COMMIT = "commit\0";

/** Names under which connections have prepared the statements of taking a charge back. */
const chargeNames = new Set<string>();
/** Of charges: each statement is a transaction. */
const wholeNames = new Set<string>();

/** Cuts the line of the next commit of a charge, or of taking it back: before it reaches the database, or before its answer comes back. */
function cutNextCommit(proxy: ListeningLine, when: "before" | "after"): {readonly wasCut: () => boolean} {
  let wasCut = false;
  const charging = new WeakSet<object>();
  proxy.onAnswered = (answer) => answer;
  proxy.onAsked = (chunk, {client}) => {
    const text = chunk.toString("latin1");
    learn(text);
    const names = (known: ReadonlySet<string>) => [...known].some((name) => text.includes(`\0${name}\0`));
    if (names(chargeNames)) charging.add(client);
    const commits = names(wholeNames) || (text.includes(COMMIT) && charging.delete(client));
    if (wasCut || !commits) return chunk;
    wasCut = true;
    if (when === "before") client.destroy();
    else proxy.onAnswered = (answer, from) => (from.client === client ? cutOn(answer, from) : answer);
    return when === "before" ? null : chunk;
  };
  return {wasCut: () => wasCut};
}

function learnNames(proxy: ListeningLine): void {
  proxy.onAsked = (chunk) => {
    learn(chunk.toString("latin1"));
    return chunk;
  };
}

function learn(text: string): void {
  for (const [, name] of text.matchAll(/(ryad_\w+)\0(?:insert into|update) "usage_day"/g)) chargeNames.add(name!);
  for (const [, name] of text.matchAll(/(ryad_\w+)\0with gate /g)) wholeNames.add(name!);
}

/** Keeps everything back, and hangs up when the commit is answered, or the statement that is a transaction. */
function cutOn(answer: Buffer, {client}: {readonly client: {destroy(): void}}): null {
  if (answer.includes("COMMIT") || answer.includes("SELECT 1")) client.destroy();
  return null;
}

async function usedIn(warehouse: Warehouse, table: string): Promise<number> {
  return Number((await warehouse.ask(`select coalesce(sum(used), 0) as used from ${table}`))[0]!["used"]);
}

/** Waits until usage is settled as it should be, and stays so. */
async function settledAt(warehouse: Warehouse, values: number): Promise<void> {
  let charged = Number.NaN;
  const isRight = async (): Promise<boolean> => {
    charged = await usedIn(warehouse, "usage");
    return charged === values;
  };
  await within(60, () => `${charged} charged, ${values} are right`, isRight);
  assert.equal(await usedIn(warehouse, "usage_day"), values);
}

test("an answer that failed because the commit of its charge was not answered charges nothing, whether the store has the charge or not [limits.charge-returned serve.outage]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const proxy = await openProxy(t, warehouse.databaseUrl);
  learnNames(proxy);
  const store = await openStore({databaseUrl: proxy.databaseUrl});
  await loadTidy(store, await temporaryFolder(t), {rows: ["x,643,2024,1", "x,643,2025,2"]});
  const api = await createApi(t, store, {failing: true});
  assert.equal((await api.get(SLICE)).status, 200);
  await settledAt(warehouse, 2);

  for (const when of ["before", "after"] as const) {
    const events = api.events.length;
    const {wasCut} = cutNextCommit(proxy, when);
    const answer = await api.get(SLICE);
    assert.ok(wasCut());
    assert.equal(answer.status, 500);
    assert.equal(answer.json.error.code, "INTERNAL");
    assert.match(answer.headers["retry-after"] ?? "", /^\d+$/);
    if (when === "after") await untilEmitted(api.events, events, "values-given-back");
    await settledAt(warehouse, 2);
    const told = api.events.slice(events).map(({type}) => type);
    assert.equal(told.includes("values-charged"), when === "after", "landed only when it was cut after");
    assert.equal((await api.get(SLICE)).status, 200, "the server goes on");
    await settledAt(warehouse, 4);
    await warehouse.ask("update usage set used = 2; update usage_day set used = 2");
  }
  await store.close();
});

test("a file of the site that failed because the commit of its charge was not answered charges nothing, whether the store has the charge or not [limits.charge-returned site.dataset-file]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const proxy = await openProxy(t, warehouse.databaseUrl);
  learnNames(proxy);
  const store = await openStore({databaseUrl: proxy.databaseUrl});
  await loadTidy(store, await temporaryFolder(t), {rows: ["x,643,2024,1", "x,643,2025,2"]});
  const site = await openSite(t, {store});
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", OWN_ADDRESS);
  const path = "/datasets/showdata/demo/file";
  assert.equal((await visitor.send(path, {type: "csv"})).status, 200);
  await settledAt(warehouse, 2);
  for (const when of ["before", "after"] as const) {
    const events = site.events.length;
    const {wasCut} = cutNextCommit(proxy, when);
    const failed = await visitor.send(path, {type: "csv"});
    assert.ok(wasCut());
    assert.equal(failed.status, 500);
    assert.match(failed.text, /<h1>/);
    if (when === "after") await untilEmitted(site.events, events, "values-given-back");
    await settledAt(warehouse, 2);
    assert.equal((await visitor.send(path, {type: "csv"})).status, 200, "the server goes on");
    await settledAt(warehouse, 4);
    await warehouse.ask("update usage set used = 2; update usage_day set used = 2");
  }
  await store.close();
});

test("a charge is given back once, also if the answer to giving it back is lost [limits.charge-returned serve.outage]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const proxy = await openProxy(t, warehouse.databaseUrl);
  learnNames(proxy);
  const store = await openStore({databaseUrl: proxy.databaseUrl});
  const events: Event[] = [];
  /** Charges whose commit was not answered; the store says later whether it has them. */
  const unanswered = (hasLanded: boolean) => {
    const outage = new StoreOutage(new Error("the connection broke"), async () => hasLanded);
    const charges = {...store.charges, charge: () => Promise.reject(outage)};
    return createSettledCharges(charges, (event) => void events.push(event));
  };
  const [landed, lost] = [unanswered(true), unanswered(false)];
  await store.accounts.write((q) => chargeValues(q, {accountId: 1, month: MONTH, day: DAY, values: 1000, limit: null}));
  let left = 1000;
  for (const when of ["before", "after"] as const) {
    const {wasCut} = cutNextCommit(proxy, when);
    const charge = {requestId: when, accountId: 1, month: MONTH, day: DAY, values: 100, limit: null};
    await assert.rejects(landed.charge(charge), StoreOutage);
    await assert.rejects(lost.charge(charge), StoreOutage);
    await untilEmitted(events, events.length, "values-given-back");
    assert.ok(wasCut());
    left -= 100;
    await settledAt(warehouse, left);
  }
  await Promise.all([landed.close(), lost.close()]);
  await settledAt(warehouse, left);
  await store.close();
});

async function untilEmitted(events: readonly Event[], from: number, type: Event["type"]): Promise<void> {
  await until(`${type} is told`, () => events.slice(from).some((event) => event.type === type));
}
