// The identity of a store: one random number in all three databases of a data folder, so that a part of another store is detected.
//
// It is in two numbers of each file's header that SQLite leaves to its user (application_id, user_version): every copy of a file has
// it, and no table or answer does. A folder of an earlier program gets it at the first opening that may write: first statistics.db as
// begun, then the others, then statistics.db as bound; an interrupted binding continues with the same number. PostgreSQL has one database.
import {randomInt} from "node:crypto";
import {sql} from "kysely";
import {Refusal} from "../../../service/refusal.ts";
import {PARTS, type StorePart} from "../../migrations/migration.ts";
import {all, type Engine, one, type Script} from "../../script.ts";
import type {Queries} from "../differences.ts";

export type PartEngines = Readonly<Record<StorePart, Engine>>;

interface Identity {
  readonly first: number;
  readonly second: number;
  /** false: the other parts may not have it yet. */
  readonly isBound: boolean;
}

/** null: no identity yet. */
type Identities = Readonly<Record<StorePart, Identity | null>>;

const MOST = 2 ** 31 - 1;

/** Gives the parts an identity if none has one, and finishes an interrupted binding. */
export async function bindParts(engines: PartEngines): Promise<void> {
  const {statistics, ...others} = engines;
  const isNew = Object.values(await readIdentities(engines)).every((identity) => identity === null);
  const fresh = {first: randomInt(1, MOST), second: randomInt(MOST), isBound: false};
  if (isNew) await statistics.write((q) => bind(q, fresh));
  const identity = await statistics.write(readIdentity);
  if (identity === null || identity.isBound) return;
  for (const other of Object.values(others)) await other.write((q) => bind(q, {...identity, isBound: true}));
  if (isOneStore(await readIdentities(engines)))
    await statistics.write((q) => writeIdentity(q, {...identity, isBound: true}));
}

/** @throws Refusal that names the parts of another store; parts that all have no identity belong together */
export async function requireOneStore(folder: string, engines: PartEngines): Promise<void> {
  if (isOneStore(await readIdentities(engines))) return;
  // Another process may have bound the parts between these reads.
  await new Promise((resolve) => setImmediate(resolve));
  const identities = await readIdentities(engines);
  if (!isOneStore(identities)) throw otherStore(folder, identities);
}

/**
 * Binds a part to the store of the other two; if all three differ, to that of statistics.db.
 * @returns false: it belongs there already
 * @throws Refusal if another part is the one that differs
 */
export async function bindToOthers(folder: string, engines: PartEngines, part: StorePart): Promise<boolean> {
  const identities = await readIdentities(engines);
  if (isOneStore(identities)) return false;
  const stranger = strangerOf(identities);
  if (stranger === null ? part === "statistics" : stranger !== part) throw otherStore(folder, identities);
  const model = part === "statistics" ? identities.sources : identities.statistics;
  await engines[part].write((q) => writeIdentity(q, model && {...model, isBound: true}));
  return true;
}

async function readIdentities({statistics, sources, accounts}: PartEngines): Promise<Identities> {
  return {
    statistics: await statistics.read(readIdentity),
    sources: await sources.read(readIdentity),
    accounts: await accounts.read(readIdentity),
  };
}

/** A binding that was begun may have reached all, some or none of the other parts. */
function isOneStore({statistics, sources, accounts}: Identities): boolean {
  const isBegun = statistics?.isBound === false;
  return [sources, accounts].every((identity) => idOf(identity) === idOf(statistics) || (isBegun && identity === null));
}

/** The one part that differs from the other two; null: all differ. */
function strangerOf(identities: Identities): StorePart | null {
  const agrees = (part: StorePart): boolean =>
    PARTS.some((one) => one !== part && idOf(identities[one]) === idOf(identities[part]));
  const alone = PARTS.filter((part) => !agrees(part));
  return alone.length === 1 ? alone[0]! : null;
}

function otherStore(folder: string, identities: Identities): Refusal {
  const stranger = strangerOf(identities);
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

function idOf(identity: Identity | null): string {
  return identity === null ? "none" : `${identity.first} ${identity.second}`;
}

function* readIdentity(q: Queries): Script<Identity | null> {
  const first = yield* readPragma(q, "application_id");
  const second = yield* readPragma(q, "user_version");
  return first === 0 ? null : {first: Math.abs(first), second, isBound: first < 0};
}

function* writeIdentity(q: Queries, identity: Identity | null): Script<void> {
  const {first, second, isBound} = identity ?? {first: 0, second: 0, isBound: false};
  yield* all(sql`${sql.raw(`pragma application_id = ${isBound ? -first : first}`)}`.compile(q.db));
  yield* all(sql`${sql.raw(`pragma user_version = ${second}`)}`.compile(q.db));
}

function* bind(q: Queries, identity: Identity): Script<void> {
  if ((yield* readIdentity(q)) === null) yield* writeIdentity(q, identity);
}

function* readPragma(q: Queries, name: string): Script<number> {
  const row = yield* one(sql<Record<string, number>>`${sql.raw(`pragma ${name}`)}`.compile(q.db));
  return row![name]!;
}
