// Letters about a reader's list: one for each load run, with every series of the list that the run changed.
import assert from "node:assert/strict";
import {test} from "node:test";
import {PLAIN_EFFECTS} from "../../src/load/run.ts";
import {dropDataset, withdraw} from "../../src/load/withdrawal.ts";
import {readSettings} from "../../src/settings/settings.ts";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {ensureAccount} from "../../src/store/accounts/account.ts";
import {addListed, removeListed} from "../../src/store/accounts/list-item.ts";
import {follow} from "../../src/store/messages/subscription.ts";
import {loadTidy} from "../api/packages.ts";
import {startMailServer, textOf} from "../mail-server.ts";
import {OWN_ADDRESS, openSite} from "../site/site.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSender} from "./receiver.ts";

const LONG_AGO = "2026-01-01T00:00:00.000Z";
const EN = {"accept-language": "en", host: "ryad.example"};

const keyOf = (indicator: string, unit: string): string =>
  seriesKey("showdata", "demo", {
    ...{indicator, classification: null, measure: null, transformation: null, unit, frequency: "M", territory: "643"},
  });
const [RATE, WAGE, REST] = [keyOf("rate", "PCT"), keyOf("wage", "RUB"), keyOf("rest", "RUB")];

test("one letter for each load run names every series of the list that it changed, with last value and changes, and one press ends it [messages.list]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = (published_at: string, rows: readonly string[], more: object = {}) =>
    loadTidy(store, folder, {
      ...{published_at, rows, header: "indicator,unit,geo,period,value"},
      more: {
        indicators: [
          {code: "rate", label: "Ставка", label_en: "Rate of the market", quantity: "rate"},
          {code: "wage", label: "Заработная плата", quantity: "level"},
          {code: "rest", label: "Прочее", quantity: "level"},
        ],
        units: [
          {code: "PCT", name: "процент", okei: "744", mult: 1},
          {code: "RUB", name: "рубль", okei: "383", mult: 1},
        ],
        ...more,
      },
    });
  await load("2026-02-10", ["rate,PCT,643,2026-01,5", "wage,RUB,643,2026-01,100", "rest,RUB,643,2026-01,1"]);
  const accountId = await store.accounts.write(function* (q) {
    const {id} = yield* ensureAccount(q, "anna@example.org", null, LONG_AGO);
    yield* follow(q, {
      ...{accountId: id, scope: "list", target: "", dataset: "", way: "mail", address: null, secret: null},
      ...{kinds: ["release", "revision", "withdrawn"], threshold: 0, language: "en", createdAt: LONG_AGO},
    });
    yield* addListed(q, id, [WAGE, RATE, REST], LONG_AGO);
    return id;
  });
  const {url, received} = await startMailServer(t);
  const sender = openSender(t, store, {
    settings: {...readSettings({}), smtpUrl: url, publicUrl: OWN_ADDRESS},
    dataFolder,
  });
  const letters = () =>
    received.map((one) => {
      const subject = /^Subject: (.*(?:\r\n .*)*)$/m.exec(one.raw)![1]!.replace(/\r\n /g, " ");
      return {subject, text: textOf(one).replace(/\r\n/g, "\n")};
    });
  await sender.round();
  assert.equal(received.length, 1, "the first load");
  const rows = ["rate,PCT,643,2026-01,5", "rest,RUB,643,2026-01,1"];
  await load("2026-03-10", [
    ...rows,
    "rate,PCT,643,2026-02,5.5",
    "wage,RUB,643,2026-01,110",
    "wage,RUB,643,2026-02,121",
  ]);
  for (let i = 0; i < 3; i++) await sender.round();
  assert.equal(received.length, 2, "one letter for two series");
  const {subject, text} = letters()[1]!;
  assert.equal(subject, "My list: demo (not official), new release");
  assert.match(text, /Published: 10 Mar 2026/);
  assert.match(
    text,
    /\n\nЗаработная плата, Russia[^\n]*\n121 \([^)]+\), February 2026: \+10% on the month\nNew values: 1, revised: 1\nhttp\S+\/series\/[0-9a-z]{16}\n\n/,
  );
  assert.match(
    text,
    /\n\nRate of the market, Russia[^\n]*\n5\.5 \(per cent\), February 2026: \+0\.5 p\.p\. on the month\n/,
  );
  assert.ok(text.indexOf(WAGE) < text.indexOf(RATE), "in the order of the list");
  assert.equal(text.includes(REST), false, "nothing of it changed");
  assert.match(text, new RegExp(`\n\n${OWN_ADDRESS}/list\n\n`));

  await store.accounts.write((q) => removeListed(q, accountId, RATE));
  await load("2026-03-11", ["rate,PCT,643,2026-03,6"], {partial: true});
  await sender.round();
  assert.equal(received.length, 2, "the list has it no more");
  await load("2026-03-12", ["wage,RUB,643,2026-02,120"], {partial: true});
  await sender.round();
  assert.equal(letters()[2]!.subject, "My list: demo (not official), revised");
  await store.accounts.write((q) => addListed(q, accountId, ["showdata/demo"], LONG_AGO));
  await load("2026-03-13", ["rate,PCT,643,2026-04,7"], {partial: true});
  await sender.round();
  assert.match(letters()[3]!.text, /New values: 1\nData up to: April 2026/);
  const release = await store.statistics.read(function* (q) {
    const all = (yield q.db.selectFrom("release").select("id").orderBy("id").compile()) as readonly {id: number}[];
    return all.at(-1)!.id;
  });
  await withdraw(store, release, PLAIN_EFFECTS);
  await sender.round();
  assert.match(letters()[4]!.subject, /^My list: .*release withdrawn$/);

  const site = await openSite(t, {store, now: new Date()});
  const address = /^http\S+unsubscribe\S+$/m.exec(letters()[4]!.text)![0].slice(OWN_ADDRESS.length);
  assert.match((await site.get(address, EN)).text, /You will no longer be told about: <strong>My list</);
  const oneClick = {"content-type": "application/x-www-form-urlencoded", origin: "https://mail.example"};
  assert.equal((await site.ask("POST", address, oneClick, "List-Unsubscribe=One-Click")).status, 200);
  await load("2026-03-14", ["rate,PCT,643,2026-04,8"], {partial: true});
  await sender.round();
  assert.equal(received.length, 5);
});

test("who has only a series of a dataset in the list is told when the dataset is dropped [messages.list]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const rows = ["rate,PCT,643,2026-01,5"];
  await loadTidy(store, await temporaryFolder(t), {
    ...{published_at: "2026-02-10", rows, header: "indicator,unit,geo,period,value"},
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  await store.accounts.write(function* (q) {
    const {id} = yield* ensureAccount(q, "anna@example.org", null, LONG_AGO);
    yield* follow(q, {
      ...{accountId: id, scope: "list", target: "", dataset: "", way: "mail", address: null, secret: null},
      ...{kinds: ["withdrawn"], threshold: 0, language: "en", createdAt: LONG_AGO},
    });
    yield* addListed(q, id, [RATE], LONG_AGO);
  });
  const {url, received} = await startMailServer(t);
  const settings = {...readSettings({}), smtpUrl: url, publicUrl: OWN_ADDRESS};
  const sender = openSender(t, store, {settings, dataFolder});
  await sender.round();
  assert.equal(received.length, 0);
  await dropDataset(store, "showdata/demo", new Date());
  for (let i = 0; i < 3; i++) await sender.round();
  assert.equal(received.length, 1);
  assert.match(textOf(received[0]!), new RegExp(RATE));
});
