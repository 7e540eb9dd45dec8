// A table that nobody described, at a terminal: its questions, ten of its values, and the person's word to publish them.
//
// The answers are the options of the command, so a script gets by them exactly what a person gets here. The descriptor is written beside the
// file: the next release needs no question.
import {existsSync, writeFileSync} from "node:fs";
import {basename} from "node:path";
import type {Descriptor} from "../../load/described/descriptor/descriptor.ts";
import {Refusal} from "../../service/refusal.ts";
import {counted} from "../../text/counted.ts";
import {type Call, textOption} from "../command.ts";
import type {Dialogue} from "../terminal/dialogue.ts";

export interface AnsweredTable {
  /** The command with the answers. */
  readonly call: Call;
  /** Path of the confirmed descriptor. */
  readonly descriptor: string;
}

type Options = Call["options"];

/** @throws Refusal if the person ends the dialogue, or the file has no table */
export async function askForTable(call: Call, path: string, dialogue: Dialogue): Promise<AnsweredTable> {
  const {previewLines, previewOf} = await import("./describe.ts");
  const {questionsOf} = await import("../terminal/open-questions.ts");
  const {proposedDay} = await import("../../load/undated/proposed-day.ts");
  const day = await proposedDay(path);
  call.note(`${basename(path)} is a table that nobody described.`);
  let options: Options = call.options;
  const posed = new Set<string>();
  for (;;) {
    const preview = await previewOf({...call, options}, path);
    const questions = questionsOf(preview.guesses, day);
    const next = questions.find(({option}) => option !== null);
    if (next !== undefined && posed.has(next.texts.join("\n"))) throw stillOpen(next);
    if (next === undefined) {
      for (const line of previewLines(preview, basename(path))) call.note(line);
      const leftOut = questions.flatMap(({texts}) => texts);
      for (const text of leftOut) call.note(`left out: ${text}`);
      const isWanted = await isYes(dialogue, `publish ${counted(preview.values, "value")}? [y/N] `);
      if (!isWanted) throw new Refusal("nothing was published");
      const descriptor = writeDescriptor(path, await confirmed(preview.descriptor as Descriptor));
      call.note(`the next release: ${nextCommand(descriptor)}`);
      return {call: {...call, options}, descriptor};
    }
    posed.add(next.texts.join("\n"));
    options = await askUntilRead(call, path, options, next, dialogue, previewOf);
  }
}

/** The answer was one that can be read, and does not answer the question. */
function stillOpen({texts}: Question): Refusal {
  return new Refusal(`nothing was published: ${texts[0]}`, "write a descriptor that says it (docs/adding-a-source.md)");
}

type Question = import("../terminal/open-questions.ts").OpenQuestion;

/** Asks one question until its answer is one that the tables can be read with. */
async function askUntilRead(
  call: Call,
  path: string,
  options: Options,
  {option, texts, guess, because}: Question,
  dialogue: Dialogue,
  preview: (call: Call, path: string) => Promise<unknown>,
): Promise<Options> {
  for (const text of texts) call.note(text);
  const offered = guess === null ? "" : ` [${guess}, ${because}]`;
  for (;;) {
    const answer = await dialogue.ask(`${option}${offered}: `);
    if (answer === null) throw new Refusal("nothing was published");
    const said = answer === "" ? guess : answer;
    if (said === null) continue;
    const before = options[option!];
    const joined = option === "unit" && typeof before === "string" ? `${before}; ${said}` : said;
    try {
      await preview({...call, options: {...options, [option!]: joined}}, path);
      return {...options, [option!]: joined};
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      call.note(error.message);
      if (error.hint !== null) call.note(error.hint);
    }
  }
}

async function isYes(dialogue: Dialogue, prompt: string): Promise<boolean> {
  return /^y(?:es)?$/i.test((await dialogue.ask(prompt)) ?? "");
}

/** Without the mark of a proposal: a person has seen its values. What is in doubt stays left out. */
async function confirmed(descriptor: Descriptor): Promise<string> {
  const {descriptorText} = await import("../../load/proposal/descriptor-text.ts");
  const {withoutQuestions} = await import("../../load/proposal/guesses.ts");
  const {proposed: _, ...own} = withoutQuestions(descriptor);
  return `${descriptorText(own)}\n`;
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

function nextCommand(descriptor: string): string {
  return `ryad load FILE --descriptor ${descriptor} --published YYYY-MM-DD`;
}

/** For a program or a pipe, where nobody can be asked: the questions, and the one command that answers them. */
export async function answeringHint(call: Call, path: string): Promise<string | null> {
  const {previewOf} = await import("./describe.ts");
  const {proposedDay} = await import("../../load/undated/proposed-day.ts");
  const {answeringCommand, questionsOf} = await import("../terminal/open-questions.ts");
  try {
    const {guesses} = await previewOf(call, path);
    const questions = questionsOf(guesses, await proposedDay(path));
    const given = GIVEN.flatMap((name) => {
      const text = textOption(call, name);
      return text === null ? [] : [`--${name} ${text}`];
    });
    const lines = questions.flatMap(({texts}) => texts.map((text) => `  ${text}`));
    return [...lines, `in one command: ${answeringCommand(path, given, questions)}`].join("\n");
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const GIVEN = ["data", "provider", "dataset", "published", "territory", "country", "unit", "base", "period"] as const;
