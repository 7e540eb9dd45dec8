// One row for an indicator: the series that differ from the best one only by unit, kind, frequency or dataset are its variants.
//
// A row has the place of its best series, so that the order of the search holds.
import {territoryIdentity} from "../../../statistics/territory.ts";
import {dayText} from "../../../statistics/time/day.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import type {HtmlValue} from "../../html/html.ts";
import type {Language} from "../../words/language.ts";
import {asksForChange, isLevel, isPerCent, kindWords, measureWords} from "../../words/measures.ts";
import {nameText, unitText} from "../../words/names.ts";
import {asPublished, type InLanguage} from "../../words/own-names.ts";
import {FREQUENCY_WORDS} from "../../words/wording.ts";
import {subjectTitle} from "../series/link.ts";

export interface FoundRow {
  readonly series: FoundSeries;
  /** Without the series itself, in the order of the search. */
  readonly variants: readonly FoundSeries[];
}

/**
 * The rows in the order of their best series. A level leads its row before its own rates of change, unless the question asks for a change:
 * a ranking of wages by growth looks like one of wages. Series that end before the year of the question come last.
 */
export function foundRowsOf(found: readonly FoundSeries[], question: string, year: number | null = null): FoundRow[] {
  const [reaching, ending] = [true, false].map((one) => found.filter((series) => reaches(series, year) === one));
  const groups = Map.groupBy(
    [...reaching!, ...ending!],
    (one) => `${subjectTitle(one, "ru").toLowerCase()}\n${territoryIdentity(one.fullTerritory)}`,
  );
  return [...groups.values()].map((group) => {
    const [best] = group as [FoundSeries];
    const level = isChange(best) && !asksForChange(question) ? group.find((one) => isLevelOf(one, best)) : undefined;
    const series = level ?? best;
    return {series, variants: group.filter((one) => one !== series)};
  });
}

function reaches({lastPeriod}: FoundSeries, year: number | null): boolean {
  return year === null || Number(dayText(lastPeriod).slice(0, 4)) >= year;
}

function isLevelOf(one: FoundSeries, change: FoundSeries): boolean {
  return (
    one.datasetName === change.datasetName &&
    one.frequency === change.frequency &&
    !isPerCent(measured(one)) &&
    isLevel(measured(one))
  );
}

function isChange(one: FoundSeries): boolean {
  return isPerCent(measured(one)) && !isLevel(measured(one));
}

/** For isPerCent and isLevel. */
export function measured(shown: InLanguage<FoundSeries>) {
  const one = asPublished(shown);
  return {...one, unitLabel: one.unitName === null ? null : {name: one.unitName}};
}

/** The facts by which series with one title differ, as short texts. */
const FACTS = ["unit", "kind", "frequency", "dataset"] as const;
export type Fact = (typeof FACTS)[number];

export function factTexts(series: FoundSeries, language: Language): Readonly<Record<Fact, string>> {
  const {unit, unitName, provider, measure, frequency, datasetName} = series;
  const kinds = kindWords(series, language);
  // two series may differ only by this code
  const own = measure !== null && measureWords(provider, measure, language) === null ? [spoken(measure)] : [];
  return {
    unit: unit === null ? "" : unitText(unitName ?? unit, language),
    kind: [...kinds, ...own].join(", "),
    frequency: FREQUENCY_WORDS[language][frequency],
    dataset: nameText(datasetName, language),
  };
}

/** A code of a package, as words: they are mostly the publisher's words in Latin letters. */
function spoken(code: string): string {
  return code.replaceAll("_", " ");
}

/** The facts that are not the same for all. */
export function differingFacts(all: readonly FoundSeries[], language: Language): ReadonlySet<Fact> {
  const texts = all.map((one) => factTexts(one, language));
  return new Set(FACTS.filter((fact) => texts.some((one) => one[fact] !== texts[0]![fact])));
}

/** The text of a variant: the facts by which the variants differ; all facts if none does, or if it has none of these. */
export function variantText(series: FoundSeries, differing: ReadonlySet<Fact>, language: Language): HtmlValue {
  const texts = factTexts(series, language);
  const own = FACTS.filter((fact) => texts[fact] !== "");
  const different = own.filter((fact) => differing.has(fact));
  const shown = different.length === 0 ? own : different;
  return shown.map((fact) => texts[fact]).join(" · ");
}
