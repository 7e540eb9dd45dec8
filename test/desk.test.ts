// `ryad desk`: what needs somebody, as lines for a person and as one object for the page.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {emissMessage} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import type {DeskState} from "../src/service/operator-desk.ts";
import {endAttempt, insertAttempt, UNENDED} from "../src/store/fetches/attempt.ts";
import {NO_FACTS, noteEvent} from "../src/store/messages/event.ts";
import {TO_OPERATOR, writeMessages} from "../src/store/messages/message.ts";
import {openStore} from "../src/store/open.ts";
import {ryad} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

const SOURCES = `sources:
  - {id: rates, url: "https://publisher.example/rates.xml", when: {cron: "30 12 * * *"}}
  - {id: prices, folder: prices}
`;

test("desk tells held runs by cause, sources that failed, datasets whose release has not come, unsent mail and the last backup [desk.first]", async (t) => {
  const [folder, data] = [await temporaryFolder(t), await temporaryFolder(t)];
  for (const [name, indicator] of [
    ["a.xml", "99001"],
    ["b.xml", "99002"],
  ] as const) {
    const observations = [
      ["2020", "1"],
      ["2021", "12,x"],
    ] as const;
    await writeFile(join(folder, name), emissMessage({indicator, series: [{observations}]}));
    assert.equal((await ryad(["load", join(folder, name), "--data", data])).code, 1);
  }
  const store = await openStore({dataFolder: data});
  const silent = {id: "silent x", kind: "silent" as const, provider: "own", dataset: "bread", name: "Bread"};
  await store.statistics.write((q) =>
    noteEvent(q, {...NO_FACTS, ...silent, happenedAt: "2026-05-02T06:00:00.000Z", day: "2026-05-01"}),
  );
  await store.sources.write(function* (q) {
    const startedAt = "2026-05-01T12:30:00.000Z";
    const id = yield* insertAttempt(q, {
      ...{source: "rates", address: "https://publisher.example/rates.xml", startedAt, milliseconds: 7, status: 403},
      ...{bytes: null, sha256: null, content: null, reading: "", fingerprint: null, headers: {}, ...UNENDED},
    });
    yield* endAttempt(q, id, {...UNENDED, outcome: "blocked", words: "fetch it by command:"});
  });
  await store.accounts.write(function* (q) {
    const message = {subscriptionId: TO_OPERATOR, eventId: "silent x", address: null, kind: "silent", body: "{}"};
    yield* writeMessages(q, [message], Date.parse("2026-05-02T06:00:00Z"));
  });
  await store.close();
  await writeFile(join(data, "sources.yaml"), SOURCES);
  const {stdout, code, stderr} = await ryad(["desk", "--data", data]);
  assert.equal(code, 0, stderr);
  for (const words of [
    /^2 runs held, by cause:\n {2}2 runs {2}readable-cells: is not a number\n/,
    / {4}[0-9a-f]{8} {2}fedstat\/99001 of .* a\.xml\n/,
    /1 source of 2 failed\n {2}rates: blocked: fetch it by command:\n/,
    /1 dataset without the expected release\n[\s\S]*silent +own +bread +Bread +2026-05-01/,
    /last backup: none by ryad backup\ndisk: .* of .* free\nmail: 1 waiting, 0 given up/,
  ])
    assert.match(stdout, words);
  assert.equal((await ryad(["backup", join(folder, "backup.tar"), "--data", data])).code, 0);
  const state = JSON.parse((await ryad(["desk", "--json", "--data", data])).stdout) as DeskState;
  assert.match(state.health.last_backup ?? "", /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual([state.held_runs, state.causes.length, state.causes[0]?.runs.length], [2, 1, 2]);
  assert.deepEqual(state.causes[0]!.runs[0]!.difference, {new: 1, changed: 0, gone: 0});
  assert.deepEqual(
    state.sources?.map(({id, kind, outcome, next}) => [id, kind, outcome, next !== null]),
    [
      ["rates", "url", "blocked", true],
      ["prices", "folder", null, false],
    ],
  );
  assert.deepEqual(
    state.unsent.map(({kind, tries, error}) => [kind, tries, error]),
    [["silent", 0, null]],
  );
  await writeFile(join(data, "sources.yaml"), "sources: [{id: x}]\n");
  assert.match((await ryad(["desk", "--data", data])).stdout, /sources\.yaml:1:\d+/);
});
