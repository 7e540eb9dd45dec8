// `ryad load FILE` of a table that nobody described: with a person at a terminal, and without one.
import assert from "node:assert/strict";
import {existsSync, readFileSync, utimesSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {PassThrough} from "node:stream";
import {type TestContext, test} from "node:test";
import {askForTable} from "../src/cli/commands/loading/load-dialogue.ts";
import {openDialogue} from "../src/cli/terminal/dialogue.ts";
import {readSettings} from "../src/settings/settings.ts";
import {dayText, todayOf} from "../src/statistics/time/day.ts";
import {ryad} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

const TABLE = "Год;Сбор свеклы\n2021;41202,2\n2022;48901,8\n2023;53124,7\n";

async function tableIn(t: TestContext, text = TABLE): Promise<{folder: string; path: string}> {
  const folder = await temporaryFolder(t);
  const path = join(folder, "beets.csv");
  writeFileSync(path, text);
  return {folder, path};
}

/** A terminal at which a person writes the answers, each after its prompt. */
async function askWith(
  path: string,
  answers: readonly string[],
  options: Record<string, string> = {},
  isFetched = false,
) {
  const input = Object.assign(new PassThrough(), {isTTY: true});
  const output = Object.assign(new PassThrough(), {isTTY: true});
  const left = [...answers];
  let [shown, from] = ["", 0];
  output.on("data", (bytes: Buffer) => {
    shown += bytes.toString();
    if (!/(?:: |\] )$/.test(shown.slice(from))) return;
    from = shown.length;
    const next = left.shift();
    if (next === undefined) input.end();
    else input.write(`${next}\n`);
  });
  const notes: string[] = [];
  const call = {
    positionals: [path],
    options,
    settings: readSettings({}),
    environment: {},
    say: () => {},
    note: (line: string) => void notes.push(line),
  };
  const dialogue = openDialogue(input, output)!;
  try {
    return {
      notes,
      left,
      shown: () => shown,
      answered: await askForTable(call, {path, served: null, isFetched}, dialogue),
    };
  } finally {
    dialogue.close();
  }
}

test("Enter answers all that a data package, a title or the calendar offers for a table [load.dialogue load.declared]", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "people.csv");
  writeFileSync(path, "Date,Value\n2019,67.5\n2020,67.75\n");
  const resources = [{path: "people.csv"}];
  const content = {title: "Population of France", last_updated: "2016-03-04", resources};
  writeFileSync(join(folder, "datapackage.json"), JSON.stringify(content));
  const {left, notes, answered} = await askWith(path, ["", "", "y"]);
  assert.deepEqual(left, [], notes.join("\n"));
  assert.equal(answered.call.options["published"], dayText(todayOf(null, new Date())));
  assert.match(readFileSync(answered.descriptor, "utf8"), /"territory": "FR"[\s\S]*"unit": "человек"/);
  const dated = {...content, last_updated: "2021-03-04"};
  writeFileSync(join(folder, "datapackage.json"), JSON.stringify(dated));
  const second = await askWith(path, ["", "y"]);
  assert.equal(second.answered.call.options["published"], "2021-03-04");
});

test("at a terminal a load asks what the table does not say, shows values, and writes a descriptor that needs no question [load.dialogue]", async (t) => {
  const {folder, path} = await tableIn(t);
  const {notes, left, answered} = await askWith(path, ["2024-02-30", "2024-11-01", "", "643", "тысяча тонн", "y"]);
  assert.deepEqual(left, [], notes.join("\n"));
  assert.ok(
    notes.some((line) => line.includes("2024-02-30")),
    "a wrong day is asked again",
  );
  assert.ok(
    notes.some((line) => /41202\.2 +A 2021-01-01 +643 +тысяча_тонн/.test(line)),
    notes.join("\n"),
  );
  assert.equal(answered.descriptor, join(folder, "beets.descriptor.json"));
  const descriptor = JSON.parse(readFileSync(answered.descriptor, "utf8"));
  assert.deepEqual(
    [descriptor.proposed, descriptor.tables[0].fixed],
    [undefined, {territory: "643", unit: "тысяча тонн"}],
  );

  const env = {RYAD_DATA: join(folder, "data")};
  const args = ["load", path, "--descriptor", answered.descriptor, "--published", "2024-11-01"];
  const {code, stdout, stderr} = await ryad(args, env);
  assert.deepEqual([code, stdout], [0, "own/beets of 2024-11-01: 3 new values, 0 revised\n"], stderr);
});

