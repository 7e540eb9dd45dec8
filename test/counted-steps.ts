// Preloaded into a command under test (test/killed-command.ts): counts its steps, and kills it before a given one.
//
// A step is an action that another process could see: a statement on a database, or a file that is made, written, moved or deleted. Each
// step is really taken. The snapshot of a read is no step: how many reads share one depends on the time that they take. Only the moment
// of the end is chosen, by a count, so that no machine is too slow or too fast for it.
import fs from "node:fs";
import {syncBuiltinESMExports} from "node:module";
import {basename} from "node:path";
import {DatabaseSync, StatementSync} from "node:sqlite";

type Method = (this: unknown, ...given: unknown[]) => unknown;

const FILE_STEPS = [
  "fsyncSync",
  "linkSync",
  "mkdirSync",
  "mkdtempSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "unlinkSync",
  "writeFileSync",
  "writeSync",
] as const;

/** File for the names of all steps, written at the end. */
const list = process.env["RYAD_TEST_STEPS"];
/** The number of the step before which the process ends; the first is 0. */
const last = process.env["RYAD_TEST_END_BEFORE"];

/** Statements that begin and end the snapshot of a read. */
const OF_SNAPSHOT = /: (?:begin|pragma data_version|rollback)$/;

const steps: string[] = [];
const {writeFileSync} = fs;
if (list !== undefined) process.on("exit", () => writeFileSync(list, steps.join("\0")));

/** Pages that a database keeps in memory; a transaction that needs more writes them before its commit, as a large one does. */
const pages = process.env["RYAD_TEST_CACHE_PAGES"];

if (pages !== undefined) keepFewPages();
countStatements();
for (const method of FILE_STEPS) count(fs, method, (_self, [path]) => `${method} ${path}`);
syncBuiltinESMExports();

function keepFewPages(): void {
  const begun = new WeakSet<object>();
  const {exec} = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    if (!begun.has(this)) exec.call(this, `pragma cache_size = ${pages}`);
    begun.add(this);
    exec.call(this, sql);
  };
}

function countStatements(): void {
  const databases = new WeakMap<object, string>();
  const {prepare} = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (...given) {
    const statement = prepare.apply(this, given);
    databases.set(statement, nameOf(this));
    return statement;
  };
  count(DatabaseSync.prototype, "exec", (self, [sql]) => `${nameOf(self as DatabaseSync)}: ${sql}`);
  for (const method of ["all", "get", "iterate", "run"])
    count(StatementSync.prototype, method, (self) => {
      const statement = self as StatementSync;
      return `${databases.get(statement)}: ${statement.sourceSQL}`;
    });
}

function nameOf(database: DatabaseSync): string {
  return basename(database.location() ?? "memory");
}

/** Counts the calls of a method, before each call; the name of a step is the object and the arguments. */
function count(owner: object, method: string, name: (self: unknown, given: readonly unknown[]) => string): void {
  const methods = owner as Record<string, Method>;
  const original = methods[method]!;
  methods[method] = function (...given) {
    const step = name(this, given);
    if (!OF_SNAPSHOT.test(step)) {
      if (steps.length === Number(last ?? -1)) process.kill(process.pid, "SIGKILL");
      steps.push(step);
    }
    return original.apply(this, given);
  };
}
