// The name under which this program calls publishers. Some of them refuse a program that names nobody whom they may write to.
import type {Settings} from "../../settings/settings.ts";
import {PROGRAM_VERSION} from "../serve/workers/messages.ts";

/** The program, and whom a publisher may write to. */
export function agentOf({contactEmail, publicUrl}: Pick<Settings, "contactEmail" | "publicUrl">): string {
  const contact = contactEmail ?? publicUrl;
  return contact === null ? `ryad/${PROGRAM_VERSION}` : `ryad/${PROGRAM_VERSION} (+${contact})`;
}
