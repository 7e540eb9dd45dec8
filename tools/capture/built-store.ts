// The store that captured requests are sent to, built by the program that is asked: its own command loads the same files in the same order.
//
// releases.tar.br has one folder a load, named by its number: tidy packages and an EMISS message of ten datasets, with revisions, series
// that continue others, price weeks, and reasons of missing values. The last load stays held. One release is taken back.
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {brotliDecompressSync} from "node:zlib";

/** The release that is taken back after all loads: that of folder 27-bread. */
const WITHDRAWN = "27";
const HELD = "29-fee";

/** @param program bin/ryad.js of a checkout */
export function buildStore(program: string, dataFolder: string): void {
  const files = mkdtempSync(join(tmpdir(), "ryad-releases-"));
  const ryad = (...call: string[]): string =>
    execFileSync(process.execPath, [program, ...call, "--data", dataFolder], {encoding: "utf8", stdio: "pipe"});
  try {
    unpackReleases(files);
    for (const folder of readdirSync(files).sort()) load(join(files, folder));
    ryad("release", "withdraw", WITHDRAWN);
  } finally {
    rmSync(files, {recursive: true, force: true});
  }

  function load(folder: string): void {
    try {
      ryad("load", folder);
    } catch (error) {
      const run = /held as run (\S+)/.exec(String((error as {stdout?: string}).stdout))?.[1];
      if (run === undefined) throw error;
      // Its checks hold a release that lacks most series of the one before; the last one stays held.
      if (!folder.endsWith(HELD)) ryad("load", "--accept", run);
    }
  }
}

function unpackReleases(into: string): void {
  const tar = brotliDecompressSync(readFileSync(join(import.meta.dirname, "releases.tar.br")));
  for (let at = 0; tar[at] !== 0; ) {
    const header = tar.subarray(at, at + 512).toString("latin1");
    const path = join(into, header.slice(0, header.indexOf("\0")));
    const size = Number.parseInt(header.slice(124, 135), 8);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
