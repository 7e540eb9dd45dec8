// The account pages without JavaScript: sign-in by letter, tokens, usage, signing out, deletion.
import assert from "node:assert/strict";
import {test} from "node:test";
import {verifyStore} from "../../src/load/verify/verification.ts";
import {setDisabled} from "../../src/store/accounts/account-list.ts";
import {chargeValues} from "../../src/store/accounts/charges/statements.ts";
import {OWN_ADDRESS, openSite, type TestSite} from "./site.ts";
import {createVisitor, formOf, linkIn, signIn} from "./visitor.ts";

const BASE = OWN_ADDRESS;

test("the link of a letter signs in once: opening it does not use it up, pressing does, and a second press gets an answer of its own [account-site.login account-site.single-use]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  assert.equal((await visitor.get("/account")).headers["location"], "/account/sign-in");
  const sent = await visitor.send("/account/sign-in", {email: " Anna@Example.ORG "});
  assert.match(sent.text, /Email is not set up here[\s\S]*anna@example\.org/);
  const [letter] = site.letters;
  assert.equal(letter?.to, "anna@example.org");
  const path = linkIn(letter.text, BASE);
  for (let look = 0; look < 3; look++) assert.match((await createVisitor(site).get(path)).text, /anna@example\.org/);
  await site.ask("HEAD", path);
  const signed = await visitor.send(path, {});
  assert.deepEqual([signed.status, signed.headers["location"]], [303, "/account"]);
  assert.match((await visitor.get("/account")).text, /<p class="lead">anna@example\.org<\/p>/);
  const late = createVisitor(site);
  assert.equal((await late.get(path)).status, 410);
  const {csrf} = formOf((await late.get("/account/sign-in")).text, "/account/sign-in");
  const link = new URLSearchParams(path.split("?")[1]).get("link") ?? "";
  assert.equal((await late.post("/account/confirm", {csrf: csrf!, link})).status, 410);
  assert.equal(late.cookies.has("ryad_session"), false);
});

test("of two simultaneous presses one signs in; the other links of the mailbox end too [account-site.single-use]", async (t) => {
  const site = await openSite(t);
  const asker = createVisitor(site);
  await asker.send("/account/sign-in", {email: "a@b.ru"});
  await asker.send("/account/sign-in", {email: "a@b.ru"});
  const [older, newer] = site.letters.map(({text}) => linkIn(text, BASE));
  const pressers = [createVisitor(site), createVisitor(site), createVisitor(site)];
  const pressed = await Promise.all(pressers.map((one) => one.send(newer!, {})));
  assert.deepEqual(pressed.map(({status}) => status).sort(), [303, 410, 410]);
  assert.equal((await asker.get(older!)).status, 410);
});

test("the owner of a disabled account is signed out, and is told so when the next link is pressed [command.account-disable]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  assert.equal((await visitor.get("/account")).status, 200);
  await site.store.accounts.write((q) => setDisabled(q, "a@b.ru", site.clock.now.toISOString()));
  assert.equal((await visitor.get("/account")).headers["location"], "/account/sign-in");
  await visitor.send("/account/sign-in", {email: "a@b.ru"});
  const pressed = await visitor.send(linkIn(site.letters.at(-1)!.text, BASE), {});
  assert.equal(pressed.status, 403);
  assert.match(pressed.text, /The account is disabled[\s\S]*href="\/contact"/);
  assert.equal((await visitor.get("/account")).headers["location"], "/account/sign-in");
});

test("a link is valid for exactly 15 minutes, to the millisecond [account-site.link-expiry]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await visitor.send("/account/sign-in", {email: "a@b.ru"});
  const path = linkIn(site.letters[0]!.text, BASE);
  const sentAt = site.clock.now.getTime();
  site.clock.now = new Date(sentAt + 15 * 60_000 - 1);
  assert.equal((await visitor.get(path)).status, 200);
  const form = formOf((await visitor.get(path)).text, "/account/confirm");
  site.clock.now = new Date(sentAt + 15 * 60_000);
  assert.equal((await visitor.get(path)).status, 410);
  assert.equal((await visitor.post("/account/confirm", form)).status, 410);
});

