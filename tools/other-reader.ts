// The other reader of publishers' files: programs in another language with other libraries, so that they do not share our mistakes.
//
// It needs a python3 with openpyxl and xlrd, named in PYTHON or found on the path.
import {execFileSync, spawnSync} from "node:child_process";
import {join} from "node:path";
import type {CoverageSummary} from "./coverage-page.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";

export interface CountedCells {
  readonly cells?: number;
  /** By the rule that excludes them. */
  readonly excluded?: Readonly<Record<string, number>>;
  readonly error?: string;
}

/** By path: data cells, and excluded cells by rule; empty if the other reader is missing. */
export function countCells(paths: readonly string[]): Map<string, CountedCells> {
  try {
    const script = join(import.meta.dirname, "count-data-cells.py");
    const out = execFileSync(PYTHON, [script, ...paths], {encoding: "utf8", maxBuffer: 2 ** 26});
    const counted: (CountedCells & {file: string})[] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    return new Map(counted.map((one) => [one.file, one]));
  } catch (error) {
    console.log(
      `data cells are not counted: ${(error as Error).message.split("\n")[0]} (python3 with openpyxl and xlrd, or PYTHON)`,
    );
    return new Map();
  }
}

/** Lets the other reader find the drawn values in their files and repeat their steps. `said` reports the wrong ones. */
export function confirmCells(lines: readonly string[]): {
  readonly tally: CoverageSummary["drawn"];
  readonly said: string;
  readonly good: boolean;
} {
  const script = join(import.meta.dirname, "confirm-cells.py");
  const {stdout, stderr, status} = spawnSync(PYTHON, [script], {
    input: lines.join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const tally = JSON.parse(/^TALLY (.*)$/m.exec(stdout)?.[1] ?? "{}");
  return {tally, said: `${stdout.replace(/^TALLY .*\n/m, "")}${stderr}`, good: status === 0};
}
