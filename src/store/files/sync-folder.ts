// Makes names in a folder outlive a power cut: a file that was renamed is on the disk, its new name not always yet.
import {closeSync, fsyncSync, openSync} from "node:fs";

/** Where the system can't do it (Windows), names are as safe as it makes them. */
export function syncFolder(folder: string): void {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(folder, "r");
    fsyncSync(descriptor);
  } catch (error) {
    if (process.platform !== "win32" && (error as NodeJS.ErrnoException).code !== "EINVAL") throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
