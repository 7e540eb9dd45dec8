// A file of an address that a person gives once, without a source: `ryad load https://…`.
import {renameSync} from "node:fs";
import {join} from "node:path";
import {fileName} from "../acquire/file-name.ts";
import {openConnections} from "../http/connections.ts";
import {exchange} from "../http/exchange.ts";
import {refuseFalseFile} from "../judge/false-file.ts";
import {httpProblem} from "../sources/dated-address.ts";
import {dayIn} from "../sources/due.ts";
import {termsOf} from "../sources/source.ts";

export interface FileFetchedOnce {
  readonly path: string;
  /** Of Last-Modified, in UTC, YYYY-MM-DD, unless it is in the future; null: the server names none. */
  readonly modifiedDay: string | null;
}

export function isWebAddress(path: string): boolean {
  return /^https?:\/\//i.test(path) && httpProblem(path) === null;
}

/**
 * @param folder an empty one, in which the file is
 * @param agent User-Agent
 * @throws FetchProblem for an answer that is no file
 */
export async function fetchOnce(
  address: string,
  {folder, agent, onProgress}: {folder: string; agent: string; onProgress: (done: number, total: number) => void},
): Promise<FileFetchedOnce> {
  const {seconds, bytes} = termsOf({id: "once"});
  const connections = openConnections({proxy: null, ca: null, written: [address], seconds});
  try {
    const file = join(folder, ".answer");
    const limits = {seconds, bytes};
    const answer = await exchange(connections, {address, headers: {"user-agent": agent}, file, limits, onProgress});
    refuseFalseFile(file, answer.address);
    const path = join(folder, fileName(answer.address, answer.headers, null));
    renameSync(file, path);
    const modified = Date.parse(answer.headers["last-modified"] ?? "");
    const isPast = modified <= Date.now();
    return {path, modifiedDay: isPast ? dayIn("UTC", new Date(modified)) : null};
  } finally {
    await connections.close();
  }
}
