// Who decides about a held run, and why: --by and --reason of the commands that accept or discard one.
import {userInfo} from "node:os";
import type {DecidedBy} from "../../store/releases/run-decision.ts";
import {type Call, type Command, option, textOption} from "../command.ts";
import {WrongUsage} from "../parse-call.ts";

export const WORD_OPTIONS = {
  by: option("NAME", "who decides about a held run; when absent, the system's user"),
  reason: option("TEXT", "why, for those who look at the run later"),
};

export function wordOf(call: Call): DecidedBy {
  return {by: textOption(call, "by") ?? systemUser(), reason: textOption(call, "reason") ?? ""};
}

/** @throws WrongUsage if a person or a reason is given and nothing is decided. @param act the option that decides */
export function refuseWordAlone(call: Call, act: string, command: Command): void {
  for (const name of ["by", "reason"])
    if (textOption(call, name) !== null)
      throw new WrongUsage(`--${name} is of a person who decides about a held run, so it needs --${act}`, command);
}

/** The name of the user of this process, or the user's number if the system has no name for it. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
