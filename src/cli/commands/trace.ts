// `ryad trace`: where a value comes from, for people: release, file, cell, its text, and the steps to the number.

import {type Trace, type TracedEstimate, traceValue} from "../../load/evidence/trace.ts";
import type {Locator} from "../../service/evidence.ts";
import {dayText} from "../../statistics/time/day.ts";
import {titleOf} from "../../store/series/series-of-key.ts";
import {type Command, DATA_OPTION, DONE, dayOption, flag, option, REFUSED} from "../command.ts";
import {withStore} from "../open-store.ts";

export const trace: Command = {
  name: "trace",
  positionals: ["SERIES_KEY", "PERIOD"],
  options: {
    "as-of": option("YYYY-MM-DD", "only what was known by that day"),
    data: DATA_OPTION,
    json: flag("one JSON object instead of lines for people"),
  },
  summary: "shows the file and cell of each estimate of a value",
  details: [
    "PERIOD is the first day of the period, as answers print it (2026-03-01), or the period itself (2026-03, 2026-Q1, 2026).",
    "The archived files are read again by the parsers of this program, newest estimate first. Exit code 1 if one of the",
    "estimates is read differently than it is stored; the output gives the reason.",
  ],
  async run(call) {
    const [key = "", period = ""] = call.positionals;
    const asOf = dayOption(call, "as-of");
    const traced = await withStore(call.settings, "read", (store) => traceValue(store, key, period, asOf));
    if (call.options["json"] === true) call.say(JSON.stringify(forMachine(traced)));
    else for (const line of forPeople(traced)) call.say(line);
    return traced.estimates.every(isReproduced) ? DONE : REFUSED;
  },
};

function isReproduced({estimate, reading}: TracedEstimate): boolean {
  return reading.value === estimate.value;
}

function* forPeople(traced: Trace): Iterable<string> {
  const {dataset, series, period, estimates} = traced;
  yield titleOf(series);
  yield `${dataset.provider}/${dataset.code}, series ${series.key}, period ${dayText(period)}`;
  if (estimates.length === 0) yield "no estimate was known by then";
  for (const one of estimates) {
    const {release, estimate, reading} = one;
    const {explanation, parserNow, problem} = reading;
    const newer = parserNow === null || parserNow === release.parser ? "" : `, read again by ${parserNow}`;
    yield "";
    yield `${dayText(release.publishedAt)}  ${estimate.value}`;
    yield `  release  ${release.id}${release.sourceFile === null ? "" : `, ${release.sourceFile}`}`;
    if (explanation !== null) {
      const {locator, raw, steps} = explanation;
      yield `  file     ${locator.file}  sha256:${sha256Of(one)}`;
      yield `  place    ${locationWords(locator)}`;
      yield `  text     ${JSON.stringify(raw)}`;
      yield `  steps    ${steps.length === 0 ? "none: the number is unchanged" : steps.join("; ")}`;
    }
    yield `  parser   ${release.parser}${newer}`;
    if (!isReproduced(one)) yield `  NOT REPRODUCED: ${problem ?? `this program reads ${reading.value}`}`;
  }
}

function locationWords({sheet, cell, line, column, element}: Locator): string {
  const words = [
    ...(sheet === null ? [] : [`sheet "${sheet}"`]),
    ...(cell === null ? [] : [`cell ${cell}`]),
    ...(line === null ? [] : [`line ${line}`]),
    ...(column === null ? [] : [`column ${column}`]),
    ...(element === null ? [] : [element]),
  ];
  return words.join(", ");
}

function sha256Of({release, reading}: TracedEstimate): string | null {
  return release.files.find(({name}) => name === reading.explanation?.locator.file)?.sha256 ?? null;
}

function forMachine({dataset, series, period, estimates}: Trace): object {
  return {
    series_key: series.key,
    provider: dataset.provider,
    dataset: dataset.code,
    period: dayText(period),
    estimates: estimates.map((one) => ({
      release: one.release.id,
      published_at: dayText(one.release.publishedAt),
      value: one.estimate.value,
      source_file: one.release.sourceFile,
      sha256: sha256Of(one),
      locator: one.reading.explanation?.locator ?? null,
      raw: one.reading.explanation?.raw ?? null,
      steps: one.reading.explanation?.steps ?? [],
      parser: one.release.parser,
      parser_now: one.reading.parserNow,
      reproduced: isReproduced(one),
      problem: isReproduced(one) ? null : one.reading.problem,
    })),
  };
}
