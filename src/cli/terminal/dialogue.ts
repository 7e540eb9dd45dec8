// Questions to the person at a terminal. Nobody is asked where standard input or standard error is no terminal: a script must never wait.
import {createInterface} from "node:readline/promises";
import type {Readable, Writable} from "node:stream";

export interface Dialogue {
  /** The answer without blanks around it; null: the person ended the input. */
  ask(prompt: string): Promise<string | null>;
  close(): void;
}

export type TerminalInput = Readable & {readonly isTTY?: boolean | undefined};
export type TerminalOutput = Writable & {readonly isTTY?: boolean | undefined};

/** null: there is no terminal. Questions go to standard error, so that standard output has the result alone. */
export function openDialogue(
  input: TerminalInput = process.stdin,
  output: TerminalOutput = process.stderr,
): Dialogue | null {
  if (input.isTTY !== true || output.isTTY !== true) return null;
  const terminal = createInterface({input, output});
  const ended = new Promise<null>((resolve) => terminal.once("close", () => resolve(null)));
  return {
    ask: async (prompt) => {
      const answer = await Promise.race([terminal.question(prompt), ended]);
      return answer === null ? null : answer.trim();
    },
    close: () => terminal.close(),
  };
}
