// The kinds of sources, what counts as unchanged, and where the day of publication comes from, against a real server.
import assert from "node:assert/strict";
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {zipOf} from "../../src/load/input/zip.fixture.ts";
import {insertAttempt, listAttempts} from "../../src/store/fetches/attempt.ts";
import {openStore} from "../../src/store/open.ts";
import {ryad} from "../command.ts";
import {gives, startFalsePublisher, status} from "./false-publisher.ts";
import {ORE, YEAR} from "./fetch-faults.suite.ts";
import {startFetching, table} from "./fetching.ts";

const start = async (t: TestContext) => [await startFalsePublisher(t), await startFetching(t)] as const;

test("the same content is unchanged, whatever its day, its packing and the moment that the publisher writes into it [fetch.unchanged]", async (t) => {
  const [publisher, fetching] = await start(t);
  publisher.on("/t.xml", gives(table(), {"last-modified": "Thu, 05 Mar 2026 10:00:00 GMT"}));
  const source = {id: "s", url: `${publisher.origin}/t.xml`};
  assert.equal((await fetching.fetchFrom(source)).outcome, "loaded");
  publisher.on("/t.xml", gives(table(), {"last-modified": "Fri, 06 Mar 2026 10:00:00 GMT"}));
  assert.equal((await fetching.fetch("s")).outcome, "unchanged");
  publisher.on("/t.xml", gives(table({extracted: "2026-04-05T11:22:33"})));
  assert.equal((await fetching.fetch("s")).outcome, "unchanged");
  const entries = [
    {
      name: "dataset.json",
      content: JSON.stringify({
        provider: "p",
        dataset: "d",
        name: "D",
        published_at: "2026-03-05",
        units: [{code: "PCT", name: "процент"}],
      }),
    },
    {name: "observations.csv", content: "indicator;geo;period;value\na;643;2020;1\n"},
  ];
  publisher.on("/p.zip", gives(zipOf(entries)));
  const zipped = {id: "z", url: `${publisher.origin}/p.zip`};
  const first = await fetching.fetchFrom(zipped);
  assert.equal(first.outcome, "loaded", first.words);
  publisher.on("/p.zip", gives(zipOf(entries.toReversed().map((entry) => ({...entry, stored: true})))));
  const packed = await fetching.fetch("z");
  assert.equal(packed.outcome, "unchanged");
  assert.equal(packed.code, 0);
  const {stdout} = await ryad(["release", "list", "--json"], fetching.environment);
  assert.equal(JSON.parse(stdout).length, 2);
});

