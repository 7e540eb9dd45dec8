// The guesses and questions of a proposal, each once with the sheets that it is about. Questions come first: nothing is loaded without their answers.
import {counted} from "../../text/counted.ts";
import type {Descriptor} from "../described/descriptor/descriptor.ts";

export interface Guess {
  readonly sheet: string;
  /** Begins with the field of the descriptor that says it, if there is one. */
  readonly what: string;
  /** Share of the texts that read so, from 0 to 1; null: a question to the person. */
  readonly certainty: number | null;
}

export interface SaidGuess extends Pick<Guess, "what" | "certainty"> {
  /** The first of its sheets and the number of others; "": it is about no sheet. */
  readonly where: string;
}

export function saidOnce(guesses: readonly Guess[]): SaidGuess[] {
  const sheetsOf = new Map<string, {one: Guess; sheets: Set<string>}>();
  for (const one of guesses) {
    const key = `${one.certainty === null ? "?" : Math.round(one.certainty * 100)} ${one.what}`;
    const known = sheetsOf.get(key);
    if (known === undefined) sheetsOf.set(key, {one, sheets: new Set([one.sheet])});
    else known.sheets.add(one.sheet);
  }
  const said = [...sheetsOf.values()].map(({one: {what, certainty}, sheets}) => {
    const [first = "", ...others] = sheets;
    return {
      what,
      certainty,
      where: others.length === 0 ? first : `${first} and ${counted(others.length, "more sheet")}`,
    };
  });
  return [...said.filter(({certainty}) => certainty === null), ...said.filter(({certainty}) => certainty !== null)];
}

/** As the comments of a descriptor. */
export function commentsOf(guesses: readonly Guess[]): string[] {
  return saidOnce(guesses).map(({what, certainty, where}) => {
    const words = `${certainty === null ? "question" : `${Math.round(certainty * 100)} %`}: ${what}`;
    return where === "" ? words : `${words} (${where})`;
  });
}

/**
 * At the end of a question about values that a load would read all the same, with one of two meanings: nothing is left out, so leaving out
 * does not answer it.
 */
export const STAYS_OPEN = "; --leave-out does not answer this";

/** With the values of open questions left out, as a person said; a question whose values are read all the same stays open. */
export function withoutQuestions(descriptor: Descriptor): Descriptor {
  const {comments = []} = descriptor;
  return {
    ...descriptor,
    comments: comments.map((line) =>
      line.startsWith("question: ") && !line.includes(DAY_QUESTION) && !line.includes(STAYS_OPEN)
        ? line.replace("question: ", "left out: ")
        : line,
    ),
  };
}

/** Days such as 03/04/2024 are read by the words of one country, and none is left out. */
export const DAY_QUESTION = "is the first number the day or the month?";

/** A unit that stands once in a workbook may be that of its other tables: it is offered, and never taken. */
export function withOtherUnit(guesses: readonly Guess[], units: ReadonlySet<string>): Guess[] {
  const [unit, another] = units;
  const isOpen = ({what, certainty}: Guess): boolean => certainty === null && what.startsWith("which unit? give it");
  if (unit === undefined || another !== undefined) return [...guesses];
  return guesses.map((one) => (isOpen(one) ? {...one, what: `${one.what}; other tables have "${unit}"`} : one));
}
