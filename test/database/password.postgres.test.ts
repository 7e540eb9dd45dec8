// A password with signs that mean something in an address.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {test} from "node:test";
import {ryadProgram} from "../command.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

const PASSWORD = `p@ss/w#1 %:?&=+'"\\$x`;

test("a password with any sign works as PGPASSWORD, and percent-encoded in the address; as it is in the address it gets into no message [serve.database-password]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const [hba] = await warehouse.ask("show hba_file");
  const rules = readFileSync(hba!["hba_file"]!, "utf8");
  writeFileSync(hba!["hba_file"]!, `host all keeper all scram-sha-256\nlocal all keeper scram-sha-256\n${rules}`);
  await warehouse.ask(`create role keeper login password '${PASSWORD.replaceAll("'", "''")}'`);
  await warehouse.ask("create database kept owner keeper");
  await warehouse.ask("select pg_reload_conf()");

  const address = new URL(warehouse.databaseUrl);
  address.username = "keeper";
  address.pathname = "/kept";
  const asPassword = {RYAD_DATABASE_URL: address.href, PGPASSWORD: PASSWORD};
  const made = await ryadProgram(["migrate"], asPassword);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  assert.equal((await ryadProgram(["token", "list"], {...asPassword, PGPASSWORD: "wrong"})).code, 1);

  const [, beside] = address.href.split("keeper@");
  const written = (password: string) => ({RYAD_DATABASE_URL: `postgres://keeper:${password}@${beside}`});
  const encoded = await ryadProgram(["token", "list"], written(encodeURIComponent(PASSWORD)));
  assert.deepEqual([encoded.code, encoded.stderr], [0, ""]);
  for (const raw of ["p@ss/w#1", "p@ss", "pa#ss"]) {
    const {code, stderr} = await ryadProgram(["token", "list"], written(raw));
    assert.equal(code, 1, raw);
    assert.doesNotMatch(stderr, /ENOTFOUND|\bss\b|w#1/, raw);
    assert.match(stderr, /percent-encoded, or PGPASSWORD/, raw);
  }
});