test("a source is fetched conditionally, and 304 is unchanged; with --again everything is fetched [fetch.conditional]", async (t) => {
  const [publisher, fetching] = await start(t);
  publisher.on("/t.xml", (response, {headers}) => {
    if (headers["if-none-match"] === '"1"') status(304, {etag: '"1"'})(response, {} as never, {} as never);
    else gives(table(), {etag: '"1"'})(response, {} as never, {} as never);
  });
  await fetching.fetchFrom({id: "s", url: `${publisher.origin}/t.xml`});
  for (const _ of [1, 2]) {
    const line = await fetching.fetch("s");
    assert.equal(line.outcome, "unchanged");
    assert.equal(line.files[0]!["status"], 304);
  }
  assert.equal((await fetching.fetch("s", "--again")).files[0]!["status"], 200);
  assert.match(String(publisher.requests[0]!.headers["user-agent"]), /^ryad\//);
});

test("the older file of a source that had a newer one is refused, although its bytes are known [fetch.older]", async (t) => {
  const [publisher, fetching] = await start(t);
  const source = {id: "s", url: `${publisher.origin}/t.xml`};
  publisher.on("/t.xml", gives(table()));
  await fetching.fetchFrom(source);
  publisher.on("/t.xml", gives(table({day: "2026-04-05", value: "5"})));
  assert.equal((await fetching.fetch("s")).outcome, "loaded");
  publisher.on("/t.xml", gives(table()));
  const line = await fetching.fetch("s");
  assert.equal(line.outcome, "refused");
  assert.match(line.words, /put back the file .*older than the last one/);
});

test("also after a thousand runs without a change an older content is refused, of a file that says no day [fetch.older]", async (t) => {
  const [publisher, fetching] = await start(t);
  publisher.on("/t.xml", gives(table({day: null})));
  await fetching.fetchFrom({id: "s", url: `${publisher.origin}/t.xml`});
  publisher.on("/t.xml", gives(table({day: null, value: "5"})));
  assert.equal((await fetching.fetch("s")).outcome, "loaded");
  const store = await openStore({dataFolder: fetching.environment["RYAD_DATA"]!});
  await store.sources.write(function* (q) {
    const {id: _, ...last} = (yield* listAttempts(q, "s", 1))[0]!;
    for (let run = 0; run < 1000; run++) yield* insertAttempt(q, {...last, outcome: "unchanged"});
  });
  await store.close();
  publisher.on("/t.xml", gives(table({day: null})));
  assert.equal((await fetching.fetch("s")).outcome, "refused");
  const failing = await openStore({dataFolder: fetching.environment["RYAD_DATA"]!});
  await failing.sources.write(function* (q) {
    const {id: _, ...last} = (yield* listAttempts(q, "s", 1))[0]!;
    for (let run = 0; run < 1000; run++) yield* insertAttempt(q, {...last, content: null, outcome: "unreachable"});
  });
  await failing.close();
  assert.equal((await fetching.fetch("s")).outcome, "refused", "after a thousand failed runs too");
});

test("the day of publication is that of the file, else of Last-Modified, else of the fetch, and the attempt says which [fetch.published]", async (t) => {
  const [publisher, fetching] = await start(t);
  const of = async (id: string, content: string, headers = {}) => {
    publisher.on(`/${id}.xml`, gives(content, headers));
    const {files} = await fetching.fetchFrom({
      id,
      url: `${publisher.origin}/${id}.xml`,
      when: {cron: "0 9 * * *", zone: "Europe/Moscow"},
    });
    return [files[0]!["published_at"], files[0]!["published_at_from"]];
  };
  const modified = {"last-modified": "Sat, 07 Mar 2026 22:30:00 GMT"};
  assert.deepEqual(await of("a", table({indicator: "99001"}), modified), ["2026-03-05", "file"]);
  assert.deepEqual(await of("b", table({indicator: "99002", day: null}), modified), ["2026-03-08", "last-modified"]);
  const today = new Date().toLocaleDateString("sv-SE", {timeZone: "Europe/Moscow"});
  assert.deepEqual(await of("c", table({indicator: "99003", day: null})), [today, "fetch"]);
  const future = {"last-modified": "Sat, 07 Mar 2099 22:30:00 GMT"};
  assert.deepEqual(await of("d", table({indicator: "99004", day: null}), future), [today, "fetch"]);
});

test("of a page the newest link is fetched, and a page without one is moved [fetch.newest-link]", async (t) => {
  const [publisher, fetching] = await start(t);
  publisher.on(
    "/list",
    gives('<a href="f/t_2025-12.xml">old</a> <a href="f/t_2026-03.xml">new</a>', {"content-type": "text/html"}),
  );
  publisher.on("/f/t_2026-03.xml", gives(table()));
  const source = {id: "s", page: `${publisher.origin}/list`, link: "t_(?<year>\\d+)-(?<month>\\d+)\\.xml"};
  const line = await fetching.fetchFrom(source);
  assert.equal(line.outcome, "loaded", line.words);
  assert.match(String(line.files[0]!["address"]), /2026-03/);
  publisher.on("/list", gives("<p>We have a new site"));
  const moved = await fetching.fetch("s");
  assert.equal(moved.outcome, "moved");
  assert.match(moved.words, /none matches .*correct `link`/);
  publisher.on("/list", gives(`<a href="${publisher.origin.replace("127.0.0.1", "localhost")}/t_2027-03.xml">new</a>`));
  assert.match((await fetching.fetch("s")).words, /private address/);
});

test("of a source with a file for each day those that are missing are fetched, the oldest first; a day without one is no fault [fetch.each]", async (t) => {
  const [publisher, fetching] = await start(t);
  const source = {id: "s", url: `${publisher.origin}/{date:yyyy-MM-dd}.xml`, each: "day", back: 3} as const;
  fetching.write(source);
  const fetch = async (today: string) => {
    const {stdout, code} = await ryad(["fetch", "s", "--json"], {...fetching.environment, RYAD_TODAY: today});
    return {...JSON.parse(stdout), code};
  };
  assert.equal((await fetch("2026-03-05")).outcome, "moved");
  publisher.on("/2026-03-03.xml", gives(table({day: "2026-03-03"})));
  publisher.on("/2026-03-05.xml", gives(table({day: "2026-03-05", value: "5"})));
  const line = await fetch("2026-03-05");
  assert.deepEqual([line.outcome, line.code], ["loaded", 0]);
  assert.deepEqual(
    line.files.map(({outcome}: {outcome: string}) => outcome),
    ["loaded", "moved", "loaded"],
  );
  publisher.on("/2026-03-04.xml", gives(table({day: "2026-03-04", value: "4"})));
  publisher.requests.length = 0;
  assert.equal((await fetch("2026-03-06")).outcome, "loaded");
  assert.deepEqual(
    publisher.requests.map(({path}) => path),
    ["/2026-03-04.xml", "/2026-03-06.xml"],
  );
  assert.equal((await fetch("2026-03-06")).outcome, "unchanged");
});

test("a form takes the cookies, the hidden inputs and the filters of its page, and days in its fields [fetch.form]", async (t) => {
  const [publisher, fetching] = await start(t);
  publisher.on("/indicator/99001", (response) => {
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "set-cookie": "JSESSIONID=abc; Path=/; HttpOnly",
    });
    response.end(PAGE);
  });
  publisher.on("/download", (response, request, socket) => {
    const isRight =
      request.method === "POST" && request.headers["cookie"] === "JSESSIONID=abc" && request.body.includes("token=K1");
    (isRight
      ? gives(table(), {"content-disposition": 'attachment; filename="data.xml"'})
      : status(302, {location: "/"}))(response, request, socket);
  });
  const source = {
    id: "s",
    form: {
      page: `${publisher.origin}/indicator/99001`,
      url: `${publisher.origin}/download?format=sdmx`,
      hidden: "downloadTokenHolder",
      grid: "FGrid",
      only: {"3": [2024, 2025]},
      fields: {until: "{today:yyyy}", m: ["a", "b"]},
    },
  };
  const line = await fetching.fetchFrom(source);
  assert.equal(line.outcome, "loaded", line.words);
  const sent = new URLSearchParams(publisher.requests.at(-1)!.body);
  assert.deepEqual(sent.getAll("selectedFilterIds"), ["0_99001", "3_2024", "3_2025", "57831_1688487"]);
  assert.deepEqual(sent.getAll("lineObjectIds"), ["57831"]);
  assert.deepEqual(sent.getAll("columnObjectIds"), ["3"]);
  assert.deepEqual([sent.get("title"), sent.get("id")], ["Средняя 'цена' \"1\" м", "99001"]);
  assert.deepEqual(sent.getAll("m"), ["a", "b"]);
});

