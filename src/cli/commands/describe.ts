// `ryad describe`: a proposal of a descriptor for a workbook or a table of text, with its guesses, questions, and a preview of its values.
//
// It publishes nothing and needs no store.
import {writeFileSync} from "node:fs";
import {basename} from "node:path";
import {counted} from "../../counted.ts";
import {COUNTRIES, countryOf} from "../../country/countries.ts";
import {previewDescriptor} from "../../load/proposal/preview.ts";
import {builtInDescriptors} from "../../load/sources/described/built-in.ts";
import {Refusal} from "../../refusal.ts";
import {dayText, parseDay, todayOf} from "../../statistics/time/day.ts";
import {type Command, DONE, textOption} from "../command.ts";
import {textTable} from "../terminal/text-table.ts";

export const describe: Command = {
  name: "describe",
  positionals: ["FILE"],
  options: {
    country: {type: "string", value: "CODE", help: "whose words the tables use: RU (the default) or US"},
    provider: {type: "string", value: "CODE", help: "the provider, for the descriptor"},
    dataset: {type: "string", value: "CODE", help: "the dataset, for the descriptor"},
    territory: {type: "string", value: "CODE", help: "the territory of tables that name none"},
    unit: {type: "string", value: "TEXT", help: "the unit of tables that name none"},
    published: {
      type: "string",
      value: "YYYY-MM-DD",
      help: "the day of publication, for names that changed their meaning",
    },
    descriptor: {type: "string", value: "FILE", help: "previews this descriptor instead of proposing one"},
    write: {type: "string", value: "FILE", help: "writes the proposed descriptor to FILE"},
    json: {
      type: "boolean",
      value: null,
      help: "one JSON object: the descriptor, guesses, values, and what it would refuse",
    },
  },
  requiredOptions: [],
  summary: "proposes a descriptor for a workbook or table of text, and previews its values",
  details: [
    "Prints each guess with its certainty, questions that the file does not answer, ten values with their place, and everything that",
    "would be refused, grouped by text. Nothing is loaded: correct the descriptor, then ryad load FILE --descriptor DESCRIPTOR.",
  ],
  async run(call) {
    const [path = ""] = call.positionals;
    const code = textOption(call, "country") ?? "RU";
    const country = countryOf(code);
    if (country === null)
      throw new Refusal(
        `--country has to be one of ${COUNTRIES.map((one) => one.code).join(", ")}, not ${JSON.stringify(code)}`,
      );
    const given = textOption(call, "published");
    const day = given === null ? todayOf(null, new Date()) : parseDay(given);
    if (day === null) throw new Refusal(`--published has to be a day, YYYY-MM-DD, not "${given}"`);
    const preview = await previewDescriptor(path, {
      country,
      publishedAt: dayText(day),
      descriptor: textOption(call, "descriptor"),
      builtIn: builtInDescriptors(),
      provider: textOption(call, "provider") ?? "me",
      dataset: textOption(call, "dataset") ?? "proposed",
      answers: {territory: textOption(call, "territory"), unit: textOption(call, "unit")},
    });
    const {descriptor, guesses, values, examples, losses} = preview;
    const target = textOption(call, "write");
    if (target !== null) writeFileSync(target, `${JSON.stringify(descriptor, null, 2)}\n`, {flag: "wx"});
    if (call.options["json"] === true) {
      call.say(JSON.stringify(preview));
      return DONE;
    }
    for (const {sheet, what, certainty} of guesses)
      call.say(
        `${certainty === null ? "question" : `${Math.round(certainty * 100)} %`.padStart(8)}  ${sheet}: ${what}`,
      );
    call.say("");
    if (target === null) call.say(JSON.stringify(descriptor, null, 2));
    call.say("");
    call.say(`${counted(values, "value")} of ${basename(path)} would be read:`);
    for (const line of textTable(examples.map((example) => ({...example})))) call.say(line);
    const lost = losses.reduce((sum, one) => sum + one.values, 0);
    if (lost > 0) call.say(`\n${counted(lost, "value")} would be refused:`);
    for (const line of textTable(losses.map((loss) => ({...loss})))) call.say(line);
    return DONE;
  },
};
