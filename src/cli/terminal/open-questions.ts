// The open questions of a proposal as options of the command: which option answers each, once, and an answer that a person may take over.
//
// A guess is offered and never taken: the person says it, or nothing is published [described.questions]. A territory has no guess at all.
import {type Guess, saidOnce} from "../../load/proposal/guesses.ts";
import type {ProposedDay} from "../../load/undated/proposed-day.ts";
import type {TableQuestion} from "../../service/table-loader.ts";

/** In the order in which they are best answered: the country's words first, then the day, which decides about names. */
const ORDER = ["country", "published", "territory", "territories", "period", "dates", "years", "unit", "base"];

/** A question names its option, so that a reader of the proposal finds it too. What --leave-out answers is asked by no prompt. */
const OPTION = /--(?!leave-out)([a-z]+)/;

/** @param day of publication that the file suggests; null: none */
export function questionsOf(guesses: readonly Guess[], day: ProposedDay | null): TableQuestion[] {
  const byOption = new Map<string | null, string[]>();
  for (const {what, certainty, where} of saidOnce(guesses)) {
    if (certainty !== null) continue;
    const option = OPTION.exec(what)?.[1] ?? null;
    const text = where === "" ? what : `${what} (${where})`;
    byOption.set(option, [...(byOption.get(option) ?? []), text]);
  }
  const order = (option: string | null): number =>
    option === null ? ORDER.length + 1 : (ORDER.indexOf(option) + ORDER.length + 1) % (ORDER.length + 1);
  return [...byOption]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([option, texts]) => ({option, texts, ...guessOf(option, texts, day)}));
}

function guessOf(
  option: string | null,
  texts: readonly string[],
  day: ProposedDay | null,
): Pick<TableQuestion, "guess" | "because"> {
  if (option === "published" && day !== null) return {guess: day.day, because: day.because};
  const title = option === "period" && texts.length === 1 ? /; a title says "([^"]+)"/.exec(texts[0]!)?.[1] : undefined;
  if (title !== undefined) return {guess: title, because: "a title"};
  if (option === "unit") {
    const unread = /; no list has ([^,:]+?)(?:,|:)/.exec(texts[0]!)?.[1];
    if (texts.length === 1 && unread !== undefined) return {guess: unread, because: "the words of the table"};
    const [other, another] = new Set(texts.map((text) => /; other tables have "([^"]+)"/.exec(text)?.[1]));
    if (other !== undefined && another === undefined) return {guess: other, because: "the unit of other tables"};
    const people = /; a table of population may have "([^"]+)"/.exec(texts[0]!)?.[1];
    if (texts.length === 1 && people !== undefined) return {guess: people, because: "the name of the table"};
  }
  return {guess: null, because: null};
}

/** The question without the options that answer it, and with the columns that it is about. */
export function plainQuestion(text: string): string {
  const [, words = text, options = ""] = /^(.*?)[:,;]? give it with (--.*)$/s.exec(text) ?? [];
  const columns = /"((?:[^"]*=UNIT(?:; )?)+)"/.exec(options)?.[1]?.replaceAll("=UNIT", "");
  const where = /\(([^()]*)\)$/.exec(options)?.[0];
  return [
    words,
    ...(columns === undefined ? [] : [`columns: ${columns}`]),
    ...(where === undefined ? [] : [where]),
  ].join(" ");
}

/** The one command that answers all questions; words in capitals are the person's. */
export function answeringCommand(path: string, given: readonly string[], questions: readonly TableQuestion[]): string {
  const answers = questions.flatMap(({option, guess}) =>
    option === null ? [] : [`--${option} ${guess === null ? option.toUpperCase() : quotedForShell(guess)}`],
  );
  const isLeftOut = questions.some(({option}) => option === null);
  const words = ["ryad load", quotedForShell(path), "--describe", ...given, ...answers];
  return [...words, ...(isLeftOut ? ["--leave-out"] : [])].join(" ");
}

export function quotedForShell(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
