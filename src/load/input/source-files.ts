// The files of one load: a folder, a zip of one, or a single file, all as the same list of named byte streams.
//
// A folder and a zip of it must give the same names, because names are a part of the fingerprint. So hidden files are left out of both, and
// a single folder at the top (most programs zip with it) is removed from both.
import {Buffer} from "node:buffer";
import type {Dirent, Stats} from "node:fs";
import {access, constants, open, readdir, realpath, stat} from "node:fs/promises";
import {basename, dirname, join, resolve} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {otherOwner} from "../../store/files/file-owner.ts";
import type {SourceFile} from "../source.ts";
import {readChunks} from "./file-chunks.ts";

export interface SourceFiles {
  /** By name, in order of code points. At least one. */
  readonly files: SourceFile[];
  /** Last part of the path. */
  readonly name: string;
  readonly kind: "folder" | "zip" | "file";
}

/**
 * Lists the files under a path without reading them; each call of `open()` streams a file from its start.
 * @throws Refusal for a path that is missing, empty or a loop of links, or contains something that is not a source (a broken or dangerous
 * zip, a pipe, a device)
 */
export async function collectSourceFiles(path: string): Promise<SourceFiles> {
  const name = basename(resolve(path));
  const found = await inspect(path);
  if (found.isFile() && GZIP_NAME.test(name)) {
    const packed = plainFile(checkedName(name, path), path, found);
    return {files: [await (await import("./gzip-file.ts")).gzipFile(packed)], name, kind: "file"};
  }
  if (found.isFile() && !/\.zip$/i.test(name)) {
    return {files: [plainFile(checkedName(name, path), path, found)], name, kind: "file"};
  }
  if (!found.isFile() && !found.isDirectory()) throw new Refusal(`${path} is neither a file nor a folder`);
  const kind = found.isFile() ? "zip" : "folder";
  const listed =
    kind === "zip"
      ? await (await import("./zip-files.ts")).readZip(path)
      : await listFolder(path, "", [await realpath(path)]);
  const files = inOrder(stripTopFolders(listed.filter(({name: inner}) => !isHidden(inner))), path);
  if (files.length === 0) throw new Refusal(`${path} contains no files`, "hidden files and __MACOSX are left out");
  return {files, name, kind};
}

/** One file, packed: its name is that without the ending. A packed archive of several files is none. */
const GZIP_NAME = /(?<!\.tar)\.gz$/i;

/** The name that a descriptor has among the files of a release. */
export const DESCRIPTOR_FILE = "descriptor.json";

/** A file with its descriptor (a path, or the text of one), as if both were in one folder. @throws Refusal for a folder */
export async function withDescriptor(
  {files, kind, name}: SourceFiles,
  path: string | {readonly text: string},
): Promise<SourceFiles> {
  if (kind !== "file")
    throw new Refusal(`${name} is not a single file`, `put the descriptor into it as ${DESCRIPTOR_FILE}`);
  if (typeof path !== "string") {
    const bytes = Buffer.from(path.text);
    const proposed: SourceFile = {
      name: DESCRIPTOR_FILE,
      size: bytes.length,
      async *open() {
        yield bytes;
      },
    };
    return {files: inOrder([...files, proposed], name), name, kind: "folder"};
  }
  const found = await inspect(path);
  if (!found.isFile()) throw new Refusal(`${path} is not a file`);
  return {files: inOrder([...files, plainFile(DESCRIPTOR_FILE, path, found)], path), name, kind: "folder"};
}

async function listFolder(folder: string, prefix: string, above: readonly string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const entries: Dirent[] = await readdir(folder, {withFileTypes: true}).catch((error) =>
    refuseUnreachable(folder, error),
  );
  for (const entry of entries) {
    if (isHidden(entry.name)) continue;
    const path = join(folder, entry.name);
    const name = prefix + entry.name;
    const found = await inspect(path);
    if (found.isFile()) files.push(plainFile(name, path, found));
    else if (!found.isDirectory())
      throw new Refusal(`${path} is neither a file nor a folder`, "remove it from the folder");
    else {
      const real = await realpath(path);
      if (above.includes(real)) throw new Refusal(`${path} is a link to one of its parent folders`, "remove the link");
      files.push(...(await listFolder(path, `${name}/`, [...above, real])));
    }
  }
  return files;
}

/** Every reading must give the same bytes, or the fingerprint would belong to other bytes than the load. */
function plainFile(name: string, path: string, found: Stats): SourceFile {
  return {
    name,
    size: found.size,
    workbook: {},
    async *open(borrowed) {
      await using handle = await open(path, "r").catch((error) => refuseUnreachable(path, error));
      refuseChanged(path, found, await handle.stat());
      yield* readChunks(handle, found.size, borrowed !== undefined);
      refuseChanged(path, found, await handle.stat());
    },
  };
}

function refuseChanged(path: string, before: Stats, now: Stats): void {
  if (now.size === before.size && now.mtimeMs === before.mtimeMs && now.ino === before.ino) return;
  throw new Refusal(`${path} changed while it was being loaded`, "load it again when it is complete");
}

/** `stat` follows links; a broken or circular link is refused here. */
async function inspect(path: string) {
  return await stat(path).catch((error) => refuseUnreachable(path, error));
}

/** @throws Refusal when there is nothing under the path, or this user may not read it */
export async function requireReadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch((error) => refuseUnreachable(path, error));
}

function refuseUnreachable(path: string, error: NodeJS.ErrnoException): never {
  const reason = UNREACHABLE[error.code ?? ""];
  if (reason === undefined) throw error;
  throw new Refusal(`${path} ${reason}`, otherOwner(path, dirname(path)));
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  ELOOP: "is a circular link",
  EACCES: "may not be read by this user",
  EPERM: "may not be read by this user",
  ENAMETOOLONG: "is too long for a path",
};

function isHidden(name: string): boolean {
  return name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
}

/** Recursive: a zip may have several nested top folders. */
function stripTopFolders(files: readonly SourceFile[]): readonly SourceFile[] {
  const top = files[0]?.name.split("/", 1)[0];
  if (top === undefined || !files.every(({name}) => name.startsWith(`${top}/`))) return files;
  return stripTopFolders(files.map((file) => ({...file, name: file.name.slice(top.length + 1)})));
}

function inOrder(files: readonly SourceFile[], path: string): SourceFile[] {
  const named = files.map((file) => ({...file, name: checkedName(file.name, path)}));
  named.sort((a, b) => compareCodes(a.name, b.name));
  const twice = named.find(({name}, index) => named[index + 1]?.name === name);
  if (twice) throw new Refusal(`${path} contains two files named ${JSON.stringify(twice.name)}`);
  return named;
}

/** In NFC, because some systems decompose names when they unpack; a line break would break the list of the fingerprint. */
function checkedName(name: string, path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  if (/[\u0000-\u001f\u007f]/.test(name)) {
    throw new Refusal(`${path}: the file name ${JSON.stringify(name)} contains a control character`, "rename the file");
  }
  return name.normalize("NFC");
}
