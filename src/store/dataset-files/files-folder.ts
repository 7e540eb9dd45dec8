// The folder of the files of datasets: `files` in the data folder, with a folder for each version, which appears whole or not at all.
//
// A version is written under another name, then renamed. `newest` names the version of the present state: after a restored backup it may be
// older than others. An open file can be read to its end after its version was deleted, so whoever is being served loses nothing. Codes of providers
// and datasets are safe names of folders (load/metadata.ts); whatever else an address has is looked up and not found.
import {randomUUID} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {type FileHandle, open, readdir, readFile, stat} from "node:fs/promises";
import {join} from "node:path";
import {replaceFile, syncFolder} from "../files/atomic-file.ts";
import {giveToFolderOwner} from "../files/file-owner.ts";
import {type FilesOf, isVersion, MANIFEST_NAME, type Manifest} from "./manifest.ts";

/** The path of the files in a data folder. */
export function filesFolderOf(dataFolder: string): string {
  return join(dataFolder, "files");
}

const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
const isCode = (text: string): boolean => CODE.test(text) && !/^\.+$/.test(text);
const isKnown = ({provider, dataset}: FilesOf): boolean => isCode(provider) && isCode(dataset);
/** Where a volume takes capitals for small letters, two datasets have one folder: then the files of the other dataset are not given. */
const isOf = (manifest: Manifest, {provider, dataset}: FilesOf): boolean =>
  manifest.provider_code === provider && manifest.dataset_code === dataset;
const [DATASETS, UNFINISHED, NEWEST, LIST] = ["datasets", "unfinished", "newest", "list.json"] as const;

/** What a server reads. */
export interface FilesReader {
  /** The version of the present state; null: there are no files of the dataset here. */
  newest(of: FilesOf): Promise<string | null>;
  /** Complete versions, newest first. */
  versions(of: FilesOf): Promise<string[]>;
  manifest(of: FilesOf, version: string): Promise<{readonly text: string; readonly manifest: Manifest} | null>;
  /** A file of a version, or its manifest. The caller closes it. null: there is none. */
  open(of: FilesOf, version: string, name: string): Promise<FileHandle | null>;
  /** The list of all datasets as it is sent. The caller closes it. null: nothing was written yet. */
  openList(): Promise<FileHandle | null>;
  /** Each dataset of the list. */
  list(): AsyncGenerator<ListedFiles>;
  /** Another text when the list has changed; null: there is none. */
  listState(): Promise<string | null>;
}

/** A dataset of the list. */
export type ListedFiles = Pick<Manifest, "provider_code" | "dataset_code" | "licence" | "files">;

