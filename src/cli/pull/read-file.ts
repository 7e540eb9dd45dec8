// A file of the service, read on from the byte where the follower is: one attempt (service.ts makes the next ones).
//
// The size is that of the manifest. An answer of another size is refused before a byte of it is kept; whether the bytes are right, only their SHA-256
// tells, when all are there.
import {Refusal} from "../../service/refusal.ts";
import {ANSWER_SECONDS, awayProblem, LATER, refusedProblem, type ServiceProblem} from "./problem.ts";

/** Where the bytes of a file go. */
export interface FileSink {
  /** Of the whole file, by the manifest. */
  readonly size: number;
  /** Strong entity tag, by the manifest. */
  readonly etag: string;
  /** Bytes that are there. */
  readonly length: number;
  take(bytes: Uint8Array): void;
  /** Forgets all bytes: the service gives the file from its beginning. */
  restart(): void;
}

/** Throws Refusal if the file of the service is not the one of the manifest. */
export async function readOn(
  url: string,
  headers: Readonly<Record<string, string>>,
  file: FileSink,
): Promise<{readonly body: undefined} | ServiceProblem> {
  const {length: from, size, etag} = file;
  if (from >= size) return {body: undefined};
  const stopping = new AbortController();
  const idle = setTimeout(() => stopping.abort(new Error("nothing came for too long")), ANSWER_SECONDS * 1000);
  try {
    const part = from === 0 ? {} : {range: `bytes=${from}-`, "if-range": etag};
    const wanted = {...headers, accept: "*/*", "accept-encoding": "identity", ...part};
    const response = await fetch(url, {headers: wanted, redirect: "manual", signal: stopping.signal});
    if (response.status === 416) throw otherSize(url, "less bytes than");
    if (response.status !== 200 && response.status !== 206) return await refusedProblem(response);
    refuseOtherSize(url, response, file);
    if (response.status === 200 && from > 0) file.restart();
    for await (const bytes of response.body ?? []) {
      idle.refresh();
      if (file.length + bytes.length > size) throw otherSize(url, "more bytes than");
      file.take(bytes);
    }
  } catch (error) {
    if (error instanceof Refusal || isOfDisk(error as Error)) throw error;
    return {...awayProblem(error as Error), hasMoved: file.length > from};
  } finally {
    clearTimeout(idle);
    stopping.abort();
  }
  if (file.length === size) return {body: undefined};
  const problem = `the answer ended ${size - file.length} bytes before the end of the file`;
  return {...awayProblem(new Error(problem)), hasMoved: file.length > from, hint: LATER};
}

function refuseOtherSize(url: string, {status, headers}: Response, {length: from, size}: FileSink): void {
  const stated = headers.get(status === 206 ? "content-range" : "content-length");
  const isRight =
    status === 206 ? stated === `bytes ${from}-${size - 1}/${size}` : stated === null || Number(stated) === size;
  if (!isRight) throw otherSize(url, "another number of bytes than");
}

function otherSize(url: string, how: string): Refusal {
  return new Refusal(`${url} has ${how} its manifest says`, "tell who runs that service, or what stands before it");
}

/** The disk of the follower is full or away: asking again does not help. */
function isOfDisk(error: Error): boolean {
  return ["open", "write"].includes((error as NodeJS.ErrnoException).syscall ?? "");
}
