// What is told when nothing comes: silence, overdue datasets, their return; to subscribers and to the operator.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {noteFault} from "../../src/fetch/run/note-fault.ts";
import {loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import {emissMessage, type FixtureSeries} from "../../src/load/sources/fedstat/emiss-message.fixture.ts";
import type {FetchOutcome} from "../../src/store/fetches/attempt.ts";
import {listEvents} from "../../src/store/messages/event.ts";
import {loadTidy} from "../api/packages.ts";
import {startMailServer, textOf} from "../mail-server.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSender} from "./receiver.ts";

const DAYS = ["2026-02-12", "2026-03-12", "2026-04-14", "2026-05-12", "2026-06-11"];
const at = (day: string): Date => new Date(`${day}T12:00:00Z`);
const monthBefore = (day: string): string => {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, "0")}`;
};

test("the operator hears once that a dataset is silent, then overdue, then back [messages.silence messages.operator]", async (t) => {
  const {url, received} = await startMailServer(t);
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const settings = {smtpUrl: url, mailFrom: "stat@example.org", operatorMail: "operator@example.org"};
  const sender = openSender(t, store, {settings, dataFolder, now: at("2026-06-12")});
  const load = (day: string) =>
    loadTidy(store, folder, {published_at: day, rows: [`x,643,${monthBefore(day)},1`], loaded_at: `${day}T12:00:00Z`});
  for (const day of DAYS) await load(day);
  const subjects = async (day: string): Promise<string[]> => {
    received.length = 0;
    sender.clock.now = at(day);
    for (let i = 0; i < 2; i++) await sender.round();
    return received.map(({raw}) => /^Subject: demo \(not official\): (.*)$/m.exec(raw)?.[1] ?? raw);
  };
  assert.deepEqual(await subjects("2026-06-12"), []);
  assert.deepEqual(await subjects("2026-07-20"), []);
  assert.deepEqual(await subjects("2026-07-29"), ["expected, but not there"]);
  assert.match(textOf(received[0]!), /Expected: 13.Jul.2026/);
  assert.equal(/List-Unsubscribe/.test(received[0]!.raw), false);
  assert.deepEqual(await subjects("2026-08-31"), []);
  assert.deepEqual(await subjects("2026-09-01"), ["overdue"]);
  assert.deepEqual(await subjects("2026-10-01"), []);
  await load("2026-10-12");
  assert.deepEqual(await subjects("2026-10-12"), ["back"]);
  assert.deepEqual(await subjects("2026-10-13"), []);
});

test("the operator hears once of a held run, with its reason, however often the same bytes are loaded [messages.operator]", async (t) => {
  const {url, received} = await startMailServer(t);
  const {store, dataFolder} = await temporaryStore(t);
  const settings = {smtpUrl: url, mailFrom: "stat@example.org", operatorMail: "operator@example.org"};
  const sender = openSender(t, store, {settings, dataFolder});
  const path = join(await temporaryFolder(t), "a.xml");
  const series = [{key: {s_OKATO: "45000000000"}, observations: [["2020", "12,x"]]}] satisfies FixtureSeries[];
  await writeFile(path, emissMessage({indicator: "99001", lastUpdate: "2024-03-05T00:00:00", series}));
  for (let i = 0; i < 2; i++) {
    const {held} = await loadPath(store, path, {provider: null, dataset: null, publishedAt: null}, PLAIN_EFFECTS);
    assert.notEqual(held, null);
    await sender.round();
  }
  assert.equal(received.length, 1);
  assert.match(textOf(received[0]!), /release held for a check.*Reason: [^\n]*12,x/s);
});

test("the operator hears once of each fault of a source, and of an unreachable one after three runs [messages.operator]", async (t) => {
  const {url, received} = await startMailServer(t);
  const {store, dataFolder} = await temporaryStore(t);
  const settings = {smtpUrl: url, mailFrom: "stat@example.org", operatorMail: "operator@example.org"};
  const sender = openSender(t, store, {settings, dataFolder});
  const run = (outcome: FetchOutcome) => ({outcome, attempts: []});
  for (const [outcome, failures] of [
    ["loaded", 0],
    ["unreachable", 2],
    ["unreachable", 3],
    ["unreachable", 4],
    ["blocked", 1],
    ["blocked", 1],
  ] as const)
    await noteFault(store, {id: "rates"}, run(outcome), failures);
  await sender.round();
  const reasons = received.map((one) => /Reason: (\S+ \(\w+\))/.exec(textOf(one))?.[1]);
  assert.deepEqual(reasons.sort(), ["rates (blocked)", "rates (unreachable)"]);
});

test("what was silent or overdue long before the service began is noted for the page, and nobody is told [messages.silence]", async (t) => {
  const {url, received} = await startMailServer(t);
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const settings = {smtpUrl: url, mailFrom: "stat@example.org", operatorMail: "operator@example.org"};
  for (const day of DAYS) await loadTidy(store, folder, {published_at: day, rows: [`x,643,${monthBefore(day)},1`]});
  const sender = openSender(t, store, {settings, dataFolder, now: at("2026-12-12")});
  await sender.round();
  assert.deepEqual(received, []);
  const filters = {provider: null, dataset: null, kinds: ["silent", "overdue"] as const, since: ""};
  const noted = await store.statistics.read((q) => listEvents(q, filters, 10));
  assert.deepEqual(
    noted.map(({kind, latestPeriod}) => [kind, latestPeriod]),
    [["overdue", "2026-05"]],
  );
});
