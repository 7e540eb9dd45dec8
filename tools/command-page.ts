// docs/command.md, made from the table of commands.
import {commandHelp, overview, readCommands} from "../src/cli/commands.ts";

const commands = await readCommands();

export function commandPage(): string {
  const sections = commands.flatMap((command) => [`## ${command.name}`, "", "```", commandHelp(command), "```", ""]);
  return [
    "# The command",
    "",
    "The output of `ryad --help`. Written by `npm run docs`; do not edit by hand.",
    "",
    "```",
    overview(commands),
    "```",
    "",
    ...sections,
  ].join("\n");
}
