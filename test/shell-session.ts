// A page that shows a session in a shell: its blocks, a shell that keeps what earlier blocks set, and outputs with gaps.
import {spawn} from "node:child_process";
import type {TestContext} from "node:test";
import {OWN_CACHE} from "./command.ts";

export interface Block {
  /** "sh run", "python" and the like: the text after the backticks. */
  readonly kind: string;
  readonly text: string;
  /** The output shown below it on the page; null if there is none. */
  readonly shown: string | null;
}

/** The blocks of a Markdown page in their order; a block of text right below another is its output. */
export function readBlocks(page: string): Block[] {
  const fences = [...page.matchAll(/^```([\w ]+)\n([\s\S]*?)^```\n(\n```text\n([\s\S]*?)^```\n)?/gm)];
  return fences
    .filter(([, kind]) => kind !== "text")
    .map(([, kind = "", text = "", , shown]) => ({kind, text, shown: shown ?? null}));
}

/** `…` matches any text in a line, and alone in a line any lines. */
export function looksLike(shown: string): RegExp {
  const lines = shown.trimEnd().split("\n");
  const patterns = lines.map((line) => {
    if (line === "…") return "(?:.*\\n)*?.*";
    const literal = line.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return literal.join(".*");
  });
  return new RegExp(`^${patterns.join("\\n")}$`);
}

export interface ShellSession {
  /** Runs the lines and returns their output on both streams. */
  run(lines: string): Promise<string>;
}

/** A bash in a folder; ends with the test. */
export function openShell(t: TestContext, folder: string, environment: Readonly<Record<string, string>>): ShellSession {
  const shell = spawn("bash", ["--norc"], {
    cwd: folder,
    env: {...process.env, ...OWN_CACHE, ...environment},
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => shell.kill("SIGKILL"));
  let written = "";
  let wake = (): void => {};
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text;
    wake();
  });
  shell.on("exit", () => wake());
  shell.stdin.write("exec 2>&1\n");
  return {
    async run(lines) {
      written = "";
      shell.stdin.write(`${lines}\nprintf '\\n%s\\n' ${END}\n`);
      while (!written.endsWith(`\n${END}\n`)) {
        if (shell.exitCode !== null) throw new Error(`the shell ended: ${written}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return written.slice(0, -END.length - 2).trimEnd();
    },
  };
}

const END = "ryad-end-of-block";
