// A warehouse of one test: a temporary data folder, tidy packages written into it, and where the publishers' files are.
import {cpSync, existsSync, rmSync} from "node:fs";
import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {openStore, type Store} from "../src/store/open.ts";

export const PROJECT = fileURLToPath(new URL("..", import.meta.url));
export const SHARED_DATA = join(PROJECT, "../shared/data");
/** For `test(title, {skip: …})`: the publishers' files are not part of the project. */
export const NEEDS_SHARED_DATA = existsSync(SHARED_DATA) ? false : "needs ../shared/data";

/** A test, or whatever else says when it is over. */
export interface Scope {
  after(end: () => Promise<void>): void;
}

/**
 * A folder that goes when the test is over, or at the end of the process.
 *
 * What a test does at its end runs in the order in which it was said, and a failure there leaves the rest undone. So the folder goes while
 * a server that was started in it still runs and may write: then it must not fail, or nobody stops that server and the run hangs.
 */
export async function temporaryFolder(t: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ryad-test-"));
  if (!isEndWatched) process.once("exit", () => remaining.forEach(removeNow));
  isEndWatched = true;
  remaining.add(folder);
  t.after(() =>
    rm(folder, {recursive: true, force: true}).then(
      () => void remaining.delete(folder),
      () => {},
    ),
  );
  return folder;
}

let isEndWatched = false;
const remaining = new Set<string>();
const removeNow = (folder: string): void => rmSync(folder, {recursive: true, force: true});

/** An open store in a folder of its own, closed when the test is over: a copy of an empty one, which the first test makes. */
export async function temporaryStore(t: Scope): Promise<{store: Store; dataFolder: string}> {
  const dataFolder = await temporaryFolder(t);
  empty ??= makeEmptyStore();
  cpSync(await empty, dataFolder, {recursive: true});
  const store = await openStore({dataFolder});
  t.after(() => store.close());
  return {store, dataFolder};
}

let empty: Promise<string> | null = null;

async function makeEmptyStore(): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), "ryad-empty-"));
  process.once("exit", () => rmSync(dataFolder, {recursive: true, force: true}));
  await (await openStore({dataFolder})).close();
  return dataFolder;
}

/** Writes a tidy package; `rows` are lines of observations.csv without the header. Gives its folder. */
export async function writePackage(
  folder: string,
  metadata: object,
  header: string,
  rows: readonly string[],
): Promise<string> {
  await mkdir(folder, {recursive: true});
  await writeFile(join(folder, "dataset.json"), JSON.stringify(metadata));
  await writeFile(join(folder, "observations.csv"), [header, ...rows, ""].join("\n"));
  return folder;
}