test("the answer is the same for a known address, an unknown one, and one with too many letters [account-site.no-enumeration]", async (t) => {
  const site = await openSite(t);
  await signIn(site, createVisitor(site), "known@example.org", BASE);
  const ask = async (email: string, from: string) => {
    const got = await createVisitor(site, {"x-forwarded-for": from}).send("/account/sign-in", {email});
    return {status: got.status, text: got.text.replaceAll(email, "EMAIL")};
  };
  const known = await ask("known@example.org", "10.0.0.1");
  assert.deepEqual(await ask("unknown@example.org", "10.0.0.2"), known);
  for (let more = 0; more < 4; more++) await ask("known@example.org", "10.0.0.3");
  const before = site.letters.length;
  assert.deepEqual(await ask("known@example.org", "10.0.0.4"), known);
  assert.equal(site.letters.length, before);
});

test("at most five letters an hour go to one mailbox in any spelling on requests from one network address, and twenty in all, so that nobody uses up those of its owner [account-site.letter-limits]", async (t) => {
  const site = await openSite(t, {settings: {trustProxy: ["127.0.0.1"]}});
  const ask = async (ip: string, email: string): Promise<number> => {
    const before = site.letters.length;
    const got = await createVisitor(site, {"x-forwarded-for": ip}).send("/account/sign-in", {email});
    assert.equal(got.status, 200);
    return site.letters.length - before;
  };
  let sent = 0;
  for (let more = 0; more < 7; more++) sent += await ask("10.1.0.1", more % 2 ? "One@b.ru" : "one@B.ru");
  assert.equal(sent, 5);
  assert.equal(await ask("10.1.0.2", "one@b.ru"), 1);
  for (let more = 0; more < 20; more++) sent += await ask(`10.2.0.${more}`, "one@b.ru");
  assert.equal(sent, 19);
  assert.equal(await ask("10.2.0.1", "two@b.ru"), 1);
});

test("at most twenty letters an hour are asked for from one network address; then the answer is 429 [account-site.letter-limits]", async (t) => {
  const site = await openSite(t, {settings: {trustProxy: ["127.0.0.1"]}});
  const from = (ip: string) => createVisitor(site, {"x-forwarded-for": ip});
  for (let more = 0; more < 20; more++) {
    assert.equal((await from("10.2.0.1").send("/account/sign-in", {email: `m${more}@b.ru`})).status, 200);
  }
  const refused = await from("10.2.0.1").send("/account/sign-in", {email: "m21@b.ru"});
  assert.equal(refused.status, 429);
  assert.equal(refused.headers["retry-after"], "3600");
  assert.equal(site.letters.length, 20);
  assert.equal((await from("10.2.0.2").send("/account/sign-in", {email: "m22@b.ru"})).status, 200);
  site.clock.now = new Date(site.clock.now.getTime() + 3_600_000);
  assert.equal((await from("10.2.0.1").send("/account/sign-in", {email: "m23@b.ru"})).status, 200);
  assert.equal(site.letters.length, 22);
});

test("an invalid address gets the form again and no letter; a missing field is empty [account-site.login]", async (t) => {
  const site = await openSite(t);
  for (const email of [
    "",
    "a",
    "a@",
    "@b",
    "a b@c.ru",
    "a@b.ru,c@d.ru",
    "a@b.ru\r\nBcc: x@y.ru",
    "<a@b.ru>",
    "a@-b.ru",
    `${"a".repeat(65)}@b.ru`,
  ]) {
    const got = await createVisitor(site).send("/account/sign-in", {email});
    assert.equal(got.status, 422, JSON.stringify(email));
    assert.match(got.text, /aria-invalid="true"/);
  }
  const visitor = createVisitor(site);
  const {csrf} = formOf((await visitor.get("/account/sign-in")).text, "/account/sign-in");
  assert.equal((await visitor.post("/account/sign-in", {csrf: csrf!})).status, 422);
  assert.equal(site.letters.length, 0);
});

test("mail goes only to the folded address, so an address that folds to another person's gets none of that person's letters [account-site.login]", async (t) => {
  const site = await openSite(t);
  await createVisitor(site).send("/account/sign-in", {email: "mi\u212Ae@example.org"});
  assert.deepEqual(
    site.letters.map(({to}) => to),
    ["mike@example.org"],
  );
});

