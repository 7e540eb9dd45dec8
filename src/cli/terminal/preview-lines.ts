// A preview of a descriptor as lines for a terminal: guesses and questions, ten values with their places, and all that would be refused.
import {counted} from "../../counted.ts";
import type {Preview} from "../../load/proposal/preview.ts";
import type {Guess} from "../../load/proposal/proposal.ts";
import {textTable} from "./text-table.ts";

export function guessLines(guesses: readonly Guess[]): string[] {
  const bySaid = new Map<string, string[]>();
  for (const {sheet, what, certainty} of guesses) {
    const words = `${certainty === null ? "question" : `${Math.round(certainty * 100)} %`.padStart(8)}  ${what}`;
    bySaid.set(words, [...(bySaid.get(words) ?? []), sheet]);
  }
  return [...bySaid].map(([words, sheets]) => {
    const [first, ...others] = new Set(sheets);
    return first === ""
      ? words
      : `${words} (${first}${others.length > 0 ? ` and ${counted(others.length, "more sheet")}` : ""})`;
  });
}

/** @param file the name of the file that would be read */
export function previewLines({values, examples, losses}: Preview, file: string): string[] {
  const lost = losses.reduce((sum, one) => sum + one.values, 0);
  return [
    `${counted(values, "value")} of ${file} would be read:`,
    ...textTable(examples.map((example) => ({...example}))),
    ...(lost > 0 ? ["", `${counted(lost, "value")} would be refused:`] : []),
    ...textTable(losses.map((loss) => ({...loss}))),
  ];
}
