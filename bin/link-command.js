// Puts `ryad` into node_modules/.bin of a clone, where npm links the commands of dependencies but not the project's own.
//
// Plain JavaScript: npm runs it at the end of `npm ci`, with whatever Node the machine has. Without links `npx ryad` still works.
import {existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {join} from "node:path";

const folder = join(import.meta.dirname, "..", "node_modules", ".bin");
const link = join(folder, process.platform === "win32" ? "ryad.cmd" : "ryad");

if (existsSync(join(import.meta.dirname, "..", "node_modules"))) {
  mkdirSync(folder, {recursive: true});
  rmSync(link, {force: true});
  if (process.platform === "win32") writeFileSync(link, '@node "%~dp0\\..\\..\\bin\\ryad.js" %*\r\n');
  else symlinkSync("../../bin/ryad.js", link);
}
