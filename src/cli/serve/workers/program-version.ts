// The version of this program, as its package gives it when the process starts: a later installation in the same folder changes the file.
import {readFileSync} from "node:fs";

export const PROGRAM_VERSION: string = JSON.parse(
  readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"),
).version;
