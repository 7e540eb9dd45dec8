// One press signs in and does what the reader came for. The forms for it are on pages that all visitors share.
import assert from "node:assert/strict";
import {test} from "node:test";
import {listAccounts} from "../../src/store/accounts/account-list.ts";
import {chargeValues} from "../../src/store/accounts/charges/statements.ts";
import {OWN_ADDRESS, openSampleStore, openSite, type TestSite} from "./site.ts";
import {createVisitor, formOf, linkIn, signIn, type Visitor} from "./visitor.ts";

const FOOD = "klksjte4fgvtljor";
const FROM_HERE = {origin: "http://ryad.example", "sec-fetch-site": "same-origin"};
const EMAIL = "anna@example.org";

test("the press that signs in makes the token of the request, and its answer has the request with the token [account-site.sign-in-purpose]", async (t) => {
  const {site, visitor} = await openSample(t);
  const to = purposeOn((await visitor.get(`/series/${FOOD}`)).text, "/account/token");
  const {letter, page, form} = await askLetter(site, visitor, to);
  assert.match(letter, /press “Sign in and create a token”/);
  assert.match(page, /api\/v1\/series\/klksjte4fgvtljor\/observations/);
  const made = await visitor.post("/account/confirm", form, FROM_HERE);
  const plain = made.text.replaceAll("<wbr>", "").replaceAll("&quot;", '"');
  const [, token, address] = /Bearer (ryad_\w{40})" \\\n {2}"http:\/\/[^/]+(\/api\/v1\/[^"]+)"/.exec(plain)!;
  assert.match(plain, new RegExp(`<a href="/series/${FOOD}">Back to the data</a>`));
  const answer = await site.get(address!.replaceAll("&amp;", "&"), {authorization: `Bearer ${token}`});
  assert.equal(answer.status, 200);
  assert.match((await visitor.get("/account")).text, /<p class="lead">anna@example\.org<\/p>/);
});

test("the press that signs in follows the series by letters [account-site.sign-in-purpose]", async (t) => {
  const {site, visitor} = await openSample(t);
  const to = purposeOn((await visitor.get(`/series/${FOOD}`)).text, "/account/following");
  const {letter, page, form} = await askLetter(site, visitor, to);
  assert.match(letter, /press “Sign in and follow”/);
  assert.match(page, /Emails about new releases and revisions of <strong>/);
  const {status, headers} = await visitor.post("/account/confirm", form, FROM_HERE);
  assert.deepEqual([status, headers["location"]], [303, "/account/following"]);
  const {text} = await visitor.get("/account/following");
  assert.match(text, new RegExp(`href="/series/${FOOD}">Consumer price index, Food, Russian Federation</a>`));
  const filled = (await visitor.get(`/account/following?series=${FOOD}`)).text;
  assert.match(filled, /<label for="target">What to follow: Consumer price index, Food, Russian Federation<\/label>/);
  assert.match(text, /by email · release, revision, withdrawal, expected, but not there, overdue, back · since/);
});

test("the press that signs in gives the file and charges its values; the page, pressed again, leads to that of the file [account-site.sign-in-purpose]", async (t) => {
  const {site, visitor} = await openSample(t);
  const to = "/datasets/fedstat/33459/file";
  const {page, form, path} = await askLetter(site, visitor, to);
  assert.match(page, /<h1>The dataset as one file<\/h1>/, "the page stays open behind the file");
  const price = Number(/Price: ([\d,]+) values/.exec(page.replace(/[\u00a0\u202f]/g, ""))![1]!.replace(",", ""));
  const got = await visitor.post("/account/confirm", {...form, type: "csv"}, FROM_HERE);
  assert.match(String(got.headers["content-disposition"]), /^attachment; filename="33459\.csv"/);
  assert.equal(got.text.trim().split("\n").length - 1, price);
  const account = (await visitor.get("/account")).text.replace(/[\u00a0\u202f]/g, " ");
  assert.match(account, new RegExp((1_000_000 - price).toLocaleString("en-US")));
  const again = await visitor.get(path);
  assert.deepEqual([again.status, again.headers["location"]], [303, to]);
  assert.equal((await createVisitor(site).get(path)).status, 410, "another browser is not signed in");
});

test("a file that the month has no values for is not taken: the sign-in leads to its page, which says so [account-site.sign-in-purpose]", async (t) => {
  const {site, visitor} = await openSample(t);
  await signIn(site, createVisitor(site), EMAIL, OWN_ADDRESS);
  const [owner] = await site.store.accounts.read((q) => listAccounts(q, "2026-07"));
  const charge = {accountId: owner!.id, month: "2026-07", day: "2026-07-15", values: 999_999, limit: null};
  await site.store.accounts.write((q) => chargeValues(q, charge));
  const to = "/datasets/fedstat/33459/file";
  const {form} = await askLetter(site, visitor, to);
  const got = await visitor.post("/account/confirm", {...form, type: "xlsx"}, FROM_HERE);
  assert.deepEqual([got.status, got.headers["location"]], [303, to]);
  assert.match((await visitor.get(to)).text, /notice warn/);
});

test("counting the values of a file before a sign-in is limited by address, and a press beyond the limit leaves the link valid [site.drawn-limit account-site.sign-in-purpose]", async (t) => {
  const {site, visitor} = await openSample(t);
  const to = "/datasets/fedstat/33459/file";
  const {form} = await askLetter(site, visitor, to);
  const open = () => site.get(`/account/sign-in?to=${to}`, {"accept-language": "en"});
  for (let asked = 0; asked < 130 && (await open()).status === 200; asked++);
  const refused = await open();
  assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "60"]);
  assert.equal((await site.get("/account/sign-in?to=/account/following")).status, 200, "nothing is counted");
  assert.equal((await visitor.post("/account/confirm", {...form, type: "csv"}, FROM_HERE)).status, 429);
  site.clock.now = new Date(site.clock.now.getTime() + 61_000);
  const got = await visitor.post("/account/confirm", {...form, type: "csv"}, FROM_HERE);
  assert.match(String(got.headers["content-disposition"]), /^attachment/);
});

