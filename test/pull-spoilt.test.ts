// ryad pull of a service whose answers were spoilt once, or lie: one dataset is refused with a reason, others are followed, and a healthy service mends it.
import assert from "node:assert/strict";
import {hash} from "node:crypto";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {openStore} from "../src/store/open.ts";
import {listSourceFiles} from "../src/store/releases/source-file.ts";
import {difference, exported} from "./api/changes.suite.ts";
import {usedBy} from "./api/dataset-files.ts";
import {loadTidy} from "./api/packages.ts";
import {ryad} from "./command.ts";
import {openSource, type PulledSource} from "./pulled-source.ts";
import {temporaryFolder} from "./warehouse.ts";

const ROWS = ["x,643,2020,1.5", "x,643,2021,2.5"];

async function pull(source: PulledSource, mirror: string, token = source.api.token) {
  source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
  return await ryad(["pull", source.origin, "--data", mirror], {RYAD_PULL_TOKEN: token});
}

/** A service with the datasets `one` and `other`, and the folder of a mirror. */
async function openTwo(t: TestContext) {
  const source = await openSource(t);
  const folder = await temporaryFolder(t);
  for (const dataset of ["one", "other"]) await loadTidy(source.store, folder, {dataset, rows: ROWS});
  return {source, folder, mirror: join(await temporaryFolder(t), "mirror")};
}

/** What answers have of which a test spoils something. */
interface Answer {
  readonly items: object[];
  readonly releases: object[];
  readonly copies: {readonly run: object; readonly files: object[]}[];
}

/** Spoils the answers of an address. */
function spoil(source: PulledSource, address: RegExp, change: (answer: Answer) => void): void {
  source.spoil = (passing) => {
    if (!address.test(passing.path)) return null;
    const answer = JSON.parse(passing.body.toString());
    change(answer);
    passing.body = Buffer.from(JSON.stringify(answer));
    passing.headers["content-length"] = String(passing.body.length);
    return null;
  };
}

async function assertSame(source: PulledSource, mirror: string): Promise<void> {
  const store = await openStore({dataFolder: mirror});
  try {
    for (const layout of ["plain", "estimates"] as const)
      assert.deepEqual(difference(await exported(store, null, layout), await exported(source.store, null, layout)), []);
  } finally {
    await store.close();
  }
}

for (const [what, change] of [
  ["an item of another kind", ({items}) => Object.assign(items[1] ?? {}, {kind: "else"})],
  ["a key that is not of its series", ({items}) => Object.assign(items[0]!, {series_key: "a".repeat(16)})],
  ["a cursor that is none", (answer) => Object.assign(answer, {cursor: "nonsense", has_more: true})],
] as readonly [string, (answer: Answer) => void][])
  test(`a page that was spoilt once (${what}) does not keep its dataset back: the next pull asks for it again [pull.broken]`, async (t) => {
    const {source, mirror} = await openTwo(t);
    spoil(source, /changes\?.*showdata%2Fone&/, change);
    const spoilt = await pull(source, mirror);
    assert.equal(spoilt.code, 1);
    assert.match(spoilt.stderr, /showdata\/one: /);
    assert.match(spoilt.stdout, /showdata\/other: .* applied/);
    source.spoil = () => null;
    const {code, stderr} = await pull(source, mirror);
    assert.equal(code, 0, stderr);
    await assertSame(source, mirror);
  });

test("a page that stays what nobody knows is paid again once by each pull, not at each try of one [pull.broken]", async (t) => {
  const {source, mirror} = await openTwo(t);
  const token = await source.api.createToken("business");
  spoil(source, /changes\?.*showdata%2Fone&/, ({items}) => Object.assign(items[1] ?? {}, {kind: "else"}));
  await pull(source, mirror, token);
  const first = await usedBy(source.api, token);
  await pull(source, mirror, token);
  assert.equal((await usedBy(source.api, token)) - first, ROWS.length);
});

