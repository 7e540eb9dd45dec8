// Backups as an operator needs them: made during loads, restored elsewhere, and never incomplete.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {once} from "node:events";
import {existsSync, mkdirSync, readdirSync, statSync} from "node:fs";
import {cp, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";
import {after, before, type TestContext, test} from "node:test";
import {withStore} from "../src/cli/open-store.ts";
import {readSettings} from "../src/settings/settings.ts";
import {listTokens} from "../src/store/accounts/token.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import {openStore} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {all} from "../src/store/script.ts";
import {type Api, createApi} from "./api/client.ts";
import {createToken, OWN_CACHE, ryad, ryadProgram, type Served, serve, spawnRyad} from "./command.ts";
import {killBefore, stepsOf} from "./killed-command.ts";
import {writeLargePackage} from "./large-package.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const SIZE = {classes: 5, months: 144};
const TODAY = "2025-06-01";
const QUOTA = 1_000_000;
const PATHS = [
  "/api/v1/data?dataset=large&class=1,3&limit=20",
  "/api/v1/data?dataset=large&class=5&start=2010&as_of=2025-01-31&format=csv&labels=1",
  "/api/v1/data?dataset=large&geo=RU-77&limit=3&offset=2",
];

/** Both packages, and a store with the first of them: made once, copied by each test. */
let origin: string;

before(async () => {
  origin = await mkdtemp(join(tmpdir(), "ryad-test-"));
  const first = await writeLargePackage(join(origin, "first"), {...SIZE, publishedAt: "2025-01-10", shift: 0});
  await writeLargePackage(join(origin, "second"), {...SIZE, publishedAt: "2025-02-10", shift: 1});
  assert.equal((await ryad(["load", first, "--data", join(origin, "data")])).code, 0);
});

after(() => rm(origin, {recursive: true, force: true}));

test("backups made while a release is loaded have the bodies and ETags of before or after that load, and the same quota [backup.file backup.restore]", async (t) => {
  const {data, second, folder} = await loadedFolder(t);
  const owner = await createToken(data, "owner");
  const quiet = await createToken(data, "free", "quiet@example.org");
  const server = await serve(t, data, {RYAD_TODAY: TODAY});
  const get: Get = async (path, token) => {
    const answer = await server.get(path, token);
    const header = (name: string) => answer.headers.get(name);
    return {status: answer.status, header, text: await answer.text()};
  };
  const quietLeft = await quotaLeft(get, quiet, "/api/v1/data?dataset=large&class=1&limit=10");
  assert.ok(quietLeft < QUOTA);
  const before = await answersOf(get, owner);

  const charged = await busyReader(server, data);
  const load = spawnRyad(["load", second, "--data", data]);
  const landed = once(load, "exit");
  const backups: {path: string; atLeast: number; atMost: number}[] = [];
  const backUp = async (): Promise<void> => {
    const path = join(folder, `backup-${backups.length}.tar`);
    const atLeast = charged.acknowledged();
    // in a process of its own: in this one the reader would wait for it
    const {code, stderr} = await ryadProgram(["backup", path, "--data", data]);
    assert.equal(code, 0, stderr);
    backups.push({path, atLeast, atMost: charged.query()});
  };
  // one while the load runs and one after it; further ones show nothing else
  await backUp();
  assert.deepEqual(await landed, [0, null]);
  await backUp();
  await charged.stop();
  const after = await answersOf(get, owner);
  assert.notDeepEqual(after, before);

  const sides = new Set<string>();
  for (const {path, atLeast, atMost} of backups) {
    const restored = join(await temporaryFolder(t), "data");
    const {code, stdout, stderr} = await ryad(["restore", path, "--data", restored]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^restored /);
    const store = await openStore({dataFolder: restored});
    const other = getFrom(await createApi(t, store, {settings: {today: TODAY}, now: new Date()}));
    const answers = await answersOf(other, owner);
    const side = answers[0]?.etag === before[0]?.etag ? "before" : "after";
    assert.deepEqual(answers, side === "before" ? before : after);
    sides.add(side);
    assert.equal(await quotaLeft(other, quiet, "/api/v1/data?dataset=none"), quietLeft);
    const used = await chargedTo(restored, charged.email);
    assert.ok(
      used >= atLeast && used <= atMost,
      `${used} charged, of ${atLeast} before the backup and ${atMost} after`,
    );
    await store.close();
    const checked = await ryad(["check", "--deep", "--data", restored]);
    assert.equal(checked.code, 0, checked.stdout);
  }
  t.diagnostic(`${backups.length} backups, of the side ${[...sides].join(" and ")} the load`);
});

test("a backup is a standard tar that only its owner can read, and never overwrites a file [backup.file]", async (t) => {
  const {data, folder} = await loadedFolder(t);
  const path = join(folder, "backup.tar");
  const made = await ryad(["backup", path, "--data", data]);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^backed up .* to .*backup\.tar: [\d.]+ [kM]B\n$/);
  if (process.platform !== "win32") assert.equal(statSync(path).mode & 0o777, 0o600);
  const again = await ryad(["backup", path, "--data", data]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already and is not overwritten/);
  assert.deepEqual(leftoversOf(path), [basename(path)]);
  const listed = spawnSync("tar", ["-tf", path], {encoding: "utf8"});
  if (listed.error) return t.diagnostic("no tar here to look with");
  assert.equal(listed.stdout, "manifest.json\nstatistics.db\nsources.db\naccounts.db\n");
  const untarred = await temporaryFolder(t);
  assert.equal(spawnSync("tar", ["-xf", path, "-C", untarred]).status, 0);
  assert.equal((await ryad(["check", "--data", untarred])).code, 0);
});

