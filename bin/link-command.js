// Puts `ryad` into node_modules/.bin of a clone, where npm links the commands of dependencies but not the project's own.
//
// Plain JavaScript: npm runs it at the end of `npm ci`, with whatever Node the machine has. Documents and service files call it there.
import {existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";

// Some versions of Node 20 have no `import.meta.dirname`.
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const folder = join(modules, ".bin");
const link = join(folder, process.platform === "win32" ? "ryad.cmd" : "ryad");

if (existsSync(modules)) {
  mkdirSync(folder, {recursive: true});
  rmSync(link, {force: true});
  if (process.platform === "win32") writeFileSync(link, '@node "%~dp0\\..\\..\\bin\\ryad.js" %*\r\n');
  else symlinkSync("../../bin/ryad.js", link);
}
