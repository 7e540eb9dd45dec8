// Short names of compared series: the facts by which they differ. The list above the chart has their whole titles.
import {shortName} from "../../chart/line-ends.ts";
import type {Language} from "../../words/language.ts";
import {nameText, territoryText} from "../../words/names.ts";
import {FREQUENCY_WORDS} from "../../words/wording.ts";
import {measuredText} from "../series/head.ts";
import {subjectNames} from "../series/link.ts";
import type {SeriesView} from "../series/read-series.ts";

const LETTERS = 28;

/** In the order of the series; empty for a single series, whose title is above its chart. */
export function lineNames(views: readonly SeriesView[], language: Language): string[] {
  if (views.length < 2) return [];
  const facts = views.map((view) => [
    ...classAndIndicator(view, language),
    territoryText(view.series.place, language),
    measuredText(view, language),
    FREQUENCY_WORDS[language][view.series.frequency],
  ]);
  const differing = facts[0]!.map((one, at) => facts.some((own) => own[at] !== one));
  const names = facts.map(
    (own) =>
      own.filter((fact, at) => differing[at] && fact !== "").join(", ") || (own.find((fact) => fact !== "") ?? ""),
  );
  const short = names.map((name) => shortName(name, LETTERS));
  // "Population, men" and "Population, women" would be cut to the same words
  return new Set(short).size === short.length ? short : withoutStart(names).map((name) => shortName(name, LETTERS));
}

function classAndIndicator({series}: SeriesView, language: Language): [string, string] {
  const names = subjectNames(series).map((name) => nameText(name, language));
  return names.length === 2 ? [names[0]!, names[1]!] : ["", names[0] ?? ""];
}

/** Without the words with which all begin. */
function withoutStart(names: readonly string[]): string[] {
  const split = names.map((name) => name.split(" "));
  const least = Math.min(...split.map((words) => words.length)) - 1;
  let same = 0;
  while (same < least && split.every((words) => words[same] === split[0]![same])) same++;
  return split.map((words) => words.slice(same).join(" "));
}
