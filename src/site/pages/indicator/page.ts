// /indicators/ID: a concept over its datasets: one chart of the chosen territory, form and frequency, then its facts and datasets.
import {namesIn} from "../../../country/names.ts";
import {LEVELS} from "../../../statistics/territory.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {readEnglishLabels, readEnglishUnits} from "../../../store/datasets/english-names.ts";
import {readUnitNames} from "../../../store/datasets/reference-lists.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {DatedConcept} from "../../../store/search/search.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {type FactRow, factList} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {drawnName} from "../../words/line-breaks.ts";
import {measureWords, transformationWords} from "../../words/measures.ts";
import {isRussian, nameText, nameWords, noteText, noteWords, unitWords} from "../../words/names.ts";
import {FREQUENCY_WORDS, numberText, spanWords} from "../../words/wording.ts";
import {datasetNames, datasetPath} from "../datasets/rows.ts";
import {drawLines} from "./lines.ts";
import {drawIndicatorPickers} from "./pickers.ts";
import {readConcept} from "./read-concept.ts";
import {INDICATOR_WORDS, type IndicatorWords} from "./words.ts";

const DATASETS_SHOWN = 30;
/** A search by more datasets would have too long an address. */
const DATASETS_SEARCHED = 20;
const LONG_NAME = 110;

export const indicatorPage: Page = {
  path: "/indicators/:id",
  costly: "shared",
  async draw(visit) {
    const {language, site, params, query} = visit;
    const words = INDICATOR_WORDS[language];
    const concept = await site.store.search.findConcept(params["id"] ?? "", visit.budget);
    if (concept === null) throw new PageFault(404, "there is no such indicator");
    const overview = await site.store.overview.read();
    const known = new Map(overview.map(({dataset}) => [`${dataset.provider}/${dataset.code}`, dataset]));
    const chosen = {class: query.get("class"), form: query.get("form"), frequency: query.get("freq")};
    const view = await readConcept(visit, concept, known, {geo: query.get("geo"), chosen});
    const lines = await visit.withRests(drawLines(visit, view, words));
    const {label, units} = await site.store.statistics.read((q) => readWords(q, language, concept));
    const name = nameText(label, language);
    return page({
      title: name,
      description: [name, ...(concept.description === null ? [] : [noteText(concept.description, language)])].join(
        ". ",
      ),
      main: html`<p class="over">${words.kind} <code>${concept.id}</code></p>
<h1 lang="${isRussian(name) ? "ru" : language}" class="series-title${name.length > LONG_NAME && " long"}">${drawnName(name)}</h1>
${concept.description !== null && html`<p class="lead">${noteWords(concept.description, language)}</p>`}
${drawIndicatorPickers(visit, view, units, words)}${lines}${view.isCut && html`<p class="quiet">${words.looked}</p>\n`}${factList(factsOf(visit, concept, units, words))}
${await drawDatasets(visit, concept, words)}`,
    });
  },
};

function factsOf(
  {site, language}: Visit,
  concept: DatedConcept,
  units: ReadonlyMap<string, string>,
  words: IndicatorWords,
): readonly FactRow[] {
  const [provider = ""] = concept.datasets[0]?.code.split("/") ?? [];
  const levels = LEVELS.filter((level) => concept.levels[level] !== undefined);
  return [
    [words.series, numberText(concept.seriesCount, language)],
    [words.territories, numberText(concept.territoryCount, language)],
    [
      words.span,
      spanOf(concept.firstPeriod, concept.lastPeriod, concept.frequencies as readonly Frequency[], language),
    ],
    [words.frequency, concept.frequencies.map((one) => FREQUENCY_WORDS[language][one as Frequency]).join(", ")],
    [words.units, namedList(concept.units, (code) => unitWords(units.get(code) ?? code, language))],
    [words.measures, namedList(concept.measures, (code) => measureWords(provider, code, language))],
    [words.transformations, namedList(concept.transformations, (code) => transformationWords(code, language))],
    [
      words.levels,
      levels.map((level) => `${site.country.levels[language].many[level]}: ${concept.levels[level]}`).join(", "),
    ],
  ];
}

/** The datasets, and a search for all series. It is by words, so it may find series of other indicators too. */
async function drawDatasets(visit: Visit, {datasets, label}: DatedConcept, words: IndicatorWords): Promise<Html> {
  const {language, link} = visit;
  const codes = datasets.map(({code}) => code);
  const shown = codes.slice(0, DATASETS_SHOWN);
  const names = await datasetNames(visit, new Set(shown));
  const left = codes.length - shown.length;
  const within = codes.length > DATASETS_SEARCHED ? null : codes.join(",");
  return html`<h2>${words.datasets}</h2>
<ul class="names">${shown.map((code) => {
    const [provider = "", dataset = ""] = code.split("/");
    return html`<li><a href="${link(datasetPath({provider, code: dataset}))}">${nameWords(names.get(code)!, language)}</a></li>\n`;
  })}</ul>
${left > 0 && html`<p class="quiet">${words.moreDatasets}\u00a0${numberText(left, language)}</p>\n`}<p class="all-series"><a href="${link("/search", {q: label, dataset: within})}">${words.all}</a></p>`;
}

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
function namedList(codes: readonly string[], nameOf: (code: string) => Html | string | null): Html | null {
  return codes.length === 0
    ? null
    : html`${codes.map((code, at) => html`${at > 0 && ", "}${nameOf(code) ?? html`<code>${code}</code>`}`)}`;
}
