// One cell changed by hand, in each column of each table: the deep check names it, or docs/check.md says why it is not compared.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {type TestContext, test} from "node:test";
import {setImmediate} from "node:timers/promises";
import {withdrawRelease} from "../src/load/change/dataset-change.ts";
import {discardHeldRun} from "../src/load/held-release.ts";
import {loadPath} from "../src/load/run.ts";
import {emissMessage, NO_HINTS} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {verifyStore} from "../src/load/verify/verification.ts";
import {ensureAccount} from "../src/store/accounts/account.ts";
import {insertContactMessage} from "../src/store/accounts/contact-message.ts";
import {ensureSecret, insertSession, insertSignInLink} from "../src/store/accounts/sign-in.ts";
import {insertToken} from "../src/store/accounts/token.ts";
import {countAttempt, countRequest} from "../src/store/accounts/windows.ts";
import {PARTS} from "../src/store/migrations/migration.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {PROJECT, temporaryFolder, writePackage} from "./warehouse.ts";

test("a cell changed by hand is named by check --deep in every column but those that docs/check.md lists with a reason [command.check-cells]", async (t) => {
  const folder = join(await temporaryFolder(t), "data");
  await fill(t, folder);
  const store = await openStore({dataFolder: folder});
  t.after(() => store.close());
  assert.deepEqual(await findings(store), []);
  const listed = listedColumns();
  const [silent, found, empty]: [string[], string[], string[]] = [[], [], []];
  for (const part of PARTS) {
    const db = new DatabaseSync(join(folder, `${part}.db`));
    t.after(() => db.close());
    for (const column of columnsOf(db)) {
      if (listed.has(column.name)) continue;
      const rows = edgeRows(db, column);
      if (rows.length === 0) empty.push(column.name);
      for (const row of rows) {
        const back = change(db, column, row);
        const isNamed = await hasFinding(store);
        back();
        (isNamed ? found : silent).push(`${column.name} of ${row.rowText}`);
      }
    }
  }
  assert.deepEqual(empty, []);
  assert.deepEqual(silent, []);
  assert.deepEqual(await findings(store), []);
  assert.ok(found.length > 150, String(found.length));
  t.diagnostic(
    `${found.length} cells of ${new Set(found.map((one) => one.split(" ")[0])).size} columns, ${listed.size} columns listed`,
  );
});

test("docs/check.md lists only columns that there are, each with a reason [command.check-cells]", async (t) => {
  const folder = join(await temporaryFolder(t), "data");
  await (await openStore({dataFolder: folder})).close();
  const names = PARTS.flatMap((part) => {
    const db = new DatabaseSync(join(folder, `${part}.db`), {readOnly: true});
    const columns = columnsOf(db).map(({name}) => name);
    db.close();
    return columns;
  });
  const listed = listedColumns();
  assert.deepEqual(
    [...listed.keys()].filter((name) => !names.includes(name)),
    [],
  );
  assert.ok([...listed.values()].every((reason) => reason.length > 20));
});

async function findings(store: Store): Promise<string[]> {
  // the reads of one tick see one state
  await setImmediate();
  const said: string[] = [];
  await verifyStore(store, {deep: true, memoryLimit: 2 ** 24, onFinding: (finding) => said.push(finding)});
  return said;
}

/** Whether the check has any finding; the first one ends it. */
async function hasFinding(store: Store): Promise<boolean> {
  await setImmediate();
  const named = new Error("a finding");
  const onFinding = (): never => {
    throw named;
  };
  try {
    await verifyStore(store, {deep: true, memoryLimit: 2 ** 24, onFinding});
    return false;
  } catch (error) {
    if (error === named) return true;
    throw error;
  }
}

/** Column → reason, from the table of the page. */
function listedColumns(): Map<string, string> {
  const page = readFileSync(join(PROJECT, "docs/check.md"), "utf8");
  const rows = page.split("\n").flatMap((line) => {
    const cells = /^\| (`.+`) \| (.+) \|$/.exec(line);
    return cells === null ? [] : [{columns: cells[1]!, reason: cells[2]!}];
  });
  return new Map(
    rows.flatMap(({columns, reason}) => Array.from(columns.matchAll(/`([\w.]+)`/g), ([, name]) => [name!, reason])),
  );
}

