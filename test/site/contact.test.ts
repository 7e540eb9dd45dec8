// The contact form: messages that are stored and mailed, and messages that are dropped.
import assert from "node:assert/strict";
import {test} from "node:test";
import {MAX_WRITING_MS, MIN_WRITING_MS} from "../../src/site/forms/forms.ts";
import {insertContactMessage, listContactMessages, MOST_MESSAGES} from "../../src/store/accounts/contact-message.ts";
import {ryad} from "../command.ts";
import {temporaryStore} from "../warehouse.ts";
import {type Got, openSite, type TestSite} from "./site.ts";
import {createVisitor, formOf} from "./visitor.ts";

const TYPED = {email: "Anna@example.org", name: "Анна", message: "Ряд x: ошибка?\r\n<b>спасибо</b>"};

const passes = (site: TestSite, milliseconds: number) => () => {
  site.clock.now = new Date(site.clock.now.getTime() + milliseconds);
};
const messages = (site: TestSite) => site.store.accounts.read((q) => listContactMessages(q));

test("a message is stored and mailed to the operator, who can reply to the sender [account-site.contact]", async (t) => {
  const site = await openSite(t, {settings: {contactEmail: "desk@example.org"}});
  const got = await createVisitor(site).send("/contact", TYPED, {meanwhile: passes(site, MIN_WRITING_MS)});
  assert.equal(got.status, 200);
  assert.match(got.text, /the message has arrived/);
  const kept = await messages(site);
  const at = site.clock.now.toISOString();
  assert.deepEqual(kept, [
    {
      id: 1,
      receivedAt: at,
      email: "anna@example.org",
      name: "Анна",
      message: "Ряд x: ошибка?\n<b>спасибо</b>",
      mailedAt: at,
    },
  ]);
  const [letter] = site.letters;
  assert.deepEqual([letter?.to, letter?.replyTo], ["desk@example.org", "anna@example.org"]);
  assert.ok(letter?.text.endsWith("Ряд x: ошибка?\n<b>спасибо</b>"));
});

test("a message is stored and confirmed even if its letter fails or there is no recipient [account-site.contact-kept]", async (t) => {
  const failing = {way: "smtp", send: () => Promise.reject(new Error("the server is away")), close: () => {}} as const;
  for (const options of [{mail: failing, settings: {contactEmail: "desk@example.org"}}, {}]) {
    const site = await openSite(t, options);
    const got = await createVisitor(site).send("/contact", TYPED, {meanwhile: passes(site, MIN_WRITING_MS)});
    assert.equal(got.status, 200);
    assert.deepEqual(
      (await messages(site)).map(({mailedAt}) => mailedAt),
      [null],
    );
    const failures = site.events.filter(({type}) => type === "mail-failed").length;
    assert.equal(failures, "mail" in options ? 1 : 0);
  }
});

test("a message with a filled trap, sent too early or too late, or with a forged moment is not taken, and its form comes back with the text and a fresh moment [account-site.contact-trap]", async (t) => {
  const site = await openSite(t, {settings: {contactEmail: "desk@example.org"}});
  const send = (fields: Record<string, string>, milliseconds: number) =>
    createVisitor(site).send("/contact", {...TYPED, ...fields}, {meanwhile: passes(site, milliseconds)});
  await send({}, MIN_WRITING_MS);
  assert.equal((await messages(site)).length, 1);
  const old = String(site.clock.now.getTime() - 60_000);
  for (const [fields, milliseconds] of [
    [{website: "http://spam.example"}, 60_000],
    [{}, MIN_WRITING_MS - 1],
    [{}, MAX_WRITING_MS + 1],
    [{t: ""}, 60_000],
    [{t: old}, 60_000],
    [{t: `${old}.${"A".repeat(43)}`}, 60_000],
    [{t: "x.y"}, 60_000],
  ] as const) {
    const got = await send(fields, milliseconds);
    assert.equal(got.status, 422, JSON.stringify(fields));
    assert.match(got.text, /role="alert"><p>The message was not accepted/);
    assert.match(got.text, /value="Анна".*&lt;b&gt;спасибо/s);
    const [, moment] = /name="t" value="(\d+)\./.exec(got.text)!;
    assert.equal(Number(moment), site.clock.now.getTime());
    assert.doesNotMatch(got.text, /spam\.example/);
  }
  assert.equal((await messages(site)).length, 1);
  assert.equal(site.letters.length, 1);
  await send({}, MAX_WRITING_MS);
  assert.equal((await messages(site)).length, 2);
});