const PAGE = `<html><form id="other"><input name="token" value="wrong"></form>
<div id="downloadTokenHolder"><p><input type="hidden" name="struts.token.name" value="token"/><input name="token" value="K1"></p></div>
<script>$(function () { if (checkBrowser()) { window['grid'] = new FGrid({ id: 99001, block: $('#grid'), debug: true,
title: '\\u0421\\u0440\\u0435\\u0434\\u043D\\u044F\\u044F \\'\\u0446\\u0435\\u043D\\u0430\\' "1" \\u043C', unit: '\\u0440',
filters: { 0: { title: 'x', all: true, values: { 99001: { title: 'y: {', order: 0, checked: true } }, indicator: true },
3: { title: 'z', values: { 2023: { title: '2023' }, 2024: { title: '2024' }, 2025: { title: '2025', checked: false } }, },
57831: { title: 'o', values: { 1688487: { title: 'r' } } } },
left_columns: [ 57831, 0 ], top_columns: [ 3 ], groups: [ ], filterObjectIds: [ ] }); grid.init(); } });</script>`;

test("each file of a folder is loaded once, and a table of a descriptor by the day of its writing [fetch.folder]", async (t) => {
  const {folder, ...fetching} = await startFetching(t);
  mkdirSync(join(folder, "in"));
  writeFileSync(join(folder, "d.json"), JSON.stringify(ORE));
  writeFileSync(join(folder, "in", "a.csv"), `Регион;Год;Добыча_млн_т\nБелгородская область;${YEAR};34,7\n`);
  const source = {id: "s", folder: "in", as: {descriptor: "d.json"}};
  const first = await fetching.fetchFrom(source);
  assert.equal(first.outcome, "loaded", first.words);
  assert.equal(first.files[0]!["published_at_from"], "last-modified");
  assert.equal((await fetching.fetch("s")).outcome, "unchanged");
  writeFileSync(join(folder, "in", "b.csv"), `Регион;Год;Добыча_млн_т\nБелгородская область;${YEAR - 1};35,7\n`);
  const second = await fetching.fetch("s");
  assert.deepEqual(
    second.files.map(({outcome}) => outcome),
    ["unchanged", "loaded"],
    second.words,
  );
});

