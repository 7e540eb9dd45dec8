// The packages of samples/ and what of them a data folder holds already, so that an unchanged one is not even read again.
//
// A sample is one dataset: a package, a publisher's file, or a folder of packages that are its releases. The record beside the store
// says with which bytes each was loaded last; a sample that changed, or is no more, takes its dataset with it.
import {hash} from "node:crypto";
import {existsSync, readdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";

export interface Sample {
  /** Name within samples/. */
  readonly name: string;
  /** Paths of its releases, in order of publication. */
  readonly releases: readonly string[];
  /** Changes with any byte and any file name of it. */
  readonly digest: string;
}

/** What a data folder holds of a sample. */
export interface HeldSample {
  readonly name: string;
  /** provider/dataset */
  readonly dataset: string;
  readonly digest: string;
}

const SAMPLES = fileURLToPath(new URL("../../../samples/", import.meta.url));
const RECORD = "samples.json";

/** What the first set of samples held, which kept no record. */
const FIRST_SET: readonly HeldSample[] = [
  {name: "cpi_monthly", dataset: "showdata/cpi_monthly", digest: ""},
  {name: "population_women", dataset: "showdata/population_women", digest: ""},
];

/** All samples, by name. */
export function listSamples(folder: string = SAMPLES): Sample[] {
  const samples: Sample[] = [];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const releases = releasesOf(path);
    if (releases.length > 0) samples.push({name, releases, digest: digestOf(path)});
  }
  return samples;
}

/** What was loaded into the data folder before; a folder without a record is one of the first set, or new. */
export function readHeldSamples(dataFolder: string): HeldSample[] {
  const path = join(dataFolder, RECORD);
  if (!existsSync(path)) return [...FIRST_SET];
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as {held: HeldSample[]}).held.filter(({name, dataset, digest}) =>
      [name, dataset, digest].every((part) => typeof part === "string"),
    );
  } catch {
    // Damaged, by a full disk perhaps. Loading again what is there changes nothing.
    return [];
  }
}

export function writeHeldSamples(dataFolder: string, held: readonly HeldSample[]): void {
  const path = join(dataFolder, RECORD);
  writeFileSync(`${path}.new`, `${JSON.stringify({held}, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

function releasesOf(path: string): string[] {
  if (/\.(zip|xml)$/.test(path) || existsSync(join(path, "dataset.json"))) return [path];
  if (/\.\w+$/.test(path)) return [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => releasesOf(join(path, name)));
}

function digestOf(path: string): string {
  if (!/\.(zip|xml)$/.test(path)) {
    const files = readdirSync(path, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    return hash("sha256", files.map((file) => `${file.slice(path.length)} ${digestOfFile(file)}\n`).join(""));
  }
  return digestOfFile(path);
}

function digestOfFile(path: string): string {
  return hash("sha256", readFileSync(path));
}
