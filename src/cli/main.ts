// The program `ryad`: finds the command, runs it, and turns a thrown error into a message and an exit code.
//
// People never see a stack trace: for a refusal they see its message, for wrong usage the usage, for any other error one line.
import {readFileSync} from "node:fs";
import {Worker} from "node:worker_threads";
import {Refusal} from "../refusal.ts";
import {readSettings} from "../settings.ts";
import {StoreOutage} from "../store/outage.ts";
import {type Command, DONE, REFUSED, WRONG_USAGE} from "./command.ts";
import {COMMAND_NAMES, COMMANDS, commandHelp, overview, readCommands, usageLine} from "./commands.ts";
import {findCommand, parseCall, WrongUsage} from "./parse-call.ts";
import {systemRefusal} from "./terminal/system-error.ts";
import {unknownVariables} from "./unknown-variables.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const note = (line: string): void => void process.stderr.write(`${line}\n`);

/** The program of a thread that watches the launcher's pipe: even a load that blocks the main thread ends at once. */
const WATCH = `
const {Socket} = require("node:net");
const {workerData} = require("node:worker_threads");
const pipe = new Socket({fd: workerData, readable: true, writable: false});
pipe.on("error", () => {});
pipe.on("close", () => process.kill(process.pid, "SIGKILL"));
pipe.resume();
`;

holdLifeline(process.env);
endWhenUnread(process.stdout, "standard output");
endWhenUnread(process.stderr, "standard error");
process.exitCode = await runWords(process.argv.slice(2));

async function runWords(words: readonly string[]): Promise<number> {
  try {
    if (words[0] === "--version" || words[0] === "version") return done(() => say(version()));
    if (words[0] === "--help" || words[0] === "-h" || (words[0] === "help" && words.length === 1)) {
      const commands = await readCommands();
      return done(() => say(overview(commands)));
    }
    const called = words[0] === "help" ? [...words.slice(1), "--help"] : words;
    const command = await COMMANDS[findCommand(called, COMMAND_NAMES)]!();
    const {help, positionals, options} = parseCall(called, command);
    if (help) return done(() => say(commandHelp(command)));
    for (const line of unknownVariables(process.env)) note(`ryad: ${line}`);
    return await command.run({positionals, options, settings: readSettings(process.env, options), say, note});
  } catch (error) {
    return await explain(error);
  }
}

function done(act: () => void): number {
  act();
  return DONE;
}

async function explain(error: unknown): Promise<number> {
  if (error instanceof WrongUsage) {
    note(`ryad: ${error.message}`);
    note(await usageAfter(error));
    return WRONG_USAGE;
  }
  const refusal =
    error instanceof Refusal ? error : error instanceof StoreOutage ? outage(error) : systemRefusal(error);
  if (refusal !== null) {
    note(`ryad: ${refusal.message}`);
    if (refusal.hint !== null) note(refusal.hint);
    return REFUSED;
  }
  note(
    `ryad: ${isOfTheSystem(error) ? "" : "this should not happen: "}${error instanceof Error ? error.message : String(error)}`,
  );
  return REFUSED;
}

/** No fault of the program either: a database that restarts, or a machine of several that is gone. */
function outage({message}: StoreOutage): Refusal {
  const hint = "call again when the database answers, on all its machines if it has several";
  return new Refusal(message, `${hint}; what was under way is done whole or not at all`);
}

/** A full disk, a folder without write permission, a damaged database file: not a fault of the program; the error's text says enough. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && ("syscall" in error || (error as NodeJS.ErrnoException).code === "ERR_SQLITE_ERROR");
}

/** If the mistake is obvious, the list of all commands would only scroll it out of view. */
async function usageAfter({command, meant}: WrongUsage): Promise<string> {
  if (command !== null) return usageOf(command);
  return meant === null ? overview(await readCommands()) : "ryad --help lists the commands";
}

function usageOf(command: Command): string {
  return `${usageLine(command)}\nryad ${command.name} --help describes it`;
}

/** The reader of the output has stopped (`ryad token list | head -1`): that is no error. A full disk behind the output is one. */
function endWhenUnread(stream: NodeJS.WriteStream, name: string): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? DONE);
    if (stream !== process.stderr) {
      note(`ryad: ${name} can't be written: ${error.message}`);
      note("the changes of the command remain; revoke a token that nobody saw by its number from ryad token list");
    }
    process.exit(REFUSED);
  });
}

function version(): string {
  const manifest: {version: string} = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return manifest.version;
}

/**
 * Ends this process when its launcher is killed (bin/run-node.js): reads the pipe named in the environment, if there is one, and removes
 * the variable, so that child processes do not see it. The thread does not keep the process alive.
 */
export function holdLifeline(environment: Record<string, string | undefined>): void {
  const descriptor = Number(environment["RYAD_LIFELINE"] ?? Number.NaN);
  delete environment["RYAD_LIFELINE"];
  if (Number.isInteger(descriptor)) new Worker(WATCH, {eval: true, workerData: descriptor}).unref();
}
