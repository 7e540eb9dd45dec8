// `ryad describe`: a proposal of a descriptor for a workbook or a table of text, with its guesses, questions, and a preview of its values.
//
// It publishes nothing and needs no store.
import {writeFileSync} from "node:fs";
import {basename} from "node:path";
import {unitAnswers} from "../../load/proposal/answers.ts";
import {descriptorText} from "../../load/proposal/descriptor-text.ts";
import {type Guess, saidOnce} from "../../load/proposal/guesses.ts";
import type {Preview} from "../../load/proposal/preview.ts";
import {previewTable, type SaidOfTable} from "../../load/proposal/table-preview.ts";
import {Refusal} from "../../service/refusal.ts";
import {SETTINGS} from "../../settings/setting-rows.ts";
import {settingText} from "../../settings/settings.ts";
import {todayOf} from "../../statistics/time/day.ts";
import {counted} from "../../text/counted.ts";
import {ANSWER_OPTIONS, type Call, type Command, DONE, dayOption, flag, option, textOption} from "../command.ts";
import type {ServerDays} from "../fetching/web-files.ts";
import {textTable} from "../terminal/text-table.ts";

export const describe: Command = {
  name: "describe",
  positionals: ["FILE"],
  options: {
    ...ANSWER_OPTIONS,
    provider: option("CODE", "the provider, for the descriptor; without it own"),
    dataset: option("CODE", "the dataset, for the descriptor; without it a code from the file's name"),
    territory: option("CODE", "the territory of tables that name none"),
    published: option("YYYY-MM-DD", "the day of publication, if the file does not say it"),
    descriptor: option("FILE", "previews this descriptor instead of proposing one"),
    write: option("FILE", "writes the proposed descriptor to FILE"),
    json: flag("one JSON object: the descriptor, guesses, values, and what it would refuse"),
  },
  summary: "proposes a descriptor for a workbook or table of text, and previews its values",
  details: [
    "Prints each guess with its certainty, questions that the file does not answer, ten values with their place, and everything that",
    "would be refused, grouped by text. The guesses are comments in the descriptor too. Nothing is loaded: correct the descriptor, remove",
    '"proposed" from it, then ryad load FILE --descriptor DESCRIPTOR. ryad load FILE --describe proposes, loads and holds in one step.',
  ],
  async run(call) {
    if (!call.positionals.some((path) => /^https?:/i.test(path))) return await describeFile(call, new Map());
    return await (await import("../fetching/web-files.ts")).withWebFiles(call, describeFile);
  },
};

async function describeFile(call: Call, days: ServerDays): Promise<number> {
  const [path = ""] = call.positionals;
  const preview = await describedPreview(call, path, days.get(path) ?? null);
  const target = textOption(call, "write");
  if (target !== null) writeFileSync(target, `${descriptorText(preview.descriptor)}\n`, {flag: "wx"});
  if (call.options["json"] === true) {
    call.say(JSON.stringify(preview));
    return DONE;
  }
  for (const line of guessLines(preview.guesses)) call.say(line);
  call.say("");
  if (target === null) {
    const {comments: _said, ...language}: {comments?: unknown} = preview.descriptor;
    call.say(descriptorText(language));
    call.say("");
  }
  for (const line of previewLines(preview, basename(path))) call.say(line);
  return DONE;
}

/** The preview of a file by the options of the command. @param served the day of its server, if it was fetched. @throws Refusal */
export async function describedPreview(
  call: Call,
  path: string,
  served: string | null = null,
): Promise<Preview<object>> {
  // Its default is no word of the operator.
  const operator = settingText(SETTINGS.country, process.env, {});
  const said: SaidOfTable = {
    country: textOption(call, "country"),
    usualCountry: operator.from === "default" ? null : operator.value,
    published: dayOption(call, "published"),
    descriptor: textOption(call, "descriptor"),
    provider: textOption(call, "provider"),
    dataset: textOption(call, "dataset"),
    answers: {
      territory: textOption(call, "territory"),
      ...unitAnswers(textOption(call, "unit")),
      base: textOption(call, "base"),
      period: textOption(call, "period"),
      dates: oneOf(call, "dates", ["day first", "month first"]),
      years: oneOf(call, "years", ["first", "last"]),
      territories: textOption(call, "territories"),
    },
  };
  return previewTable(path, said, served, todayOf(null, new Date()));
}

/** @throws Refusal if the option has another text */
function oneOf<T extends string>(call: Call, name: string, known: readonly T[]): T | null {
  const text = textOption(call, name);
  const found = known.find((one) => one === text);
  if (text !== null && found === undefined)
    throw new Refusal(`--${name} has to be one of ${known.join(", ")}, not ${JSON.stringify(text)}`);
  return found ?? null;
}

export function guessLines(guesses: readonly Guess[]): string[] {
  return saidOnce(guesses).map(({what, certainty, where}) => {
    const words = `${certainty === null ? "question" : `${Math.round(certainty * 100)} %`.padStart(8)}  ${what}`;
    return where === "" ? words : `${words} (${where})`;
  });
}

/** @param file the name of the file that would be read */
export function previewLines({values, examples, losses}: Preview<object>, file: string): string[] {
  const lost = losses.reduce((sum, one) => sum + one.values, 0);
  return [
    values === 0 && examples.length > 0
      ? `no value of ${file} would be read; with a unit, these and others would be:`
      : `${counted(values, "value")} of ${file} would be read:`,
    ...textTable(examples.map((example) => ({...example}))),
    ...(lost > 0 ? ["", `${counted(lost, "value")} would be refused:`] : []),
    ...textTable(losses.map((loss) => ({...loss}))),
  ];
}
