// The walk of a request: the files and functions of src/ that a warm server enters for its answer, in the order of their first call.
//
// `node bin/node.js tools/walk-request.ts '/api/v1/data?dataset=cpi_monthly&geo=all'`. The server holds the sample warehouse, or a copy of
// --data FOLDER with a token in its token.txt. Requests that differ only in `limit` warm it: the code is warm, the page is in no cache.
// `--again` sends the same request before, so its body is in the cache; `--header 'name: value'` is sent with all requests; `--calls` prints
// every call instead of the files.
import {type ChildProcess, fork} from "node:child_process";
import {once} from "node:events";
import {cpSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {fileURLToPath} from "node:url";
import {parseArgs} from "node:util";
import {copySampleTo} from "../test/sample-folder.ts";

const WARM_REQUESTS = 5;
const QUIET_MS = 500;
const PROGRAM = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));
const RECORDER = new URL("walk/record-calls.ts", import.meta.url).href;

interface Walk {
  readonly status: number;
  readonly bytes: number;
  /** "file function", in the order in which they were called. */
  readonly calls: readonly string[];
}

interface WalkOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Null: the sample warehouse. */
  readonly dataFolder: string | null;
  /** Whether the same request was answered before. */
  readonly again: boolean;
}

/** Starts a server, requests `path` and gives every call of a named function from the arrival of the request to its last byte. */
async function walkRequest(path: string, options: WalkOptions): Promise<Walk> {
  const folder = mkdtempSync(join(tmpdir(), "ryad-walk-"));
  const data = join(folder, "data");
  if (options.dataFolder === null) await copySampleTo(data);
  else cpSync(options.dataFolder, data, {recursive: true});
  const server = fork(PROGRAM, ["serve", "--port", "0", "--data", data], {
    execArgv: ["--import", RECORDER],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {...process.env, RYAD_LOG: "error", RYAD_WORKERS: "1"},
  });
  try {
    const origin = await addressOf(server);
    const headers = {
      authorization: `Bearer ${readFileSync(join(data, "token.txt"), "utf8").trim()}`,
      ...options.headers,
    };
    await untilQuiet(server);
    const warming = Array.from({length: WARM_REQUESTS}, (_, nth) => withLimit(path, nth + 1));
    for (const warm of options.again ? [...warming, path] : warming) {
      await (await fetch(origin + warm, {headers})).arrayBuffer();
    }
    await told(server, "begin");
    const answer = await fetch(origin + path, {headers});
    const bytes = (await answer.arrayBuffer()).byteLength;
    const {calls} = (await told(server, "end")) as {calls: string[]};
    return {status: answer.status, bytes, calls};
  } finally {
    const hasEnded = server.exitCode !== null || server.signalCode !== null;
    if (!hasEnded && server.kill()) await once(server, "exit");
    rmSync(folder, {recursive: true, force: true});
  }
}

async function addressOf(server: ChildProcess): Promise<string> {
  let said = "";
  for await (const chunk of server.stdout!) {
    said += chunk;
    const address = /listening on (http:\/\/\S+)/.exec(said)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("the server ended before it listened");
}

/** Until nothing else runs: a new server tells followers of the releases that it finds. */
async function untilQuiet(server: ChildProcess): Promise<void> {
  let calls: readonly string[];
  do {
    await told(server, "begin");
    await setTimeout(QUIET_MS);
    ({calls} = (await told(server, "end")) as {calls: string[]});
  } while (calls.length > 0);
}

async function told(server: ChildProcess, word: "begin" | "end"): Promise<unknown> {
  const answer = once(server, "message");
  server.send(word);
  return (await answer)[0];
}

function withLimit(path: string, limit: number): string {
  const address = new URL(path, "http://localhost");
  if (address.pathname !== "/api/v1/data") return path;
  address.searchParams.set("limit", String(limit));
  return address.pathname + address.search;
}

/** A line per file in the order of the first call, with its functions; then the counts. */
function walkText({status, bytes, calls}: Walk): string {
  const files = new Map<string, Map<string, number>>();
  let moves = 0;
  let before = "";
  for (const call of calls) {
    const [file = "", name = ""] = call.split(" ");
    const functions = files.get(file) ?? new Map<string, number>();
    files.set(file, functions.set(name, (functions.get(name) ?? 0) + 1));
    if (before !== "" && before !== file) moves++;
    before = file;
  }
  const lines = [...files].map(([file, functions], index) => {
    const named = [...functions].map(([name, times]) => (times === 1 ? name : `${name} ×${times}`));
    return `${String(index + 1).padStart(3)}  ${file}  ${named.join(", ")}`;
  });
  const functions = [...files.values()].reduce((sum, {size}) => sum + size, 0);
  lines.push(
    `${status}, ${bytes} bytes: ${files.size} files, ${functions} functions, ${calls.length} calls, ${moves} moves between files`,
  );
  return lines.join("\n");
}

if (import.meta.main) {
  const {values, positionals} = parseArgs({
    allowPositionals: true,
    options: {
      header: {type: "string", multiple: true, default: []},
      data: {type: "string"},
      again: {type: "boolean", default: false},
      calls: {type: "boolean", default: false},
    },
  });
  const [path = "/api/v1/data?dataset=cpi_monthly&geo=all"] = positionals;
  const headers = Object.fromEntries(values.header.map((line) => line.split(/:\s*/, 2)));
  const walk = await walkRequest(path, {headers, dataFolder: values.data ?? null, again: values.again});
  console.log(values.calls ? walk.calls.join("\n") : walkText(walk));
}
