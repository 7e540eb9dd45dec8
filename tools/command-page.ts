// docs/command.md, from the table of commands itself.
import {COMMANDS} from "../src/cli/commands.ts";
import {commandHelp, overview} from "../src/cli/usage.ts";

export function commandPage(): string {
  const sections = COMMANDS.flatMap((command) => [`## ${command.name}`, "", "```", commandHelp(command), "```", ""]);
  return [
    "# The command",
    "",
    "What `ryad --help` says. Written by `npm run docs`; do not edit by hand.",
    "",
    "```",
    overview(COMMANDS),
    "```",
    "",
    ...sections,
  ].join("\n");
}
