// The conformance kit on SQLite, each test in a data folder of its own.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {registerStoreTests} from "./store.kit.ts";

registerStoreTests("sqlite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ryad-store-"));
  return {
    place: {dataFolder: join(folder, "data")},
    end: async () => rmSync(folder, {recursive: true, force: true}),
  };
});
