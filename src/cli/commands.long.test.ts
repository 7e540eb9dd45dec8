// No command loads code that it does not need.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {test} from "node:test";
import {listedNumber} from "./command.ts";

const PROGRAM = `
import {registerHooks} from "node:module";
const read = [];
registerHooks({load: (address, context, next) => (read.push(address), next(address, context))});
const {COMMANDS, readCommands} = await import(${JSON.stringify(new URL("./commands.ts", import.meta.url).href)});
await (COMMANDS[process.argv[1]] ?? readCommands)();
console.log(JSON.stringify(read));
`;

function filesRead(command: string): string[] {
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", PROGRAM, command], {encoding: "utf8"});
  return JSON.parse(said) as string[];
}

test("a load imports no server, page, mail, database driver or .xls reader before it needs one [command.own-code]", () => {
  const read = filesRead("load");
  assert.ok(read.some((address) => address.endsWith("/src/load/run.ts")));
  assert.deepEqual(
    read.filter((address) => /\/src\/(api|site)\/|node_modules\/(fastify|pg|nodemailer|@e965|uplot)\//.test(address)),
    [],
  );
});

test("a command imports the code of no other command [command.own-code]", () => {
  const read = filesRead("token list");
  assert.ok(read.some((address) => address.endsWith("/src/cli/commands/token.ts")));
  assert.deepEqual(
    read.filter((address) =>
      /\/src\/(api|site|load\/sources\/(?!tidy))|\/cli\/(load|serve|backup|export)\.ts/.test(address),
    ),
    [],
  );
});

test("the overview of all commands imports no server, page or mail [command.own-code]", () => {
  const read = filesRead("all of them");
  assert.ok(read.some((address) => address.endsWith("/src/cli/commands/serve.ts")));
  assert.deepEqual(
    read.filter((address) => /\/src\/(api|site)\/|node_modules\/(fastify|nodemailer)\//.test(address)),
    [],
  );
});

test("a number that no column of numbers holds is no number of a list, on any engine [command.exit-codes]", () => {
  assert.equal(listedNumber("2147483647"), 2_147_483_647);
  for (const text of ["2147483648", "99999999999", "-1", "1.0", "x", ""]) assert.equal(listedNumber(text), null, text);
});
