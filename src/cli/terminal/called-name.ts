// The name by which the user called the program: a command that a message prints has to work where it is copied to.
//
// Messages are written with the bare name, as if the program were on the path; only standard error gets the other one.
import {basename, delimiter, dirname, relative} from "node:path";

export interface CalledBy {
  /** The path of the script, which may be a link to it. */
  readonly script: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** "ryad", "node_modules/.bin/ryad" (so also by npx, which takes another package of the name outside of the folder) or "node bin/ryad.js". */
export function calledName({script, folder, environment}: CalledBy): string {
  const isOnPath = (environment["PATH"] ?? "").split(delimiter).includes(dirname(script));
  if (isOnPath && basename(script) === "ryad") return "ryad";
  const way = relative(folder, script);
  const path = way.startsWith("..") && way.length > script.length ? script : way;
  const quoted = /\s/.test(path) ? `"${path}"` : path;
  return basename(script) === "ryad" ? (path === "ryad" ? "./ryad" : quoted) : `node ${quoted}`;
}

/** A message with the name in place of the bare one where that begins a command; the usage is the same for all. */
export function withCalledName(line: string, name: string): string {
  return name === "ryad" ? line : line.replace(/(?<![\w./-])(?<!usage: )ryad (?=(?:--)?[a-z])/g, () => `${name} `);
}