interface Column {
  /** table.column */
  readonly name: string;
  readonly table: string;
  readonly column: string;
}

function columnsOf(db: DatabaseSync): Column[] {
  return db
    .prepare(
      `select t.name as "table", c.name as "column" from sqlite_master as t join pragma_table_info(t.name) as c
       where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' order by t.name, c.cid`,
    )
    .all()
    .map((row) => {
      const {table, column} = row as {table: string; column: string};
      return {name: `${table}.${column}`, table, column};
    });
}

interface EdgeRow {
  readonly row: Readonly<Record<string, unknown>>;
  readonly rowText: string;
}

/** The first row and the last one; for a column that may be null the first with a value. */
function edgeRows(db: DatabaseSync, {table, column}: Column): EdgeRow[] {
  const rows = db.prepare(`select * from "${table}"`).all() as Record<string, unknown>[];
  const edges = new Set(
    [rows[0], rows.at(-1), rows.find((row) => row[column] !== null)].filter((row) => row !== undefined),
  );
  return [...edges].map((row) => ({row, rowText: JSON.stringify(row).slice(0, 120)}));
}

/** Changes the cell; the function given undoes it. */
function change(db: DatabaseSync, {table, column}: Column, {row}: EdgeRow): () => void {
  const others = Object.keys(row).filter((name) => name !== column && !(row[name] instanceof Uint8Array));
  const where = others.map((name) => `"${name}" is ?`).join(" and ") || "true";
  const set = db.prepare(`update "${table}" set "${column}" = ? where "${column}" is ? and ${where}`);
  const rest = others.map((name) => row[name]) as string[];
  const old = row[column] as string;
  for (const other of otherValues(db, table, column, old) as string[]) {
    try {
      assert.equal(set.run(other, old, ...rest).changes, 1, `${table}.${column}`);
      return () => assert.equal(set.run(old, other, ...rest).changes, 1);
    } catch (error) {
      // another row has this key
      if ((error as {errstr?: string}).errstr !== "constraint failed") throw error;
    }
  }
  throw new Error(`no other value fits into ${table}.${column}`);
}

/** Other values of the same form, of which one fits. */
function otherValues(db: DatabaseSync, table: string, column: string, value: unknown): unknown[] {
  if (typeof value === "number") return value === 0 || value === 1 ? [1 - value, value + 97] : [value + 97];
  if (value instanceof Uint8Array) {
    const bytes = Uint8Array.from(value);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    return [bytes];
  }
  if (value === null) {
    const type = db.prepare("select type from pragma_table_info(?) where name = ?").get(table, column) as {
      type: string;
    };
    return type.type.toLowerCase() === "text" ? ["2024-01-01"] : [1];
  }
  return [otherText(value as string)];
}

