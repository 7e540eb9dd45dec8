// From the words after `ryad` to a command and its call, or to wrong usage. Has no side effects.
//
// A command's own words come first; options may come anywhere after them.
import {parseArgs} from "node:util";
import {findNearName} from "../text/near-name.ts";
import type {Command} from "./command.ts";

/** The call does not fit the command: exit 2. */
export class WrongUsage extends Error {
  override readonly name = "WrongUsage";
  readonly command: Command | null;
  /** The probable meaning, which the message has too. */
  readonly meant: string | null;

  constructor(message: string, command: Command | null, meant: string | null = null) {
    super(meant === null ? message : `${message}; ${meant} was probably meant`);
    this.command = command;
    this.meant = meant;
  }
}

export interface ParsedCall {
  readonly command: Command;
  readonly help: boolean;
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** The name of the called command. @throws WrongUsage if there is none */
export function findCommand(words: readonly string[], names: readonly string[]): string {
  const found = names.find((name) => name === words.slice(0, 2).join(" ")) ?? names.find((name) => name === words[0]);
  if (found !== undefined) return found;
  const [first = "", second] = words;
  const family = names.filter((name) => name.startsWith(`${first} `));
  if (first !== "" && family.length > 0) {
    throw new WrongUsage(
      second === undefined || second.startsWith("-")
        ? `${first} what? ${family.join(", ")}`
        : `unknown command "${first} ${second}"; there is ${family.join(", ")}`,
      null,
    );
  }
  if (first === "") throw new WrongUsage("a command is missing", null);
  const families = [...new Set(names.map((name) => name.split(" ")[0] ?? ""))];
  throw new WrongUsage(`unknown command "${first}"`, null, findNearName(first, families));
}

/** @throws WrongUsage for an unknown option, a missing or surplus word */
export function parseCall(words: readonly string[], command: Command): ParsedCall {
  const rest = words.slice(command.name.split(" ").length);
  const {values, positionals} = parseOptions(command, rest);
  const {help, ...options} = values;
  if (help === true) return {command, help: true, positionals, options};
  refusePositionals(command, positionals, options);
  for (const name of command.requiredOptions ?? []) {
    if (options[name] === undefined || options[name] === "") throw new WrongUsage(`--${name} is missing`, command);
  }
  return {command, help: false, positionals, options};
}

function parseOptions(
  command: Command,
  words: readonly string[],
): {values: Record<string, string | boolean | undefined>; positionals: string[]} {
  const options: Record<string, {type: "string" | "boolean"; short?: string}> = {help: {type: "boolean", short: "h"}};
  for (const [name, {value}] of Object.entries(command.options))
    options[name] = {type: value === null ? "boolean" : "string"};
  try {
    return parseArgs({args: [...words], options, allowPositionals: true, strict: true});
  } catch (error) {
    throw wrongOption(error as NodeJS.ErrnoException, command, Object.keys(options));
  }
}

function wrongOption(error: NodeJS.ErrnoException, command: Command, known: readonly string[]): WrongUsage {
  const message = error.message.split(". To specify")[0] ?? "";
  const unknown = error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? /'--([^']+)'/.exec(message)?.[1] : undefined;
  if (unknown === undefined) return new WrongUsage(message, command);
  const near = findNearName(unknown, known);
  return new WrongUsage(`unknown option --${unknown}`, command, near === null ? null : `--${near}`);
}

function refusePositionals(
  command: Command,
  positionals: readonly string[],
  options: Readonly<Record<string, unknown>>,
): void {
  const instead = command.insteadOfPositionals;
  if (instead !== undefined && options[instead] !== undefined) {
    if (positionals.length === 0) return;
    throw new WrongUsage(`--${instead} replaces "${positionals[0]}"`, command);
  }
  const names = command.positionals ?? [];
  const needed = names.filter((name) => !name.startsWith("["));
  const missing = needed[positionals.length];
  if (missing !== undefined) throw new WrongUsage(`${missing.replace("…", "")} is missing`, command);
  const repeats = names.some((name) => name.includes("…"));
  if (!repeats && positionals.length > names.length) {
    throw new WrongUsage(`unexpected "${positionals[names.length]}"`, command);
  }
}
