// The api over the sample warehouse in this process, on each engine: subjects that send requests at random share it.
import {randomUUID} from "node:crypto";
import {prepareSample} from "../../src/cli/samples/sample-warehouse.ts";
import {readSettings} from "../../src/settings/settings.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import {type Api, createApi, readAnswer} from "../../test/api/client.ts";
import {createToken, serve} from "../../test/command.ts";
import {type Ending, makeSampleFolder} from "../../test/sample-folder.ts";
import {temporaryFolder} from "../../test/warehouse.ts";
import type {TrustOptions, TrustReport} from "../subject.ts";

export type Engine = "SQLite" | "PostgreSQL";

type Row = Readonly<Record<string, string | number>>;

type Attack = (
  api: Api,
  engine: Engine,
  options: TrustOptions,
  failures: string[],
) => Promise<{readonly tried: number; readonly row: Row}>;

/** An attack on the embedded store, and on PostgreSQL where there is one. */
export async function onEngines(options: TrustOptions, attack: Attack): Promise<TrustReport> {
  const failures: string[] = [];
  const rows: Row[] = [];
  let tried = 0;
  for (const engine of ["SQLite", "PostgreSQL"] as const) {
    if (options.words.length > 0 && !options.words.some((word) => engine.toLowerCase().includes(word))) continue;
    const ends: (() => unknown)[] = [];
    try {
      const api = await openApi(engine, {after: (end) => void ends.push(end as () => unknown)});
      if (api === null) continue;
      const done = await attack(api, engine, options, failures);
      tried += done.tried;
      rows.push(done.row);
    } finally {
      for (const end of ends.reverse()) await end();
    }
  }
  return {tried, failures, rows};
}

/** The part of an api that a server in processes of its own has too. */
export type ServedApi = Pick<Api, "ask" | "clock" | "createToken" | "store">;

/** A server of the command over the sample warehouse. Its clock is that of the machine: `clock` only says what the test takes for now. */
export async function withServedApi<T>(
  environment: Readonly<Record<string, string>>,
  use: (api: ServedApi) => Promise<T>,
): Promise<T> {
  const ends: (() => unknown)[] = [];
  const scope: Ending = {after: (end) => void ends.push(end as () => unknown)};
  try {
    const dataFolder = await makeSampleFolder(scope);
    const {origin} = await serve(scope, dataFolder, environment);
    const store = await openStore({dataFolder});
    scope.after(() => store.close());
    const newToken = (plan: string): Promise<string> => createToken(dataFolder, plan, `${randomUUID()}@example.org`);
    const token = await newToken("owner");
    return await use({
      store,
      clock: {now: new Date()},
      createToken: newToken,
      async ask(method, path, headers = {}) {
        const answer = await fetch(origin + path, {
          method,
          headers: {"accept-encoding": "identity", "x-api-key": token, ...headers},
        });
        const raw = Buffer.from(await answer.arrayBuffer());
        return readAnswer(answer.status, Object.fromEntries(answer.headers), raw);
      },
    });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** null: there is no PostgreSQL for this platform. */
async function openApi(engine: Engine, scope: Ending): Promise<Api | null> {
  const now = new Date();
  if (engine === "SQLite") {
    const store = await openStore({dataFolder: await makeSampleFolder(scope)});
    scope.after(() => store.close());
    return await createApi(scope, store, {now});
  }
  const postgres = await startPostgres();
  if (postgres === null) return null;
  scope.after(() => postgres.stop());
  const databaseUrl = await postgres.newDatabase();
  // Its token is written there.
  const dataFolder = await temporaryFolder(scope);
  await prepareSample({...readSettings({}), databaseUrl, dataFolder}, () => {});
  const store = await openStore({databaseUrl});
  scope.after(() => store.close());
  return await createApi(scope, store, {now});
}
