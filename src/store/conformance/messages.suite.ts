// Tests of announced days, events, subscriptions and messages.
import assert from "node:assert/strict";
import {test} from "node:test";
import {datasetKey} from "../../statistics/catalogue/catalogue.ts";
import {type Day, dayOf} from "../../statistics/time/day.ts";
import {deleteAccount, ensureAccount} from "../accounts/account.ts";
import {setDisabled} from "../accounts/account-list.ts";
import {addListed, readAccountList, removeListed} from "../accounts/list-item.ts";
import {
  addAddresses,
  lastSilences,
  listEvents,
  listWithoutMessages,
  markWithMessages,
  NO_FACTS,
  type NotedEvent,
  noteEvent,
} from "../messages/event.ts";
import {listListFollowers} from "../messages/list-follower.ts";
import {
  countGivenUp,
  countWaiting,
  dropMessage,
  lastErrors,
  listDue,
  listUnsent,
  messageId,
  noteFailed,
  noteSent,
  sweepMessages,
  writeMessages,
} from "../messages/message.ts";
import {findRecipient} from "../messages/recipient.ts";
import {
  endSubscription,
  findSubscription,
  follow,
  listFollowers,
  listSubscriptions,
  type Subscription,
  unfollow,
} from "../messages/subscription.ts";
import type {Store} from "../open.ts";
import {announceReleases, listAnnounced} from "../overview/announced.ts";
import {recordChange} from "../releases/load-run.ts";
import {type NewLocation, NOTHING_TOUCHED, NOW, ODD_TEXT, sampleLoadRun, withStore} from "./samples.fixture.ts";

const [BEFORE, LATER] = ["2026-11-01T00:00:00.000Z", "2026-11-25T00:00:00.000Z"];

function sampleEvent(changes: Partial<NotedEvent> = {}): NotedEvent {
  const about = {provider: "showdata", dataset: "demo", name: ODD_TEXT};
  return {id: "held 1", kind: "held", happenedAt: NOW, ...about, ...NO_FACTS, reason: ODD_TEXT, ...changes};
}

/** Follows for the account of the address; returns the number of the subscription. */
function following(store: Store, changes: Partial<Subscription> = {}, email = "a@b.ru", most = 9) {
  return store.accounts.write(function* (q) {
    const {id: accountId} = yield* ensureAccount(q, email, null, BEFORE);
    return yield* follow(q, {...sampleSubscription(accountId), ...changes}, most);
  });
}

function sampleSubscription(accountId: number): Omit<Subscription, "id"> {
  return {
    ...{accountId, scope: "dataset", target: "showdata/demo", dataset: "showdata/demo", way: "webhook"},
    ...{address: `https://example.org/${ODD_TEXT}`, secret: "whsec_x", kinds: ["release", "revision"]},
    ...{threshold: 2.5, language: "ru", createdAt: BEFORE},
  };
}

