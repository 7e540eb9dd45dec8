// A table that nobody described, at a terminal: its questions, ten of its values, and the person's word to publish them.
//
// The answers are the options of the command, so a script gets by them exactly what a person gets here. The descriptor is written beside the
// file, of an address into the current folder: the next release needs no question.
import {existsSync, writeFileSync} from "node:fs";
import {basename, resolve} from "node:path";
import type {Descriptor} from "../../../load/described/descriptor/descriptor.ts";
import type {Preview} from "../../../load/proposal/preview.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {TableQuestion} from "../../../service/table-loader.ts";
import {dayText, todayOf} from "../../../statistics/time/day.ts";
import {counted} from "../../../text/counted.ts";
import {type Call, textOption} from "../../command.ts";
import type {Dialogue} from "../../terminal/dialogue.ts";
import {plainQuestion, quotedForShell} from "../../terminal/open-questions.ts";

export interface AnsweredTable {
  /** The command with the answers. */
  readonly call: Call;
  /** Path of the confirmed descriptor. */
  readonly descriptor: string;
  /** The person publishes the values without those that are refused. */
  readonly withoutRefused: boolean;
}

/** A table that is asked about. */
export interface TableFile {
  readonly path: string;
  /** The day of its server; null: it says none. */
  readonly served: string | null;
  /** It was fetched into a folder that is deleted: its descriptor is written into the current one. */
  readonly isFetched: boolean;
}

type Options = Call["options"];

/** @throws Refusal if the person ends the dialogue, or the file has no table */
export async function askForTable(call: Call, file: TableFile, dialogue: Dialogue): Promise<AnsweredTable> {
  const {path, served} = file;
  const {describedPreview} = await import("../describe.ts");
  const {questionsOf} = await import("../../terminal/open-questions.ts");
  const {proposedDay} = await import("../../../load/undated/proposed-day.ts");
  const day = (await proposedDay(path, !file.isFetched)) ?? firstKnownToday();
  call.note(`${basename(path)} is a table that nobody described.`);
  let options: Options = call.options;
  const posed = new Map<string, "answered" | "left out">();
  for (;;) {
    const preview = await describedPreview({...call, options}, path, served);
    const questions = questionsOf(preview.guesses, day);
    const next = questions.find(({option, texts}) => option !== null && posed.get(texts.join("\n")) !== "left out");
    if (next === undefined) {
      await showValues(call, path, preview);
      for (const {texts} of questions) for (const text of texts) call.note(`left out: ${plainQuestion(text)}`);
      options = {...options, published: options["published"] ?? preview.publishedAt ?? undefined};
      return {call: {...call, options}, ...(await publishable(call, file, preview, dialogue))};
    }
    const name = next.texts.join("\n");
    if (posed.has(name)) throw stillOpen(next);
    const answered = await askUntilRead(call, options, next, {dialogue, file});
    posed.set(name, answered === null ? "left out" : "answered");
    options = answered ?? options;
  }
}

/** What is less than certain, and ten of the values. @throws Refusal if there is no value */
async function showValues(call: Call, path: string, preview: Preview<object>): Promise<void> {
  const {guessLines, previewLines} = await import("../describe.ts");
  const doubtful = preview.guesses.filter(({certainty}) => certainty !== null && certainty < SURE);
  for (const line of guessLines(doubtful)) call.note(line);
  for (const line of previewLines(preview, basename(path))) call.note(line);
  if (preview.values === 0)
    throw new Refusal(
      `no value of ${basename(path)} would be read`,
      `ryad describe ${quotedForShell(path)} --write DESCRIPTOR proposes a descriptor to correct (docs/adding-a-source.md)`,
    );
}

/** Guesses above it are what the texts of the table say. */
const SURE = 0.95;

/** Writes the descriptor after the word of the person. @throws Refusal without it */
async function publishable(
  call: Call,
  {path, isFetched}: TableFile,
  {descriptor, values, losses}: Preview<object>,
  dialogue: Dialogue,
): Promise<{descriptor: string; withoutRefused: boolean}> {
  const text = await confirmed(descriptor as Descriptor);
  if (text === null)
    throw new Refusal("nothing was published: a question whose values are read all the same has no answer");
  const refused = losses.reduce((sum, one) => sum + one.values, 0);
  const without = refused === 0 ? "" : ` without the ${refused} that ${refused === 1 ? "is" : "are"} refused`;
  const isWanted = await isYes(dialogue, `publish ${counted(values, "value")}${without}? [y/N] `);
  if (!isWanted) throw new Refusal("nothing was published");
  const written = writeDescriptor(isFetched ? resolve(basename(path)) : path, text);
  call.note(`wrote ${written}, so that the next release needs no question:`);
  call.note(`  ryad load FILE --descriptor ${quotedForShell(written)} --published YYYY-MM-DD`);
  return {descriptor: written, withoutRefused: refused > 0};
}

