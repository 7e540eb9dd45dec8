import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after} from "node:test";
import {openStore} from "../../../store/open.ts";
import {registerIncrementalTests} from "./incremental.suite.ts";

registerIncrementalTests("sqlite", 10, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "ryad-kept-"));
  after(() => rm(dataFolder, {recursive: true, force: true}));
  return openStore({dataFolder});
});
