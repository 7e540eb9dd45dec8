// What pages load: one stylesheet, the modules of client/, an icon. All come from this program, under names that hold their hash.
//
// Read once when the server starts: modules lose their types there and nothing else is done to them, so what runs on a page can be
// read in src/site/client/. An address of another edition (a page drawn by an older server) gets today's file, kept by nobody.
import {hash} from "node:crypto";
import {readdirSync, readFileSync} from "node:fs";
import {stripTypeScriptTypes} from "node:module";
import {fileURLToPath} from "node:url";

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

export interface Assets {
  /** Hash over all files, as it stands in their addresses. */
  readonly edition: string;
  readonly files: ReadonlyMap<string, Asset>;
  /** The path of a file: /assets/EDITION/NAME. RangeError for a file that is not there. */
  path(name: string): string;
}

export const ASSETS_PATH = "/assets/";
export const STYLESHEET = "site.css";
export const ICON = "icon.svg";

/** In this order: later rules beat earlier ones. */
const STYLES = [
  "tokens",
  "text",
  "frame",
  "blocks",
  "forms",
  "tables",
  "charts",
  "series",
  "home",
  "compare",
  "print",
] as const;

/** Packages by the name under which our modules import them: the file that they come packed in, and what makes a module of it. */
const PACKAGES = {uplot: {file: "uplot/dist/uPlot.iife.min.js", ending: "\nexport default uPlot;\n"}} as const;

const CSS = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

export function readAssets(): Assets {
  const files = new Map<string, Asset>();
  const add = (name: string, type: string, text: string): void => {
    const body = Buffer.from(text);
    files.set(name, {type, body, etag: `"${hash("sha256", body, "base64url").slice(0, 22)}"`});
  };
  const packageStyles = readText(fileURLToPath(import.meta.resolve("uplot/dist/uPlot.min.css")));
  add(STYLESHEET, CSS, [packageStyles, ...STYLES.map((name) => readText(beside(`../styles/${name}.css`)))].join("\n"));
  add(ICON, "image/svg+xml", readText(beside("../styles/icon.svg")));
  for (const name of readdirSync(beside("../client"))) {
    if (!name.endsWith(".ts")) continue;
    add(name.replace(/\.ts$/, ".js"), SCRIPT, servedModule(readText(beside(`../client/${name}`))));
  }
  for (const [name, {file, ending}] of Object.entries(PACKAGES)) {
    add(`${name}.js`, SCRIPT, readText(fileURLToPath(import.meta.resolve(file))) + ending);
  }
  const edition = hash("sha256", Buffer.concat([...files.values()].map(({body}) => body)), "hex").slice(0, 12);
  return {
    edition,
    files,
    path(name) {
      if (!files.has(name)) throw new RangeError(`there is no asset ${name}`);
      return `${ASSETS_PATH}${edition}/${name}`;
    },
  };
}

/** Node warns once of this function, in the midst of what a start has to say; the whole program rests on the same thing unwarned. */
function withoutTypes(text: string): string {
  const {emitWarning} = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Without types, and with imports as the page can follow them. */
function servedModule(text: string): string {
  return withoutTypes(text)
    .replace(/(from\s+"|import\s+"|import\(")\.\/([\w-]+)\.ts"/g, '$1./$2.js"')
    .replace(/(from\s+"|import\(")([\w-]+)"/g, '$1./$2.js"');
}

function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

function readText(path: string): string {
  return readFileSync(path, "utf8");
}
