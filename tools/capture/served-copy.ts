// A server of some checkout of this program over a copy of a store, with accounts of its own: whatever is asked, the store stays as it was.
//
// It is driven by the command alone, so that the program of an earlier commit can be asked by the tool of a later one.
import {type ChildProcess, execFileSync, spawn} from "node:child_process";
import {once} from "node:events";
import {cpSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {unpackStores} from "../../test/upgrades/fixture.ts";

/** The day on which datasets are judged. */
const TODAY = "2026-11-25";
const PUBLIC_URL = "https://ryad.example.org";

export interface ServedCopy {
  readonly port: number;
  /** Account → its token; null: it has none. */
  readonly tokens: ReadonlyMap<string, string | null>;
  stop(): Promise<void>;
}

/**
 * @param checkout whose bin/ryad.js serves
 * @param fill puts the store into the folder that is served
 * @param accounts PLAN or PLAN-NAME; `none` has no token, `unknown` one that was never given out
 */
export async function serveCopy(
  checkout: string,
  fill: (dataFolder: string) => void,
  accounts: readonly string[],
): Promise<ServedCopy> {
  const folder = mkdtempSync(join(tmpdir(), "ryad-capture-"));
  const dataFolder = join(folder, "data");
  const program = join(checkout, "bin/ryad.js");
  const environment = {...process.env, RYAD_DATA: dataFolder, RYAD_TODAY: TODAY, RYAD_PUBLIC_URL: PUBLIC_URL};
  // each request says that it comes from another address: what a page allows an address in a minute never runs out
  const options = {env: {...environment, RYAD_TRUST_PROXY: "127.0.0.1", RYAD_LOG: "error"}};
  let child: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    if (child !== null && child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    rmSync(folder, {recursive: true, force: true});
  };
  try {
    fill(dataFolder);
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

/** Puts a copy of a data folder into another; null: the store of test/upgrades. */
export function copyStore(dataFolder: string | null, to: string): void {
  if (dataFolder !== null) {
    cpSync(dataFolder, to, {recursive: true, filter: (path) => !path.endsWith("serve.lock")});
    return;
  }
  const unpacked = mkdtempSync(join(tmpdir(), "ryad-capture-"));
  try {
    unpackStores(unpacked);
    cpSync(join(unpacked, "data"), to, {recursive: true});
  } finally {
    rmSync(unpacked, {recursive: true, force: true});
  }
}