for (const [what, change] of [
  ["a release twice", ({releases}) => void releases.push(releases[0]!)],
  ["a number beyond what is stored", ({releases}) => Object.assign(releases[0]!, {id: 2 ** 40})],
  ["a moment that can't be read", (state) => Object.assign(state, {changed_at: "soon"})],
] as readonly [string, (answer: Answer) => void][])
  test(`a state that can't be read (${what}) is told, the other datasets are taken, and a healthy state mends it [pull.broken]`, async (t) => {
    const {source, mirror} = await openTwo(t);
    spoil(source, /states\/showdata\/one$/, change);
    const {code, stderr, stdout} = await pull(source, mirror);
    assert.equal(code, 1);
    assert.match(stderr, /showdata\/one: the service gave a state of the dataset that this program does not know/);
    assert.match(stdout, /showdata\/other: .* applied/);
    source.spoil = () => null;
    assert.equal((await pull(source, mirror)).code, 0);
    await assertSame(source, mirror);
  });

test("copies that are not those of the state, or come twice, are refused before anything is stored [pull.broken]", async (t) => {
  const {source, mirror} = await openTwo(t);
  const asked = /states\/showdata\/one\?releases/;
  const cells = [["a".repeat(16), "x"]];
  for (const change of [
    (copy: object) => Object.assign(copy, {missing: [...cells, ...cells]}),
    ({run}: {readonly run: object}) => Object.assign(run, {id: "another"}),
  ]) {
    spoil(source, asked, ({copies}) => change(copies[0]!));
    const {code, stderr} = await pull(source, mirror);
    assert.equal(code, 1);
    assert.match(stderr, /showdata\/one: the service gave a state .*(missing|copies)/);
    assert.doesNotMatch(stderr, /should not happen/);
  }
});

test("a token that no header takes is refused without a word of it, before a request [pull.refused]", async (t) => {
  const {source, mirror} = await openTwo(t);
  for (const token of ["secret\nline", "secret слово", " "]) {
    const {code, stderr, stdout} = await pull(source, mirror, token);
    assert.equal(code, 1);
    assert.match(stderr, /RYAD_PULL_TOKEN is no token/);
    assert.doesNotMatch(stderr + stdout, /secret|слово/);
  }
  assert.equal(source.requests.length, 0);
  const named = await ryad(["pull", source.origin.replace("//", "//:secret@"), "--data", mirror]);
  assert.match(named.stderr, /URL has to be the address of a service alone/);
});

test("with a token that gets archived files they come also for datasets that have not changed, and a source that lacks them is asked for 20, once in a pull [pull.archive]", async (t) => {
  const {source, folder, mirror} = await openTwo(t);
  for (let year = 1990; year < 2020; year++)
    await loadTidy(source.store, folder, {
      dataset: "one",
      rows: [...ROWS, `x,643,${year},1`],
      published_at: `${year + 1}-01-10`,
    });
  const business = await source.api.createToken("business");
  assert.equal((await pull(source, mirror, business)).code, 0);
  const archived = async () => {
    const store = await openStore({dataFolder: mirror});
    try {
      return (await store.sources.read((q) => listSourceFiles(q))).length;
    } finally {
      await store.close();
    }
  };
  assert.equal(await archived(), 0);
  source.requests.length = 0;
  source.spoil = (passing) => {
    if (passing.path.includes("/archive/")) passing.status = 404;
    return null;
  };
  const lacking = await pull(source, mirror);
  assert.equal(lacking.code, 0, lacking.stderr);
  assert.match(lacking.stderr, /\d\d archived files of earlier releases are not at/);
  assert.equal(source.requests.filter(({path}) => path.includes("/archive/")).length, 20);
  source.spoil = () => null;
  assert.equal((await pull(source, mirror)).code, 0);
  assert.equal(await archived(), (await source.store.sources.read((q) => listSourceFiles(q))).length);
});

test("a file without bytes is archived under no other SHA-256 than that of nothing [pull.archive]", async (t) => {
  const {source, folder, mirror} = await openTwo(t);
  assert.equal((await pull(source, mirror)).code, 0);
  await loadTidy(source.store, folder, {dataset: "one", rows: [...ROWS, "x,643,2022,3"], published_at: "2026-07-10"});
  const claimed = hash("sha256", "a file that the mirror may load one day");
  spoil(source, /releases=/, ({copies}) => {
    Object.assign(copies[0]!.files[0]!, {size: 0, sha256: claimed});
  });
  const {code, stderr} = await pull(source, mirror);
  assert.equal(code, 1);
  assert.match(stderr, /the service gave another file than/);
  const store = await openStore({dataFolder: mirror});
  t.after(() => store.close());
  const found = await store.sources.read((q) => listSourceFiles(q));
  assert.ok(found.every(({sha256}) => sha256 !== claimed));
});
