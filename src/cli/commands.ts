// The table of commands: everything `ryad` can be asked to do, in the order that --help shows it.
//
// A command's code is read when it is called and not before: a load needs no server, no site and no mail, and reading them would
// take longer than a small load does.
import type {Command} from "./command.ts";

/** Name → the command itself, once it was read. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import("./commands/start.ts")).start,
  serve: async () => (await import("./commands/serve.ts")).serve,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  load: async () => (await import("./commands/load.ts")).load,
  runs: async () => (await import("./commands/runs.ts")).runs,
  "release list": async () => (await import("./commands/release.ts")).releaseList,
  "release withdraw": async () => (await import("./commands/release.ts")).releaseWithdraw,
  "catalogue list": async () => (await import("./commands/catalogue.ts")).catalogueList,
  "catalogue withdraw": async () => (await import("./commands/catalogue.ts")).catalogueWithdraw,
  "dataset drop": async () => (await import("./commands/dataset.ts")).datasetDrop,
  "token create": async () => (await import("./commands/token.ts")).tokenCreate,
  "token list": async () => (await import("./commands/token.ts")).tokenList,
  "token revoke": async () => (await import("./commands/token.ts")).tokenRevoke,
  "account plan": async () => (await import("./commands/account.ts")).accountPlan,
  "contact list": async () => (await import("./commands/contact.ts")).contactList,
  trace: async () => (await import("./commands/trace.ts")).trace,
  check: async () => (await import("./commands/check.ts")).check,
  backup: async () => (await import("./commands/backup.ts")).backup,
  restore: async () => (await import("./commands/restore.ts")).restore,
  export: async () => (await import("./commands/export.ts")).exportRows,
  copy: async () => (await import("./commands/copy.ts")).copy,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** All of them, for a text about all. */
export function readCommands(): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map((read) => read()));
}
