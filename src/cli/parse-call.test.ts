// Every command of the table can be called, and every wrong call is wrong usage with the reason.
import assert from "node:assert/strict";
import {test} from "node:test";
import {COMMANDS} from "./commands.ts";
import {parseCall, WrongUsage} from "./parse-call.ts";
import {commandHelp, overview, usageLine} from "./usage.ts";

test("commands of one and of two words, with options on either side of the positionals", () => {
  const load = parseCall(["load", "--json", "a", "--data", "x", "b"], COMMANDS);
  assert.equal(load.command.name, "load");
  assert.deepEqual(load.positionals, ["a", "b"]);
  assert.deepEqual({...load.options}, {json: true, data: "x"});
  assert.equal(parseCall(["release", "list"], COMMANDS).command.name, "release list");
  assert.deepEqual(parseCall(["release", "list", "demo"], COMMANDS).positionals, ["demo"]);
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
  test(`wrong usage: ryad ${words}`, () => {
    assert.throws(
      () => parseCall(words.split(" ").filter(Boolean), COMMANDS),
      (error) => error instanceof WrongUsage && says.test(error.message),
    );
  });
}

test("--help wins over whatever else is missing, and every command has one that names its options", () => {
  for (const command of COMMANDS) {
    assert.equal(parseCall([...command.name.split(" "), "--help"], COMMANDS).help, true);
    const help = commandHelp(command);
    assert.ok(help.startsWith(usageLine(command)));
    for (const name of Object.keys(command.options)) assert.match(help, new RegExp(`--${name}\\b`));
    assert.ok(overview(COMMANDS).includes(`  ${command.name}`));
  }
});
