// The table of commands: everything `ryad` can be asked to do, in the order that --help shows it.
//
// A command's code is read when it is called and not before: a load needs no server, no site and no mail, and reading them would
// take longer than a small load does.
import type {Command} from "./command.ts";

/** Name → the command itself, once it was read. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import("./start.ts")).start,
  serve: async () => (await import("./serve.ts")).serve,
  migrate: async () => (await import("./migrate.ts")).migrate,
  load: async () => (await import("./load.ts")).load,
  runs: async () => (await import("./runs.ts")).runs,
  "release list": async () => (await import("./release.ts")).releaseList,
  "release withdraw": async () => (await import("./release.ts")).releaseWithdraw,
  "catalogue list": async () => (await import("./catalogue.ts")).catalogueList,
  "catalogue withdraw": async () => (await import("./catalogue.ts")).catalogueWithdraw,
  "dataset drop": async () => (await import("./dataset.ts")).datasetDrop,
  "token create": async () => (await import("./token.ts")).tokenCreate,
  "token list": async () => (await import("./token.ts")).tokenList,
  "token revoke": async () => (await import("./token.ts")).tokenRevoke,
  "account plan": async () => (await import("./account.ts")).accountPlan,
  "contact list": async () => (await import("./contact.ts")).contactList,
  trace: async () => (await import("./trace.ts")).trace,
  check: async () => (await import("./check.ts")).check,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  export: async () => (await import("./export.ts")).exportRows,
  copy: async () => (await import("./copy.ts")).copy,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** All of them, for a text about all. */
export function readCommands(): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map((read) => read()));
}