test("the link in a letter begins with the public address, else with the server's own, never with the host of the request [account-site.mail-links]", async (t) => {
  for (const [publicUrl, base] of [
    ["https://stat.example/ryad", "https://stat.example/ryad"],
    [null, OWN_ADDRESS],
  ] as const) {
    const site = await openSite(t, {settings: {publicUrl, trustProxy: ["127.0.0.1"]}});
    const headers = {host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https"};
    const visitor = createVisitor(site, headers);
    const prefix = publicUrl === null ? "" : "/ryad";
    const {text} = await visitor.get("/account/sign-in");
    const form = formOf(text, `${prefix}/account/sign-in`);
    const got = await visitor.post("/account/sign-in", {...form, email: "a@b.ru"}, {origin: "https://evil.example"});
    assert.equal(got.status, 200);
    assert.doesNotMatch(site.letters[0]!.text, /evil/);
    linkIn(site.letters[0]!.text, base);
  }
});

test("a session's cookie is opaque, HttpOnly and SameSite=Lax, with __Host- and Secure behind TLS; the store has only its hash [account-site.session-cookie]", async (t) => {
  for (const [publicUrl, name, secure] of [
    [null, "ryad_session", ""],
    ["https://ryad.example", "__Host-ryad_session", "; Secure"],
  ] as const) {
    const site = await openSite(t, {settings: {publicUrl}});
    const visitor = createVisitor(site);
    await visitor.send("/account/sign-in", {email: "a@b.ru"}, {headers: {origin: publicUrl ?? "http://ryad.example"}});
    const path = linkIn(site.letters[0]!.text, publicUrl ?? BASE);
    const got = await visitor.send(path, {}, {headers: {origin: publicUrl ?? "http://ryad.example"}});
    const cookie = got.cookies.find((one) => one.startsWith(`${name}=`)) ?? "";
    assert.match(cookie, new RegExp(`^${name}=[\\w-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax${secure}$`));
    const secret = visitor.cookies.get(name) ?? "";
    const kept = JSON.stringify(await everything(site));
    assert.ok(!kept.includes(secret) && !kept.includes(new URLSearchParams(path.split("?")[1]).get("link")!));
  }
});

test("a sign-in makes a new session and ends the previous one; a session ends after thirty days [account-site.session-rotated]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  const first = visitor.cookies.get("ryad_session")!;
  const query = createVisitor(site);
  await query.send("/account/sign-in", {email: "a@b.ru"});
  await visitor.send(linkIn(site.letters.at(-1)!.text, BASE), {});
  const second = visitor.cookies.get("ryad_session")!;
  assert.notEqual(second, first);
  const old = createVisitor(site);
  old.cookies.set("ryad_session", first);
  assert.equal((await old.get("/account")).status, 303);
  assert.equal((await visitor.get("/account")).status, 200);
  site.clock.now = new Date(site.clock.now.getTime() + 30 * 24 * 3_600_000);
  assert.equal((await visitor.get("/account")).status, 303);
});

test("a token has a name, is shown once, works at once, is never shown in the list, and gets 401 after it is revoked [account-site.tokens]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  const made = await visitor.send("/account", {name: "ноутбук <b>"}, {action: "/account/tokens"});
  assert.equal(made.status, 200);
  assert.equal(made.headers["cache-control"], "no-store");
  assert.match(made.text, /ноутбук &lt;b&gt;/);
  const token = /ryad_[A-Za-z0-9]{40}/.exec(made.text)?.[0] ?? "";
  const ask = async () => (await site.get("/api/v1/reference/datasets", {"x-api-key": token})).status;
  assert.equal(await ask(), 200);
  const account = await visitor.get("/account");
  assert.ok(!account.text.includes(token));
  assert.match(account.text, /ноутбук &lt;b&gt;/);
  assert.ok(!JSON.stringify(await everything(site)).includes(token));

  const revoked = await visitor.send("/account", {}, {action: "/account/tokens/revoke"});
  assert.deepEqual([revoked.status, revoked.headers["location"]], [303, "/account#tokens"]);
  assert.equal(await ask(), 401);
});

test("an account can revoke only its own tokens, and has at most twenty valid ones [account-site.tokens]", async (t) => {
  const site = await openSite(t);
  const [anna, boris] = [createVisitor(site), createVisitor(site)];
  await signIn(site, anna, "anna@b.ru", BASE);
  await signIn(site, boris, "boris@b.ru", BASE);
  const made = await anna.send("/account", {name: "a"}, {action: "/account/tokens"});
  const token = /ryad_[A-Za-z0-9]{40}/.exec(made.text)![0];
  const {id} = formOf((await anna.get("/account")).text, "/account/tokens/revoke");
  await boris.send("/account", {name: "b"}, {action: "/account/tokens"});
  await boris.send("/account", {id: id!}, {action: "/account/tokens/revoke"});
  assert.equal((await site.get("/api/v1/reference/datasets", {"x-api-key": token})).status, 200);
  for (let more = 1; more < 20; more++) await anna.send("/account", {name: `n${more}`}, {action: "/account/tokens"});
  const full = (await anna.get("/account")).text;
  assert.doesNotMatch(full, /action="\/account\/tokens"/);
  const form = formOf(full, "/account/tokens/revoke");
  assert.equal((await anna.post("/account/tokens", {csrf: form["csrf"]!, name: "x"})).status, 303);
  assert.equal(((await anna.get("/account")).text.match(/action="\/account\/tokens\/revoke"/g) ?? []).length, 20);
});

