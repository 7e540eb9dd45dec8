// The files that pages load: a stylesheet for all pages and some for single ones, the modules of client/, an icon. Their addresses contain a
// hash of all files.
//
// They are read once at the start. Types, comments and indentation are removed, so a page runs the code of src/site/client/ as it is; that
// happens when a file is first asked for, because the module that removes types takes a fifth of a start. So the hash is over the files as
// they are, and over this one. An address with another hash (from a page of an older server) gets the current file, which is not cached.
import {hash} from "node:crypto";
import {readdirSync, readFileSync} from "node:fs";
import {stripTypeScriptTypes} from "node:module";
import {fileURLToPath} from "node:url";
import {promisify} from "node:util";
import {brotliCompress, constants, gzip} from "node:zlib";
import {once} from "../../reference/reference.ts";

interface Asset {
  readonly type: string;
  /** A browser may show it as a page of its own: a drawing. */
  readonly isDocument: boolean;
  readonly body: Buffer;
  readonly etag: string;
}

export interface Assets {
  /** The hash over all files that is in their addresses. */
  readonly contentHash: string;
  readonly files: ReadonlyMap<string, Asset>;
  /** /assets/HASH/NAME. RangeError for an unknown file. */
  path(name: string): string;
}

export const ASSETS_PATH = "/assets/";
export const STYLESHEET = "site.css";
export const ICON = "icon.svg";

/** In this order: later rules override earlier ones. */
const STYLES = [
  "styles/tokens",
  "styles/text",
  "styles/frame",
  "styles/blocks",
  "styles/forms",
  "styles/tables",
  "styles/charts",
  "pages/series/series",
  "pages/home/home",
  "pages/search/search",
  "pages/compare/compare",
  "styles/print",
] as const;

/** Styles that only some pages need, each a file of its own: a first visit to a series has little room. */
export const TOGETHER = "together.css";
export const LIST_STYLES = "list.css";
export const GLOSSARY_STYLES = "glossary.css";
export const TILES_STYLES = "tiles.css";
export const DATASET_STYLES = "dataset.css";
export const DRAFT_STYLES = "draft.css";
export const TERRITORIES_STYLES = "territories.css";
export const ACCOUNT_STYLES = "account.css";
export const FOUND_STYLES = "found.css";
/** A page has at most one of them. */
const FURTHER_STYLES: Readonly<Record<string, string | readonly string[]>> = {
  [TOGETHER]: ["styles/choice", "pages/compare/together"],
  [LIST_STYLES]: "pages/list/list",
  [GLOSSARY_STYLES]: "pages/glossary/glossary",
  [TILES_STYLES]: "pages/home/tiles",
  [DATASET_STYLES]: ["styles/choice", "pages/dataset/dataset", "pages/territories/territories"],
  [DRAFT_STYLES]: "pages/verify/draft",
  [ACCOUNT_STYLES]: ["styles/account", "styles/choice"],
  [FOUND_STYLES]: "pages/search/found",
  [TERRITORIES_STYLES]: ["styles/choice", "pages/territories/territories"],
};

/** Packages by the name under which our modules import them: the packed file, and the line that makes it a module. */
const PACKAGES = {uplot: {file: "uplot/dist/uPlot.iife.min.js", ending: "\nexport default uPlot;\n"}} as const;

const CSS = "text/css; charset=utf-8";
const DRAWING = "image/svg+xml";
const SCRIPT = "text/javascript; charset=utf-8";

/** Files of the program: they stay as they are while it runs. */
export const readAssets: () => Assets = once(makeAssets);