function otherText(text: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(Date.parse(text) + 1).toISOString();
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, 10);
  if (/@\d+$/.test(text))
    return text.replace(/\d+$/, (version) => (version === "1" ? "2" : String(Number(version) - 1)));
  if (/^[[{]/.test(text))
    return text.replace(/(?:null|[\p{L}\d])(?=[^\p{L}\d]*$)/u, (last) =>
      last === "null" ? '"8"' : last === "8" ? "9" : "8",
    );
  if (/^[\da-f]{64}$/.test(text)) return text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");
  return text === "" ? "x" : `${text.slice(0, -1)}${text.endsWith("8") ? "9" : "8"}`;
}

const METADATA = {
  provider: "showdata",
  dataset: "cells",
  name: "Cells (not official)",
  source_url: "https://example.org/cells",
  next_release: "2024-05-10",
  indicators: [{code: "x", label: "Price", concept: "price", description: "of bread", synonyms: ["cost"]}],
  classes: [
    {code: "01", name: "Bread", note: "white"},
    {code: "02", name: "Loaf", note: null},
  ],
  units: [{code: "RUB", name: "rouble", name_en: "Russian rouble", okei: "383", mult: 1}],
  geo: [{code: "643-2", name: "Российская Федерация (другая)", level: "country", canonical: "RU-00"}],
  methodology: {coverage: "all", exclusions: "none", classifier: "own", text: "counted"},
  notes: [{text: "of the whole"}, {text: "of bread", class: "01"}],
  related: [{provider: "showdata", dataset: "other", relation: "era", splice: false, note: "before"}],
  continuity: [{from: "01", to: "02", period: "2024-02", note: "renamed"}],
  weeks: [{year: 2024, week: 2, date: "2024-01-09"}],
};

/** Enough classes to be stored in pieces. */
const LONG_LIST = [
  ...METADATA.classes,
  ...Array.from({length: 600}, (_, at) => ({code: `${at}a`, name: `Class ${at}`})),
];

/** A publisher's list of two indicators, of which the second is no more kept. */
const LISTING = `name,url,excluded,department,group_level_2,group_level_3,group_level_4,group_level_5,group_level_6,date_of_update
Цена хлеба,https://fedstat.ru/indicator/1,0,1. Росстат,1.1. Цены,,,,,18988
Цена молока,https://fedstat.ru/indicator/2,1,1. Росстат,1.1. Цены,,,,,18988
`;

async function fill(t: TestContext, dataFolder: string): Promise<void> {
  const store = await openStore({dataFolder});
  const packages = await temporaryFolder(t);
  const load = async (day: string, metadata: object, ...rows: string[]) => {
    const all = {...METADATA, ...metadata, published_at: day};
    const path = await writePackage(
      join(packages, `${all.dataset}-${day}`),
      all,
      "indicator,class,geo,freq,period,week,value",
      rows,
    );
    await loadPath(store, path, NO_HINTS);
  };
  const rows = (value: string) => [
    `x,01,643-2,M,2024-01,,${value}`,
    `x,02,643-2,M,2024-02,,2`,
    `x,01,030,M,2024-01,,${value}`,
    `x,01,030,M,2024-02,,…`,
    `x,01,643-2,W,,2024-W02,7`,
  ];
  await load("2024-02-10", {}, ...rows("1"));
  await load("2024-03-10", {}, ...rows("1.5"));
  await load("2024-04-10", {}, ...rows("3"));
  const code = {provider: "showdata", dataset: "cells"};
  await withdrawRelease(store, code, 3, {now: () => new Date(), memoryLimit: 2 ** 24});
  await load("2024-02-11", {dataset: "dropped", weeks: []}, "x,01,643-2,M,2024-01,,1");
  await load("2024-02-12", {dataset: "long", weeks: [], classes: LONG_LIST}, "x,01,643-2,M,2024-01,,1");
  for (const name of ["held", "discarded"]) {
    const path = join(packages, `${name}.xml`);
    await writeFile(
      path,
      emissMessage({indicator: name === "held" ? "31074" : "31075", series: [{observations: [["2020", "12,x"]]}]}),
    );
    const {held} = await loadPath(store, path, NO_HINTS);
    if (name === "discarded") await discardHeldRun(store, held!.run, {by: "she", reason: ""}, new Date());
  }
  const listing = join(packages, "fedstatAPIr_indicators.csv");
  await writeFile(listing, LISTING);
  await loadPath(store, listing, NO_HINTS);
  await fillAccounts(store);
  await store.close();
}

async function fillAccounts(store: Store): Promise<void> {
  const now = "2024-05-01T00:00:00.000Z";
  const later = "2124-05-01T00:00:00.000Z";
  await store.accounts.write(function* (q) {
    const {id: accountId} = yield* ensureAccount(q, "a@example.org", null, now);
    yield* insertToken(q, {accountId, fingerprint: "a".repeat(64), name: "mine", now});
    yield* insertSignInLink(q, {fingerprint: "b".repeat(64), email: "a@example.org", now, expiresAt: later});
    yield* insertSession(q, {fingerprint: "c".repeat(64), accountId, now, expiresAt: later});
    yield* ensureSecret(q, "form", "secret");
    yield* insertContactMessage(q, {receivedAt: now, email: "a@example.org", name: "A", message: "hello"});
    yield* countRequest(q, accountId, 1000);
    yield* countAttempt(q, "subject", 1000, 1000);
  });
  await store.charges.charge({accountId: 1, month: "2024-05", day: "2024-05-01", values: 3, limit: null});
}
