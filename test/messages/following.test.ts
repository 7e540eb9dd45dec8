// Following on the site: the form, its faults, the secret of a webhook, the ends of a subscription; and the feeds for who has no account.
import assert from "node:assert/strict";
import {test} from "node:test";
import {SaxesParser} from "saxes";
import {dropDataset} from "../../src/load/withdrawal.ts";
import {readSettings} from "../../src/settings/settings.ts";
import {readReturn} from "../../src/site/forms/sessions.ts";
import {FOLLOWED_KINDS} from "../../src/store/messages/subscription.ts";
import {loadTidy} from "../api/packages.ts";
import {startMailServer, textOf} from "../mail-server.ts";
import {OWN_ADDRESS, openSite} from "../site/site.ts";
import {createVisitor, signIn} from "../site/visitor.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSender, startReceiver} from "./receiver.ts";

const EN = {"accept-language": "en", host: "ryad.example"};
const FOLLOWING = "/account/following";
/** The visitor of these tests sends every box as it is, checked or not. */
const NONE = Object.fromEntries(FOLLOWED_KINDS.map((kind) => [`kind-${kind}`, ""]));
const SOME = {...NONE, "kind-release": "1", "kind-revision": "1"};

/** Throws if the text is no XML. @returns the texts of the elements with this name */
function elements(xml: string, name: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser();
  let text: string | null = null;
  parser.on("opentag", (tag) => {
    if (tag.name === name) text = "";
  });
  parser.on("text", (more) => {
    if (text !== null) text += more;
  });
  parser.on("closetag", (tag) => {
    if (tag.name === name && text !== null) found.push(text);
    if (tag.name === name) text = null;
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}

test("an account follows on the site, hears by letter, and ends it by the address in the letter without sign-in [messages.following messages.mail releases.feed]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, {published_at: "2026-06-10", rows: ["x,643,2026-01,1"]});
  const site = await openSite(t, {store, now: new Date()});
  const visitor = createVisitor(site);
  const led = await visitor.get(`${FOLLOWING}?dataset=showdata/demo`);
  assert.equal(led.status, 303);
  const back = await signIn(site, visitor, "anna@example.org", OWN_ADDRESS, led.headers["location"] as string);
  // the press that signs in follows what the reader came for
  assert.match((await visitor.get(back)).text, /showdata\/demo<\/code>.*by email/s);
  for (const [fields, words] of [
    [{target: "showdata/none", way: "mail", ...SOME}, "There is no such series"],
    [{target: "showdata/demo", way: "mail", ...NONE}, "Choose what to be told of"],
    [{target: "showdata/demo", way: "mail", threshold: "-1", ...SOME}, "The threshold is a number"],
    [{target: "showdata/demo", way: "webhook", address: "http://example.org/x", ...SOME}, "has to begin with https"],
    [{target: "showdata/demo", way: "webhook", address: "https://10.0.0.1/x", ...SOME}, "has to begin with https"],
  ] as const) {
    const refused = await visitor.send(FOLLOWING, fields);
    assert.deepEqual([refused.status, refused.text.includes(words)], [422, true], words);
  }
  assert.equal(
    (await visitor.send(FOLLOWING, {target: "showdata/demo", way: "mail", threshold: "2,5", ...SOME})).status,
    303,
  );
  assert.match((await visitor.get(FOLLOWING)).text, /showdata\/demo<\/code>.*by email · release, revision ≥ 2.5 %/s);

  const {url, received} = await startMailServer(t);
  // the signature is made by the store's secret, so any server of the store knows it
  const sender = openSender(t, store, {
    settings: {...readSettings({}), smtpUrl: url, publicUrl: OWN_ADDRESS},
    dataFolder,
  });
  await loadTidy(store, folder, {published_at: "2026-07-10", rows: ["x,643,2026-01,1", "x,643,2026-02,2"]});
  await sender.round();
  const card = /^Card of the release: (http\S+)$/m.exec(textOf(received[0]!).replace(/\r\n/g, "\n"))![1]!;
  assert.match((await site.get(card.slice(OWN_ADDRESS.length), EN)).text, /<h1>Release of 10 July 2026/);
  const address = /^http\S+unsubscribe\S+$/m
    .exec(textOf(received[0]!).replace(/\r\n/g, "\n"))![0]
    .slice(OWN_ADDRESS.length);
  assert.match((await site.get(address, EN)).text, /Unsubscribe\?<\/h1>.*demo \(not official\)/s);
  const forged = address.replace(/sign=./, "sign=!");
  const oneClick = {"content-type": "application/x-www-form-urlencoded", origin: "https://mail.example"};
  assert.equal((await site.ask("POST", forged, oneClick, "List-Unsubscribe=One-Click")).status, 404);
  assert.match((await visitor.get(FOLLOWING)).text, /showdata\/demo<\/code>/);
  for (let i = 0; i < 2; i++) {
    const ended = await site.ask("POST", address, oneClick, "List-Unsubscribe=One-Click");
    assert.equal(ended.status, 200);
  }
  assert.match((await visitor.get(FOLLOWING)).text, /You follow nothing yet/);
  await loadTidy(store, folder, {published_at: "2026-08-10", rows: ["x,643,2026-03,1"], more: {partial: true}});
  await sender.round();
  assert.equal(received.length, 1);
});

test("the secret of a webhook is shown once, the last failure is shown, and one press ends it [messages.following]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, {published_at: "2026-06-10", rows: ["x,643,2026-01,1"]});
  const site = await openSite(t, {store, now: new Date(), settings: {webhooks: "any"}});
  const visitor = createVisitor(site);
  await signIn(site, visitor, "anna@example.org", OWN_ADDRESS);
  const receiver = await startReceiver(t);
  receiver.behaviour = (response) => void response.writeHead(500).end();
  const made = await visitor.send(FOLLOWING, {target: "showdata", way: "webhook", address: receiver.url, ...SOME});
  assert.match(made.text, /whsec_[A-Za-z0-9+/]{43}=/);
  assert.equal((await visitor.get(FOLLOWING)).text.includes("whsec_"), false);
  const sender = openSender(t, store, {dataFolder});
  await loadTidy(store, folder, {published_at: "2026-07-10", rows: ["x,643,2026-02,1"]});
  await sender.round();
  const {text} = await visitor.get(FOLLOWING);
  assert.match(text, /the last message was not delivered: the answer was 500/);
  const id = /name="id" value="(\d+)"/.exec(text)![1]!;
  assert.equal((await visitor.send(FOLLOWING, {id}, {action: `${FOLLOWING}/end`})).status, 303);
  assert.match((await visitor.get(FOLLOWING)).text, /You follow nothing yet/);
});

