// /desk/load: a table of the operator's own in the browser, without JavaScript.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {createOperatorDesk} from "../../src/cli/serve/operator-desk.ts";
import {createTableLoader} from "../../src/cli/serve/table-loader.ts";
import {setPlan} from "../../src/store/accounts/account.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {OWN_ADDRESS, openSite, type TestSite} from "./site.ts";
import {createVisitor, formOf, signIn, type Visitor} from "./visitor.ts";

const TABLE = "Год;Сбор свеклы\n2021;41202,2\n2022;48901,8\n2023;53124,7\n";

async function openDesk(t: TestContext): Promise<{site: TestSite; operator: Visitor; reader: Visitor}> {
  const {store, dataFolder} = await temporaryStore(t);
  const environment = {...process.env, RYAD_DATA: dataFolder};
  const parts = {tables: createTableLoader(environment), desk: createOperatorDesk(environment)};
  const site = await openSite(t, {store, ...parts});
  const [operator, reader] = [createVisitor(site), createVisitor(site)];
  await signIn(site, operator, "operator@example.org", OWN_ADDRESS);
  await signIn(site, reader, "reader@example.org", OWN_ADDRESS);
  await store.accounts.write((q) => setPlan(q, "operator@example.org", "owner"));
  return {site, operator, reader};
}

/** Sends the form as a browser does. */
async function upload(visitor: Visitor, fields: Readonly<Record<string, string>>, file?: {name: string; text: string}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) form.append("file", new File([file.text], file.name));
  return visitor.upload("/desk/load", form, {origin: "http://ryad.example"});
}

test("the operator's table is looked at, its questions are answered, and it is published; the file is sent once [site.desk-load]", async (t) => {
  const {site, operator} = await openDesk(t);
  const start = await operator.get("/desk/load");
  const first = await upload(operator, formOf(start.text, "/desk/load"), {name: "beets.csv", text: TABLE});
  assert.equal(first.status, 200, first.text);
  const asked = formOf(first.text, "/desk/load");
  assert.equal(asked["answer-published"], "", "the day of a download is no guess");
  assert.equal(asked["answer-territory"], "", "a territory is never guessed");
  assert.doesNotMatch(first.text, /value="publish"/);
  const answers = {"answer-published": "2024-11-01", "answer-territory": "643", "answer-unit": "тысяча тонн"};
  const second = await upload(operator, {...asked, ...answers, step: "look"});
  assert.match(second.text, /41202\.2/);
  assert.match(second.text, /value="publish"/);
  const done = await upload(operator, {...formOf(second.text, "/desk/load"), step: "publish"});
  assert.match(done.text, /<a href="\/datasets\/own\/beets">own\/beets<\/a>, 2024-11-01: new values 3, revised 0/);
  assert.match((await site.get("/datasets/own/beets")).text, /beets(?:<wbr>)?\.csv/);
});

test("a wrong answer, a file that is no table and an empty form are told in words, and nothing is published [site.desk-load]", async (t) => {
  const {site, operator} = await openDesk(t);
  const fields = formOf((await operator.get("/desk/load")).text, "/desk/load");
  const wrong = await upload(operator, {...fields, "answer-published": "2024-02-30"}, {name: "beets.csv", text: TABLE});
  assert.match(wrong.text, /role="alert">--published has to be a day, YYYY-MM-DD, not &quot;2024-02-30&quot;/);
  const page = await upload(operator, fields, {name: "a.csv", text: "<!doctype html><p>404"});
  assert.match(page.text, /role="alert">/);
  assert.match((await upload(operator, fields)).text, /role="alert">Choose a file\./);
  const open = await upload(operator, {...fields, step: "publish"}, {name: "beets.csv", text: TABLE});
  assert.match(open.text, /role="alert">on which day was it published\?/);
  assert.match(open.text, /name="answer-territory"/, "the table is still there");
  assert.equal((await site.get("/datasets/own/beets")).status, 404);
});

test("a held table shows why, and is published by the word of the operator [site.desk-load]", async (t) => {
  const {operator} = await openDesk(t);
  const fields = formOf((await operator.get("/desk/load")).text, "/desk/load");
  const answers = {
    "answer-published": "2024-11-01",
    "answer-territory": "643",
    "answer-unit": "тонна",
    step: "publish",
  };
  const text = "Год;Сбор\n2021;1,5\n2022;98 6\n2023;3,5\n";
  const held = await upload(operator, {...fields, ...answers}, {name: "beets.csv", text});
  assert.match(held.text, /<li><strong>Cells cannot be read\.<\/strong> 1 value unreadable: beets\.csv, line 3/);
  const [, run = ""] = /href="(\/desk\/runs\/[\w-]+)"/.exec(held.text) ?? [];
  const accepted = await operator.send(run, {act: "accept", reason: "a smudge in the print"});
  assert.equal(accepted.headers["location"], "/desk?done=accept&runs=1");
  assert.match((await operator.get("/datasets/own/beets")).text, /beets/);
});

test("only the operator has the page, and nobody else's file is read [site.desk-load]", async (t) => {
  const {site, reader, operator} = await openDesk(t);
  assert.equal((await reader.get("/desk/load")).status, 404);
  assert.equal((await createVisitor(site).get("/desk/load")).headers["location"], "/account/sign-in?to=%2Fdesk%2Fload");
  const file = {name: "beets.csv", text: TABLE};
  const fields = formOf((await operator.get("/desk/load")).text, "/desk/load");
  assert.equal((await upload(reader, fields, file)).status, 415);
  assert.equal((await upload(createVisitor(site), fields, file)).status, 415);
  const form = new FormData();
  form.append("csrf", fields["csrf"]!);
  assert.equal((await operator.upload("/desk/load", form, {origin: "http://evil.example"})).status, 403);
  assert.equal((await operator.upload("/contact", form, {origin: "http://ryad.example"})).status, 415);
});

test("in a browser with JavaScript off a file is chosen, its questions answered, and its values published [site.desk-load site.no-script]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const {site, operator} = await openDesk(t);
  await site.server.listen({port: 0, host: "127.0.0.1"});
  const origin = `http://127.0.0.1:${(site.server.server.address() as AddressInfo).port}`;
  const path = join(await temporaryFolder(t), "beets.csv");
  writeFileSync(path, TABLE);
  const browser = await openBrowser(t);
  const context = await browser.newContext({locale: "en-GB", javaScriptEnabled: false});
  const cookies = [...operator.cookies].map(([name, value]) => ({name, value, url: origin}));
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(`${origin}/desk/load`);
  await page.setInputFiles('input[type="file"]', path);
  await page.click('main button[type="submit"]');
  await page.fill('[name="answer-published"]', "2024-11-01");
  await page.fill('[name="answer-territory"]', "643");
  await page.fill('[name="answer-unit"]', "тысяча тонн");
  await page.click('button[value="look"]');
  assert.match((await page.textContent("main")) ?? "", /41202\.2/);
  await page.click('button[value="publish"]');
  assert.match((await page.textContent("main")) ?? "", /new values 3, revised 0/);
});
