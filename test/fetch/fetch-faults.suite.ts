// What goes wrong at publishers, each fault against a real server: its outcome, and that nothing of it is published.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {gzipSync} from "node:zlib";
import {ryad} from "../command.ts";
import {type Behaviour, type FalsePublisher, gives, startFalsePublisher, status} from "./false-publisher.ts";
import {type Fetching, QUICK, startFetching, table} from "./fetching.ts";

/** @param newDatabase gives the address of an empty PostgreSQL; null: the embedded store */
export function registerFetchFaultTests(engine: string, newDatabase: (() => Promise<string>) | null): void {
  const start = async (t: TestContext): Promise<[FalsePublisher, Fetching]> => [
    await startFalsePublisher(t),
    await startFetching(t, await newDatabase?.()),
  ];

  for (const [what, behaviour, outcome, words] of FAULTS)
    test(`${engine}: ${what} is ${outcome}, in words that say what to do, and nothing of it is published [fetch.never-wrong]`, async (t) => {
      const [publisher, fetching] = await start(t);
      publisher.on("/t.xml", gives(table({day: "2026-03-05"}), {etag: '"1"'}));
      const source = {id: "s", url: `${publisher.origin}/t.xml`, limits: {bytes: 100_000, seconds: 2}};
      assert.equal((await fetching.fetchFrom(source)).outcome, "loaded");
      publisher.on("/t.xml", behaviour);
      publisher.on("/private", status(302, {location: publisher.origin.replace("127.0.0.1", "localhost")}));
      const {code, ...line} = await fetching.fetch("s");
      assert.equal(line.outcome, outcome, line.words);
      assert.match(line.words, words);
      assert.equal(code, 1);
      const {stdout} = await ryad(["release", "list", "--json"], fetching.environment);
      assert.equal(JSON.parse(stdout).length, 1);
      publisher.on("/t.xml", gives(table({day: "2026-04-05", value: "3"})));
      assert.equal((await fetching.fetch("s")).outcome, "loaded", "the next whole file");
    });

  test(`${engine}: an authority that the machine does not know is blocked, and trusted for the source that names it, with HTTP/2 [fetch.ca]`, async (t) => {
    const [publisher, fetching] = await start(t);
    const {secureOrigin, ca} = publisher;
    if (secureOrigin === null || ca === null) return t.skip("needs openssl");
    publisher.on("/t.xml", gives(table()));
    const source = {id: "s", url: `${secureOrigin}/t.xml`};
    const line = await fetching.fetchFrom(source);
    assert.equal(line.outcome, "blocked");
    assert.match(line.words, /authority that this machine does not know .*through: \{ca/);
    assert.equal((await fetching.fetchFrom({...source, through: {ca}})).outcome, "loaded");
  });

  test(`${engine}: a run that the checks hold stays one run until a person decides, and is then unchanged [fetch.held]`, async (t) => {
    const [publisher, fetching] = await start(t);
    publisher.on("/t.xml", gives(table({regions: 4})));
    const source = {id: "s", url: `${publisher.origin}/t.xml`};
    assert.equal((await fetching.fetchFrom(source)).outcome, "loaded");
    publisher.on("/t.xml", gives(table({regions: 1, day: "2026-04-05"})));
    const held = await fetching.fetch("s");
    assert.equal(held.outcome, "held", held.words);
    const run = held.files[0]!["run"] as string;
    const again = await fetching.fetch("s");
    assert.equal(again.outcome, "held");
    assert.equal(again.files[0]!["run"], run);
    assert.equal((await ryad(["load", "--accept", run], fetching.environment)).code, 0);
    const accepted = await fetching.fetch("s");
    assert.equal(accepted.outcome, "unchanged");
    assert.match(accepted.words, /accepted/);
  });

  test(`${engine}: a host that names a time in Retry-After is left alone until then [fetch.pace]`, async (t) => {
    const [publisher, fetching] = await start(t);
    publisher.on("/t.xml", status(429, {"retry-after": "1"}));
    const source = {id: "s", url: `${publisher.origin}/t.xml`, polite: {...QUICK, tries: 3}};
    const line = await fetching.fetchFrom(source);
    assert.equal(line.outcome, "unreachable");
    const moments = publisher.requests.map(({at}) => at);
    assert.equal(moments.length, 3);
    assert.ok(moments[1]! - moments[0]! >= 990 && moments[2]! - moments[1]! >= 990);
    publisher.on("/t.xml", status(503, {"retry-after": "3600"}));
    publisher.requests.length = 0;
    const other = {id: "o", url: `${publisher.secureOrigin ?? publisher.origin}/none`, polite: QUICK};
    fetching.write(source, other);
    assert.equal((await fetching.fetch("s")).outcome, "unreachable");
    assert.equal(publisher.requests.length, 1, "an hour is left to the next run");
  });

  test(`${engine}: an older file is refused too if it was loaded by hand and never fetched [fetch.never-wrong]`, async (t) => {
    const [publisher, fetching] = await start(t);
    const path = join(fetching.folder, "old.xml");
    writeFileSync(path, table({day: "2026-02-05"}));
    const {code, stderr} = await ryad(["load", path], fetching.environment);
    assert.equal(code, 0, stderr);
    const source = {id: "s", url: `${publisher.origin}/t.xml`};
    publisher.on("/t.xml", gives(table({value: "7"})));
    assert.equal((await fetching.fetchFrom(source)).outcome, "loaded");
    publisher.on("/t.xml", gives(table({day: "2026-02-05"})));
    const line = await fetching.fetch("s");
    assert.deepEqual([line.outcome, line.code], ["refused", 1], line.words);
    assert.match(line.words, /published on 2026-02-05, before the last one/);
  });

  test(`${engine}: a file without a day that a person loaded is known when it comes back written anew: the newest is unchanged, an older one is refused, a read anew one counts [fetch.known-release]`, async (t) => {
    const [publisher, fetching] = await start(t);
    const hand = async (name: string, content: string, day: string) => {
      const path = join(fetching.folder, name);
      writeFileSync(path, content);
      const {code, stdout, stderr} = await ryad(["load", path, "--published", day], fetching.environment);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    await hand("old.xml", table({day: null}), "2026-02-05");
    await hand("new.xml", table({day: null, value: "7"}), "2026-03-05");
    const modified = {"last-modified": "Sat, 02 May 2026 10:00:00 GMT"};
    for (const [id, headers] of [
      ["plain", {}],
      ["dated", modified],
    ] as const) {
      const source = {id, url: `${publisher.origin}/t.xml`};
      publisher.on("/t.xml", gives(table({day: null, extracted: "2026-05-02T10:00:00"}), headers));
      const older = await fetching.fetchFrom(source);
      assert.deepEqual([older.outcome, older.code], ["refused", 1], older.words);
      assert.match(older.words, /content of the release of 2026-02-05, .*older than the last one \(2026-03-05\)/);
      publisher.on("/t.xml", gives(table({day: null, value: "7", extracted: "2026-05-02T10:00:00"}), headers));
      const newest = await fetching.fetch(id);
      assert.deepEqual([newest.outcome, newest.code], ["unchanged", 0], newest.words);
      assert.match(newest.words, /that of the release of 2026-03-05/);
    }
    assert.match(
      await hand("again.xml", table({day: null, extracted: "2026-06-01T10:00:00"}), "2026-02-05"),
      /nothing new/,
    );
    const loads = await ryad(["release", "list", "--json"], fetching.environment);
    assert.equal(JSON.parse(loads.stdout).length, 2);
    publisher.on("/t.xml", gives(table({day: null, value: "8"}), modified));
    assert.equal((await fetching.fetch("dated")).outcome, "loaded", "the next content");
  });

  test(`${engine}: a file of a descriptor whose columns have changed is refused [fetch.never-wrong]`, async (t) => {
    const [publisher, fetching] = await start(t);
    writeFileSync(join(fetching.folder, "d.json"), JSON.stringify(ORE));
    publisher.on("/t.csv", gives(`Регион;Год;Добыча_млн_т\nБелгородская область;${YEAR};34,7\n`));
    const source = {id: "s", url: `${publisher.origin}/t.csv`, as: {descriptor: "d.json"}};
    const first = await fetching.fetchFrom(source);
    assert.equal(first.outcome, "loaded", first.words);
    publisher.on("/t.csv", gives(`Год;Регион;Район;Добыча_млн_т\n${YEAR};Белгородская область;Губкинский;35,7\n`));
    const line = await fetching.fetch("s");
    assert.ok(["refused", "held"].includes(line.outcome), line.words);
  });
}

const cut: Behaviour = (response) => {
  response.writeHead(200, {"content-length": String(Buffer.byteLength(table()))});
  response.write(table().slice(0, 700));
  setTimeout(() => response.destroy(), 20);
};

const FAULTS: readonly (readonly [string, Behaviour, string, RegExp])[] = [
  [
    "a page in place of the file",
    gives("<!DOCTYPE html><html><title>Maintenance  work</title>"),
    "blocked",
    /title "Maintenance work".*`command:`/,
  ],
  ["a captcha", gives("\ufeff\n<html><body><form class=captcha>"), "blocked", /proof of a person.*`command:`/],
  ["half a file whose length was named", cut, "unreachable", /closed or refused the connection/],
  ["half a file of the right length", gives(table({value: "9"}).slice(0, 900)), "refused", /./],
  ["a file of zeros", gives(Buffer.alloc(5000)), "refused", /5000 bytes, and they are zeros/],
  ["an empty file", gives(""), "refused", /is empty/],
  ["a file in another encoding than it says", gives(Buffer.from(table({value: "9"}), "utf16le")), "refused", /./],
  ["403", status(403), "blocked", /answers 403.*`command:`/],
  ["404", status(404), "moved", /nothing at this address; look where/],
  ["500", status(500), "unreachable", /answers 500/],
  [
    "a connection that is closed without an answer",
    (response) => response.destroy(),
    "unreachable",
    /handshake.*`command:`/,
  ],
  ["a server that hangs", () => {}, "unreachable", /did not answer within 2 seconds/],
  [
    "a server that stops in the middle",
    (response) => void response.write("<?xml"),
    "unreachable",
    /did not answer within 2 seconds/,
  ],
  ["a loop of redirects", status(302, {location: "/t.xml"}), "refused", /loop of redirects/],
  ["a redirect to a private address", status(302, {location: "/private"}), "refused", /localhost.*private address/],
  [
    "a redirect to a private address in digits",
    status(302, {location: "http://169.254.169.254/latest"}),
    "refused",
    /private address/,
  ],
  [
    "a redirect to another protocol",
    status(302, {location: "file:///etc/passwd"}),
    "refused",
    /no address of a web server/,
  ],
  ["more bytes than the limit", gives(Buffer.alloc(100_001, 65)), "refused", /more than 100000 bytes/],
  [
    "a bomb",
    gives(gzipSync(Buffer.alloc(50_000_000, 65)), {"content-encoding": "gzip"}),
    "refused",
    /more than 100000 bytes/,
  ],
  ["a broken coding", gives("no gzip", {"content-encoding": "gzip"}), "unreachable", /can't be unpacked/],
  [
    "a file of another dataset",
    gives(table({indicator: "99002", day: "2026-04-05"})),
    "refused",
    /fedstat\/99002, and this source gave fedstat\/99001/,
  ],
  [
    "an older file",
    gives(table({day: "2026-02-05", value: "9"})),
    "refused",
    /published on 2026-02-05, before the last one/,
  ],
];

/** A table of the year before: names of territories are read as of the day of publication, so an old table is held. */
export const YEAR = new Date().getFullYear() - 1;

/** The descriptor of docs/adding-a-source.md. */
export const ORE = {
  family: "ore by region",
  provider: "miners",
  dataset: {code: "ore", name: "Добыча руды по регионам"},
  tables: [
    {
      headerRow: 1,
      columns: ["indicator"],
      rows: ["territory", "year"],
      marks: {_млн_т: {unit: "миллион тонн"}},
    },
  ],
};
