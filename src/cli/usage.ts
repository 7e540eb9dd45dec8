// The help texts, all made from the table of commands.
import type {Command} from "./command.ts";

/** What `ryad --help` prints. */
export function overview(commands: readonly Command[]): string {
  const calls = commands.map((command) => [callText(command), command.summary] as const);
  const width = Math.max(...calls.map(([call]) => call.length));
  return [
    "ryad: national economic statistics as time series",
    "",
    "usage: ryad COMMAND [OPTIONS]",
    "",
    ...calls.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
    "",
    "ryad COMMAND --help tells more of one. Settings from the environment: docs/settings.md.",
    "Exit codes: 0 done, 1 refused or held, 2 wrong usage.",
  ].join("\n");
}

/** What `ryad COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const rows = [
    ...Object.entries(command.options).map(([name, row]) => [optionText(name, row.value), row.help] as const),
    ["--help", "this text"] as const,
  ];
  const width = Math.max(...rows.map(([option]) => option.length));
  return [
    usageLine(command),
    "",
    command.summary,
    ...(command.details.length === 0 ? [] : ["", ...command.details]),
    "",
    ...rows.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`),
  ].join("\n");
}

export function usageLine(command: Command): string {
  const required = command.requiredOptions
    .map((name) => ` ${optionText(name, command.options[name]?.value ?? null)}`)
    .join("");
  const optional = Object.keys(command.options).length > command.requiredOptions.length ? " [OPTIONS]" : "";
  return `usage: ryad ${callText(command)}${required}${optional}`;
}

function callText(command: Command): string {
  return [command.name, ...command.positionals].join(" ");
}

function optionText(name: string, value: string | null): string {
  return value === null ? `--${name}` : `--${name} ${value}`;
}
