// The faults of publishers, on PostgreSQL.
import {after} from "node:test";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {registerFetchFaultTests} from "./fetch-faults.suite.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());

if (postgres !== null) registerFetchFaultTests("postgres", () => postgres.newDatabase());
