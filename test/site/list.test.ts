// The list of a reader: in the address without an account, in the account with one; as a file, a feed, letters and a comparison.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ODD, openOddStore} from "./odd-store.ts";
import {OWN_ADDRESS, openSite} from "./site.ts";
import {createVisitor, signIn} from "./visitor.ts";

const DATASET = "showdata/odd";

test("stars of a reader without an account make one address, which has the last values and leads to a file, a feed and a comparison [site.list]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const visitor = createVisitor(site);
  assert.match((await visitor.get("/list")).text, /Nothing here yet/);
  const star = /<a class="star" href="([^"]+)"/.exec((await visitor.get(`/series/${ODD.revised}`)).text)![1]!;
  assert.equal(star, `/list?add=${ODD.revised}`);
  const first = await visitor.get(star);
  assert.equal(first.headers["location"], `/list?s=${ODD.revised}`);
  await visitor.get(first.headers["location"]!);
  assert.match((await visitor.get(`/datasets/${DATASET}`)).text, /href="\/list\?add=showdata%2Fodd"/);
  await visitor.get((await visitor.get("/list?add=showdata%2Fodd")).headers["location"]!);
  const release = /href="(\/releases\/\d+)"/.exec((await visitor.get("/updates")).text)![1]!;
  assert.match((await visitor.get(release)).text, /href="\/list\?add=release%3A\d+"/);
  const {location} = (await visitor.get(`/list?add=${ODD.gaps}`)).headers;
  assert.equal(location, `/list?s=${encodeURIComponent(`${ODD.revised},${DATASET},${ODD.gaps}`)}`);
  const {text, headers} = await visitor.get(`${location!},${encodeURIComponent("none/none")}`);
  assert.match(headers["cache-control"] ?? "", /no-store|private/);
  assert.match(text, /this is not there any more/);
  assert.match(text, new RegExp(`href="/compare\\?series=${ODD.revised}%2C${ODD.gaps}"`));
  const csv = await visitor.get(/href="(\/list\.csv\?[^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&"));
  const [head, series, dataset, gaps, gone] = csv.text.split("\n");
  assert.match(head!, /^kind;code;title;unit;freq;period;value;change;/);
  assert.match(series!, new RegExp(`^series;${ODD.revised};.*;per cent;M;2025-\\d\\d-01;[\\d.]+;`));
  assert.match(dataset!, /^dataset;showdata\/odd;/);
  assert.match(gaps!, /^series;/);
  assert.match(gone!, /^gone;none\/none;/);
  const feed = await visitor.get(/href="(\/list\.atom\?[^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&"));
  assert.match(feed.headers["content-type"] ?? "", /atom/);
  assert.ok(feed.text.split("<entry>").length > 10);
  assert.match(feed.text, new RegExp(`<id>http[^<]+/series/${ODD.revised}#`));
  const without = /href="([^"]+)" rel="nofollow" aria-label="Remove: showdata\/odd"/.exec(text)![1]!;
  assert.doesNotMatch((await visitor.get(without.replaceAll("&amp;", "&"))).text, /href="\/datasets\/showdata\/odd"/);
});

test("a star that finds no room in the list of an address says so, and leaves the list as it is [site.list]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const visitor = createVisitor(site);
  const many = Array.from({length: 60}, (_, at) => `none/${at}`).join(",");
  await visitor.get(`/list?s=${many}`);
  const full = await visitor.get(`/list?add=${ODD.revised}`);
  assert.deepEqual([full.status, /The list is full/.test(full.text)], [200, true]);
  assert.match((await visitor.get("/list")).headers["location"]!, /none%2F59$/);
  const [room, beyond] = [28, 29].map((count) =>
    Array.from({length: count}, (_, at) => `none/${"x".repeat(93)}${10 + at}`),
  );
  await visitor.get(`/list?s=${room!.join(",")}`);
  const cookie = (await visitor.get(`/list?s=${beyond!.join(",")}`)).headers["set-cookie"];
  assert.equal(cookie, undefined, "a browser would drop it");
  const long = await visitor.get(`/list?add=${beyond!.at(-1)}`);
  assert.deepEqual([long.status, /The list is full/.test(long.text)], [200, true]);
});

test("a zero byte in an address names nothing, and no engine is asked for it [site.faults site.list]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const visitor = createVisitor(site);
  const {status, text} = await visitor.get("/list?s=%00%2Fa");
  assert.deepEqual([status, text.includes("<code>\ufffd/a</code>"), text.includes("\0")], [200, true, false]);
  const {location} = (await visitor.get("/list?add=%00%2Fb")).headers;
  assert.equal(location, `/list?s=${encodeURIComponent("\ufffd/a,\ufffd/b")}`);
  assert.equal((await visitor.get("/territories/%00")).status, 404);
});

test("the list of an account is kept by a press, and one press more makes letters of it [site.list]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), now: new Date()});
  const visitor = createVisitor(site);
  assert.equal((await visitor.post("/list/add", {items: ODD.gaps}, {origin: "http://ryad.example"})).status, 403);
  await signIn(site, visitor, "anna@example.org", OWN_ADDRESS);
  const asked = await visitor.get(`/list?add=${ODD.revised}`);
  assert.match(asked.text, /<button type="submit">Add to my list<\/button>/);
  assert.match((await visitor.get("/list")).text, /Nothing here yet/, "opening an address changes nothing");
  await visitor.send(`/list?add=${ODD.revised}`, {}, {action: "/list/add"});
  await visitor.send(`/list?s=${DATASET}`, {}, {action: "/list/add"});
  const {text} = await visitor.get("/list");
  assert.match(text, /It is kept in your account/);
  assert.ok(text.indexOf(ODD.revised) < text.indexOf("/datasets/showdata/odd"));
  await visitor.send("/list", {}, {action: "/list/mail"});
  const following = (await visitor.get("/account/following")).text;
  assert.match(following, /href="\/list">My list<\/a>.*?row-facts">by email · release, revision, withdrawal · since/s);
  assert.equal(following.split('class="row-name"').length, 2, "it is one subscription");
  assert.match((await visitor.get("/list")).text, /One letter comes for each load/);
  await visitor.send("/list", {}, {action: "/list/mail/end"});
  assert.match((await visitor.get("/account/following")).text, /You follow nothing yet/);
  assert.match((await visitor.get("/list")).text, />Get letters about changes of the list</);
  await visitor.send("/list", {item: DATASET}, {action: "/list/remove"});
  assert.doesNotMatch((await visitor.get("/list")).text, /href="\/datasets\/showdata\/odd"/);
  const many = Array.from({length: 60}, (_, at) => `none/${at}`).join(",");
  const full = await visitor.send(`/list?s=${many}`, {}, {action: "/list/add"});
  assert.deepEqual([full.status, /The list is full/.test(full.text)], [422, true]);
});
