// Addresses among the paths of `ryad load` and `ryad describe`, each as a file in a temporary folder while the command runs.
//
// The file is gone when the command ends, so whatever is said of it names its address.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fetchOnce, isWebAddress} from "../../fetch/run/fetch-once.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Call} from "../command.ts";
import {withProgress} from "../terminal/progress.ts";
import {agentOf} from "./user-agent.ts";

/** Days of publication of fetched files by their servers, YYYY-MM-DD, by path: for files that do not say their own. */
export type ServerDays = ReadonlyMap<string, string>;

/**
 * Calls `work` with the call in which each address is the path of its file, and with these paths.
 * @throws FetchProblem for the first that gives none
 */
export async function withWebFiles<T>(
  call: Call,
  work: (local: Call, days: ServerDays, fetched: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const folders: string[] = [];
  const days = new Map<string, string>();
  const addresses = new Map<string, string>();
  const named = (text: string): string => {
    for (const [path, address] of addresses) text = text.replaceAll(path, address);
    return text;
  };
  try {
    const positionals: string[] = [];
    for (const path of call.positionals) {
      if (!isWebAddress(path)) {
        positionals.push(path);
        continue;
      }
      const folder = mkdtempSync(join(tmpdir(), "ryad-fetch-"));
      folders.push(folder);
      const fetched = await withProgress(path, (onProgress) =>
        fetchOnce(path, {folder, agent: agentOf(call.settings), onProgress}),
      );
      if (fetched.modifiedDay !== null) days.set(fetched.path, fetched.modifiedDay);
      addresses.set(fetched.path, path);
      positionals.push(fetched.path);
    }
    const say = (line: string): void => call.say(named(line));
    const note = (line: string): void => call.note(named(line));
    return await work({...call, positionals, say, note}, days, new Set(addresses.keys()));
  } catch (error) {
    if (!(error instanceof Refusal) || addresses.size === 0) throw error;
    throw new Refusal(named(error.message), error.hint === null ? null : named(error.hint));
  } finally {
    for (const folder of folders) rmSync(folder, {recursive: true, force: true});
  }
}