test("a refused form comes back with its input; a missing field is empty [account-site.contact]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  for (const fields of [{email: "nobody"}, {message: "  "}, {message: "x".repeat(5001)}]) {
    const got = await visitor.send("/contact", {...TYPED, ...fields}, {meanwhile: passes(site, MIN_WRITING_MS)});
    assert.equal(got.status, 422, JSON.stringify(Object.keys(fields)));
    assert.match(got.text, /value="Анна"/);
    assert.match(got.text, "email" in fields ? /id="email"[^>]* autofocus>/ : /id="message"[^>]* autofocus>/);
    assert.equal(got.text.split(" autofocus>").length, 2);
    // it can be sent again at once: the time counts from the first drawing
    const form = formOf(got.text, "/contact");
    const again = await visitor.post("/contact", {...form, ...TYPED});
    assert.equal(again.status, 200);
  }
  assert.equal((await messages(site)).length, 3);
  const stale = await visitor.post("/contact", {...TYPED, csrf: "old.one"});
  assert.equal(stale.status, 422);
  assert.match(stale.text, /&lt;b&gt;спасибо/);
  assert.equal((await visitor.post("/contact", {})).status, 422);
  assert.equal((await messages(site)).length, 3);
});

test("a form that was out of date can be sent again at once; a forged moment starts again [account-site.contact]", async (t) => {
  const site = await openSite(t);
  const visitor = createVisitor(site);
  const again = async (t: string, status = 200): Promise<void> => {
    const drawnAgain = await visitor.post("/contact", {...TYPED, t, csrf: "old.one"});
    assert.equal(drawnAgain.status, 422);
    const got = await visitor.post("/contact", {...formOf(drawnAgain.text, "/contact"), ...TYPED});
    assert.equal(got.status, status);
  };
  for (const [kept, milliseconds] of [MIN_WRITING_MS, MAX_WRITING_MS, MAX_WRITING_MS + 1].entries()) {
    const {t = ""} = formOf((await visitor.get("/contact")).text, "/contact");
    passes(site, milliseconds)();
    await again(t);
    assert.equal((await messages(site)).length, kept + 1);
  }
  await again(`${site.clock.now.getTime() - 60_000}.${"A".repeat(43)}`, 422);
  await again(formOf((await visitor.get("/contact")).text, "/contact")["t"]!, 422);
  assert.equal((await messages(site)).length, 3);
});

test("an address can send at most five messages an hour, then the answer is 429 [account-site.contact-limit]", async (t) => {
  const site = await openSite(t);
  const answers: Got[] = [];
  for (let more = 0; more < 6; more++) {
    answers.push(await createVisitor(site).send("/contact", TYPED, {meanwhile: passes(site, MIN_WRITING_MS)}));
  }
  assert.deepEqual(
    answers.map(({status}) => status),
    [200, 200, 200, 200, 200, 429],
  );
  const {headers, text} = answers.at(-1)!;
  assert.match(String(headers["retry-after"]), /^\d+$/);
  assert.match(
    text,
    /your text is kept\. Please send it in \d+ minutes\.[\s\S]*value="Anna@example\.org"[\s\S]*Ряд x: ошибка/,
  );
  assert.equal((await messages(site)).length, 5);
});

test("a message beyond those that are kept at most is not taken: the form comes back with its text and 503 [account-site.contact-bounded]", async (t) => {
  const site = await openSite(t);
  await site.store.accounts.write(function* (q) {
    for (let number = 0; number < MOST_MESSAGES; number++)
      yield* insertContactMessage(q, {receivedAt: "2026-07-01T00:00:00.000Z", email: "a@b.ru", name: "", message: "x"});
  });
  const {status, text} = await createVisitor(site).send("/contact", TYPED, {meanwhile: passes(site, MIN_WRITING_MS)});
  assert.equal(status, 503);
  assert.match(text, /this one was not accepted\. Your text is kept[\s\S]*Ряд x: ошибка/);
  assert.equal((await messages(site)).length, MOST_MESSAGES);
});

test("a form of more than 128 kB is refused before it is read [account-site.forms]", async (t) => {
  const site = await openSite(t);
  const got = await createVisitor(site).post("/contact", {message: "x".repeat(140_000)});
  assert.equal(got.status, 413);
  assert.match(got.text, /Too much text/);
});

test("the operator reads the messages by a command, and no message can control the terminal [account-site.contact-kept]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const site = await openSite(t, {store});
  const message = "one\n\u001b[2Jtwo";
  await createVisitor(site).send("/contact", {...TYPED, message}, {meanwhile: passes(site, MIN_WRITING_MS)});
  const listed = await ryad(["contact", "list", "--data", dataFolder]);
  assert.equal(listed.code, 0, listed.stderr);
  assert.equal(listed.stdout, `1  ${site.clock.now.toISOString()}  Анна <anna@example.org>\n    one\n     [2Jtwo\n\n`);
  const [kept] = JSON.parse((await ryad(["contact", "list", "--json", "--data", dataFolder])).stdout);
  assert.deepEqual([kept.id, kept.message, kept.mailed_at], [1, message, null]);
});
