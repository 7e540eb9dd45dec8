// /desk: what needs the operator, a held run with what it would change, its acceptance with who and why, and the accounts.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {createOperatorDesk} from "../../src/cli/serve/operator-desk.ts";
import {loadPath} from "../../src/load/run.ts";
import {emissMessage, type FixtureSeries, NO_HINTS} from "../../src/load/sources/fedstat/emiss-message.fixture.ts";
import {setPlan} from "../../src/store/accounts/account.ts";
import {listAccounts} from "../../src/store/accounts/account-list.ts";
import type {Queries} from "../../src/store/engines/differences.ts";
import {endAttempt, insertAttempt, UNENDED} from "../../src/store/fetches/attempt.ts";
import {NO_FACTS, noteEvent} from "../../src/store/messages/event.ts";
import {messageId, noteFailed, TO_OPERATOR, writeMessages} from "../../src/store/messages/message.ts";
import type {Store} from "../../src/store/open.ts";
import {readDecision} from "../../src/store/releases/run-decision.ts";
import {listHeldRuns} from "../../src/store/releases/unpublished-run.ts";
import {run} from "../../src/store/script.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {judge, openEyes} from "./judge.ts";
import {narrowFaults} from "./narrow-faults.ts";
import {OWN_ADDRESS, openSite, type TestSite} from "./site.ts";
import {createVisitor, formOf, signIn, type Visitor} from "./visitor.ts";

const OPERATOR = "operator@example.org";
const CODES = ["45000000000", "40000000000", "01000000000", "03000000000"];

interface TestDesk {
  readonly dataFolder: string;
  readonly site: TestSite;
  readonly store: Store;
  readonly operator: Visitor;
  readonly reader: Visitor;
}

async function openDesk(t: TestContext, patienceMs = 600_000): Promise<TestDesk> {
  const {store, dataFolder} = await temporaryStore(t);
  const site = await openSite(t, {
    store,
    desk: createOperatorDesk({...process.env, RYAD_DATA: dataFolder}, {patienceMs}),
  });
  const [operator, reader] = [createVisitor(site), createVisitor(site)];
  await signIn(site, operator, OPERATOR, OWN_ADDRESS);
  await signIn(site, reader, "reader@example.org", OWN_ADDRESS);
  await store.accounts.write((q) => setPlan(q, OPERATOR, "owner"));
  return {site, store, dataFolder, operator, reader};
}

const inTerritories = (values: readonly string[]): FixtureSeries[] =>
  values.map((value, at) => ({key: {s_OKATO: CODES[at]!}, observations: [["2020", value]]}));
const UNREADABLE: FixtureSeries = {key: {s_OKATO: "643"}, observations: [["2020", "12,x"]]};
const ATLANTIS: FixtureSeries = {key: {s_OKATO: "99999999999"}, observations: [["2020", "4"]]};

/** A release in force, two that a cell holds, and one that a territory holds; gives the ids of the held runs. */
async function loadSamples(t: TestContext, store: Store): Promise<string[]> {
  const folder = await temporaryFolder(t);
  const load = async (name: string, indicator: string, day: string, series: readonly FixtureSeries[]) => {
    const path = join(folder, name);
    writeFileSync(path, emissMessage({indicator, lastUpdate: `2024-${day}T00:00:00`, series}));
    return (await loadPath(store, path, NO_HINTS)).held?.run ?? "";
  };
  await load("march.xml", "99001", "03-05", inTerritories(["100", "200", "300", "400"]));
  return [
    await load("april.xml", "99001", "04-05", [...inTerritories(["100", "200000", "310", "400"]), UNREADABLE]),
    await load("other.xml", "99002", "04-06", [...inTerritories(["1", "2"]), UNREADABLE]),
    await load("third.xml", "99003", "04-07", [...inTerritories(["1", "2"]), ATLANTIS]),
  ];
}

