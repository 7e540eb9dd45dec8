// The pages of one dataset that are not applied yet, in a file: a follower that dies goes on behind the last whole page, and pays for none twice.
//
// A line is a page with the cursor before it and the cursor behind it. A file that does not begin at the stored cursor is of an older pull and
// is forgotten, and so is a last line that is cut off.

import {hash} from "node:crypto";
import {closeSync, mkdirSync, openSync, rmSync, truncateSync, writeSync} from "node:fs";
import {join} from "node:path";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import {readFileLines} from "./lines.ts";

export interface SpooledPage {
  readonly from: string;
  readonly to: string;
  readonly hasMore: boolean;
  readonly items: readonly unknown[];
}

export interface Spool {
  /** Where the next page begins. */
  readonly next: string;
  /** The last page had no more behind it. */
  readonly isExact: boolean;
  /** Of all pages. */
  readonly items: number;
  add(page: SpooledPage): void;
  pages(): Iterable<SpooledPage>;
  /** The pages are applied, or useless. */
  remove(): void;
}

/** The cursor of everything. */
export const START = "start";

/** The cursors before the first waiting page and behind the last one. */
export interface WaitingPages {
  readonly from: string;
  readonly to: string;
}

/** null: no page waits. Nothing is forgotten by this look. */
export function findWaiting(dataFolder: string, address: DatasetAddress): WaitingPages | null {
  const cursors: string[] = [];
  for (const {page} of readPages(spoolPath(dataFolder, address))) {
    if (page === null || page.from !== (cursors.at(-1) ?? page.from)) break;
    cursors.push(...(cursors.length === 0 ? [page.from, page.to] : [page.to]));
  }
  return cursors.length === 0 ? null : {from: cursors[0]!, to: cursors.at(-1)!};
}

function spoolPath(dataFolder: string, address: DatasetAddress): string {
  return waitingPath(dataFolder, address, "ndjson");
}

/** The path of what waits of a dataset. @param ending says what it is */
export function waitingPath(dataFolder: string, {provider, dataset}: DatasetAddress, ending: string): string {
  return join(dataFolder, "pull", `${hash("sha256", `${provider}/${dataset}`).slice(0, 32)}.${ending}`);
}

/** @param from the stored cursor, or START */
export function openSpool(dataFolder: string, address: DatasetAddress, from: string): Spool {
  mkdirSync(join(dataFolder, "pull"), {recursive: true, mode: 0o700});
  const path = spoolPath(dataFolder, address);
  let [next, isExact, items] = [from, false, 0];
  for (const {page, end} of readPages(path)) {
    if (page === null || page.from !== next) {
      truncateSync(path, end);
      break;
    }
    [next, isExact, items] = [page.to, !page.hasMore, items + page.items.length];
  }
  return {
    get next() {
      return next;
    },
    get isExact() {
      return isExact;
    },
    get items() {
      return items;
    },
    add(page) {
      const descriptor = openSync(path, "a", 0o600);
      try {
        const bytes = Buffer.from(`${JSON.stringify(page)}\n`);
        for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      } finally {
        closeSync(descriptor);
      }
      [next, isExact, items] = [page.to, !page.hasMore, items + page.items.length];
    },
    *pages() {
      for (const {page} of readPages(path)) if (page !== null) yield page;
    },
    remove: () => rmSync(path, {force: true}),
  };
}

/** `end`: where the page begins, and a file without it ends. null: it is no whole page. */
function* readPages(path: string): Generator<{readonly page: SpooledPage | null; readonly end: number}> {
  for (const {bytes, start, isWhole} of readFileLines(path))
    yield {page: isWhole ? parsePage(bytes) : null, end: start};
}

function parsePage(bytes: Buffer): SpooledPage | null {
  try {
    const page = JSON.parse(bytes.toString("utf8")) as SpooledPage;
    return typeof page.from === "string" && Array.isArray(page.items) ? page : null;
  } catch {
    return null;
  }
}
