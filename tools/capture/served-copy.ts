// A server of any checkout of this program over a copy of a store, with its own accounts: requests never change the store.
//
// It uses only the command, so that the tool of a later commit can send requests to the program of an earlier one.
import {type ChildProcess, execFileSync, spawn} from "node:child_process";
import {once} from "node:events";
import {cpSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {buildStore} from "./built-store.ts";

/** The day for which the status of datasets is computed. */
const TODAY = "2026-11-25";
const PUBLIC_URL = "https://ryad.example.org";

export interface ServedCopy {
  readonly port: number;
  /** Account → its token; null: no token. */
  readonly tokens: ReadonlyMap<string, string | null>;
  stop(): Promise<void>;
}

/**
 * @param checkout whose bin/ryad.js serves
 * @param store its data folder, which is copied; null: the program builds one
 * @param accounts PLAN or PLAN-NAME; `none` has no token, `unknown` has one that does not exist
 */
export async function serveCopy(
  checkout: string,
  store: string | null,
  accounts: readonly string[],
): Promise<ServedCopy> {
  const folder = mkdtempSync(join(tmpdir(), "ryad-capture-"));
  const dataFolder = join(folder, "data");
  const program = join(checkout, "bin/ryad.js");
  const environment = {...process.env, RYAD_DATA: dataFolder, RYAD_TODAY: TODAY, RYAD_PUBLIC_URL: PUBLIC_URL};
  // each request claims another client address, so that the limits of pages for an address are never reached
  const options = {env: {...environment, RYAD_TRUST_PROXY: "127.0.0.1", RYAD_LOG: "error", RYAD_WORKERS: "1"}};
  let child: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    if (child !== null && child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    rmSync(folder, {recursive: true, force: true});
  };
  try {
    if (store === null) buildStore(program, dataFolder);
    else cpSync(store, dataFolder, {recursive: true, filter: (path) => !path.endsWith("serve.lock")});
    const tokens = new Map<string, string | null>(accounts.map((account) => [account, newToken(account)]));
    child = spawn(process.execPath, [program, "serve", "--port", "0"], {
      ...options,
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface(child.stdout!)) {
      const port = /listening on http:\/\/\S+:(\d+)/.exec(line)?.[1];
      if (port !== undefined) return {port: Number(port), tokens, stop};
    }
    throw new Error("the server ended before it listened");
  } catch (error) {
    await stop();
    throw error;
  }

  function newToken(account: string): string | null {
    if (account === "none") return null;
    if (account === "unknown") return "ryad_unknown";
    const plan = account.split("-")[0]!;
    const call = ["token", "create", "--plan", plan, "--email", `capture-${account}@example.org`];
    return execFileSync(process.execPath, [program, ...call], {...options, encoding: "utf8"}).trim();
  }
}
