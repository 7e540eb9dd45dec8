// The conformance suite on SQLite, each test in its own data folder.
import {cpSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after} from "node:test";
import {openStore} from "../open.ts";
import {registerStoreTests} from "./conformance.suite.ts";

const folderOfAll = mkdtempSync(join(tmpdir(), "ryad-store-"));
after(() => rmSync(folderOfAll, {recursive: true, force: true}));

// Made by the first test that asks for it: a file that waits before its tests may be taken for one without tests, beside other files.
let made: Promise<string> | null = null;

async function makeStore(): Promise<string> {
  const dataFolder = join(folderOfAll, "made");
  await (await openStore({dataFolder})).close();
  return dataFolder;
}

registerStoreTests("sqlite", async (wish) => {
  const folder = mkdtempSync(join(folderOfAll, "place-"));
  const dataFolder = join(folder, "data");
  if (wish === "made") {
    made ??= makeStore();
    cpSync(await made, dataFolder, {recursive: true});
  }
  return {
    location: {dataFolder},
    end: async () => rmSync(folder, {recursive: true, force: true}),
  };
});
