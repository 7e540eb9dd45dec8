// The releases under a path: a folder may be one release, or one for each of its files and of the packages in it.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {collectSourceFiles, DESCRIPTOR_FILE} from "./input/source-files.ts";
import {findListingSource} from "./listing/load-listing.ts";
import type {SourceFile} from "./source.ts";
import {findParser} from "./sources/sources.ts";

/**
 * The paths of the releases, in the order of their names; the path itself if it is one release, or nothing that is known.
 * @param isDescribed a descriptor, given or proposed, is for each table in the folder
 * @throws Refusal as collectSourceFiles does
 */
export async function releasesIn(path: string, isDescribed: boolean): Promise<string[]> {
  const {files, kind} = await collectSourceFiles(path);
  if (kind !== "folder" || files.length < 2) return [path];
  if (files.some(({name}) => name === DESCRIPTOR_FILE || name === PACKAGE_FILE)) return [path];
  if ((await findParser(files)) !== null || (await findListingSource(files)) !== null) return [path];
  const names = files.map(({name}) => name);
  if (names.some((name) => name.endsWith(`/${PACKAGE_FILE}`) || ZIP.test(name))) {
    const paths = withPackages(names).map((name) => join(path, name));
    return paths.every((one) => existsSync(one)) ? paths : [path];
  }
  for (const file of files) {
    const known = isDescribed
      ? await (await import("./workbook/workbook.ts")).mayBeDescribed(file)
      : (await findParser([file])) !== null;
    if (!known) continue;
    const paths = pathsOf(path, files);
    // A sole folder inside is left out of the names.
    return paths.every((one) => existsSync(one)) ? paths : [path];
  }
  return [path];
}

const PACKAGE_FILE = "dataset.json";
const ZIP = /\.zip$/i;

/** The folders of packages in place of their files; the other files are releases of their own. */
function withPackages(names: readonly string[]): string[] {
  const folders = names
    .filter((name) => name.endsWith(`/${PACKAGE_FILE}`))
    .map((name) => name.slice(0, -PACKAGE_FILE.length - 1));
  const folderOf = (name: string): string => folders.find((folder) => name.startsWith(`${folder}/`)) ?? name;
  return [...new Set(names.map(folderOf))];
}

/** The paths of the files in a folder, in the order of their names. */
export async function filesIn(folder: string): Promise<string[]> {
  return pathsOf(folder, (await collectSourceFiles(folder)).files);
}

function pathsOf(folder: string, files: readonly SourceFile[]): string[] {
  return files.map(({name}) => join(folder, name));
}