export function createFilesReader(root: string): FilesReader {
  const folder = ({provider, dataset}: FilesOf): string => join(root, DATASETS, provider, dataset);
  return {
    async newest(of) {
      const text = isKnown(of) ? await orNull(readFile(join(folder(of), NEWEST), "utf8")) : null;
      return text !== null && isVersion(text.trim()) ? text.trim() : null;
    },
    async versions(of) {
      const names = isKnown(of) ? await orNull(readdir(folder(of))) : null;
      return (names ?? []).filter(isVersion).sort().reverse();
    },
    async manifest(of, version) {
      if (!isKnown(of) || !isVersion(version)) return null;
      const text = await orNull(readFile(join(folder(of), version, MANIFEST_NAME), "utf8"));
      const manifest = text === null ? null : (JSON.parse(text) as Manifest);
      return manifest !== null && isOf(manifest, of) ? {text: text!, manifest} : null;
    },
    async open(of, version, name) {
      return isKnown(of) && isVersion(version) && isCode(name) ? orNull(open(join(folder(of), version, name))) : null;
    },
    openList: () => orNull(open(join(root, LIST))),
    async *list() {
      const handle = await orNull(open(join(root, LIST)));
      if (handle === null) return;
      for await (const line of handle.readLines()) {
        const dataset = /^(?:\{"datasets":\[)?(\{.*\})(?:,|\]\})$/.exec(line)?.[1];
        if (dataset !== undefined) yield JSON.parse(dataset) as ListedFiles;
      }
    },
    async listState() {
      const found = await orNull(stat(join(root, LIST), {bigint: true}));
      return found === null ? null : `${found.size} ${found.mtimeNs} ${found.ino}`;
    },
  };
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (NOT_THERE.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

const NOT_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** What the one process that writes files does; all at once, because it answers nobody. */
export interface FilesWriter {
  readonly root: string;
  /** Removes what a killed run left. Only the holder of the lease may call it. */
  clear(): void;
  /** A new folder for the files of a version that is being written. */
  begin(): string;
  /** Puts the complete version into its place, and makes it the newest one. */
  publish(of: FilesOf, version: string, unfinished: string): void;
  setNewest(of: FilesOf, version: string): void;
  newest(of: FilesOf): string | null;
  versions(of: FilesOf): string[];
  manifest(of: FilesOf, version: string): Manifest | null;
  path(of: FilesOf, version: string, name: string): string;
  /** Deletes all but the newest and the `keep` - 1 before it. @returns the deleted ones */
  prune(of: FilesOf, keep: number): string[];
  /** The datasets that have files. */
  datasets(): FilesOf[];
  drop(of: FilesOf): void;
  writeList(text: string): void;
}

/** Its calls throw for codes that are no names of folders. */
export function createFilesWriter(root: string): FilesWriter {
  function folder(of: FilesOf): string {
    if (!isKnown(of)) throw new Error(`${JSON.stringify(of)} are no codes of a provider and a dataset`);
    return join(root, DATASETS, of.provider, of.dataset);
  }
  const unfinished = join(root, UNFINISHED);
  make(root);
  make(join(root, DATASETS));
  make(unfinished);

  function replace(path: string, text: string): void {
    const made = join(unfinished, randomUUID());
    writeFileSync(made, text, {flush: true});
    replaceFile(made, path);
  }

  const writer: FilesWriter = {
    root,
    clear() {
      for (const name of readdirSync(unfinished)) rmSync(join(unfinished, name), {recursive: true, force: true});
    },
    begin() {
      const path = join(unfinished, randomUUID());
      make(path);
      return path;
    },
    publish(of, version, made) {
      const parent = folder(of);
      make(join(root, DATASETS, of.provider));
      make(parent);
      syncFolder(made);
      for (const name of readdirSync(made)) giveToFolderOwner(join(made, name));
      renameSync(made, join(parent, version));
      syncFolder(parent);
      writer.setNewest(of, version);
    },
    setNewest: (of, version) => replace(join(folder(of), NEWEST), `${version}\n`),
    newest(of) {
      const path = join(folder(of), NEWEST);
      const text = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
      return isVersion(text) && existsSync(join(folder(of), text, MANIFEST_NAME)) ? text : null;
    },
    versions: (of) => namesIn(folder(of)).filter(isVersion).sort().reverse(),
    manifest(of, version) {
      const path = join(folder(of), version, MANIFEST_NAME);
      const manifest = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Manifest) : null;
      return manifest !== null && isOf(manifest, of) ? manifest : null;
    },
    path: (of, version, name) => join(folder(of), version, name),
    prune(of, keep) {
      const newest = writer.newest(of);
      const others = writer.versions(of).filter((version) => version !== newest);
      return others
        .slice(newest === null ? keep : keep - 1)
        .filter((version) => remove(join(folder(of), version), unfinished));
    },
    datasets: () =>
      namesIn(join(root, DATASETS))
        .flatMap((provider) => namesIn(join(root, DATASETS, provider)).map((dataset) => ({provider, dataset})))
        .filter(isKnown),
    drop: (of) => void remove(folder(of), unfinished),
    writeList: (text) => replace(join(root, LIST), text),
  };
  return writer;
}

/** Under another name first: no version is ever seen half deleted. @returns false: the system keeps files that are open (Windows) */
function remove(path: string, unfinished: string): boolean {
  const away = join(unfinished, randomUUID());
  try {
    renameSync(path, away);
  } catch {
    return false;
  }
  try {
    rmSync(away, {recursive: true, force: true});
  } catch {
    // The next run clears it.
  }
  return true;
}

function make(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(path, {recursive: true});
  giveToFolderOwner(path);
}

function namesIn(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}
