// The commands of `ryad`, in the order that --help shows them, and the texts of --help.
//
// A command's code is imported when it is called: a load needs no server, no site and no mail, and importing them would take longer than
// a small load.
import type {Command} from "./command.ts";

/** The import of each command, by its name. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import("./commands/serve.ts")).start,
  serve: async () => (await import("./commands/serve.ts")).serve,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  adopt: async () => (await import("./commands/migrate.ts")).adopt,
  load: async () => (await import("./commands/load.ts")).load,
  fetch: async () => (await import("./commands/fetch.ts")).fetchSources,
  "source list": async () => (await import("./commands/source.ts")).sourceList,
  "source check": async () => (await import("./commands/source.ts")).sourceCheck,
  "source run": async () => (await import("./commands/fetch.ts")).sourceRun,
  "source recipes": async () => (await import("./commands/source.ts")).sourceRecipes,
  "source add": async () => (await import("./commands/source.ts")).sourceAdd,
  describe: async () => (await import("./commands/describe.ts")).describe,
  desk: async () => (await import("./desk/desk.ts")).desk,
  runs: async () => (await import("./runs/runs.ts")).runs,
  "release list": async () => (await import("./commands/release.ts")).releaseList,
  "release withdraw": async () => (await import("./commands/release.ts")).releaseWithdraw,
  "catalogue list": async () => (await import("./commands/release.ts")).catalogueList,
  "catalogue withdraw": async () => (await import("./commands/release.ts")).catalogueWithdraw,
  "calendar announce": async () => (await import("./commands/announcing/calendar.ts")).calendarAnnounce,
  "dataset drop": async () => (await import("./commands/release.ts")).datasetDrop,
  "token create": async () => (await import("./commands/token.ts")).tokenCreate,
  "token list": async () => (await import("./commands/token.ts")).tokenList,
  "token revoke": async () => (await import("./commands/token.ts")).tokenRevoke,
  "account list": async () => (await import("./commands/account.ts")).accountList,
  "account usage": async () => (await import("./commands/account.ts")).accountUsage,
  "account plan": async () => (await import("./commands/account.ts")).accountPlan,
  "account disable": async () => (await import("./commands/account.ts")).accountDisable,
  "account enable": async () => (await import("./commands/account.ts")).accountEnable,
  messages: async () => (await import("./commands/announcing/messages.ts")).messages,
  settings: async () => (await import("./commands/serve.ts")).settings,
  "contact list": async () => (await import("./commands/account.ts")).contactList,
  mcp: async () => (await import("./commands/mcp.ts")).mcp,
  trace: async () => (await import("./commands/trace.ts")).trace,
  check: async () => (await import("./commands/check.ts")).check,
  "archive prune": async () => (await import("./commands/release.ts")).archivePrune,
  backup: async () => (await import("./commands/backup.ts")).backup,
  restore: async () => (await import("./commands/backup.ts")).restore,
  "files write": async () => (await import("./commands/files.ts")).filesWrite,
  "files list": async () => (await import("./commands/files.ts")).filesList,
  export: async () => (await import("./commands/export.ts")).exportRows,
  pull: async () => (await import("./pull/pull.ts")).pull,
  copy: async () => (await import("./commands/copy.ts")).copy,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** All commands, for the overview. */
export function readCommands(): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map((read) => read()));
}

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
    "ryad COMMAND --help describes one command. Settings from the environment: docs/settings.md.",
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
    ...(command.details === undefined ? [] : ["", ...command.details]),
    "",
    ...rows.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`),
  ].join("\n");
}

export function usageLine(command: Command): string {
  const requiredOptions = command.requiredOptions ?? [];
  const required = requiredOptions.map((name) => ` ${optionText(name, command.options[name]?.value ?? null)}`).join("");
  const optional = Object.keys(command.options).length > requiredOptions.length ? " [OPTIONS]" : "";
  return `usage: ryad ${callText(command)}${required}${optional}`;
}

function callText(command: Command): string {
  return [command.name, ...(command.positionals ?? [])].join(" ");
}

function optionText(name: string, value: string | null): string {
  return value === null ? `--${name}` : `--${name} ${value}`;
}