function makeAssets(): Assets {
  const files = new Map<string, Asset>();
  const texts = [readText(import.meta.filename)];
  const add = (name: string, type: string, text: string, served: (text: string) => string = String): void => {
    texts.push(text);
    const body = once(() => Buffer.from(served(text)));
    files.set(name, {
      type,
      isDocument: type === DRAWING,
      get body() {
        return body();
      },
      get etag() {
        return `"${hash("sha256", body(), "base64url").slice(0, 22)}"`;
      },
    });
  };
  const packageStyles = readText(fileURLToPath(import.meta.resolve("uplot/dist/uPlot.min.css")));
  add(
    STYLESHEET,
    CSS,
    [packageStyles, ...STYLES.map((name) => withoutComments(readText(beside(`../${name}.css`))))].join("\n"),
  );
  for (const [name, path] of Object.entries(FURTHER_STYLES))
    add(
      name,
      CSS,
      [path]
        .flat()
        .map((one) => withoutComments(readText(beside(`../${one}.css`))))
        .join("\n"),
    );
  add(ICON, DRAWING, readText(beside("../styles/icon.svg")));
  for (const name of readdirSync(beside("../client"))) {
    if (!name.endsWith(".ts")) continue;
    add(name.replace(/\.ts$/, ".js"), SCRIPT, readText(beside(`../client/${name}`)), servedModule);
  }
  for (const [name, {file, ending}] of Object.entries(PACKAGES)) {
    add(`${name}.js`, SCRIPT, readText(fileURLToPath(import.meta.resolve(file))) + ending);
  }
  const contentHash = hash("sha256", texts.join("\0"), "hex").slice(0, 12);
  return {
    contentHash,
    files,
    path(name) {
      if (!files.has(name)) throw new RangeError(`there is no asset ${name}`);
      return `${ASSETS_PATH}${contentHash}/${name}`;
    },
  };
}

/** Node prints a warning about this function among the messages of the start. The whole program already runs by stripped types. */
function withoutTypes(text: string): string {
  const {emitWarning} = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Without types, and with imports that a browser can follow. */
function servedModule(text: string): string {
  return withoutComments(withoutTypes(text))
    .replace(/(from\s+"|import\s+"|import\(")\.\/([\w-]+)\.ts"/g, '$1./$2.js"')
    .replace(/(from\s+"|import\(")([\w-]+)"/g, '$1./$2.js"');
}

/** Without lines that are comments, and without indentation. Ours begin a line; one behind code stays. No text of ours has several lines. */
function withoutComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*\*?[\s\S]*?\*\/[ \t]*\n/gm, "")
    .replace(/^[ \t]*\/\/.*\n/gm, "")
    .replace(/^[ \t]+|[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n");
}

function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

function readText(path: string): string {
  return readFileSync(path, "utf8");
}

interface PackedAsset extends Asset {
  /** Content-Encoding; null: not packed. */
  readonly coding: Coding | null;
}

/** Assets are packed once, when first requested, at levels too slow for anything that changes. */
interface PackedAssets {
  /** null: no such file. @param accepted the Accept-Encoding header. Without one of CODINGS the file is plain, and the server packs it like any answer */
  find(name: string, accepted: string | undefined): Promise<PackedAsset | null>;
}

const CODINGS = ["br", "gzip"] as const;
type Coding = (typeof CODINGS)[number];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const PACKERS: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, {params: {[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY}}),
  gzip: (body) => gzipped(body, {level: constants.Z_BEST_COMPRESSION}),
};

/** Of all sites of the process: a further one packs nothing again. */
export const readPackedAssets: () => PackedAssets = once(() => createPackedAssets(readAssets()));

function createPackedAssets({files}: Assets): PackedAssets {
  const packed = new Map<string, Promise<PackedAsset>>();
  return {
    async find(name, accepted) {
      const asset = files.get(name);
      if (asset === undefined) return null;
      const coding = CODINGS.find((one) => takes(accepted, one));
      if (coding === undefined) return {...asset, coding: null};
      const key = `${coding} ${name}`;
      const known = packed.get(key) ?? pack(asset, coding);
      packed.set(key, known);
      return known;
    },
  };
}

/** A file that packing does not make smaller stays plain. */
async function pack(asset: Asset, coding: Coding): Promise<PackedAsset> {
  const body = await PACKERS[coding](asset.body);
  if (body.length >= asset.body.length) return {...asset, coding: null};
  return {...asset, body, coding, etag: asset.etag.replace(/"$/, `-${coding}"`)};
}

/** Named with a weight above 0; `*` does not count. */
function takes(accepted: string | undefined, coding: Coding): boolean {
  return (accepted ?? "").split(",").some((part) => {
    const [name = "", ...options] = part.split(";").map((text) => text.trim().toLowerCase());
    return name === coding && !options.some((option) => /^q\s*=\s*0(\.0*)?$/.test(option));
  });
}
