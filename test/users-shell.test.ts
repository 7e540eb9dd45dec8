// Each command as a user's shell runs it: by its path in node_modules/.bin, under the machine's own Node, whatever that is, and with a PATH
// that leads to no other.
//
// npm puts node_modules/.bin first on PATH, where the newer Node is: a command that needs that PATH works in every test but this one.
import assert from "node:assert/strict";
import {execFileSync, spawn} from "node:child_process";
import {once} from "node:events";
import {existsSync, mkdirSync, readFileSync, symlinkSync} from "node:fs";
import {delimiter, dirname, join} from "node:path";
import {type TestContext, test} from "node:test";
import {COMMAND_NAMES} from "../src/cli/commands.ts";
import {until} from "../src/work/patience.fixture.ts";
import {OLD_NODES} from "./old-nodes.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const SKIP = process.platform === "linux" ? false : "needs Linux";
/** On a machine without an older Node its own is that of the program. */
const NODES = OLD_NODES.length > 0 ? OLD_NODES : [process.execPath];
const RYAD = join(PROJECT, "node_modules/.bin/ryad");
const KEY_RATE = join(PROJECT, "samples/key_rate");

/** What a shell finds: its programs, and one Node. */
async function shellPath(t: TestContext, node: string): Promise<string> {
  const folder = join(await temporaryFolder(t), "bin");
  mkdirSync(folder);
  symlinkSync(node, join(folder, "node"));
  const others = ["/usr/bin", "/bin"].filter((one) => !existsSync(join(one, "node")) || dirname(node) === one);
  return [folder, ...others].join(delimiter);
}

interface Ran {
  readonly code: number;
  readonly said: string;
}

function shell(path: string, folder: string, words: readonly string[]): Ran {
  try {
    const said = execFileSync(words[0]!, words.slice(1), {cwd: folder, env: {PATH: path, HOME: folder}, stdio: "pipe"});
    return {code: 0, said: String(said)};
  } catch (error) {
    const {status, stdout, stderr} = error as {status: number | null; stdout: Buffer; stderr: Buffer};
    return {code: status ?? -1, said: `${stdout}${stderr}`};
  }
}

/** Command → its words behind the name, in an order that works. The others are long-lived (launcher.test.ts) or only show values. */
const DATA = ["--data", "data"];
const CALLS: Readonly<Record<string, readonly string[]>> = {
  load: [KEY_RATE, ...DATA],
  migrate: DATA,
  runs: DATA,
  "release list": DATA,
  "catalogue list": DATA,
  "token create": ["--email", "a@example.org", ...DATA],
  "token list": DATA,
  "token revoke": ["1", ...DATA],
  "account list": DATA,
  "account usage": DATA,
  "account plan": ["a@example.org", "academic", ...DATA],
  "account disable": ["a@example.org", ...DATA],
  "account enable": ["a@example.org", ...DATA],
  settings: DATA,
  "contact list": DATA,
  check: DATA,
  "archive prune": DATA,
  backup: ["b.tar", ...DATA],
  restore: ["b.tar", "--data", "other"],
  export: ["rows.csv", ...DATA],
  copy: ["--from", "data", "--to", "copied"],
  "release withdraw": ["1", ...DATA],
  "dataset drop": ["cbr/key_rate", "--data", "other"],
};

test("every command runs from a user's shell, under the machine's own Node [command.users-shell]", {
  skip: SKIP,
}, async (t) => {
  for (const node of NODES) {
    const [path, folder] = [await shellPath(t, node), await temporaryFolder(t)];
    for (const name of COMMAND_NAMES.filter((one) => !(one in CALLS))) {
      const help = shell(path, folder, [RYAD, ...name.split(" "), "--help"]);
      assert.deepEqual([help.code, /usage: ryad/.test(help.said)], [0, true], `${name} --help: ${help.said}`);
    }
    for (const [name, words] of Object.entries(CALLS)) {
      const {code, said} = shell(path, folder, [RYAD, ...name.split(" "), ...words]);
      assert.equal(code, 0, `${name} under ${node}: ${said}`);
      assert.doesNotMatch(said, /\n {4}at |ERR_/, name);
    }
  }
});

test("when the launcher of a load is killed, the load ends too, with nothing published [command.users-shell]", {
  skip: SKIP,
}, async (t) => {
  const [path, folder] = [await shellPath(t, NODES[0]!), await temporaryFolder(t)];
  // A pipe that gives no byte: the load has started and waits, as long as the test wants.
  execFileSync("mkfifo", [join(folder, "slow.csv")]);
  const child = spawn(RYAD, ["load", join(folder, "slow.csv"), "--data", join(folder, "data")], {
    env: {PATH: path},
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const children = (): string =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ")[0] ?? "";
  await until("the launcher has started the program", () => child.exitCode !== null || children() !== "");
  const program = children();
  child.kill("SIGKILL");
  // The program has the other ends of the outputs: they close only with it.
  await ended;
  assert.doesNotMatch(said, /ERR_|should not happen/);
  await until("the program has ended", () => !existsSync(`/proc/${program}`));
});