test("the account shows its plan, the remaining values, and the usage of the month by day as a chart and a table [account-site.usage]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  await site.store.accounts.write(function* (q) {
    yield* chargeValues(q, {accountId: 1, month: "2026-07", day: "2026-07-03", values: 1200, limit: null});
    yield* chargeValues(q, {accountId: 1, month: "2026-07", day: "2026-07-15", values: 34_567, limit: null});
    yield* chargeValues(q, {accountId: 1, month: "2026-06", day: "2026-06-30", values: 77, limit: null});
    yield* chargeValues(q, {accountId: 2, month: "2026-07", day: "2026-07-04", values: 999_999, limit: null});
  });
  const {text} = await visitor.get("/account");
  assert.match(text, /Free/);
  assert.match(text, /964,233/);
  assert.match(text, /<svg class="chart"[^>]*role="img"[^>]*aria-label="Values by day, July 2026"/);
  assert.deepEqual(
    [...text.matchAll(/<title>(\d[^<]*)<\/title>/g)].map(([, title]) => title),
    ["3 July 2026: 1,200", "15 July 2026: 34,567"],
  );
  assert.match(text, /In all: 35,767</);
  assert.doesNotMatch(
    (await visitor.get("/account")).text,
    /month=2026-0[68]/,
    "opened in July, and August is to come",
  );
  const june = (await visitor.get("/account?month=2026-06")).text;
  assert.match(june, /Usage: June 2026[\s\S]*In all: 77</);
  for (const month of ["2026-13", "2999-01", "x", "2026-08"])
    assert.match((await visitor.get(`/account?month=${month}`)).text, /Usage: July 2026/, month);
});

test("signing out ends this session, signing out everywhere ends all; tokens keep working [account-site.sign-out]", async (t) => {
  const site = await openSite(t);
  const [here, there] = [createVisitor(site), createVisitor(site)];
  await signIn(site, here, "a@b.ru", BASE);
  await signIn(site, there, "a@b.ru", BASE);
  const made = await here.send("/account", {name: "a"}, {action: "/account/tokens"});
  const token = /ryad_[A-Za-z0-9]{40}/.exec(made.text)![0];
  const cookie = here.cookies.get("ryad_session")!;
  await here.send("/account", {}, {action: "/account/sign-out"});
  assert.equal(here.cookies.has("ryad_session"), false);
  here.cookies.set("ryad_session", cookie);
  assert.equal((await here.get("/account")).status, 303);
  assert.equal((await there.get("/account")).status, 200);
  const third = createVisitor(site);
  await signIn(site, third, "a@b.ru", BASE);
  await third.send("/account", {}, {action: "/account/sign-out-everywhere"});
  assert.equal((await there.get("/account")).status, 303);
  assert.equal((await site.get("/api/v1/reference/datasets", {"x-api-key": token})).status, 200);
});

test("deleting an account deletes its address, tokens and sessions; its mailbox may open a new one [account-site.delete]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  const made = await visitor.send("/account", {name: "a"}, {action: "/account/tokens"});
  const token = /ryad_[A-Za-z0-9]{40}/.exec(made.text)![0];
  assert.equal((await site.get("/api/v1/reference/datasets", {"x-api-key": token})).status, 200);
  await createVisitor(site).send("/account/sign-in", {email: "a@b.ru"});
  const gone = await visitor.send("/account/delete", {});
  assert.deepEqual([gone.status, gone.headers["location"]], [303, "/"]);
  assert.equal((await site.get("/api/v1/reference/datasets", {"x-api-key": token})).status, 401);
  const {account, token: tokens, session, sign_in_link} = await everything(site);
  assert.deepEqual([tokens, session, sign_in_link], [[], [], []]);
  assert.doesNotMatch(JSON.stringify(account), /a@b\.ru/);
  await signIn(site, visitor, "a@b.ru", BASE);
  assert.match((await visitor.get("/account")).text, /No tokens yet/);
});

