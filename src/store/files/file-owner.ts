// The owners of files: root's files in another user's folder are given to that user, who could not open them otherwise.
//
// The engine gives its logs the owner of their database. A link itself gets the owner, never the file that it leads to: the other user may
// have put it there.
import {lchownSync, readFileSync, statSync} from "node:fs";
import {dirname, resolve} from "node:path";

const ROOT = 0;

/** Gives a file or folder that root has made to the owner of its parent folder. Does nothing for other users. */
export function giveToFolderOwner(path: string): void {
  giveToOwnerOf(dirname(resolve(path)), path);
}

/** The same, to the owner of another file or folder. */
export function giveToOwnerOf(model: string, path: string): void {
  if (process.getuid?.() !== ROOT) return;
  const {uid, gid} = statSync(model);
  if (uid === ROOT) return;
  try {
    lchownSync(path, uid, gid);
  } catch {
    // a file system without owners
  }
}

/** A text with the owner of the first path that belongs to another user, and with this user; null: no path does. */
export function otherOwner(...paths: readonly string[]): string | null {
  const own = process.getuid?.();
  if (own === undefined || own === ROOT) return null;
  for (const path of paths) {
    const uid = ownerOf(path);
    if (uid !== null && uid !== own) return `${path} belongs to ${userName(uid)}, and this is ${userName(own)}`;
  }
  return null;
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch {
    return null;
  }
}

function userName(uid: number): string {
  try {
    const line = new RegExp(`^([^:]+):[^:]*:${uid}:`, "m").exec(readFileSync("/etc/passwd", "utf8"));
    if (line !== null) return line[1]!;
  } catch {
    // no such list on this system
  }
  return `uid ${uid}`;
}