/** A source that is blocked, a dataset that is silent, and a message that was not taken. */
async function loadTroubles(store: Store, dataFolder: string): Promise<void> {
  const [moment, address] = ["2026-05-02T06:00:00.000Z", "https://publisher.example/rates.xml"];
  const silent = {id: "silent x", kind: "silent" as const, provider: "fedstat", dataset: "99001", name: "Bread"};
  await store.statistics.write((q) => noteEvent(q, {...NO_FACTS, ...silent, happenedAt: moment, day: "2026-05-01"}));
  await store.sources.write(function* (q) {
    const read = {bytes: null, sha256: null, content: null, reading: "", fingerprint: null, headers: {}, ...UNENDED};
    const source = {source: "rates", address, startedAt: moment, milliseconds: 7, status: 403};
    const words = "the publisher gives nothing to programs: fetch it by command:";
    yield* endAttempt(q, yield* insertAttempt(q, {...source, ...read}), {...UNENDED, outcome: "blocked", words});
  });
  await store.accounts.write(function* (q) {
    yield* writeMessages(
      q,
      [{subscriptionId: TO_OPERATOR, eventId: "x", address: null, kind: "silent", body: "{}"}],
      0,
    );
    yield* noteFailed(
      q,
      messageId({subscriptionId: TO_OPERATOR, eventId: "x", address: null}),
      null,
      "550 no such mailbox",
    );
  });
  writeFileSync(join(dataFolder, "sources.yaml"), `sources:\n  - {id: rates, url: "${address}"}\n`);
}

const heldIds = async (store: Store): Promise<string[]> =>
  (await store.statistics.read((q) => listHeldRuns(q))).map(({id}) => id);

test("the desk shows held runs by cause, each with what it would change, and the state of the service [desk.first desk.causes]", async (t) => {
  const {store, operator} = await openDesk(t);
  assert.match((await operator.get("/desk")).text, /Nothing waits for a decision\./);
  const [april, other, third] = await loadSamples(t, store);
  const {text} = await operator.get("/desk");
  assert.match(text, /<summary>Cells cannot be read: <span lang="en">[^<]+<\/span> <span class="badge">Files: 2/);
  assert.match(text, new RegExp(`<a href="/desk/runs/${april}">april\\.xml</a>`));
  assert.match(text, new RegExp(`<a class="row-name" href="/desk/runs/${third}">Unknown territory`));
  assert.deepEqual(formOf(text, "/desk")["runs"]?.split(",").toSorted(), [april, other].toSorted());
  for (const words of ["Database</dt><dd>answers", "Last backup</dt><dd>none", "Free on the disk", "waiting: 0"])
    assert.ok(text.includes(words), words);
  assert.match(text, /fedstat\/99001<\/a>/, "the last load");
  assert.match((await operator.get("/desk?lang=ru")).text, /Ячейки не прочитаны: не число /);
});

test("the findings of a held run are in the words of the page's language, and those of an older program as they are kept [desk.language]", async (t) => {
  const {store, operator} = await openDesk(t);
  const [april = ""] = await loadSamples(t, store);
  const path = `/desk/runs/${april}?lang=ru`;
  const {text} = await operator.get(path);
  assert.match(
    text,
    /прочитаны\.<\/strong> не прочитано: 1.значение: april\.xml, строка 15, столбец ObsValue: не число \(«12,x»\)</,
  );
  assert.match(text, />не число<\/th>.*>april\.xml, строка 15, столбец ObsValue</s);
  const kept = "1 value unreadable: b.xml, line 4";
  const old = ({db}: Queries) => db.updateTable("run_check").set({seen: kept}).where("name", "=", "readable-cells");
  await store.statistics.write((q) => run(old(q).compile()));
  assert.match((await operator.get(path)).text, new RegExp(`прочитаны\\.</strong> <span lang="en">${kept}</span>`));
});