test("deleting the account resets neither the monthly nor the minute limit of its mailbox [account-site.delete-renews-nothing]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  const makeToken = async (): Promise<string> => {
    await signIn(site, visitor, "a@b.ru", BASE);
    const made = await visitor.send("/account", {name: ""}, {action: "/account/tokens"});
    return /ryad_[A-Za-z0-9]{40}/.exec(made.text)![0];
  };
  const left: (string | undefined)[][] = [];
  for (let round = 0; round < 3; round++) {
    const token = await makeToken();
    const [owner] = (await everything(site))["token"] as {account_id: number}[];
    await site.store.accounts.write((q) =>
      chargeValues(q, {
        accountId: owner!.account_id,
        month: "2026-07",
        day: "2026-07-15",
        values: 60_000,
        limit: null,
      }),
    );
    const {headers} = await site.get("/api/v1/reference/datasets", {"x-api-key": token});
    left.push([headers["x-quota-values-remaining"], headers["x-ratelimit-remaining-minute"]]);
    await visitor.send("/account/delete", {});
  }
  assert.deepEqual(left, [
    ["940000", "19"],
    ["880000", "18"],
    ["820000", "17"],
  ]);
  site.clock.now = new Date("2026-08-01T00:00:00Z");
  const {headers} = await site.get("/api/v1/reference/datasets", {"x-api-key": await makeToken()});
  assert.deepEqual([headers["x-quota-values-remaining"], headers["x-ratelimit-remaining-minute"]], ["1000000", "19"]);
});

test("an answer that is sent while its account is deleted leaves a store in which check finds no fault [account-site.delete]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  await visitor.send("/account", {name: ""}, {action: "/account/tokens"});
  const [owner] = (await everything(site))["token"] as {account_id: number}[];
  await visitor.send("/account/delete", {});
  const charge = {accountId: owner!.account_id, month: "2026-07", day: "2026-07-15", values: 5, limit: 100};
  assert.deepEqual(await site.store.charges.charge(charge), {fits: true, used: 5});
  const findings: string[] = [];
  const effects = {deep: true, memoryLimit: 1 << 28, onFinding: (finding: string) => void findings.push(finding)};
  await verifyStore(site.store, effects);
  assert.deepEqual(findings, []);
});

test("a form from another site, of another visitor, from before a sign-in, or without its token has no effect [account-site.forms]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  const action = "/account/tokens";
  for (const headers of [
    {origin: "https://evil.example"},
    {origin: "null"},
    {origin: "http://ryad.example", "sec-fetch-site": "cross-site"},
    {origin: "http://ryad.example", "sec-fetch-site": "same-site"},
    {origin: "http://ryad.example:81"},
  ] as Record<string, string>[]) {
    const got = await visitor.send("/account", {name: "x"}, {action, headers});
    assert.equal(got.status, 403, JSON.stringify(headers));
  }
  const form = formOf((await visitor.get("/account")).text, action);
  const other = createVisitor(site);
  await signIn(site, other, "c@d.ru", BASE);
  for (const [who, fields] of [
    [visitor, {}],
    [visitor, {csrf: ""}],
    [visitor, {csrf: `${form["csrf"]!.slice(0, -1)}${form["csrf"]!.endsWith("A") ? "B" : "A"}`}],
    [other, form],
  ] as const) {
    assert.equal((await who.post(action, {...fields, name: "x"})).status, 403);
  }
  assert.deepEqual((await everything(site))["token"], []);
  // without these headers only the token decides
  assert.equal((await visitor.post(action, {...form, name: "x"})).status, 200);
  await visitor.send("/account", {}, {action: "/account/sign-out"});
  await signIn(site, visitor, "a@b.ru", BASE);
  assert.equal((await visitor.post(action, {...form, name: "x"})).status, 403);
});

test("every drawn form has a different token, and no cache keeps a page of one visitor [account-site.forms site.cached]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  const tokens = new Set<string>();
  for (let look = 0; look < 4; look++) {
    const got = await visitor.get("/account/sign-in");
    assert.equal(got.headers["cache-control"], "no-store");
    assert.equal(got.headers["etag"], undefined);
    tokens.add(formOf(got.text, "/account/sign-in")["csrf"]!);
  }
  assert.equal(tokens.size, 4);
});

/** All stored rows about accounts and visitors. */
async function everything(site: TestSite): Promise<Record<string, unknown[]>> {
  const tables = [
    "account",
    "token",
    "session",
    "sign_in_link",
    "contact_message",
    "form_window",
    "usage",
    "usage_day",
  ];
  return site.store.accounts.read(function* () {
    const rows: Record<string, unknown[]> = {};
    for (const table of tables) rows[table] = [...(yield {sql: `select * from ${table}`, parameters: []})];
    return rows;
  });
}