/** The answer that the terminal suggests for a table without a day of publication. It is never used unless the person confirms it. */
function firstKnownToday(): {readonly day: string; readonly because: string} {
  return {day: dayText(todayOf(null, new Date())), because: "today, when nobody knows an earlier day"};
}

/** The answer was one that can be read, and does not answer the question. */
function stillOpen({texts}: TableQuestion): Refusal {
  const hint = "write a descriptor that says it (docs/adding-a-source.md)";
  return new Refusal(`nothing was published: ${plainQuestion(texts[0]!)}`, hint);
}

/** Asks one question until its answer is one that the tables can be read with; null: what it is about is left out. */
async function askUntilRead(
  call: Call,
  options: Options,
  {option, texts, guess, because}: TableQuestion,
  {dialogue, file}: {readonly dialogue: Dialogue; readonly file: TableFile},
): Promise<Options | null> {
  const {describedPreview} = await import("../describe.ts");
  for (const text of texts) call.note(plainQuestion(text));
  call.note(`  ${FORMS[option!] ?? "in the words of the table"}; - leaves out what the question is about`);
  const offered = guess === null ? "" : ` [${guess}, ${because}]`;
  for (;;) {
    const answer = await dialogue.ask(`${option}${offered}: `);
    if (answer === null) throw new Refusal("nothing was published");
    if (answer === "-") return null;
    const said = answer === "" ? guess : answer;
    if (said === null) continue;
    const before = options[option!];
    const joined = option === "unit" && typeof before === "string" ? `${before}; ${said}` : said;
    try {
      await describedPreview({...call, options: {...options, [option!]: joined}}, file.path, file.served);
      return {...options, [option!]: joined};
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      call.note(error.message);
      if (error.hint !== null) call.note(error.hint);
    }
  }
}

/** What a person may type. */
const FORMS: Readonly<Record<string, string>> = {
  published: "a day, YYYY-MM-DD",
  territory: "a code by ISO 3166, as FR or US-WA, or of the country's classifier",
  territories: "the country of these territories by ISO 3166, as US, or none; of countries world, or partners",
  country: "the country whose words the table uses, RU or US",
  period: "a year, with the words of its part",
  dates: "day first, or month first",
  years: "first, or last",
  unit: "one unit for all, or COLUMN=UNIT; COLUMN=UNIT, where COLUMN=- leaves a column out",
  base: "per cent of what, in the words of the table",
};

async function isYes(dialogue: Dialogue, prompt: string): Promise<boolean> {
  return /^y(?:es)?$/i.test((await dialogue.ask(prompt)) ?? "");
}

/** Without the mark of a proposal: a person has seen its values. null: a question is open whose values can't be left out. */
async function confirmed(descriptor: Descriptor): Promise<string | null> {
  const {descriptorText} = await import("../../../load/proposal/descriptor-text.ts");
  const {withoutQuestions} = await import("../../../load/proposal/guesses.ts");
  const {proposed: _, ...own} = withoutQuestions(descriptor);
  return own.comments?.some((line) => line.startsWith("question: ")) === true ? null : `${descriptorText(own)}\n`;
}

/** Beside the file, under a name that is free. */
function writeDescriptor(path: string, text: string): string {
  const stem = path.replace(/\.[^./\\]*$/, "");
  for (let number = 1; ; number++) {
    const target = `${stem}${number === 1 ? "" : `-${number}`}.descriptor.json`;
    if (existsSync(target)) continue;
    writeFileSync(target, text, {flag: "wx"});
    return target;
  }
}

/** For a program or a pipe, where nobody can be asked: the questions, and the one command that answers them. */
export async function answeringHint(call: Call, {path, served, isFetched}: TableFile): Promise<string | null> {
  const {describedPreview} = await import("../describe.ts");
  const {proposedDay} = await import("../../../load/undated/proposed-day.ts");
  const {answeringCommand, questionsOf} = await import("../../terminal/open-questions.ts");
  try {
    const {guesses} = await describedPreview(call, path, served);
    const day = (await proposedDay(path, !isFetched)) ?? firstKnownToday();
    const questions = questionsOf(guesses, day);
    const given = GIVEN.flatMap((name) => {
      const text = textOption(call, name);
      return text === null ? [] : [`--${name} ${text}`];
    });
    const lines = questions.flatMap(({texts}) => texts.map((text) => `  ${text}`));
    return [
      ...lines,
      `in one command, which holds the load until ryad load --accept RUN: ${answeringCommand(path, given, questions)}`,
    ].join("\n");
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const GIVEN = ["data", "provider", "dataset", "published", "territory", "country", "unit", "base", "period"] as const;
