// The sample warehouse as `npm start` makes it, in folders of the tests: loaded once, copied for each.
//
// A whole run shares one (RYAD_TEST_SAMPLES), and the first test that needs it makes it while others wait; a single file makes its own. Copies
// have the same token and the same moments of loading: tests of how samples are loaded must not use this.
import {existsSync, mkdirSync, rmSync} from "node:fs";
import {cp, mkdtemp, rename} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {TestContext} from "node:test";
import {prepareSample} from "../src/cli/samples/sample-warehouse.ts";
import {readSettings} from "../src/settings/settings.ts";
import {until} from "../src/work/patience.fixture.ts";
import {temporaryFolder} from "./warehouse.ts";

/** The part of a test context that scripts can provide too. */
export type Ending = Pick<TestContext, "after">;

let loaded: Promise<string> | null = null;

/** Puts the sample warehouse into a folder that is not there yet. */
export async function copySampleTo(dataFolder: string): Promise<void> {
  loaded ??= loadSample();
  await cp(await loaded, dataFolder, {recursive: true});
}

/** The sample warehouse in a folder that goes at the end. */
export async function makeSampleFolder(ending: Ending): Promise<string> {
  const dataFolder = join(await temporaryFolder(ending), "data");
  await copySampleTo(dataFolder);
  return dataFolder;
}

async function loadSample(): Promise<string> {
  const ofRun = process.env["RYAD_TEST_SAMPLES"];
  const own = await mkdtemp(join(tmpdir(), "ryad-sample-"));
  process.once("exit", () => rmSync(own, {recursive: true, force: true}));
  if (ofRun === undefined) return fill(own);
  const begun = `${ofRun}.begun`;
  while (!existsSync(ofRun)) {
    if (isMade(begun)) {
      try {
        await rename(await fill(own), ofRun);
      } finally {
        rmSync(begun, {recursive: true});
      }
    } else await until("another process has the samples", () => existsSync(ofRun) || !existsSync(begun));
  }
  return ofRun;
}

async function fill(dataFolder: string): Promise<string> {
  await prepareSample({...readSettings({}), dataFolder, databaseUrl: null}, () => {});
  return dataFolder;
}

/** false: the folder is there already. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
