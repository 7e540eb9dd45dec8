// The identity of a store: one random number in all three databases of a data folder, so that a part of another store is detected.
//
// It is in two numbers of each file's header that SQLite leaves to its user (application_id, user_version): every copy of a file has
// it, and no table or answer does. A folder of an earlier program gets it at the first opening that may write: first statistics.db as
// begun, then the others, then statistics.db as bound; an interrupted binding continues with the same number. PostgreSQL has one database.
import {randomInt} from "node:crypto";
import {sql} from "kysely";
import {Refusal} from "../../../service/refusal.ts";
import {PARTS, type StorePart} from "../../schema/migration.ts";
import {all, type Engine, one, type Script} from "../../script.ts";
import type {Queries} from "../differences.ts";

export type PartEngines = Readonly<Record<StorePart, Engine>>;

interface Mark {
  readonly first: number;
  readonly second: number;
  /** false: the other parts may not have it yet. */
  readonly isBound: boolean;
}

/** null: no identity yet. */
type Marks = Readonly<Record<StorePart, Mark | null>>;

const MOST = 2 ** 31 - 1;

/** Gives the parts an identity if none has one, and finishes an interrupted binding. */
export async function bindParts(engines: PartEngines): Promise<void> {
  const {statistics, ...others} = engines;
  const isNew = Object.values(await readMarks(engines)).every((mark) => mark === null);
  const fresh = {first: randomInt(1, MOST), second: randomInt(MOST), isBound: false};
  if (isNew) await statistics.write((q) => bind(q, fresh));
  const mark = await statistics.write(readMark);
  if (mark === null || mark.isBound) return;
  for (const other of Object.values(others)) await other.write((q) => bind(q, {...mark, isBound: true}));
  if (isOneStore(await readMarks(engines))) await statistics.write((q) => writeMark(q, {...mark, isBound: true}));
}

/** @throws Refusal that names the parts of another store; parts that all have no identity belong together */
export async function requireOneStore(folder: string, engines: PartEngines): Promise<void> {
  if (isOneStore(await readMarks(engines))) return;
  // Another process may have bound the parts between these reads.
  await new Promise((resolve) => setImmediate(resolve));
  const marks = await readMarks(engines);
  if (!isOneStore(marks)) throw otherStore(folder, marks);
}

/**
 * Binds a part to the store of the other two; if all three differ, to that of statistics.db.
 * @returns false: it belongs there already
 * @throws Refusal if another part is the one that differs
 */
export async function bindToOthers(folder: string, engines: PartEngines, part: StorePart): Promise<boolean> {
  const marks = await readMarks(engines);
  if (isOneStore(marks)) return false;
  const stranger = strangerOf(marks);
  if (stranger === null ? part === "statistics" : stranger !== part) throw otherStore(folder, marks);
  const model = part === "statistics" ? marks.sources : marks.statistics;
  await engines[part].write((q) => writeMark(q, model && {...model, isBound: true}));
  return true;
}

async function readMarks({statistics, sources, accounts}: PartEngines): Promise<Marks> {
  return {
    statistics: await statistics.read(readMark),
    sources: await sources.read(readMark),
    accounts: await accounts.read(readMark),
  };
}

/** A binding that was begun may have reached all, some or none of the other parts. */
function isOneStore({statistics, sources, accounts}: Marks): boolean {
  const isBegun = statistics?.isBound === false;
  return [sources, accounts].every((mark) => idOf(mark) === idOf(statistics) || (isBegun && mark === null));
}

/** The one part that differs from the other two; null: all differ. */
function strangerOf(marks: Marks): StorePart | null {
  const agrees = (part: StorePart): boolean =>
    PARTS.some((one) => one !== part && idOf(marks[one]) === idOf(marks[part]));
  const alone = PARTS.filter((part) => !agrees(part));
  return alone.length === 1 ? alone[0]! : null;
}

function otherStore(folder: string, marks: Marks): Refusal {
  const stranger = strangerOf(marks);
  const restore = "ryad restore --force replaces all three by a backup";
  if (stranger === null)
    return new Refusal(
      `statistics.db, sources.db and accounts.db in ${folder} belong to three different stores`,
      `${restore}; if they belong together, ryad adopt sources and ryad adopt accounts bind them to statistics.db`,
    );
  const others = PARTS.filter((part) => part !== stranger).map((part) => `${part}.db`);
  return new Refusal(
    `${stranger}.db in ${folder} belongs to another store than ${others.join(" and ")}`,
    `${restore}; if it was replaced on purpose, ryad adopt ${stranger} binds it to the others`,
  );
}

function idOf(mark: Mark | null): string {
  return mark === null ? "none" : `${mark.first} ${mark.second}`;
}

function* readMark(q: Queries): Script<Mark | null> {
  const first = yield* readPragma(q, "application_id");
  const second = yield* readPragma(q, "user_version");
  return first === 0 ? null : {first: Math.abs(first), second, isBound: first < 0};
}

function* writeMark(q: Queries, mark: Mark | null): Script<void> {
  const {first, second, isBound} = mark ?? {first: 0, second: 0, isBound: false};
  yield* all(sql`${sql.raw(`pragma application_id = ${isBound ? -first : first}`)}`.compile(q.db));
  yield* all(sql`${sql.raw(`pragma user_version = ${second}`)}`.compile(q.db));
}

function* bind(q: Queries, mark: Mark): Script<void> {
  if ((yield* readMark(q)) === null) yield* writeMark(q, mark);
}

function* readPragma(q: Queries, name: string): Script<number> {
  const row = yield* one(sql<Record<string, number>>`${sql.raw(`pragma ${name}`)}`.compile(q.db));
  return row![name]!;
}