test("restore is refused if a server holds the folder, also with --force, and if the folder has a store, without --force [backup.restore]", async (t) => {
  const {data, folder} = await loadedFolder(t);
  const path = join(folder, "backup.tar");
  assert.equal((await ryad(["backup", path, "--data", data])).code, 0);
  const there = await ryad(["restore", path, "--data", data]);
  assert.equal(there.code, 1);
  assert.match(there.stderr, /already has a store\n--force replaces it/);
  const server = await serve(t, data);
  for (const force of [[], ["--force"]]) {
    const refused = await ryad(["restore", path, "--data", data, ...force]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /ryad serve .*holds the data folder/);
  }
  assert.equal((await fetch(`${server.origin}/ready`)).status, 200);
  const nowhere = join(folder, "new");
  assert.equal((await ryad(["restore", join(folder, "none.tar"), "--data", nowhere])).code, 1);
  assert.ok(!existsSync(nowhere));
});

test("with RYAD_DATABASE_URL both name pg_dump and exit 2 [backup.postgres]", async (t) => {
  const path = join(await temporaryFolder(t), "backup.tar");
  for (const command of ["backup", "restore"]) {
    const {code, stdout, stderr} = await ryad([command, path], {
      RYAD_DATABASE_URL: "postgres://anna:secret@127.0.0.1:1/ryad",
    });
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /pg_dump/);
    assert.doesNotMatch(stderr, /secret/);
  }
});

test("a killed backup leaves no file of that name, or a complete one, and the next backup removes its remains [backup.file]", async (t) => {
  const {data, folder} = await loadedFolder(t);
  const path = join(folder, "backup.tar");
  const backUp = ["backup", path, "--data", data];
  const steps = await stepsOf(t, backUp);
  const [made, written, index] = indexesOf(steps, "mkdtempSync", "writeSync", "linkSync");
  const last = steps.findLastIndex((step, at) => at < index && step.startsWith("writeSync"));
  for (const moment of [made + 1, made + 2, written + 1, last, index, index + 1, index + 2]) {
    await rm(path, {force: true});
    await killBefore(moment, backUp);
    const isWhole = moment > index;
    assert.equal(existsSync(path), isWhole, `killed before step ${moment}: ${steps[moment]}`);
    const next = join(folder, `next-${moment}.tar`);
    assert.equal((await ryad(["backup", next, "--data", data])).code, 0);
    assert.deepEqual(leftoversOf(path), isWhole ? [basename(path)] : []);
    for (const whole of isWhole ? [next, path] : [next]) {
      const restored = join(await temporaryFolder(t), "data");
      const {code, stderr} = await ryad(["restore", whole, "--data", restored]);
      assert.equal(code, 0, stderr);
    }
  }
});

