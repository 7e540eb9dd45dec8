// Commands on a PostgreSQL that refuse or fail: one line that says why and what to do, and never "this should not happen".
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import pg from "pg";
import {ryad} from "../command.ts";
import {PROJECT} from "../warehouse.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

test("a number that no column can hold is refused as one that nothing has [command.number]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await warehouse.createToken("free");
  for (const number of ["2147483647", "2147483648", "99999999999", "999999999999999999999"]) {
    const revoked = await warehouse.ryad("token", "revoke", number);
    assert.deepEqual([revoked.code, revoked.stderr.split("\n")[0]], [1, `ryad: there is no token ${number}`]);
    const withdrawn = await warehouse.ryad("release", "withdraw", number);
    assert.deepEqual([withdrawn.code, withdrawn.stderr.split("\n")[0]], [1, `ryad: there is no release ${number}`]);
  }
});

test("a command that the database does not answer says so, and when to call again [command.outage]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await warehouse.createToken("free");
  await warehouse.ask("alter database ryad set statement_timeout = '1s'");
  const blocker = new pg.Client({connectionString: warehouse.databaseUrl});
  await blocker.connect();
  await blocker.query("begin; lock table token in access exclusive mode");
  const {code, stderr} = await warehouse.ryad("token", "revoke", "1");
  await blocker.end();
  assert.equal(code, 1);
  assert.match(stderr, /^ryad: the store can't be reached: .*\ncall again when the database answers/);
  assert.equal((await warehouse.ryad("token", "revoke", "1")).code, 0);
});

test("a command that finds the disk of the database full says so, and loads once there is space [command.outage]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await warehouse.createToken("free");
  // what the engine raises when a file can't grow
  await warehouse.ask(`create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await warehouse.ask("create trigger no_space before insert on history execute function no_space()");
  const sample = join(PROJECT, "samples/key_rate");
  const {code, stderr} = await warehouse.ryad("load", sample);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^ryad: the store can't be written, because its disk is full: .*\nfree some space on the disk of/m,
  );
  await warehouse.ask("drop trigger no_space on history");
  assert.equal((await warehouse.ryad("load", sample)).code, 0);
});

test("a user of the database who may not change the schema is told so by migrate, and loads and serves all the same [command.database-rights]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const token = await warehouse.createToken("free");
  const page = await readFile(new URL("../../docs/scaling.md", import.meta.url), "utf8");
  const [, rights] = /```sql\n(create role ryad_server .*?)```/s.exec(page)!;
  await warehouse.ask(rights!.replaceAll("for role ryad ", "for role postgres "));
  const plain = {RYAD_DATABASE_URL: warehouse.databaseUrl.replace("postgres@", "ryad_server@")};
  const {code, stderr} = await ryad(["migrate"], plain);
  assert.equal(code, 1);
  assert.match(stderr, /^ryad: the database does not allow this to its user: .*\nthe owner of the database/);
  const served = await (await warehouse.serve(plain)).get("/api/v1/reference/datasets", token);
  assert.equal(served.status, 200);
  assert.equal((await ryad(["token", "create", "--email", "a@example.org"], plain)).code, 0);
});
