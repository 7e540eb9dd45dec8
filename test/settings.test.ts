// `ryad settings`, and environment variables that are not settings.
import assert from "node:assert/strict";
import {test} from "node:test";
import {SETTINGS} from "../src/settings/setting-rows.ts";
import {ryad, ryadProgram} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

interface Shown {
  readonly setting: string;
  readonly value: string | null;
  readonly from: string;
}

test("settings prints each setting with its value and its origin, and no password [settings.shown]", async () => {
  const environment = {
    RYAD_DATABASE_URL: "postgres://ryad:p@ss/w:rd#1@db.example.org/ryad?sslpassword=hidden2&sslmode=verify-full",
    RYAD_SMTP_URL: "smtp://me:hidden3@mail.example.org:587",
    RYAD_PORT: "9000",
    RYAD_HOST: "",
  };
  const shown = await ryad(["settings", "--data", "/srv/ryad", "--json"], environment);
  assert.deepEqual([shown.code, shown.stderr], [0, ""]);
  const rows = JSON.parse(shown.stdout) as Shown[];
  assert.deepEqual(
    rows.map(({setting}) => setting),
    Object.values(SETTINGS).map((row) => row.environment),
  );
  const row = (name: string): unknown => rows.find(({setting}) => setting === name);
  assert.deepEqual(row("RYAD_DATA"), {setting: "RYAD_DATA", value: "/srv/ryad", from: "option"});
  assert.deepEqual(row("RYAD_PORT"), {setting: "RYAD_PORT", value: "9000", from: "environment"});
  assert.deepEqual(row("RYAD_HOST"), {setting: "RYAD_HOST", value: "127.0.0.1", from: "default"});
  assert.deepEqual(row("RYAD_TODAY"), {setting: "RYAD_TODAY", value: null, from: "default"});
  const table = await ryad(["settings"], environment);
  for (const text of [shown.stdout, table.stdout]) {
    assert.doesNotMatch(text, /p@ss|rd#1|hidden/);
    assert.ok(text.includes("postgres://ryad:***@db.example.org/ryad?sslpassword=***&sslmode=verify-full"));
    assert.ok(text.includes("smtp://me:***@mail.example.org:587"));
  }
  assert.match(table.stdout, /^RYAD_PORT +9000 +environment$/m);
});

test("an unknown variable RYAD_… is a warning that names the nearest setting [settings.unknown-variable]", async (t) => {
  const slips = {RYAD_TRUST_PROXI: "1", RYAD_LOG_LEVEL: "info", RYAD_COLOUR: "red", RYAD_TOKEN: "of a script"};
  const warnings = [
    "ryad: RYAD_TRUST_PROXI is not a setting and is ignored; RYAD_TRUST_PROXY was probably meant",
    "ryad: RYAD_LOG_LEVEL is not a setting and is ignored; RYAD_LOG was probably meant",
    "ryad: RYAD_COLOUR is not a setting and is ignored; ryad settings lists them",
  ];
  const shown = await ryadProgram(["settings", "--json"], slips);
  assert.deepEqual([shown.code, shown.stderr.trim().split("\n").sort()], [0, warnings.toSorted()]);
  assert.doesNotThrow(() => JSON.parse(shown.stdout));
  // the folder has no store to serve: the warning comes before anything can fail
  const served = await ryadProgram(
    ["serve", "--data", await temporaryFolder(t), "--port", "0", "--host", "no host"],
    slips,
  );
  assert.equal(served.code, 1);
  for (const warning of warnings) assert.ok(served.stderr.includes(warning), served.stderr);
});