test("without hidden fields the form for a letter is accepted from a page of this site alone; without the browser's word it is drawn again with them [account-site.bare-form account-site.forms]", async (t) => {
  const site = await openSite(t);
  const send = (headers: Readonly<Record<string, string>>) =>
    createVisitor(site).post("/account/sign-in", {email: EMAIL, to: "/account/following"}, headers);
  for (const [headers, status, letters] of [
    [FROM_HERE, 200, 1],
    [{origin: "http://ryad.example"}, 200, 1],
    [{"sec-fetch-site": "same-origin"}, 200, 1],
    [{}, 422, 0],
    [{referer: "http://ryad.example/series/x"}, 422, 0],
    [{"sec-fetch-site": "none"}, 422, 0],
    [{"sec-fetch-site": "same-site", origin: "http://ryad.example"}, 403, 0],
    [{"sec-fetch-site": "cross-site"}, 403, 0],
    [{origin: "http://evil.example"}, 403, 0],
    [{origin: "null"}, 403, 0],
    [{"sec-fetch-site": "same-origin", origin: "http://evil.example"}, 403, 0],
  ] as const) {
    const before = site.letters.length;
    const got = await send(headers);
    assert.deepEqual([got.status, site.letters.length - before], [status, letters], JSON.stringify(headers));
    if (status === 422) {
      const form = formOf(got.text, "/account/sign-in");
      assert.deepEqual([form["email"], form["to"]], [EMAIL, "/account/following"]);
    }
  }
});

test("every other form needs the hidden fields, wherever it comes from [account-site.forms]", async (t) => {
  const {site, visitor} = await openSample(t);
  const {form} = await askLetter(site, visitor, "/account/following");
  const {csrf, ...bare} = form;
  assert.ok(csrf);
  assert.equal((await visitor.post("/account/confirm", bare, FROM_HERE)).status, 200, "asked again");
  await visitor.post("/account/confirm", form, FROM_HERE);
  assert.equal((await visitor.post("/account/tokens", {name: "x"}, FROM_HERE)).status, 403);
  assert.equal((await visitor.post("/account/following", {target: "cbr"}, FROM_HERE)).status, 403);
});

test("who is signed in gets no letter: an empty form leads to the page that it names [account-site.sign-in-purpose]", async (t) => {
  const {site, visitor} = await openSample(t);
  const {form} = await askLetter(site, visitor, "/account/following");
  await visitor.post("/account/confirm", form, FROM_HERE);
  const before = site.letters.length;
  const got = await visitor.post("/account/sign-in", {email: "", to: "/account/token?back=/"}, FROM_HERE);
  assert.deepEqual([got.status, got.headers["location"]], [303, "/account/token?back=/"]);
  assert.equal(site.letters.length, before);
});

async function openSample(t: Parameters<typeof openSite>[0]): Promise<{site: TestSite; visitor: Visitor}> {
  const site = await openSite(t, {store: await openSampleStore(t)});
  return {site, visitor: createVisitor(site)};
}

/** The address that a form for a letter on the page leads back to, by its beginning. */
function purposeOn(page: string, start: string): string {
  const found = [...page.matchAll(/name="to" value="([^"]*)"/g)].map(([, to]) => to!.replaceAll("&amp;", "&"));
  return found.find((to) => to.startsWith(start))!;
}

/** A letter by the bare form, and the page of its link. */
async function askLetter(site: TestSite, visitor: Visitor, to: string) {
  const sent = await visitor.post("/account/sign-in", {email: EMAIL, to}, FROM_HERE);
  assert.equal(sent.status, 200);
  const letter = site.letters.at(-1)!.text;
  const path = linkIn(letter, OWN_ADDRESS);
  const {text: page} = await visitor.get(path);
  return {letter, path, page, form: formOf(page, "/account/confirm")};
}