test("without the word yes, or at the end of the input, nothing is published and no descriptor is written [load.dialogue]", async (t) => {
  const {folder, path} = await tableIn(t);
  for (const answers of [["2024-11-01", "643", "тонна", ""], ["2024-11-01", "643"], []]) {
    await assert.rejects(askWith(path, answers), {name: "Refusal", message: "nothing was published"});
    assert.equal(existsSync(join(folder, "beets.descriptor.json")), false);
  }
});

test("a descriptor never takes the place of another file [load.dialogue]", async (t) => {
  const {folder, path} = await tableIn(t);
  writeFileSync(join(folder, "beets.descriptor.json"), "mine");
  const {answered} = await askWith(path, ["2024-11-01", "643", "тонна", "yes"]);
  assert.equal(answered.descriptor, join(folder, "beets-2.descriptor.json"));
  assert.equal(readFileSync(join(folder, "beets.descriptor.json"), "utf8"), "mine");
});

test("without a terminal a load says its questions and the one command that answers them [load.dialogue]", async (t) => {
  const {folder, path} = await tableIn(t);
  const env = {RYAD_DATA: join(folder, "data")};
  // the day on the disk is offered, and nothing is published by it alone
  utimesSync(path, 0, new Date("2024-11-01T12:00:00Z"));
  const {code, stderr} = await ryad(["load", path], env);
  assert.equal(code, 1);
  const command =
    /in one command, which holds the load until ryad load --accept RUN: ryad (load .* --describe --published 2024-11-01 --territory TERRITORY --unit UNIT)\n/.exec(
      stderr,
    );
  assert.ok(command, stderr);
  const words = command[1]!.replace("TERRITORY", "643").replace("UNIT", "тонна").split(" ");
  const {stderr: held} = await ryad(words, env);
  assert.match(held, /ryad load --accept (\S+) publishes it/);
  const [, run = ""] = /--accept (\S+)/.exec(held)!;
  const {stdout} = await ryad(["load", "--accept", run], env);
  assert.equal(stdout, `own/beets of 2024-11-01: 3 new values, 0 revised\n`);
});

test("a dash leaves out what a question is about, and a table without values is never published [load.dialogue]", async (t) => {
  const {folder, path} = await tableIn(t, "Год;Сбор свеклы;Урожайность\n2021;41202,2;417\n2022;48901,8;485\n");
  const units = "Сбор свеклы=тысяча тонн; Урожайность=-";
  const {answered} = await askWith(path, ["2024-11-01", "643", units, "y"]);
  const descriptor = JSON.parse(readFileSync(answered.descriptor, "utf8"));
  assert.match(JSON.stringify(descriptor), /тысяча тонн/);
  const none = askWith(path, ["2024-11-01", "-", "-"]);
  await assert.rejects(none, {name: "Refusal", message: "no value of beets.csv would be read"});
  assert.equal(existsSync(join(folder, "beets-2.descriptor.json")), false);
});

test("the descriptor of a fetched table is written into the current folder, because its own one is deleted [load.dialogue]", async (t) => {
  const {folder, path} = await tableIn(t);
  const [before, current] = [process.cwd(), await temporaryFolder(t)];
  process.chdir(current);
  t.after(() => process.chdir(before));
  const {answered, notes} = await askWith(path, ["2024-11-01", "643", "тонна", "y"], {}, true);
  assert.equal(answered.descriptor, join(process.cwd(), "beets.descriptor.json"));
  assert.ok(existsSync(answered.descriptor));
  assert.equal(existsSync(join(folder, "beets.descriptor.json")), false);
  assert.ok(
    notes.some((line) => line.includes(answered.descriptor)),
    notes.join("\n"),
  );
});

test("the word yes counts the values that are refused, and publishes the others [load.dialogue]", async (t) => {
  const {path} = await tableIn(t, TABLE.replace("48901,8", "48x901"));
  const {answered, shown} = await askWith(path, ["2024-11-01", "643", "тонна", "y"]);
  assert.match(shown(), /publish 2 values without the 1 that is refused\? \[y\/N\] /);
  assert.equal(answered.withoutRefused, true);
});
