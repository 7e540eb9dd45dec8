// The releases under one path: a folder of publishers' files that are a release each is as many releases as it has files.
//
// A folder that a source knows as a whole (a package, a message of SDMX with its structure, a workbook with its descriptor) is one release.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {collectSourceFiles, DESCRIPTOR_FILE} from "./input/source-files.ts";
import {findListingSource} from "./listing/load-listing.ts";
import {findSource} from "./sources/sources.ts";

/**
 * The paths of the releases, in the order of their names; the path itself if it is one release, or nothing that is known.
 * @param isDescribed a descriptor, given or proposed, is for each table in the folder
 * @throws Refusal as collectSourceFiles does
 */
export async function releasesIn(path: string, isDescribed: boolean): Promise<string[]> {
  const {files, kind} = await collectSourceFiles(path);
  if (kind !== "folder" || files.length < 2) return [path];
  if (files.some(({name}) => name === DESCRIPTOR_FILE || name === "dataset.json")) return [path];
  if ((await findSource(files)) !== null || (await findListingSource(files)) !== null) return [path];
  for (const file of files) {
    const known = isDescribed
      ? await (await import("./workbook/workbook.ts")).mayBeTable(file)
      : (await findSource([file])) !== null;
    if (!known) continue;
    const paths = files.map(({name}) => join(path, name));
    // A sole folder inside is left out of the names.
    return paths.every((one) => existsSync(one)) ? paths : [path];
  }
  return [path];
}
