// Short names of the lines of a comparison: the facts by which the series differ. The list below the chart has their whole titles.
import {shortName} from "../../chart/line-ends.ts";
import type {Language} from "../../words/language.ts";
import {FREQUENCY_WORDS} from "../../words/wording.ts";
import {measuredText} from "../series/head.ts";
import type {SeriesView} from "../series/read-series.ts";
import {comparedFacts} from "./title.ts";

/** Three rows of a name at the end of a line. */
const LETTERS = 60;

/** In the order of the series; empty for a single series, whose title is above its chart. */
export function lineNames(views: readonly SeriesView[], language: Language): string[] {
  if (views.length < 2) return [];
  const facts = views.map((view) => [
    ...Object.values(comparedFacts(view, language)),
    measuredText(view, language),
    FREQUENCY_WORDS[language][view.series.frequency],
  ]);
  const names = namesByFacts(facts);
  const short = names.map((name) => shortName(name, LETTERS));
  // "Population, men" and "Population, women" would be cut to the same words
  return new Set(short).size === short.length ? short : withoutStart(names).map((name) => shortName(name, LETTERS));
}

/** The first facts that tell all apart, and of these the ones that differ: the unit and the frequency stand elsewhere too. */
function namesByFacts(facts: readonly (readonly string[])[]): string[] {
  const differing = facts[0]!.map((one, at) => facts.some((own) => own[at] !== one));
  const namesOf = (count: number): string[] =>
    facts.map(
      (own) =>
        own.filter((fact, at) => at < count && differing[at] && fact !== "").join(", ") ||
        (own.find((fact) => fact !== "") ?? ""),
    );
  const all = differing.length;
  const enough = [all - 2, all - 1].find((count) => new Set(namesOf(count)).size === facts.length);
  return namesOf(enough ?? all);
}

/** Without the words with which all begin. */
function withoutStart(names: readonly string[]): string[] {
  const split = names.map((name) => name.split(" "));
  const least = Math.min(...split.map((words) => words.length)) - 1;
  let same = 0;
  while (same < least && split.every((words) => words[same] === split[0]![same])) same++;
  return split.map((words) => words.slice(same).join(" "));
}
