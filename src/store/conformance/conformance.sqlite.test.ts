// The conformance suite on SQLite, each test in its own data folder.
import {cpSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after} from "node:test";
import {openStore} from "../open.ts";
import {registerStoreTests} from "./conformance.suite.ts";

const folderOfAll = mkdtempSync(join(tmpdir(), "ryad-store-"));
after(() => rmSync(folderOfAll, {recursive: true, force: true}));

const made = join(folderOfAll, "made");
await (await openStore({dataFolder: made})).close();

registerStoreTests("sqlite", async (wish) => {
  const folder = mkdtempSync(join(folderOfAll, "place-"));
  const dataFolder = join(folder, "data");
  if (wish === "made") cpSync(made, dataFolder, {recursive: true});
  return {
    place: {dataFolder},
    end: async () => rmSync(folder, {recursive: true, force: true}),
  };
});
