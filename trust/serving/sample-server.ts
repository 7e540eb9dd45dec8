// The whole program over the sample warehouse, on each engine, with its memory and its descriptors.
import {readdirSync} from "node:fs";
import {createInterface} from "node:readline";
import {prepareSample} from "../../src/cli/samples/sample-warehouse.ts";
import {readSettings} from "../../src/settings/settings.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {createTokenAt, type Served, serve} from "../../test/command.ts";
import {type Ending, makeSampleFolder} from "../../test/sample-folder.ts";
import {temporaryFolder} from "../../test/warehouse.ts";
import type {Engine} from "../requests/sample-api.ts";

export interface SampleServer extends Served {
  readonly dataFolder: string;
  createToken(plan: string, email: string): Promise<string>;
  /** Bytes after a collection of garbage: of objects and buffers, and of the process. */
  memory(): Promise<{readonly own: number; readonly process: number}>;
  /** Open files and sockets. */
  descriptors(): number;
}

const PROBE = `--import=${new URL("memory-probe.ts", import.meta.url).href}`;
const TODAY = "2026-07-01";

/** null: there is no PostgreSQL for this platform. */
export async function serveSample(engine: Engine, scope: Ending): Promise<SampleServer | null> {
  const postgres = engine === "SQLite" ? null : await startPostgres();
  if (engine === "PostgreSQL" && postgres === null) return null;
  scope.after(() => postgres?.stop());
  const databaseUrl = (await postgres?.newDatabase()) ?? null;
  const dataFolder = databaseUrl === null ? await makeSampleFolder(scope) : await temporaryFolder(scope);
  if (databaseUrl !== null) await prepareSample({...readSettings({}), databaseUrl, dataFolder}, () => {});
  const environment = {RYAD_TODAY: TODAY, NODE_OPTIONS: PROBE, ...(databaseUrl && {RYAD_DATABASE_URL: databaseUrl})};
  const served = await serve(scope, dataFolder, environment);
  const lines = createInterface(served.process.stderr!);
  return {
    ...served,
    dataFolder,
    createToken: (plan, email) => createTokenAt(databaseUrl === null ? {dataFolder} : {databaseUrl}, plan, email),
    async memory() {
      const {promise, resolve} = Promise.withResolvers<{own: number; process: number}>();
      const read = (line: string): void => {
        const [, own, all] = /^memory (\d+) (\d+)$/.exec(line) ?? [];
        if (own !== undefined) resolve({own: Number(own), process: Number(all)});
      };
      lines.on("line", read);
      served.process.kill("SIGUSR2");
      const found = await promise;
      lines.off("line", read);
      return found;
    },
    descriptors: () => readdirSync(`/proc/${served.process.pid}/fd`).length,
  };
}
