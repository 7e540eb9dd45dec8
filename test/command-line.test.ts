// The command as people and scripts use it: its outputs and exit codes.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {closeSync, existsSync, openSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {isWellFormedToken} from "../src/access/account.ts";
import {until, within} from "../src/work/patience.fixture.ts";
import {createToken, OWN_CACHE, ryad, ryadProgram, serve} from "./command.ts";
import {heldFetch} from "./held-fetch.ts";
import {PROJECT, temporaryFolder, writePackage} from "./warehouse.ts";

const METADATA = {provider: "showdata", dataset: "tiny", name: "Tiny (not official)", published_at: "2024-01-10"};
const HEADER = "indicator,geo,period,value";

test("wrong usage exits 2 with the usage on standard error, --help exits 0 on standard output [command.exit-codes]", async () => {
  for (const words of [[], ["fly"], ["token"], ["serve", "--colour"], ["load"], ["token", "create"]]) {
    const {code, stdout, stderr} = await ryad(words);
    assert.equal(code, 2, words.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, /usage: ryad/);
  }
  for (const words of [["--help"], ["load", "--help"], ["token", "create", "-h"], ["--version"]]) {
    const {code, stdout, stderr} = await ryad(words);
    assert.equal(code, 0, words.join(" "));
    assert.notEqual(stdout, "");
    assert.equal(stderr, "");
  }
});