test("feeds of a provider, a dataset and a series are XML with their releases, and what else is told; others are 404 [messages.feed]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const days = ["2026-02-12", "2026-03-12", "2026-04-14", "2026-05-12", "2026-06-11"];
  for (const [at, day] of days.entries())
    await loadTidy(store, folder, {
      published_at: day,
      rows: [`x,643,2026-0${at + 1},${at + 1}`],
      loaded_at: `${day}T10:00:00Z`,
    });
  const now = new Date("2026-07-30T12:00:00Z");
  await openSender(t, store, {dataFolder, now}).round();
  const site = await openSite(t, {store, now});
  const titles = async (query: string) =>
    elements((await site.get(`/updates.atom?lang=en&${query}`, EN)).text, "title").slice(1);
  const silent = "demo (not official): expected, but not there";
  assert.deepEqual(await titles("dataset=showdata/demo"), [silent, ...Array(5).fill("demo (not official)")]);
  assert.deepEqual((await titles("provider=showdata")).length, 6);
  const key = await store.statistics.read(function* (q) {
    return ((yield q.db.selectFrom("series").select("key").compile()) as readonly {key: string}[])[0]!.key;
  });
  const {text} = await site.get(`/updates.atom?lang=en&series=${key}`, EN);
  assert.equal(elements(text, "summary")[1], "1 new value; 0 revised; 2026-05-01: 5");
  assert.equal(elements(text, "updated")[0], "2026-07-30T12:00:00.000Z");
  assert.equal(new Set(elements(text, "id")).size, 7);
  for (const query of ["dataset=none/none", "provider=none", "series=none"])
    assert.equal((await site.get(`/updates.atom?${query}`, EN)).status, 404);
});

