// The lines of the log: whole, of one form, and without a token even if an event has one.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {randomBytes} from "node:crypto";
import {test} from "node:test";
import {tokenFromRandom} from "../../access/account.ts";
import {eventLine} from "./log.ts";

const AT = new Date("2026-11-20T10:00:00Z");
const LOG = new URL("./log.ts", import.meta.url).href;

function logged(level: string, events: string): string {
  const program = `const {createLog} = await import(${JSON.stringify(LOG)});
const log = createLog(${JSON.stringify(level)}, () => new Date(0));
${events}
await log.flush();`;
  const {stderr, status} = spawnSync(process.execPath, ["--input-type=module", "-e", program], {encoding: "utf8"});
  assert.equal(status, 0, stderr);
  return stderr;
}

test("an event is one line with its time; an error has its stack", () => {
  assert.equal(
    eventLine({type: "server-stopped", cut: 2}, AT),
    '{"time":"2026-11-20T10:00:00.000Z","type":"server-stopped","cut":2}',
  );
  const line = JSON.parse(eventLine({type: "store-failed", error: new Error("gone")}, AT)) as {error: string};
  assert.match(line.error, /^Error: gone\n {4}at /);
});

test("a token that got into an event is masked before it is written [auth.token-masked]", () => {
  const token = tokenFromRandom(randomBytes(32));
  const text = logged("info", `log.emit({type: "store-failed", error: new Error("query with ${token} failed")});`);
  assert.match(text, new RegExp(`query with ${token.slice(0, 9)}… failed`));
  assert.doesNotMatch(text, new RegExp(token.slice(9)));
});

test("the level error keeps failures only, none keeps nothing", () => {
  const events =
    'log.emit({type: "server-stopped", cut: 0}); log.emit({type: "store-failed", error: new Error("gone")});';
  assert.equal(logged("info", events).trim().split("\n").length, 2);
  assert.match(logged("error", events), /^\{[^\n]*"store-failed"[^\n]*\}\n$/);
  assert.equal(logged("none", events), "");
});

test("events that are only counted get no line", () => {
  const events = [
    'log.emit({type: "cache-asked", cache: "body", hit: true});',
    'log.emit({type: "slots-changed", writing: 1, waiting: 0});',
    'log.emit({type: "values-charged", requestId: "r", accountId: 1, values: 1});',
    'log.emit({type: "values-given-back", requestId: "r", accountId: 1, values: 1});',
  ];
  assert.match(logged("info", events.join("")), /^\{[^\n]*"values-given-back"[^\n]*\}\n$/);
});

test("lines beyond the buffer are counted, not kept", () => {
  const lines = logged("info", 'for (let cut = 0; cut < 10_007; cut++) log.emit({type: "server-stopped", cut});')
    .trim()
    .split("\n");
  assert.equal(lines.length, 10_001);
  assert.deepEqual(JSON.parse(lines.at(-1) ?? ""), {type: "log-lines-dropped", lines: 7});
});