test("a killed restore leaves the old store or the new one, never a mixture, and the next restore removes its remains [backup.restore]", async (t) => {
  const {data, second, folder} = await loadedFolder(t);
  const path = join(folder, "backup.tar");
  assert.equal((await ryad(["backup", path, "--data", data])).code, 0);
  assert.equal((await ryad(["load", second, "--data", data])).code, 0);
  await createToken(data, "owner");
  const [oldState, newState] = ["2 releases, 1 tokens", "1 releases, 0 tokens"];
  assert.equal(await stateOf(data), oldState);
  const copyOfData = async (): Promise<string> => {
    const copy = join(await temporaryFolder(t), "data");
    await cp(data, copy, {recursive: true});
    return copy;
  };
  const restore = (to: string) => ["restore", path, "--force", "--data", to];
  const steps = await stepsOf(t, restore(await copyOfData()));
  const [written, decided] = indexesOf(steps, "writeSync", "renameSync");
  const moved = steps.lastIndexOf(steps.findLast((step) => step.startsWith("renameSync"))!);
  for (const moment of [written + 1, decided - 1, decided, decided + 1, decided + 6, moved, moved + 1]) {
    const copy = await copyOfData();
    await killBefore(moment, restore(copy));
    const expected = moment > decided ? newState : oldState;
    assert.equal(await stateOf(copy), expected, `killed before step ${moment}: ${steps[moment]}`);
    assert.equal((await ryad(restore(copy))).code, 0);
    assert.equal(await stateOf(copy), newState);
    assert.ok(!readdirSync(copy).some((name) => name.startsWith("restore.")));
  }
});

/** Where the first step of each kind is. */
function indexesOf<const Kinds extends readonly string[]>(
  steps: readonly string[],
  ...kinds: Kinds
): {readonly [Kind in keyof Kinds]: number} {
  const indexes = kinds.map((kind) => steps.findIndex((step) => step.startsWith(`${kind} `)));
  for (const [at, index] of indexes.entries()) assert.ok(index >= 0, `no step is ${kinds[at]}`);
  return indexes as {readonly [Kind in keyof Kinds]: number};
}

/** A data folder with the first release, the package of the second, and a folder for backups. */
async function loadedFolder(t: TestContext): Promise<{data: string; second: string; folder: string}> {
  const folder = await temporaryFolder(t);
  const data = join(folder, "data");
  await cp(join(origin, "data"), data, {recursive: true});
  return {data, second: join(origin, "second"), folder};
}

/** A request to a server, or to an api in this process. */
type Get = (
  path: string,
  token: string,
) => Promise<{readonly status: number; header(name: string): string | null; readonly text: string}>;

function getFrom(api: Api): Get {
  return async (path, token) => {
    const {status, headers, text} = await api.get(path, {"x-api-key": token});
    return {status, header: (name) => headers[name] ?? null, text};
  };
}

async function answersOf(get: Get, token: string): Promise<{etag: string | null; body: string}[]> {
  const answers = [];
  for (const path of PATHS) {
    const {status, header, text} = await get(path, token);
    assert.equal(status, 200);
    answers.push({etag: header("etag"), body: text});
  }
  return answers;
}

async function quotaLeft(get: Get, token: string, path: string): Promise<number> {
  return Number((await get(path, token)).header("x-quota-values-remaining"));
}