test("a held run shows why and what would change, the largest change first; it is accepted with who and why [desk.run desk.decide]", async (t) => {
  const {store, operator} = await openDesk(t);
  const [april = ""] = await loadSamples(t, store);
  const path = `/desk/runs/${april}`;
  const {text} = await operator.get(path);
  assert.match(text, /<strong>Cells cannot be read\.<\/strong> 1 value unreadable/);
  assert.match(text, /Changed<\/dt><dd>2</);
  const table = text.slice(text.indexOf("The series that change most"));
  assert.ok(table.indexOf("200,000") < table.indexOf(">310<"), "the largest change first");
  assert.match(table, /\+3\.33 %/);
  assert.match((await operator.send(path, {act: "accept", reason: " "})).text, /role="alert">Write why\./);
  assert.equal((await heldIds(store)).length, 3);
  const done = await operator.send(path, {act: "accept", reason: "the publisher's letter of 4 April"});
  assert.equal(done.headers["location"], "/desk?done=accept&runs=1");
  assert.match((await operator.get(done.headers["location"]!)).text, /role="status">Releases accepted: 1</);
  const decision = await store.statistics.read((q) => readDecision(q, april));
  assert.deepEqual(
    [decision?.decision, decision?.by, decision?.reason],
    ["accepted", OPERATOR, "the publisher's letter of 4 April"],
  );
  const after = (await operator.get(path)).text;
  assert.match(after, /accepted, operator@example\.org: the publisher&#39;s letter of 4 April/);
  assert.doesNotMatch(after, /<form method="post" action="\/desk/);
  assert.match((await operator.get("/datasets/fedstat/99001")).text, /200,000/);
  assert.equal((await operator.post(path, {act: "accept", reason: "x"})).status, 403, "a form without its signature");
});

test("one act decides for all of a cause; what is held in the meantime is not in it, and what fails is told [desk.causes desk.decide]", async (t) => {
  const {store, operator} = await openDesk(t);
  const [april, other, third] = await loadSamples(t, store);
  const fields = formOf((await operator.get("/desk")).text, "/desk");
  const headers = {origin: "http://ryad.example"};
  const done = await operator.post("/desk", {...fields, act: "discard", reason: "test files"}, headers);
  assert.equal(done.headers["location"], "/desk?done=discard&runs=2");
  assert.deepEqual(await heldIds(store), [third]);
  for (const run of [april!, other!])
    assert.equal((await store.statistics.read((q) => readDecision(q, run)))?.reason, "test files");
  const twice = await operator.post("/desk", {...fields, act: "discard", reason: "again"}, headers);
  assert.match(twice.text, /role="alert">there is no held run/);
  assert.equal(
    (await operator.post("/desk", {...fields, act: "accept", reason: "--by=x", runs: "a b"}, headers)).status,
    303,
  );
  const elsewhere = await operator.post("/desk", {...fields, act: "discard"}, {origin: "http://evil.example"});
  assert.equal(elsewhere.status, 403);
});

test("an act that takes longer than a page waits goes on, and the page says so; what it refuses later is on the desk [desk.decide]", async (t) => {
  const {store, operator} = await openDesk(t, 1);
  const [, , third = ""] = await loadSamples(t, store);
  const done = await operator.send(`/desk/runs/${third}`, {act: "accept", reason: "an island"});
  assert.equal(done.headers["location"], "/desk?done=later");
  while ((await heldIds(store)).includes(third)) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.match((await operator.get("/desk?done=later")).text, /role="status">The work goes on/);
  // The run is published by now, so a second acceptance fails after its page was answered.
  const fields = formOf((await operator.get("/desk")).text, "/desk");
  const twice = {...fields, act: "accept", reason: "again", runs: third};
  const sent = await operator.post("/desk", twice, {origin: "http://ryad.example"});
  assert.equal(sent.headers["location"], "/desk?done=later");
  const shown = async () => (await operator.get("/desk")).text;
  while (!(await shown()).includes("failed later")) await new Promise((resolve) => setTimeout(resolve, 200));
  assert.match(await shown(), new RegExp(`accept of ${third} failed: there is no held run`));
});

test("the page of a dataset says that newer releases wait, without a value of theirs, until they are decided [desk.waiting]", async (t) => {
  const {store, operator} = await openDesk(t);
  const [april = ""] = await loadSamples(t, store);
  const {text} = await operator.get("/datasets/fedstat/99001");
  assert.match(text, /<p class="notice">Newer releases wait for a check: 1, the first since \d+ \w+ \d{4}\.<\/p>/);
  assert.doesNotMatch(text, /200,000|april/);
  await operator.send(`/desk/runs/${april}`, {act: "discard", reason: "a slip of the comma"});
  assert.doesNotMatch((await operator.get("/datasets/fedstat/99001")).text, /Newer releases wait/);
});

test("only the operator has the desk: a visitor is led to the sign-in, a reader finds nothing [desk.owner]", async (t) => {
  const {site, store, operator, reader} = await openDesk(t);
  const [april = ""] = await loadSamples(t, store);
  for (const path of ["/desk", `/desk/runs/${april}`, "/desk/accounts"]) {
    assert.equal((await reader.get(path)).status, 404, path);
    assert.match(String((await createVisitor(site).get(path)).headers["location"]), /^\/account\/sign-in/, path);
    const {csrf = ""} = formOf((await reader.get("/account")).text, "/account/sign-out");
    const sent = await reader.post(
      path,
      {csrf, act: "accept", runs: april, reason: "mine"},
      {origin: "http://ryad.example"},
    );
    assert.equal(sent.status, 404, path);
  }
  assert.ok((await heldIds(store)).includes(april));
  assert.equal((await operator.get("/desk/runs/nothing")).status, 404);
});

test("the operator sets plans, disables and enables accounts, but not the own one [desk.accounts]", async (t) => {
  const {store, operator} = await openDesk(t);
  const account = async (email: string) =>
    (await store.accounts.read((q) => listAccounts(q, "2026-07"))).find((one) => one.email === email)!;
  const {text} = await operator.get("/desk/accounts?month=2026-07");
  assert.match(text, /reader@example\.org/);
  assert.match(text, /<h1>Accounts: July 2026/);
  const change = async (fields: Record<string, string>) => {
    const {csrf = ""} = formOf((await operator.get("/account")).text, "/account/sign-out");
    return operator.post("/desk/accounts", {csrf, ...fields}, {origin: "http://ryad.example"});
  };
  const reader = {email: "reader@example.org"};
  await change({...reader, act: "plan", plan: "academic"});
  assert.equal((await account(reader.email)).plan, "academic");
  await change({...reader, act: "disable"});
  assert.notEqual((await account(reader.email)).disabledAt, null);
  await change({...reader, act: "enable"});
  assert.equal((await account(reader.email)).disabledAt, null);
  await change({email: OPERATOR, act: "disable"});
  assert.equal((await account(OPERATOR)).disabledAt, null);
  assert.match((await change({email: "nobody@example.org", act: "disable"})).text, /role="alert">there is no account/);
});

test("in a browser with JavaScript off and by keyboard, two steps lead from a held run to its acceptance [desk.decide site.no-script]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {site, store, operator} = await openDesk(t);
  const [, , third] = await loadSamples(t, store);
  await site.server.listen({port: 0, host: "127.0.0.1"});
  const origin = `http://127.0.0.1:${(site.server.server.address() as AddressInfo).port}`;
  const browser = await openBrowser(t);
  const context = await browser.newContext({locale: "en-GB", javaScriptEnabled: false});
  await context.addCookies([...operator.cookies].map(([name, value]) => ({name, value, url: origin})));
  const page = await context.newPage();
  await page.goto(`${origin}/desk`);
  await page.focus(`a[href="/desk/runs/${third}"]`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}/desk/runs/${third}`);
  await page.focus("#why");
  await page.keyboard.type("the island is known by another name");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}/desk?done=accept&runs=1`);
  assert.equal(await page.textContent('[role="status"]'), "Releases accepted: 1");
  assert.equal((await store.statistics.read((q) => readDecision(q, third!)))?.by, OPERATOR);
});

