// Every command of the table can be called, and every wrong call is reported with the reason.
import assert from "node:assert/strict";
import {test} from "node:test";
import {COMMAND_NAMES, COMMANDS, commandHelp, overview, readCommands, usageLine} from "./commands.ts";
import {findCommand, type ParsedCall, parseCall, WrongUsage} from "./parse-call.ts";

/** As main.ts does it. */
async function parse(words: readonly string[]): Promise<ParsedCall> {
  return parseCall(words, await COMMANDS[findCommand(words, COMMAND_NAMES)]!());
}

test("commands of one and of two words, with options on either side of the positionals", async () => {
  const load = await parse(["load", "--json", "a", "--data", "x", "b"]);
  assert.equal(load.command.name, "load");
  assert.deepEqual(load.positionals, ["a", "b"]);
  assert.deepEqual({...load.options}, {json: true, data: "x"});
  assert.equal((await parse(["release", "list"])).command.name, "release list");
  assert.deepEqual((await parse(["release", "list", "demo"])).positionals, ["demo"]);
});

const WRONG: readonly [words: string, says: RegExp][] = [
  ["", /a command is missing/],
  ["sevre", /^unknown command "sevre"; serve was probably meant$/],
  ["fly", /^unknown command "fly"$/],
  ["release", /release what\? release list, release withdraw/],
  ["token make", /unknown command "token make"; there is token create/],
  ["serve --prot 1", /^unknown option --prot; --port was probably meant$/],
  ["serve --colour", /^unknown option --colour$/],
  ["serve --port", /--port/],
  ["serve now", /unexpected "now"/],
  ["load", /PATH is missing/],
  ["account plan a@b", /PLAN is missing/],
  ["account plan a@b free more", /unexpected "more"/],
  ["token create", /--email is missing/],
  ["token create --email=", /--email is missing/],
  ["load --json=yes x", /--json/],
];

for (const [words, says] of WRONG) {
  test(`wrong usage: ryad ${words}`, async () => {
    await assert.rejects(
      () => parse(words.split(" ").filter(Boolean)),
      (error) => error instanceof WrongUsage && says.test(error.message),
    );
  });
}

test("--help works whatever else is missing, and every command's help names its options", async () => {
  const commands = await readCommands();
  assert.deepEqual(
    commands.map(({name}) => name),
    COMMAND_NAMES,
  );
  for (const command of commands) {
    assert.equal((await parse([...command.name.split(" "), "--help"])).help, true);
    const help = commandHelp(command);
    assert.ok(help.startsWith(usageLine(command)));
    for (const name of Object.keys(command.options)) assert.match(help, new RegExp(`--${name}\\b`));
    assert.ok(overview(commands).includes(`  ${command.name}`));
  }
});