/** Requests small slices one after the other and records its charges. */
async function busyReader(server: Served, data: string) {
  const email = "busy@example.org";
  const token = await createToken(data, "business", email);
  let acknowledged = 0;
  let query = 0;
  let going = true;
  const reading = (async () => {
    while (going) {
      query += 10;
      const answer = await server.get("/api/v1/data?dataset=large&class=2&limit=1&start=2001-01&end=2001-10", token);
      const {observation_count} = JSON.parse(await answer.text()) as {observation_count?: number};
      if (observation_count === undefined) query -= 10;
      else acknowledged += observation_count;
    }
  })();
  return {
    email,
    acknowledged: () => acknowledged,
    query: () => query,
    async stop() {
      going = false;
      await reading;
    },
  };
}

/** Values that the books of a data folder charge to an account, of all months. */
async function chargedTo(data: string, email: string): Promise<number> {
  const store = await openStore({dataFolder: data});
  try {
    return await store.accounts.read(function* (q) {
      const rows = yield* all(
        q.db
          .selectFrom("usage")
          .innerJoin("account", "account.id", "usage.account_id")
          .select("used")
          .where("email", "=", email)
          .compile(),
      );
      return rows.reduce((sum, {used}) => sum + used, 0);
    });
  } finally {
    await store.close();
  }
}

function leftoversOf(path: string): string[] {
  return readdirSync(join(path, "..")).filter((name) => name.startsWith(basename(path)));
}

/** The state after a command would have completed an interrupted restore. */
async function stateOf(dataFolder: string): Promise<string> {
  return withStore({...readSettings({}), dataFolder, databaseUrl: null}, "read", async (store) => {
    const releases = await store.statistics.read(function* (q) {
      const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "large"});
      return yield* listReleases(q, dataset!.id);
    });
    const tokens = await store.accounts.read((q) => listTokens(q));
    return `${releases.length} releases, ${tokens.length} tokens`;
  });
}

test("a backup onto a full disk says which disk and how many bytes, and leaves nothing there; a store on it can't be opened and says why [backup.file]", {
  skip: process.platform === "win32" && "needs ulimit",
}, async (t) => {
  const folder = await temporaryFolder(t);
  const [data, backup] = [join(folder, "data"), join(folder, "to", "backup.tar")];
  mkdirSync(join(folder, "to"));
  assert.equal((await ryad(["token", "create", "--email", "a@b.ru", "--data", data])).code, 0);
  const limited = (blocks: number, ...command: string[]) => {
    const call = ["-c", `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, join(PROJECT, "bin/ryad.js")];
    return spawnSync("sh", [...call, ...command, "--data", data], {
      encoding: "utf8",
      env: {...process.env, ...OWN_CACHE},
    });
  };
  const {status, stderr} = limited(200, "backup", backup);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^ryad: the backup does not fit on the disk of \S+to\nit needs \d+ bytes there; nothing was left there\n$/,
  );
  assert.deepEqual(readdirSync(join(folder, "to")), []);
  const opened = limited(8, "token", "list");
  assert.equal(opened.status, 1);
  assert.match(
    opened.stderr,
    /^ryad: \S+\.db can't be opened: disk I\/O error\nthe disk is full or can't be read: .*\n$/,
  );
});

test("a restore onto a full disk says which disk and how many bytes, and changes nothing [backup.restore]", {
  skip: process.platform === "win32" && "needs ulimit",
}, async (t) => {
  const folder = await temporaryFolder(t);
  const [data, backup, other] = ["data", "backup.tar", "other"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  assert.equal((await ryad(["token", "create", "--email", "a@b.ru", "--data", data])).code, 0);
  assert.equal((await ryad(["backup", backup, "--data", data])).code, 0);
  // a limit to the size of files is met as a full disk is
  const limited = 'ulimit -f 32; exec "$0" "$@"';
  const program = join(PROJECT, "bin/ryad.js");
  const call = ["-c", limited, process.execPath, program, "restore", backup, "--data", other];
  const {status, stderr} = spawnSync("sh", call, {encoding: "utf8", env: {...process.env, ...OWN_CACHE}});
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^ryad: the backup does not fit on the disk of \S+other\nit needs \d+ bytes there; nothing was changed\n$/,
  );
  assert.equal(existsSync(join(other, "statistics.db")), false);
  assert.equal((await ryad(["restore", backup, "--data", other])).code, 0);
});