export function registerMessageTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: announced days replace those to come of their datasets, and a day is listed with who announced it [calendar.announced]`, () =>
    withStore(newLocation, async ({statistics}) => {
      const announce = (dataset: string, days: readonly Day[], today: Day, source: string) =>
        statistics.write((q) => announceReleases(q, [{provider: "a", dataset, days}], source, {now: NOW, today}));
      const [first, second, third] = [10, 20, 30].map((day) => dayOf(2026, 11, day)) as unknown as [Day, Day, Day];
      await announce("x", [first, third, third], first, ODD_TEXT);
      await announce("y", [second], first, "b");
      await announce("x", [third + 1], first + 1, "c");
      const found = await statistics.read((q) => listAnnounced(q));
      assert.deepEqual(Object.fromEntries(found), {
        "a/x": [
          {day: first, source: ODD_TEXT},
          {day: third + 1, source: "c"},
        ],
        "a/y": [{day: second, source: "b"}],
      });
    }));

  test(`${engine}: an event is noted once, listed until it is told, and found by dataset, kind and time [messages.events]`, () =>
    withStore(newLocation, async ({statistics}) => {
      const first = sampleEvent();
      const other = sampleEvent({id: "back x", kind: "back", dataset: "other", happenedAt: LATER});
      await statistics.write(function* (q) {
        for (const event of [first, other, {...first, reason: "again"}]) yield* noteEvent(q, event);
        yield* noteEvent(q, sampleEvent({id: "old", kind: "silent"}), true);
      });
      assert.deepEqual(await statistics.read((q) => listWithoutMessages(q, 9)), [first, other]);
      assert.deepEqual(await statistics.read((q) => listWithoutMessages(q, 1)), [first]);
      await statistics.write((q) => markWithMessages(q, first.id));
      const named = {...first, addresses: "c@d.ru e@f.ru"};
      for (const untold of [[named, other], [other]]) {
        await statistics.write((q) => addAddresses(q, first.id, ["c@d.ru", "e@f.ru"]));
        assert.deepEqual(await statistics.read((q) => listWithoutMessages(q, 9)), untold);
        await statistics.write((q) => markWithMessages(q, first.id));
      }
      const find = async (filters: object) =>
        (
          await statistics.read((q) =>
            listEvents(q, {provider: null, dataset: null, kinds: ["held", "back", "silent"], since: "", ...filters}, 9),
          )
        ).map(({id}) => id);
      assert.deepEqual(await find({}), ["back x", "held 1", "old"]);
      assert.deepEqual(await find({kinds: ["held"]}), ["held 1"]);
      assert.deepEqual(await find({provider: "showdata", dataset: "other"}), ["back x"]);
      assert.deepEqual(await find({provider: "none"}), []);
      assert.deepEqual(await find({since: LATER}), ["back x"]);
      assert.deepEqual([...(await statistics.read((q) => lastSilences(q))).keys()].sort(), [
        "showdata/demo",
        "showdata/other",
      ]);
    }));

  test(`${engine}: a load run is an event in its own transaction, and none if that is rolled back [messages.events]`, () =>
    withStore(newLocation, async ({statistics}) => {
      const run = sampleLoadRun(1, {id: "run-1"});
      await statistics.write((q) => recordChange(q, run, NOTHING_TOUCHED));
      const failing = statistics.write(function* (q) {
        yield* recordChange(q, sampleLoadRun(1, {id: "run-2"}), NOTHING_TOUCHED);
        throw new Error("no");
      });
      await assert.rejects(failing, /no/);
      const [event, ...more] = await statistics.read((q) => listWithoutMessages(q, 9));
      assert.deepEqual([event?.id, event?.kind, event?.day, more.length], ["run-1", "release", run.publishedAt, 0]);
    }));

  test(`${engine}: the list of an account keeps its items in their order, each once, within a limit, and goes with the account [site.list]`, () =>
    withStore(newLocation, async ({accounts}) => {
      const newAccount = (email: string) => accounts.write((q) => ensureAccount(q, email, null, BEFORE));
      const [{id}, {id: other}] = [await newAccount("a@b.ru"), await newAccount("b@b.ru")];
      const add = (accountId: number, targets: readonly string[], now = NOW) =>
        accounts.write((q) => addListed(q, accountId, targets, now, 4));
      const list = (accountId: number) => accounts.read((q) => readAccountList(q, accountId));
      assert.equal(await add(id, ["b/b", "a/a", "b/b"]), true);
      assert.equal(await add(id, [ODD_TEXT, "a/a"], LATER), true);
      assert.equal(await add(other, ["a/a"]), true);
      assert.deepEqual(await list(id), ["b/b", "a/a", ODD_TEXT]);
      assert.equal(await add(id, ["x/1", "x/2"], LATER), false);
      assert.equal((await list(id)).length, 3);
      await accounts.write((q) => removeListed(q, id, "a/a"));
      assert.deepEqual(await list(id), ["b/b", ODD_TEXT]);
      await accounts.write((q) => deleteAccount(q, id, LATER));
      assert.deepEqual([await list(id), await list(other)], [[], ["a/a"]]);
    }));

  test(`${engine}: of two requests at once for one list, each item is there once and the limit holds [site.list]`, () =>
    withStore(newLocation, async ({accounts}) => {
      const {id} = await accounts.write((q) => ensureAccount(q, "a@b.ru", null, BEFORE));
      const add = (target: string) => accounts.write((q) => addListed(q, id, [target], NOW, 3));
      const list = () => accounts.read((q) => readAccountList(q, id));
      assert.deepEqual(await Promise.all([add("a/a"), add("a/a"), add("a/a"), add("b/b")]), [true, true, true, true]);
      assert.deepEqual((await list()).toSorted(), ["a/a", "b/b"]);
      const added = await Promise.all(["c/1", "c/2", "c/3", "c/4"].map(add));
      assert.equal(added.filter((one) => one).length, 1);
      assert.equal((await list()).length, 3);
    }));

  test(`${engine}: a subscription is one for each account, target and way, hears of later events of its dataset or provider, and ends [messages.following]`, () =>
    withStore(newLocation, async (store) => {
      const {accounts} = store;
      const first = (await following(store))!;
      const again = (await following(store, {kinds: ["held"]}))!;
      const ofProvider = (await following(store, {scope: "provider", target: "showdata", dataset: "", way: "mail"}))!;
      const other = (await following(store, {target: "showdata/x", dataset: "showdata/x"}, "b@b.ru"))!;
      assert.equal(await following(store, {target: "more"}, "a@b.ru", 2), null);
      assert.equal(await accounts.read((q) => findSubscription(q, first)), null);
      const own = (await accounts.read((q) => findSubscription(q, again)))!;
      assert.deepEqual(own, {...sampleSubscription(own.accountId), kinds: ["held"], id: again});
      const hear = async (dataset: string, at: string) =>
        (await accounts.read((q) => listFollowers(q, {provider: "showdata", dataset}, at))).map(({id}) => id);
      assert.deepEqual(await hear("demo", NOW), [again, ofProvider]);
      assert.deepEqual(await hear("x", NOW), [ofProvider, other]);
      assert.deepEqual(await hear("demo", BEFORE), []);
      await accounts.write((q) => unfollow(q, own.accountId, other));
      assert.equal((await accounts.read((q) => findSubscription(q, other)))?.id, other, "it is another account's");
      assert.equal((await accounts.write((q) => endSubscription(q, other)))?.target, "showdata/x");
      assert.equal(await accounts.write((q) => endSubscription(q, other)), null);
      await accounts.write((q) => unfollow(q, own.accountId, again));
      assert.deepEqual(
        (await accounts.read((q) => listSubscriptions(q, own.accountId))).map(({id}) => id),
        [ofProvider],
      );
    }));

  test(`${engine}: who follows a list hears of what is in it at the time: its datasets, series and releases, and of no other list [messages.list]`, () =>
    withStore(newLocation, async (store) => {
      const {accounts} = store;
      const ofList = {scope: "list", target: "", dataset: "", way: "mail"} as const;
      const first = (await following(store, ofList))!;
      const other = (await following(store, ofList, "b@b.ru"))!;
      const {accountId} = (await accounts.read((q) => findSubscription(q, first)))!;
      const key = `${datasetKey("showdata", "demo")}aaaaaaaaaaa`;
      const hear = (event: Partial<NotedEvent> = {}) =>
        accounts.read((q) => listListFollowers(q, {...sampleEvent(), ...event}));
      assert.deepEqual(await hear(), []);
      const items = ["release:7", "showdata/other", key, "showdata/demo", "bbbbbaaaaaaaaaaa", `${key.slice(0, 5)}/x`];
      await accounts.write((q) => addListed(q, accountId, items, LATER));
      assert.deepEqual(await hear(), [{id: first, kinds: ["release", "revision"], items: [key, "showdata/demo"]}]);
      assert.deepEqual((await hear({releaseId: 7}))[0]!.items, ["release:7", key, "showdata/demo"]);
      assert.deepEqual((await hear({dataset: "other"}))[0]!.items, ["showdata/other"]);
      assert.deepEqual(await hear({happenedAt: BEFORE}), [], "it began later");
      await accounts.write((q) => removeListed(q, accountId, key));
      assert.deepEqual((await hear())[0]!.items, ["showdata/demo"]);
      const {accountId: second} = (await accounts.read((q) => findSubscription(q, other)))!;
      await accounts.write((q) => addListed(q, second, [key], LATER));
      assert.deepEqual(
        (await hear()).map(({id, items}) => [id, items]),
        [
          [first, ["showdata/demo"]],
          [other, [key]],
        ],
      );
      await accounts.write((q) => endSubscription(q, first));
      assert.deepEqual(
        (await hear()).map(({id}) => id),
        [other],
      );
    }));

  test(`${engine}: a message goes to the address of its account, and to nobody once that is disabled or deleted [messages.mail]`, () =>
    withStore(newLocation, async (store) => {
      const {accounts} = store;
      const id = (await following(store, {way: "mail"}))!;
      const find = () => accounts.read((q) => findRecipient(q, id));
      assert.deepEqual(await find(), {way: "mail", address: "a@b.ru", secret: "whsec_x", language: "ru"});
      await accounts.write((q) => setDisabled(q, "a@b.ru", NOW));
      assert.equal(await find(), null);
      await accounts.write((q) => setDisabled(q, "a@b.ru", null));
      const {id: accountId} = await accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      await accounts.write((q) => deleteAccount(q, accountId, NOW));
      assert.equal(await accounts.read((q) => findSubscription(q, id)), null);
      assert.equal(await find(), null);
    }));

  test(`${engine}: a message is written once, due until it is sent or given up, and kept until it is swept [messages.retry]`, () =>
    withStore(newLocation, async (store) => {
      const {accounts} = store;
      const subscriptionId = (await following(store))!;
      const message = (eventId: string) => ({subscriptionId, eventId, address: null, kind: "release", body: ODD_TEXT});
      const [one, two] = ["one", "two"].map((eventId) => messageId({subscriptionId, eventId, address: null})) as [
        string,
        string,
      ];
      await accounts.write((q) => writeMessages(q, [message("one"), message("two"), message("one")], 1000));
      await accounts.write((q) => writeMessages(q, [message("one")], 2000));
      const due = async (now: number) =>
        (await accounts.read((q) => listDue(q, now, 9))).map(({id, tries}) => [id, tries]);
      assert.deepEqual(await due(999), []);
      assert.deepEqual(
        (await due(1000)).sort(),
        [
          [one, 0],
          [two, 0],
        ].sort(),
      );
      await accounts.write((q) => noteFailed(q, one, 5000, ODD_TEXT));
      assert.deepEqual(await due(4999), [[two, 0]]);
      await accounts.write((q) => noteSent(q, two, 4000));
      assert.deepEqual(await due(5000), [[one, 1]]);
      const {accountId} = (await accounts.read((q) => findSubscription(q, subscriptionId)))!;
      const errors = () => accounts.read((q) => lastErrors(q, accountId));
      assert.deepEqual([...(await errors()).values()].length, one < two ? 0 : 1);
      const waiting = () => accounts.read((q) => countWaiting(q));
      assert.deepEqual(await waiting(), {count: 1, oldest: 1000});
      await accounts.write((q) => noteFailed(q, one, null, "gone"));
      assert.deepEqual(await waiting(), {count: 0, oldest: null});
      assert.equal(await accounts.read((q) => countGivenUp(q)), 1);
      assert.deepEqual(
        (await accounts.read((q) => listUnsent(q, 9))).map(({id, error, tries}) => [id, error, tries]),
        [[one, "gone", 2]],
      );
      await accounts.write((q) => sweepMessages(q, 1000));
      assert.equal((await accounts.read((q) => listUnsent(q, 9))).length, 1);
      await accounts.write((q) => sweepMessages(q, 1001));
      await accounts.write((q) => dropMessage(q, one));
      assert.deepEqual(await accounts.read((q) => listUnsent(q, 9)), []);
    }));
}