test("an output that can't be written exits 1 with a message and without a stack trace [command.full-output]", {
  skip: existsSync("/dev/full") ? false : "needs /dev/full",
}, async (t) => {
  const data = await temporaryFolder(t);
  const full = openSync("/dev/full", "w");
  t.after(() => closeSync(full));
  for (const words of [["token", "create", "--email", "a@example.org"], ["token", "list"], ["--help"]]) {
    const folder = words[0] === "token" ? ["--data", data] : [];
    const child = spawn(process.execPath, [join(PROJECT, "bin/ryad.js"), ...words, ...folder], {
      stdio: ["ignore", full, "pipe"],
      env: {...process.env, ...OWN_CACHE},
    });
    let said = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    assert.deepEqual(await once(child, "close"), [1, null], words.join(" "));
    assert.match(said, /^ryad: standard output can't be written: ENOSPC.*\nthe changes of the command remain; .*\n$/);
  }
});

test("a server runs on when its standard output or its log can't be written [command.full-output]", {
  skip: existsSync("/dev/full") ? false : "needs /dev/full",
}, async (t) => {
  const full = openSync("/dev/full", "w");
  t.after(() => closeSync(full));
  for (const [output, log] of [
    [full, "pipe"],
    ["pipe", full],
  ] as const) {
    const words = ["serve", "--port", "0", "--data", await temporaryFolder(t)];
    const child = spawn(process.execPath, [join(PROJECT, "bin/ryad.js"), ...words], {
      stdio: ["ignore", output, log],
      env: {...process.env, ...OWN_CACHE, RYAD_LOG: "info", RYAD_WORKERS: "1"},
    });
    t.after(() => child.kill("SIGKILL"));
    const ended = once(child, "close");
    let said = "";
    (child.stdout ?? child.stderr)!.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    await until("the server says where it listens", () => address() !== undefined || child.exitCode !== null);
    assert.equal((await heldFetch(`${address()}/health`)).status, 200, said);
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [0, null], said);
    if (output === full) assert.match(said, /^ryad: standard output can't be written: ENOSPC.*; the server runs on$/m);
  }
});

test("a token that nobody would see is not made: a closed standard output, or one that leads nowhere, is refused [command.full-output]", {
  skip: process.platform === "win32" ? "needs a shell that closes an output" : false,
}, async (t) => {
  const data = await temporaryFolder(t);
  const command = `"$0" "$1" token create --email a@example.org --data "$2"`;
  for (const output of [">&-", ">/dev/null"]) {
    const words = ["-c", `${command} ${output}`, process.execPath, join(PROJECT, "bin/ryad.js"), data];
    const child = spawn("sh", words, {stdio: ["ignore", "pipe", "pipe"], env: {...process.env, ...OWN_CACHE}});
    let said = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    assert.deepEqual(await once(child, "close"), [1, null], output);
    assert.match(said, /^ryad: standard output is closed or leads nowhere: .*none was made\nlet a terminal, .*\n$/);
  }
  await createToken(data, "free", "b@example.org");
  const {stdout} = await ryad(["token", "list", "--json", "--data", data]);
  assert.deepEqual(
    (JSON.parse(stdout) as {email: string}[]).map(({email}) => email),
    ["b@example.org"],
  );
});

test("a refusal exits 1 with a message and without a stack trace [command.exit-codes command.account-plan]", async (t) => {
  const data = await temporaryFolder(t);
  await createToken(data, "free", "known@example.org");
  const refused: readonly (readonly [words: string[], says: RegExp])[] = [
    [
      ["token", "create", "--email", "a@example.org", "--plan", "gold"],
      /no plan "gold".*\n.*free, academic, business, owner/,
    ],
    [["token", "create", "--email", "nobody"], /"nobody" is not an email address/],
    [["token", "revoke", "99"], /no token 99/],
    [["token", "revoke", "99999999999"], /no token 99999999999/],
    [["token", "revoke", "x"], /no token x/],
    [["account", "plan", "unknown@example.org", "free"], /no account of unknown@example\.org/],
    [["account", "plan", "known@example.org", "gold"], /no plan "gold"/],
    [["release", "withdraw", "7"], /no release 7/],
    [["release", "withdraw", "99999999999"], /no release 99999999999/],
    [["release", "list", "none"], /no dataset none/],
    [["dataset", "drop", "none"], /no dataset none/],
    [["load", join(data, "nowhere")], /nowhere does not exist/],
    [["load", data, "--published", "2024-13-01"], /2024-13-01/],
  ];
  for (const [words, says] of refused) {
    const {code, stdout, stderr} = await ryad([...words, "--data", data]);
    assert.equal(code, 1, words.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});

// One call of each kind: every command runs as a program in users-shell.test.ts.
test("a command run as a program has the lines and the exit code that it has in the process of a test [command.exit-codes]", async (t) => {
  const data = await temporaryFolder(t);
  await createToken(data, "free", "known@example.org");
  const calls = [
    [],
    ["fly"],
    ["token", "create", "-h"],
    ["--version"],
    ["token", "list"],
    ["token", "revoke", "99"],
    ["account", "usage", "known@example.org", "--json"],
    ["load", join(data, "nowhere")],
    ["describe", join(data, "nowhere")],
  ];
  for (const words of calls) {
    const folder = words.length === 0 || words[0] === "describe" ? [] : ["--data", data];
    const here = await ryad([...words, ...folder]);
    assert.deepEqual(await ryadProgram([...words, ...folder]), here, words.join(" "));
  }
});

test("commands that read or change a store refuse a folder without one", async (t) => {
  const missing = join(await temporaryFolder(t), "typo");
  for (const words of [["check"], ["release", "list"], ["token", "list"], ["dataset", "drop", "x"]]) {
    const {code, stderr} = await ryad([...words, "--data", missing]);
    assert.equal(code, 1);
    assert.match(stderr, /there is no store in/);
  }
});

test("token create prints only a token, on the free plan by default, and changes the plan of an existing account [command.token-create command.token-plan command.token-list]", async (t) => {
  const data = await temporaryFolder(t);
  const first = await ryadProgram([
    "token",
    "create",
    "--email",
    "Ann@Example.org",
    "--name",
    "laptop",
    "--data",
    data,
  ]);
  assert.equal(first.stderr, "");
  assert.ok(isWellFormedToken(first.stdout.slice(0, -1)) && first.stdout.endsWith("\n"));
  const rows = async (): Promise<Record<string, unknown>[]> =>
    JSON.parse((await ryad(["token", "list", "--json", "--data", data])).stdout);
  const [row] = await rows();
  assert.deepEqual(Object.keys(row ?? {}), ["id", "email", "plan", "name", "created_at", "last_used_at", "revoked_at"]);
  assert.deepEqual(
    {...row, id: 0, created_at: ""},
    {
      id: 0,
      email: "ann@example.org",
      plan: "free",
      name: "laptop",
      created_at: "",
      last_used_at: null,
      revoked_at: null,
    },
  );
  await ryad(["token", "create", "--email", "ann@example.org", "--plan", "academic", "--data", data]);
  assert.deepEqual(
    (await rows()).map(({email, plan}) => [email, plan]),
    [
      ["ann@example.org", "academic"],
      ["ann@example.org", "academic"],
    ],
  );
  const table = await ryad(["token", "list", "--data", data]);
  assert.doesNotMatch(table.stdout, /ryad_/);
  assert.match(table.stdout, /ann@example\.org +academic +laptop/);
});

test("a running server sees a new token, another plan and a revoked token within a second [command.token-revoke command.account-plan load.seen-in-a-second]", async (t) => {
  const data = await temporaryFolder(t);
  const server = await serve(t, data);
  const made = await ryad(["token", "create", "--email", "ben@example.org", "--plan", "free", "--data", data]);
  const token = made.stdout.trim();
  const query = await server.get("/api/v1/data?dataset=none", token);
  assert.equal(query.headers.get("x-ratelimit-limit-minute"), "20");
  await ryad(["account", "plan", "ben@example.org", "business", "--data", data]);
  await within(
    1,
    "the plan is not seen",
    async () =>
      (await server.get("/api/v1/data?dataset=none", token)).headers.get("x-ratelimit-limit-minute") === "120",
  );
  const [{id}] = JSON.parse((await ryad(["token", "list", "--json", "--data", data])).stdout) as [{id: number}];
  assert.equal((await ryad(["token", "revoke", String(id), "--data", data])).code, 0);
  await within(
    1,
    "the revocation is not seen",
    async () => (await server.get("/api/v1/data?dataset=none", token)).status === 401,
  );
});

test("load ends with a one-line summary, or with --json one object; the same file again is nothing new [load.summary load.json load.idempotent release.list]", async (t) => {
  const data = await temporaryFolder(t);
  const folder = await temporaryFolder(t);
  const first = await writePackage(join(folder, "1"), METADATA, HEADER, ["x,643,2021,1", "x,643,2022,2"]);
  const second = await writePackage(join(folder, "2"), {...METADATA, published_at: "2024-02-10"}, HEADER, [
    "x,643,2021,1",
    "x,643,2022,3",
  ]);
  const loaded = await ryadProgram(["load", first, "--data", data]);
  assert.equal(loaded.stdout, "showdata/tiny of 2024-01-10: 2 new values, 0 revised\n");
  const again = await ryad(["load", first, second, "--json", "--data", data]);
  assert.deepEqual(JSON.parse(again.stdout), {
    changed: true,
    releases: [
      {provider: "showdata", dataset: "tiny", published_at: "2024-01-10", new_values: 0, revised_values: 0},
      {provider: "showdata", dataset: "tiny", published_at: "2024-02-10", new_values: 0, revised_values: 1},
    ],
  });
  assert.equal(again.stderr, "");
  const known = await ryad(["load", first, second, "--data", data]);
  assert.equal(known.code, 0);
  assert.match(known.stdout.trimEnd().split("\n").at(-1) ?? "", /nothing new/);
  const releases = JSON.parse(
    (await ryad(["release", "list", "showdata/tiny", "--json", "--data", data])).stdout,
  ) as Record<string, unknown>[];
  assert.deepEqual(
    releases.map((release) => [release["dataset"], release["published_at"], release["revised_values"]]),
    [
      ["tiny", "2024-01-10", 0],
      ["tiny", "2024-02-10", 1],
    ],
  );
});

test("the options of the command complete a package, and the same bytes under another day are another release [load.overrides load.later-day release.identity]", async (t) => {
  const data = await temporaryFolder(t);
  const {published_at: _, provider: __, dataset: ___, ...metadata} = METADATA;
  const folder = await writePackage(join(await temporaryFolder(t), "1"), metadata, HEADER, ["x,643,2021,1"]);
  const silent = await ryad(["load", folder, "--data", data]);
  assert.equal(silent.code, 1);
  assert.match(silent.stderr, /published/);
  const names = ["--provider", "own", "--dataset", "told", "--data", data];
  const load = (day: string) => ryad(["load", folder, "--published", day, ...names]);
  assert.equal((await load("2024-01-10")).stdout, "own/told of 2024-01-10: 1 new value, 0 revised\n");
  assert.equal((await load("2024-02-10")).stdout, "own/told of 2024-02-10: 0 new values, 0 revised\n");
  assert.equal((await load("2024-02-10")).stdout, "own/told of 2024-02-10: nothing new\n");
  const releases = JSON.parse((await ryad(["release", "list", "told", "--json", "--data", data])).stdout) as Record<
    string,
    unknown
  >[];
  assert.deepEqual(
    releases.map((release) => release["published_at"]),
    ["2024-01-10", "2024-02-10"],
  );
  assert.equal(new Set(releases.map((release) => release["fingerprint"])).size, 1);
});

test("a refused path does not stop the others, and the exit code reports it [command.exit-codes]", async (t) => {
  const data = await temporaryFolder(t);
  const folder = await temporaryFolder(t);
  const good = await writePackage(join(folder, "good"), METADATA, HEADER, ["x,643,2021,1"]);
  const {code, stdout, stderr} = await ryad(["load", join(folder, "nowhere"), good, "--data", data]);
  assert.equal(code, 1);
  assert.match(stderr, /nowhere does not exist/);
  assert.match(stdout, /showdata\/tiny of 2024-01-10: 1 new value, 0 revised; 1 refused\n$/);
});