test("a command leaves its file in an empty folder; one that fails, leaves nothing or does not end is told with its words [fetch.command]", async (t) => {
  const fetching = await startFetching(t);
  const run = (script: string) => ({
    id: "s",
    command: [process.execPath, "-e", script],
    limits: {seconds: 2},
  });
  writeFileSync(join(fetching.folder, "t.xml"), table());
  const from = JSON.stringify(join(fetching.folder, "t.xml"));
  const good = await fetching.fetchFrom(run(`require("fs").copyFileSync(${from}, "t.xml")`));
  assert.equal(good.outcome, "loaded", good.words);
  const failed = await fetching.fetchFrom(run('console.error("no such host"); process.exit(6)'));
  assert.equal(failed.outcome, "unreachable");
  assert.match(failed.words, /ended with 6: no such host; run it by hand/);
  assert.match((await fetching.fetchFrom(run(""))).words, /left no file/);
  assert.match((await fetching.fetchFrom(run("setInterval(() => {}, 1000)"))).words, /did not end within 2 seconds/);
  const none = await fetching.fetchFrom({id: "s", command: ["/nonexistent/program"]});
  assert.match(none.words, /can't be started/);
});

test("an address is loaded once without a source, by its own day or that of its server; a page is refused [fetch.once-by-hand]", async (t) => {
  const [publisher, fetching] = await start(t);
  const modified = {"last-modified": "Sat, 07 Mar 2026 22:30:00 GMT"};
  publisher.on("/a.xml", gives(table(), modified));
  publisher.on("/b.xml", gives(table({indicator: "99002", day: null}), modified));
  publisher.on("/c.xml", gives("<!doctype html><title>Wait</title>"));
  const load = (name: string) => ryad(["load", `${publisher.origin}/${name}.xml`], fetching.environment);
  assert.match((await load("a")).stdout, /fedstat\/99001 of 2026-03-05: 2 new values/);
  assert.match((await load("b")).stdout, /fedstat\/99002 of 2026-03-07: 2 new values/);
  const page = await load("c");
  assert.equal(page.code, 1);
  assert.match(page.stderr, /a page with the title "Wait", in place of the file/);
});

test("a table of an address needs one word, its unit, and every command that is named has the address [fetch.once-by-hand]", async (t) => {
  const [publisher, fetching] = await start(t);
  const rows = ["Country Name,Country Code,Year,Value", "France,FRA,2019,67248926", "Germany,DEU,2019,83092962", ""];
  publisher.on("/population.csv", gives(rows.join("\n"), {"last-modified": "Sat, 07 Mar 2026 22:30:00 GMT"}));
  const address = `${publisher.origin}/population.csv`;
  const plain = await ryad(["load", address], fetching.environment);
  assert.equal(plain.code, 1);
  assert.match(plain.stderr, /which unit\?/);
  assert.ok(plain.stderr.includes(`load ${address} --describe --unit UNIT`), plain.stderr);
  const held = await ryad(["load", address, "--describe", "--unit", "persons"], fetching.environment);
  assert.ok(held.stderr.includes(`describe ${address} --write DESCRIPTOR`), held.stderr);
  assert.doesNotMatch(plain.stderr + held.stderr, /ryad-fetch-/);
  const [, run] = /held as run (\S+)/.exec(held.stdout)!;
  const accepted = await ryad(["load", "--accept", run!], fetching.environment);
  assert.match(accepted.stdout, /own\/population of 2026-03-07: 2 new values/);
  const described = await ryad(["describe", address, "--unit", "persons"], fetching.environment);
  assert.equal(described.code, 0, described.stderr);
  assert.match(described.stdout, /A 2019-01-01 {2}FR /);
  const missing = await ryad(["describe", `${publisher.origin}/none.csv`], fetching.environment);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /none\.csv answers 404/);
});
