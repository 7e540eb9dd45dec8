// /indicators/ID: the card of a concept: its coverage over all datasets, and the first of its series.
import {namesIn} from "../../../country/names.ts";
import {LEVELS} from "../../../statistics/territory.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {readEnglishLabels, readEnglishUnits} from "../../../store/datasets/english-names.ts";
import {readUnitNames} from "../../../store/datasets/reference-lists.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {FactRow} from "../../widgets/fact-list.ts";
import {inPairs, type Language} from "../../words/language.ts";
import {measureWords, transformationWords} from "../../words/measures.ts";
import {isRussian, nameText, unitWords} from "../../words/names.ts";
import {nameFound} from "../../words/own-names.ts";
import {FREQUENCY_WORDS, numberText, spanWords} from "../../words/wording.ts";
import {datasetNames, datasetPath} from "../datasets/rows.ts";
import {readLines} from "../search/results.ts";
import {drawSubjectCard, shownDatasets} from "../search/subject-card.ts";

const WORDS = inPairs({
  kind: ["Показатель", "Indicator"],
  series: ["Рядов", "Series"],
  territories: ["Территорий", "Territories"],
  span: ["Периоды", "Periods"],
  frequency: ["Частота", "Frequency"],
  units: ["Единицы", "Units"],
  transformations: ["Преобразования", "Transformations"],
  measures: ["Виды", "Measures"],
  levels: ["Уровни", "Levels"],
});

const SERIES_SHOWN = 10;

export const indicatorPage: Page = {
  path: "/indicators/:id",
  costly: "shared",
  async draw(visit) {
    const {language, site, params} = visit;
    const words = WORDS[language];
    const {search} = site.store;
    const concept = await search.findConcept(params["id"] ?? "", visit.budget);
    if (concept === null) throw new PageFault(404, "there is no such indicator");
    const codes = concept.datasets.map(({code}) => code);
    const found = await search.findSeries(
      {text: concept.label, filters: {dataset: codes}, limit: SERIES_SHOWN},
      false,
      visit.budget,
    );
    const lines = await readLines(visit, await nameFound(visit, found.series));
    const shown = shownDatasets(concept.datasets);
    const names = await datasetNames(visit, new Set(shown.map(({code}) => code)));
    const {label, units} = await site.store.statistics.read((q) => readWords(q, language, concept));
    const [provider = ""] = codes[0]?.split("/") ?? [];
    const levels = LEVELS.filter((level) => concept.levels[level] !== undefined);
    const facts: readonly FactRow[] = [
      [words.series, numberText(concept.seriesCount, language)],
      [words.territories, numberText(concept.territoryCount, language)],
      [
        words.span,
        spanOf(concept.firstPeriod, concept.lastPeriod, concept.frequencies as readonly Frequency[], language),
      ],
      [words.frequency, concept.frequencies.map((one) => FREQUENCY_WORDS[language][one as Frequency]).join(", ")],
      [words.units, toldList(concept.units, (code) => unitWords(units.get(code) ?? code, language))],
      [words.measures, toldList(concept.measures, (code) => measureWords(provider, code, language))],
      [words.transformations, toldList(concept.transformations, (code) => transformationWords(code, language))],
      [
        words.levels,
        levels.map((level) => `${site.country.levels[language].many[level]}: ${concept.levels[level]}`).join(", "),
      ],
    ];
    return page({
      title: nameText(label, language),
      description: [nameText(label, language), concept.description].filter((part) => part !== null).join(". "),
      main: drawSubjectCard(
        visit,
        {
          over: html`${words.kind} <code>${concept.id}</code>`,
          name: nameText(label, language),
          nameLanguage: isRussian(nameText(label, language)) ? "ru" : language,
          lead:
            concept.description !== null &&
            html`<p class="lead" lang="${isRussian(concept.description) ? "ru" : "en"}">${concept.description}</p>`,
          facts,
          datasets: shown.map(({code}) => {
            const [provider = "", dataset = ""] = code.split("/");
            return {name: names.get(code)!, link: visit.link(datasetPath({provider, code: dataset})), told: ""};
          }),
          lines,
          search: visit.link("/search", {q: concept.label, dataset: codes.length > 20 ? null : codes.join(",")}),
          // the search is by words, so it may find series of other indicators too
          found: found.total > lines.length ? null : found.total,
        },
        codes.length,
      ),
    });
  },
};

/** The label, and the names of the units by their codes, in the language of the visitor: those of the newest release. */
function* readWords(
  q: Queries,
  language: Language,
  {label, units}: {readonly label: string; readonly units: readonly string[]},
): Script<{readonly label: string; readonly units: ReadonlyMap<string, string>}> {
  const published = yield* readUnitNames(q, units);
  if (language === "ru") return {label, units: published};
  const labels = namesIn(language, yield* readEnglishLabels(q, [label]));
  const names = namesIn(language, units.length === 0 ? undefined : yield* readEnglishUnits(q));
  return {label: labels.of(label), units: new Map([...published].map(([code, name]) => [code, names.unit(name)]))};
}

/** With several frequencies in years: the first period may be of another frequency than the last. */
function spanOf(first: Day, last: Day, frequencies: readonly Frequency[], language: Language): string {
  const frequency = frequencies.length === 1 ? frequencies[0]! : "A";
  return spanWords([first, last], frequency, language);
}

/** Codes in words, or the code itself if it has none; null: no codes. */
function toldList(codes: readonly string[], told: (code: string) => Html | string | null): Html | null {
  return codes.length === 0
    ? null
    : html`${codes.map((code, at) => html`${at > 0 && ", "}${told(code) ?? html`<code>${code}</code>`}`)}`;
}
