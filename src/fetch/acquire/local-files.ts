// Files that are on this machine: of a folder, or left by a program that an operator named.
//
// A file of a folder is copied first, because its writer may not be done; then its size is compared. A program that is too slow is killed
// with all that it has started.
import {spawn} from "node:child_process";
import {cpSync, existsSync, readdirSync, statSync} from "node:fs";
import {basename, join, resolve} from "node:path";
import {FetchProblem} from "../fetch-problem.ts";
import {type FetchSource, termsOf} from "../sources/source.ts";
import type {AcquiredFile, FetchTarget, FetchVisit} from "./acquired-file.ts";

/** Each file and each folder (a package) in the folder, by name; hidden ones are left out. @throws FetchProblem if there is no such folder */
export function folderTargets({folder}: FetchSource, visit: FetchVisit): FetchTarget[] {
  const path = resolve(visit.folder, folder!);
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new FetchProblem("moved", `${path} is no folder`, {
      hint: "correct `folder` of the source, or make the folder",
    });
  const names = readdirSync(path).filter((name) => !name.startsWith("."));
  return names.sort().map((name) => {
    const address = join(path, name);
    return {address, acquire: async () => copied(address, visit)};
  });
}

function copied(address: string, visit: FetchVisit): AcquiredFile {
  const path = join(visit.makeFolder(), basename(address));
  cpSync(address, path, {recursive: true, dereference: true});
  const [before, after] = [statSync(path), statSync(address)];
  if (after.isFile() && before.size !== after.size)
    throw new FetchProblem("unreachable", `${address} is still being written`, {mayPass: true});
  const headers = after.isFile() ? {"last-modified": after.mtime.toUTCString()} : {};
  return {...NO_ANSWER, address, path, headers, bytes: after.isFile() ? after.size : null};
}

const NO_ANSWER = {status: null, headers: {}, bytes: null, sha256: null, movedTo: null} as const;

/** The program runs in an empty folder; what it leaves there is the file, or the package if it leaves several. */
export function commandTarget(source: FetchSource, visit: FetchVisit): FetchTarget {
  const [program, ...words] = source.command!;
  const address = [program, ...words].join(" ");
  return {
    address,
    async acquire() {
      const folder = visit.makeFolder();
      const {seconds, bytes: most} = termsOf(source);
      const ended = await runProgram(program!, words, folder, seconds);
      if (ended !== null)
        throw new FetchProblem("unreachable", `${program}: ${ended}`, {
          hint: `run it by hand in an empty folder: ${address}`,
          mayPass: true,
        });
      const names = readdirSync(folder).filter((name) => !name.startsWith("."));
      if (names.length === 0)
        throw new FetchProblem("refused", `${program} left no file in the folder in which it ran`, {
          hint: "let it write its file into its working folder, as curl -O does",
        });
      const path = names.length === 1 ? join(folder, names[0]!) : folder;
      const found = statSync(path);
      if (found.isFile() && found.size > most)
        throw new FetchProblem("refused", `${program} left ${found.size} bytes, more than ${most}`, {
          hint: "raise `limits: {bytes: …}` of the source if its files are that large",
        });
      return {...NO_ANSWER, address, path, bytes: found.isFile() ? found.size : null};
    },
  };
}

const MOST_LETTERS = 2000;

/** @returns null if it ended well, else what it said */
function runProgram(
  program: string,
  words: readonly string[],
  folder: string,
  seconds: number,
): Promise<string | null> {
  return new Promise((done) => {
    const child = spawn(program, words, {cwd: folder, stdio: ["ignore", "ignore", "pipe"], detached: true});
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-MOST_LETTERS);
    });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        child.kill("SIGKILL");
      }
    }, seconds * 1000);
    child.once("error", (error) => {
      clearTimeout(late);
      done(`it can't be started: ${error.message}`);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(late);
      if (isLate) done(`it did not end within ${seconds} seconds`);
      else
        done(
          code === 0 ? null : [`it ended with ${signal ?? code}`, said.trim()].filter((part) => part !== "").join(": "),
        );
    });
  });
}
