// Real mail: through an SMTP server, read from its envelope and bytes, and into the outbox without a server.
import assert from "node:assert/strict";
import {readdirSync, readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {openMail} from "../../src/site/mail/mail.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {startMailServer, textOf} from "../mail-server.ts";
import {temporaryFolder} from "../warehouse.ts";
import {openSite} from "./site.ts";
import {createVisitor, linkIn} from "./visitor.ts";

test("through a real mail server: sign in by the letter, make a token, call the api, revoke it, 401; in a browser [account-site.mail account-site.tokens]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {url, received} = await startMailServer(t);
  const publicUrl = await freeAddress(t);
  const mail = openMail(
    {smtpUrl: url, smtpTls: "required", mailFrom: "stat@example.org", publicUrl, dataFolder: "/nowhere"},
    null,
  );
  t.after(() => mail.close());
  const site = await openSite(t, {mail, settings: {publicUrl}, now: new Date()});
  await site.server.listen({port: Number(new URL(publicUrl).port), host: "127.0.0.1"});
  const context = await (await openBrowser(t)).newContext({
    locale: "ru-RU",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  page.on("pageerror", ({message}) => void faults.push(message));

  await page.goto(publicUrl);
  await page.getByRole("link", {name: "Кабинет"}).click();
  await page.getByLabel("Адрес электронной почты").fill("anna@example.org");
  await page.getByRole("button", {name: "Прислать ссылку"}).click();
  await page.getByRole("heading", {name: "Проверьте почту"}).waitFor();
  assert.deepEqual(
    received.map(({from, to}) => ({from, to})),
    [{from: "stat@example.org", to: ["anna@example.org"]}],
  );
  await page.goto(publicUrl + linkIn(textOf(received[0]!).replaceAll("\r\n", "\n"), publicUrl));
  await page.getByRole("button", {name: "Войти"}).click();
  await page.getByLabel("Название").fill("проба");
  await page.getByRole("button", {name: "Создать токен"}).click();
  const token = ((await page.locator("#token").textContent()) ?? "").trim();
  // the button shows it for two seconds, so the clock is stopped until it is read
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", {name: "Скопировать: Токен"}).click();
  await page.getByText("Скопировано").waitFor();
  await page.clock.runFor(2000);
  await page.getByText("Скопировано").waitFor({state: "detached"});
  await page.clock.resume();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), token);
  const ask = async () =>
    (await fetch(`${publicUrl}/api/v1/reference/datasets`, {headers: {authorization: `Bearer ${token}`}})).status;
  assert.equal(await ask(), 200);

  await page.reload();
  assert.equal(new URL(page.url()).pathname, "/account");
  assert.equal(await page.locator("text=проба").count(), 1, "a reload of the page of a token makes no other token");
  await page.locator("summary", {hasText: "Отозвать"}).click();
  await page.getByRole("button", {name: "Отозвать"}).click();
  await page.getByText("Токенов пока нет").waitFor();
  assert.equal(await ask(), 401);
  assert.deepEqual(faults, []);
});

test("a message becomes one letter to one address, no input gets into its headers, and a reply goes to the sender [account-site.mail]", async (t) => {
  const {url, received} = await startMailServer(t);
  const mail = openMail(
    {smtpUrl: url, smtpTls: "required", mailFrom: null, publicUrl: "https://stat.example", dataFolder: "/nowhere"},
    null,
  );
  t.after(() => mail.close());
  await mail.send({
    kind: "contact",
    to: "desk@example.org",
    replyTo: "anna@example.org",
    subject: "Ряд\r\nBcc: x@y.ru",
    text: "строка\n.\nещё",
  });
  const [letter] = received;
  assert.deepEqual([letter?.from, letter?.to], ["ryad@stat.example", ["desk@example.org"]]);
  assert.match(letter!.raw, /^Reply-To: anna@example\.org\r$/m);
  assert.doesNotMatch(letter!.raw, /^Bcc:/m);
  assert.match(textOf(letter!).replaceAll("\r\n", "\n"), /^строка\n\.\nещё/);
});

test("a letter that the mail server refuses becomes an error page and an event, without the address [account-site.mail-failed]", async (t) => {
  const {url} = await startMailServer(t);
  const mail = openMail(
    {smtpUrl: url, smtpTls: "required", mailFrom: null, publicUrl: null, dataFolder: "/nowhere"},
    null,
  );
  t.after(() => mail.close());
  const site = await openSite(t, {mail});
  const got = await createVisitor(site).send("/account/sign-in", {email: "a@refused.example"});
  assert.equal(got.status, 503);
  assert.equal(got.headers["retry-after"], "300");
  const failed = site.events.find((event) => event.type === "mail-failed");
  assert.ok(failed !== undefined);
  assert.doesNotMatch(`${failed.error.message} ${failed.error.stack}`, /refused\.example/);
  for (let more = 0; more < 7; more++) {
    const again = await createVisitor(site).send("/account/sign-in", {email: "a@refused.example"});
    assert.equal(again.status, 503, "a letter that never left is not said to be on its way");
  }
});

test("a letter goes unencrypted to a mail server on another machine only where RYAD_SMTP_TLS says optional; to this machine it may [account-site.mail-tls]", {
  skip: process.platform === "win32" ? "0.0.0.0 is no address to connect to" : false,
}, async (t) => {
  const {url, received} = await startMailServer(t);
  const letter = {kind: "sign-in", to: "a@b.ru", subject: "s", text: "t"} as const;
  const common = {mailFrom: null, publicUrl: null, dataFolder: "/nowhere"};
  // an address of this machine that is none of loopback
  const elsewhere = url.replace("127.0.0.1", "0.0.0.0");
  const openFor = (smtpUrl: string, smtpTls: "required" | "optional") => {
    const mail = openMail({...common, smtpUrl, smtpTls}, null);
    t.after(() => mail.close());
    return mail;
  };
  await assert.rejects(openFor(elsewhere, "required").send(letter), /the mail server did not take a letter: ETLS/);
  await assert.rejects(openFor(`${elsewhere}/?ignoreTLS=true`, "required").send(letter), /ETLS/);
  assert.equal(received.length, 0);
  await openFor(elsewhere, "optional").send(letter);
  await openFor(url, "required").send(letter);
  await openFor(url.replace("127.0.0.1", "localhost"), "required").send(letter);
  assert.equal(received.length, 3);
});

test("without a mail server a letter is a file in DATA/outbox that only its owner can read, and a line in the terminal [account-site.outbox]", async (t) => {
  const dataFolder = await temporaryFolder(t);
  const shown: string[] = [];
  const mail = openMail(
    {smtpUrl: null, smtpTls: "required", mailFrom: null, publicUrl: null, dataFolder},
    (line) => void shown.push(line),
  );
  const site = await openSite(t, {mail});
  const got = await createVisitor(site).send("/account/sign-in", {email: "a@b.ru"});
  assert.match(got.text, /outbox/);
  const folder = join(dataFolder, "outbox");
  const files = readdirSync(folder);
  assert.equal(files.length, 1);
  const path = join(folder, files[0]!);
  const text = readFileSync(path, "utf8");
  assert.match(text, /^To: a@b\.ru\nSubject: Sign in to Ryad\n\n/);
  const link = /^http:\S+$/m.exec(text)?.[0];
  assert.deepEqual(shown, [`mail to a@b.ru: ${link}`]);
  if (process.platform !== "win32") {
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
  }
});

/** An address of this machine without a server. */
async function freeAddress(t: TestContext): Promise<string> {
  const site = await openSite(t);
  const address = await site.server.listen({port: 0, host: "127.0.0.1"});
  await site.server.close();
  return address;
}
