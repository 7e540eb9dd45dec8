// A visit to a source: its connections, its folder of files, and requests in the pace that the source and its hosts want.
import {mkdirSync, mkdtempSync, readdirSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {setTimeout as delay} from "node:timers/promises";
import type {FetchAttempt} from "../../store/fetches/attempt.ts";
import {reserveHost} from "../../store/fetches/pace.ts";
import type {Store} from "../../store/open.ts";
import type {FetchVisit} from "../acquire/acquired-file.ts";
import {writtenAddresses} from "../acquire/targets.ts";
import {openConnections} from "../http/connections.ts";
import {exchange} from "../http/exchange.ts";
import {conditionsFor} from "../judge/known-content.ts";
import {dayIn} from "../sources/due.ts";
import {type FetchSource, termsOf} from "../sources/source.ts";

/** What a run of a source has from its program. */
export interface FetchOptions {
  readonly store: Store;
  /** From which the paths of a source count: the folder of sources.yaml. */
  readonly folder: string;
  /** User-Agent of sources that name none. */
  readonly agent: string;
  /** The clock. */
  readonly now: () => Date;
  /** Bytes of the present file that are received or read, and of all of it. */
  readonly onProgress: (done: number, total: number) => void;
}

export interface OpenVisit extends FetchVisit {
  close(): Promise<void>;
}

/** @param attempts earlier ones of the source. @param isAgain nothing is asked conditionally. @throws Refusal for a file of certificates */
export function openSourceVisit(
  options: FetchOptions,
  source: FetchSource,
  {attempts, reading, isAgain}: {attempts: readonly FetchAttempt[]; reading: string; isAgain: boolean},
): OpenVisit {
  const {pause, seconds, bytes} = termsOf(source);
  const {proxy = null, ca} = source.through ?? {};
  const connections = openConnections({
    proxy,
    ca: ca === undefined ? null : resolve(options.folder, ca),
    written: writtenAddresses(source),
    seconds,
  });
  removeLeftovers();
  const work = mkdtempSync(join(tmpdir(), PREFIX));
  let folders = 0;
  return {
    today: dayIn(source.when?.zone ?? "UTC", options.now()),
    folder: options.folder,
    makeFolder() {
      const folder = join(work, String(folders++));
      mkdirSync(folder);
      return folder;
    },
    async request(wanted, file, most = bytes) {
      await waitForHost(options.store, new URL(wanted.address).host, pause * 1000);
      const headers = {"user-agent": source.polite?.agent ?? options.agent, ...wanted.headers};
      const limits = {bytes: Math.min(most, bytes), seconds};
      return await exchange(connections, {...wanted, headers, file, limits, onProgress: options.onProgress});
    },
    conditions: (address) => (isAgain ? {} : conditionsFor(attempts, address, reading)),
    async close() {
      await connections.close();
      rmSync(work, {recursive: true, force: true});
    },
  };
}

/** By the clock of the machine: a simulated day has no pace. */
async function waitForHost(store: Store, host: string, pause: number): Promise<void> {
  const now = Date.now();
  const free = await store.sources.write((q) => reserveHost(q, host, now, pause));
  if (free > now) await delay(free - now);
}

const PREFIX = "ryad-fetch-";
/** No run lasts that long. */
const LEFTOVER_MS = 2 * 86_400_000;

/** A run that was killed left its folder; the bytes are in the archive, or are fetched again. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    const found = name.startsWith(PREFIX) ? statSync(path, {throwIfNoEntry: false}) : undefined;
    if (found !== undefined && Date.now() - found.mtimeMs > LEFTOVER_MS) rmSync(path, {recursive: true, force: true});
  }
}
