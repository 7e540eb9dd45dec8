// site.yaml in the data folder: what the operator chooses for the home page.
//
// It is read when a server starts. A file that is not there chooses nothing; a file with a fault stops the start, because a tile that is
// left out in silence would look like a missing dataset.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {Refusal} from "../service/refusal.ts";

/** A tile of the list of the country, or a series with a name of its own. */
export type ChosenTile =
  | {readonly tile: string}
  | {readonly series: string; readonly names: Readonly<Record<"ru" | "en", string>> | null};

export interface SiteFile {
  /** In the order of the page; absent: those of the country. */
  readonly tiles?: readonly ChosenTile[];
}

const SITE_FILE = "site.yaml";
const MOST_TILES = 24;

/** @throws Refusal that names the file, the place and what is wanted */
export async function readSiteFile(dataFolder: string): Promise<SiteFile> {
  const path = join(dataFolder, SITE_FILE);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Refusal(`${path} can't be read: ${(error as Error).message}`);
  }
  return await parseSiteFile(text, path);
}

/** @param path for messages. @throws Refusal */
export async function parseSiteFile(text: string, path: string): Promise<SiteFile> {
  const {parse} = await import("yaml");
  const wrong = (what: string): Refusal => new Refusal(`${path}: ${what}`, "docs/site.md shows what the file may have");
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    throw wrong((error as Error).message);
  }
  if (content === null) return {};
  if (!isRecord(content)) throw wrong("a list of tiles under `tiles:` is wanted");
  const other = Object.keys(content).find((name) => name !== "tiles");
  if (other !== undefined) throw wrong(`there is no setting ${other}`);
  const tiles: unknown = content["tiles"];
  if (tiles === undefined) return {};
  if (!Array.isArray(tiles) || tiles.length > MOST_TILES) throw wrong(`tiles is a list of at most ${MOST_TILES}`);
  return {tiles: tiles.map((tile, at) => readTile(tile, (what) => wrong(`tile ${at + 1}: ${what}`)))};
}

function readTile(given: unknown, wrong: (what: string) => Refusal): ChosenTile {
  if (typeof given === "string") return {tile: given};
  if (!isRecord(given)) throw wrong("the name of a tile, or `series: KEY`, is wanted");
  const {series, name = null, ...others} = given;
  const [other] = Object.keys(others);
  if (other !== undefined) throw wrong(`there is no setting ${other}`);
  if (typeof series !== "string" || !/^[0-9a-z]{16}$/.test(series))
    throw wrong("series is the key of a series, 16 letters and digits");
  return {series, names: name === null ? null : readNames(name, wrong)};
}

function readNames(given: unknown, wrong: (what: string) => Refusal): Readonly<Record<"ru" | "en", string>> {
  if (typeof given === "string") return {ru: given, en: given};
  const {ru, en} = isRecord(given) ? given : {};
  if (typeof ru !== "string" || typeof en !== "string") throw wrong("name is a text, or has ru and en");
  return {ru, en};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
