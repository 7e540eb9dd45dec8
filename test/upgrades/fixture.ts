// The stores of an earlier program, the requests sent to it and its answers (README.md describes the files).
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {brotliDecompressSync} from "node:zlib";
import type {KeptAnswer} from "../../tools/capture/kept-answer.ts";
import {type ListedRequest, parseRequests} from "../../tools/capture/request-list.ts";
import {type AllowedDifference, parseAllowed} from "./may-differ.ts";

const FOLDER = import.meta.dirname;

/** The day for which the status of datasets is computed, and the moment of every request. */
export const TODAY = "2026-11-25";
export const NOW = new Date(`${TODAY}T12:00:00Z`);

/** Account → its token; `none` has none. */
export function readTokens(): Map<string, string | null> {
  const [, ...lines] = readText("accounts.tsv").trimEnd().split("\n");
  const rows = lines.map((line) => line.split("\t"));
  return new Map([["none", null] as const, ...rows.map((cells) => [cells[0]!, cells[3]!] as const)]);
}

export function readRequests(): ListedRequest[] {
  return parseRequests(readText("requests.tsv"));
}

export function readAnswers(): KeptAnswer[] {
  return JSON.parse(brotliDecompressSync(readFileSync(join(FOLDER, "answers.json.br"))).toString());
}

export function readAllowed(): AllowedDifference[] {
  return parseAllowed(readText("may-differ.tsv"));
}

function readText(name: string): string {
  return readFileSync(join(FOLDER, name), "utf8");
}

/** Writes the three stores into a folder: `data/*.db`, `backup.tar`, `dump.sql`. */
export function unpackStores(into: string): void {
  const tar = brotliDecompressSync(readFileSync(join(FOLDER, "stores.tar.br")));
  for (let at = 0; tar[at] !== 0; ) {
    const header = tar.subarray(at, at + 512).toString("latin1");
    const path = join(into, header.slice(0, header.indexOf("\0")));
    const size = Number.parseInt(header.slice(124, 135), 8);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
