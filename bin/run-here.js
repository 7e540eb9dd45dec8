// Runs the main module of the command in this process, with what is kept of an earlier start.
//
// Like kept-modules.js it has no import statement for modules of Node, which would read each name of them, and so load more.
import {useKeptModules} from "./kept-modules.js";

const {existsSync} = process.getBuiltinModule("node:fs");
const module = process.getBuiltinModule("node:module");
const {join} = process.getBuiltinModule("node:path");
const {fileURLToPath} = process.getBuiltinModule("node:url");

const source = new URL("../src/cli/main.ts", import.meta.url);
/** A package contains the sources as plain JavaScript: Node strips no types under node_modules. */
const main = existsSync(source) ? source : new URL("../dist/cli/main.js", import.meta.url);
if (process.env.NODE_COMPILE_CACHE === undefined) useOwnCache(process.argv[2]);
else module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import(main.href);

/**
 * Caches of compiled functions and of sources, which take half of the time off a second start; if they cannot be written, nothing is lost.
 * The first is in the environment, because the workers of a server read the same sources. A server keeps no sources in its memory.
 */
function useOwnCache(command) {
  const folder = fileURLToPath(new URL("../node_modules/.cache/ryad", import.meta.url));
  process.env.NODE_COMPILE_CACHE = folder;
  module.enableCompileCache(folder);
  if (command === "serve" || command === "start") return;
  useKeptModules(join(folder, command === "load" ? "modules-of-load" : "modules-of-others"));
}
