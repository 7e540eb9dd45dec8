// A call of `ryad`: finds the command, runs it, and turns a thrown error into a message and an exit code.
//
// People never see a stack trace: for a refusal they see its message, for wrong usage the usage, for any other error one line.
import {readVersion} from "../reference/reference.ts";
import {Refusal} from "../service/refusal.ts";
import {SETTINGS} from "../settings/setting-rows.ts";
import {readSettings} from "../settings/settings.ts";
import {StoreOutage} from "../store/outage.ts";
import {findNearName} from "../text/near-name.ts";
import {type Call, type Command, DONE, REFUSED, WRONG_USAGE} from "./command.ts";
import {COMMAND_NAMES, COMMANDS, commandHelp, overview, readCommands, usageLine} from "./commands.ts";
import {findCommand, parseCall, WrongUsage} from "./parse-call.ts";
import {systemRefusal} from "./terminal/system-error.ts";

/** What a call has from its process. */
type Surroundings = Pick<Call, "environment" | "say" | "note" | "isOutputClosed">;

/** Runs a call to its end. Returns the exit code; never throws. */
export async function runCall(words: readonly string[], around: Surroundings): Promise<number> {
  const {environment, say, note} = around;
  try {
    if (words[0] === "--version" || words[0] === "version") return done(() => say(readVersion()));
    if (words[0] === "--help" || words[0] === "-h" || (words[0] === "help" && words.length === 1)) {
      const commands = await readCommands();
      return done(() => say(overview(commands)));
    }
    const called = words[0] === "help" ? [...words.slice(1), "--help"] : words;
    const command = await COMMANDS[findCommand(called, COMMAND_NAMES)]!();
    const {help, positionals, options} = parseCall(called, command);
    if (help) return done(() => say(commandHelp(command)));
    for (const line of unknownVariables(environment)) note(`ryad: ${line}`);
    return await command.run({positionals, options, settings: readSettings(environment, options), ...around});
  } catch (error) {
    return await explain(error, note);
  }
}

function done(perform: () => void): number {
  perform();
  return DONE;
}

async function explain(error: unknown, note: Call["note"]): Promise<number> {
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
function outage({message, isFull}: StoreOutage): Refusal {
  const hint = isFull
    ? "free some space on the disk of the database and call again"
    : "call again when the database answers, on all its machines if it has several";
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

/** Variables of others: tokens of other services, as the documents name them, and variables of tests. */
const OF_OTHERS = /^RYAD_((PULL_)?TOKEN$|TEST_|CUTS)/;

/**
 * A warning for each variable that looks like a setting but is not, with the setting that was probably meant. Never a refusal: the environment
 * belongs to the machine, and other programs may use it too.
 */
function unknownVariables(environment: Readonly<Record<string, unknown>>): string[] {
  const known = Object.values(SETTINGS).map((row) => row.environment as string);
  return Object.keys(environment)
    .filter((name) => name.startsWith("RYAD_") && !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => {
      // RYAD_LOG_LEVEL means RYAD_LOG, and RYAD_SMTP RYAD_SMTP_URL
      const longer = known.find((one) => name.startsWith(`${one}_`) || one.startsWith(`${name}_`));
      const meant = findNearName(name, known) ?? longer ?? null;
      const advice = meant === null ? "ryad settings lists them" : `${meant} was probably meant`;
      return `${name} is not a setting and is ignored; ${advice}`;
    });
}