test("axe finds no fault on the pages of the desk in both languages and themes; none is wider than a phone, scrolls a table or crowds links [site.accessible site.narrow site.narrow-tables site.targets]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {site, store, dataFolder, operator} = await openDesk(t);
  const [april] = await loadSamples(t, store);
  await loadTroubles(store, dataFolder);
  const origin = await site.server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  const seen = new Set<string>();
  for (const locale of ["ru-RU", "en-GB"]) {
    const context = await openEyes(browser, {locale});
    await context.addCookies([...operator.cookies].map(([name, value]) => ({name, value, url: origin})));
    const page = await context.newPage();
    for (const path of ["/desk", `/desk/runs/${april}`, "/desk/accounts"]) {
      await page.goto(`${origin}${path}?lang=${locale.slice(0, 2)}`);
      assert.deepEqual(await judge(page, path, ["light", "dark"], seen), [], locale);
      assert.deepEqual(await narrowFaults(page, path), [], locale);
      const shots = process.env["DESK_SHOTS"];
      if (shots === undefined) continue;
      const name = `${locale}-${path.split("/")[2] ?? "desk"}`;
      for (const [width, colorScheme] of [
        [1280, "light"],
        [360, "dark"],
      ] as const) {
        await page.setViewportSize({width, height: 800});
        await page.emulateMedia({colorScheme});
        await page.screenshot({path: join(shots, `${name}-${width}.png`), fullPage: true});
      }
    }
    await context.close();
  }
});
