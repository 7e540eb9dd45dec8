// `node tools/build-package.ts`: the sources as plain JavaScript in dist/, for the package that npm packs. `--remove` deletes dist/.
//
// Node strips no types under node_modules. Types become blanks, so that errors have the line and column of the source. Modules for browsers
// stay TypeScript too: the server reads and strips them itself when it starts.
import {cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {stripTypeScriptTypes} from "node:module";
import {dirname, join} from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** Read as files and sent to browsers. */
const FOR_BROWSERS = /^src\/(site\/client\/|api\/docs\/start\.ts$)/;
const OF_TESTS = /\.(test|suite|fixture|reference)\.ts$/;

/** A relative specifier of an import, static or at run time, or of a module that a thread or a process of its own starts with. */
const SPECIFIER = /(\bfrom\s*"|\bimport\s*"|\bimport\("|\bnew URL\(")(\.{1,2}\/[^"]+)\.ts"/g;

/** The module as Node runs it: without types, and with imports of JavaScript files. */
export function plainModule(source: string): string {
  return stripTypeScriptTypes(source).replace(SPECIFIER, '$1$2.js"');
}

/** Writes src/ as plain JavaScript into a folder beside it; returns the number of modules. */
function buildPackage(root: string, folder: string): number {
  const to = join(root, folder);
  rmSync(to, {recursive: true, force: true});
  let modules = 0;
  for (const file of globSync("src/**/*.*", {cwd: root}).map((path) => path.replaceAll("\\", "/"))) {
    if (OF_TESTS.test(file)) continue;
    const target = join(to, file.slice("src/".length));
    mkdirSync(dirname(target), {recursive: true});
    if (!file.endsWith(".ts") || FOR_BROWSERS.test(file)) cpSync(join(root, file), target);
    if (!file.endsWith(".ts")) continue;
    writeFileSync(target.replace(/\.ts$/, ".js"), plainModule(readFileSync(join(root, file), "utf8")));
    modules++;
  }
  return modules;
}

if (import.meta.main) {
  if (process.argv.includes("--remove")) rmSync(join(ROOT, "dist"), {recursive: true, force: true});
  else console.error(`${buildPackage(ROOT, "dist")} modules in dist/`);
}
