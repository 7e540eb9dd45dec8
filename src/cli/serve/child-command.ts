// Commands of `ryad` in processes of their own, for a server: their memory and time are not the server's, and their crash is a refusal.
import {spawn} from "node:child_process";
import {fileURLToPath} from "node:url";
import {Busy} from "../../work/busy.ts";

const PROGRAM = fileURLToPath(new URL("../main.ts", import.meta.url));
const MOST_WAITING = 4;
const MOST_SECONDS = 600;
const RETRY_SECONDS = 30;
const MOST_LETTERS = 4 * 2 ** 20;

export interface EndedCommand {
  /** null: it was killed, or took too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a command on the store of a server. */
export function storeEnvironment({
  dataFolder,
  databaseUrl,
}: {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
}): NodeJS.ProcessEnv {
  return {...process.env, RYAD_DATA: dataFolder, RYAD_DATABASE_URL: databaseUrl ?? ""};
}

/** @param environment of the command, with the place of its store */
export function runCommand(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<EndedCommand> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: {...environment, RYAD_LOG: "error"},
      stdio: ["ignore", "pipe", "pipe"],
      timeout: MOST_SECONDS * 1000,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (stdout.length < MOST_LETTERS) stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (stderr.length < MOST_LETTERS) stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({code, stdout, stderr}));
  });
}

/** The refusal of a command, without the name of the program. */
export function refusalText({code, stderr}: EndedCommand): string {
  const words = stderr.replace(/^ryad: /, "").trim();
  return words === ""
    ? `the command ended without a word (${code === null ? "it was stopped" : `exit code ${code}`})`
    : words;
}

/** Works one at a time; a few wait. @returns a function that throws Busy when too many wait */
export function createTurns(busyWords: string): <T>(work: () => Promise<T>) => Promise<T> {
  let line: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (work) => {
    if (waiting >= MOST_WAITING) throw new Busy(busyWords, RETRY_SECONDS);
    waiting++;
    const done = line.then(work).finally(() => {
      waiting--;
    });
    line = done.catch(() => {});
    return done;
  };
}