test("/silence names what is late with its last period, value, day and file, what stopped with its last value, and what was withdrawn or came back [site.silence]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = (dataset: string, day: string, rows: readonly string[], more: object = {}) =>
    loadTidy(store, folder, {
      dataset,
      published_at: day,
      rows,
      loaded_at: `${day}T10:00:00Z`,
      more: {source_file: `${dataset}.xlsx`, ...more},
    });
  await load("goes", "2026-05-12", ["x,643,2026-04,1", "y,643,2025-01,7.5"]);
  await load("late", "2026-03-12", ["x,643,2025-12,41.5"]);
  await load("ended", "2020-03-12", ["x,643,2020-01,77.5", "y,643,2020-01,77.6"]);
  await load("gone", "2026-05-12", ["x,643,2026-04,1"]);
  await dropDataset(store, "showdata/gone", new Date("2026-05-13T10:00:00Z"));
  const site = await openSite(t, {store, now: new Date("2026-05-14T12:00:00Z")});
  const text = (await site.get("/silence", EN)).text.replaceAll("<wbr>", "");
  const part = (from: string, to: string) => text.slice(text.indexOf(`id="${from}"`), text.indexOf(`id="${to}"`));
  assert.match(
    part("late", "stopped"),
    /late \(not official\).*overdue by 2 months.*December 2025.*41\.5.*12.Mar.2026.*late\.xlsx.*ended \(not official\).*>no newer values here<\/span>/s,
  );
  assert.doesNotMatch(part("late", "stopped"), /77\.[56]/, "a value of any of several series");
  assert.equal(part("late", "stopped").includes("goes (not"), false);
  assert.match(part("stopped", "withdrawn"), /dataset=showdata%2Fgoes.*1 series/s);
  assert.match(part("withdrawn", "back"), /gone \(not official\).*the dataset was dropped/s);
  const own = (await site.get("/silence?dataset=showdata/goes", EN)).text.replaceAll("<wbr>", "");
  assert.match(own, /January 2025.*7\.5.*12.May.2026.*goes\.xlsx/s);
  assert.equal((await site.get("/silence?dataset=showdata/none", EN)).status, 404);
});

test("/silence names series in the language of the page as far as there are names, and marks a name that stays Russian [site.silence site.english-names]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const header = "indicator,class,geo,period,value";
  const indicators = [{code: "p", label: "Валовой внутренний продукт"}];
  const classes = [
    {code: "a", name: "Образование"},
    {code: "b", name: "Попугаи"},
  ];
  const load = (dataset: string, published_at: string, rows: readonly string[]) =>
    loadTidy(store, folder, {dataset, published_at, rows, header, more: {indicators, classes}});
  await load("goes", "2026-05-12", ["p,a,643,2026-04,1", "p,a,45000000000,2025-01,7", "p,b,643,2025-01,8"]);
  await load("late", "2026-03-12", ["p,a,643,2025-12,41.5"]);
  const site = await openSite(t, {store, now: new Date("2026-05-14T12:00:00Z")});
  const shown = async (path: string, language: string): Promise<string> =>
    (await site.get(path, {...EN, "accept-language": language})).text;
  const english = await shown("/silence?dataset=showdata/goes", "en");
  assert.match(english, />Gross domestic product, Education, Moscow<\/a>/);
  assert.match(english, />Gross domestic product, <span lang="ru">Попугаи<\/span>, Russian Federation<\/a>/);
  assert.match(
    await shown("/silence", "en"),
    /<span class="quiet">Gross domestic product, Education, Russian Federation<\/span>/,
  );
  assert.match(
    await shown("/silence?dataset=showdata/goes", "ru"),
    />Валовой внутренний продукт, Образование, г\. Москва<\/a>/,
  );
});

test("a sign-in leads back to pages of the account and the desk, and to no other address [account-site.return]", () => {
  for (const good of ["/account/following?series=abc", "/account/tokens", "/desk", "/desk/runs/1", "/desk?x=1"])
    assert.equal(readReturn(good), good);
  for (const wrong of [
    null,
    "",
    "/",
    "/account",
    "//evil.example",
    "/desks",
    "/\\evil",
    "https://evil.example/account/",
    "/account/a b",
  ])
    assert.equal(readReturn(wrong), null, String(wrong));
});
