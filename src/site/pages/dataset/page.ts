// /datasets/PROVIDER/CODE: the card of a dataset: its content, status, methodology, releases, and a request for its data.

import {partsOfName} from "../../../country/names.ts";
import {schemaOrgDownloads} from "../../../formats/dataset-file/dcat.ts";
import {readProviders} from "../../../reference/reference.ts";
import type {DatedState} from "../../../statistics/silence.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import {type DatasetCard, readDatasetCard} from "../../../store/datasets/dataset-card.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {stateOfDataset} from "../../../store/overview/dataset-overview.ts";
import {awaitedRelease, type ExpectedRelease} from "../../../store/overview/expected-release.ts";
import {readWaitingReleases} from "../../../store/releases/unpublished-run.ts";
import type {Script} from "../../../store/script.ts";
import type {Steps} from "../../../work/pace.ts";
import {DATASET_STYLES} from "../../assets/assets.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html, jsonForScript} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {readOffset} from "../../widgets/data-table.ts";
import {type FactRow, factList} from "../../widgets/fact-list.ts";
import {followRow, type NextRelease, nextRelease} from "../../widgets/follow-links.ts";
import {outsideLink} from "../../widgets/outside-link.ts";
import {starLink} from "../../widgets/star-link.ts";
import {downloadMenu, toolbar} from "../../widgets/toolbar.ts";
import {DATASET_WORDS, type DatasetPageWords} from "../../words/dataset-words.ts";
import {FILES_WORDS} from "../../words/files-words.ts";
import type {Language} from "../../words/language.ts";
import {breakable} from "../../words/line-breaks.ts";
import {nameText, nameWords} from "../../words/names.ts";
import {asPublished, type InLanguage, nameDatasets, nameRows, readOwn} from "../../words/own-names.ts";
import {stateSentence} from "../../words/state-words.ts";
import {dayWords, numberText, providerName} from "../../words/wording.ts";
import {expectedDayWords} from "../calendar/page.ts";
import {datasetPath, frequencyWords, spanTexts, stateBadge} from "../datasets/rows.ts";
import {drawColumnChoice} from "./columns.ts";
import {drawLeading, drawPickedMap, drawPickers} from "./data.ts";
import {drawFileLinks, fileForm, fileLinks, isFree} from "./free-file.ts";
import {readSorting} from "./order.ts";
import {drawBreaks, drawDatasetReleases, drawIndicators, drawMethodology, drawRelated} from "./parts.ts";
import {readPicks} from "./picks.ts";
import {type PickedPage, readPicked} from "./read-picked.ts";
import {drawRequests} from "./requests.ts";
import {drawSeriesTable, TABLE_ROWS} from "./series-table.ts";
import {drawWholeFiles, readWholeFiles, type WholeFiles} from "./whole-files.ts";

const RELEASES_SHOWN = 12;
const INDICATORS_SHOWN = 30;

export const datasetPage: Page = {
  path: "/datasets/:provider/:code",
  costly: "shared",
  async draw(visit) {
    const {params, language, site} = visit;
    const words = DATASET_WORDS[language];
    const query = {provider: params["provider"] ?? "", dataset: params["code"] ?? ""};
    const found = await site.store.statistics.read((q) => readCard(q, query, language));
    if (found === null) throw new PageFault(404, "there is no such dataset");
    const {dataset, card, waiting} = found;
    const offset = readOffset(visit);
    const wanted = {offset, rows: TABLE_ROWS, sorting: readSorting(visit.query)};
    const picked = await readPicked(visit, dataset, readPicks(visit.query), wanted);
    const map = await drawPickedMap(visit, picked, words);
    const free = await isFree(visit, dataset, picked);
    const data = await visit.withRests(drawData(visit, dataset, picked, {offset, map, free, notes: card.notes}, words));
    const files = await readWholeFiles(visit, dataset);
    const name = nameText(dataset.name, language);
    const known = (await site.store.overview.read()).find((one) => one.dataset.id === dataset.id);
    const next = known === undefined ? null : awaitedRelease(known, site.today());
    const release = nextRelease(known, site.today());
    const judged = known === undefined ? null : stateOfDataset(known, site.today());
    const description = [name, providerName(dataset.provider, language), spanTexts(dataset, language).join("; ")].join(
      ". ",
    );
    return page({
      title: name,
      description,
      styles: [DATASET_STYLES],
      modules: map === false ? ["copy"] : ["copy", "tiles"],
      head: html`<script type="application/ld+json">${jsonForScript(datasetBlock(visit, asPublished(dataset), asPublished(card), files))}</script>\n`,
      main: html`<p class="over"><a href="${visit.link("/datasets")}">${words.all}</a> · ${providerName(dataset.provider, language)}</p>
<h1>${nameWords(dataset.name, language)}</h1>
${toolbar(visit, [html`${starLink(visit, `${dataset.provider}/${dataset.code}`)}\n`, !free && fileForm(visit, dataset, picked), downloadMenu(visit, [fileLinks(visit, dataset, picked, free), files !== null && html`<a href="#files">${FILES_WORDS[language].title}</a>`])])}
${facts(visit, dataset, {next, release, judged, notes: card.notes.length}, words)}
${waiting !== null && html`<p class="notice">${words.waitingReleases} ${numberText(waiting.count, language)}, ${words.waitingSince} ${dayWords(waiting.since.slice(0, 10), language)}.</p>\n`}${data}
${drawRequests(visit, dataset, picked, words)}
${drawRelated(visit, card, words)}
${drawIndicators(visit, card, words)}
${drawMethodology(visit, card, words)}
${drawBreaks(visit, card, words)}
${drawDatasetReleases(visit, card, words)}
${drawWholeFiles(visit, dataset, files)}`,
    });
  },
};

/** null: there is no such dataset. */
function* readCard(q: Queries, query: {readonly provider: string; readonly dataset: string}, language: Language) {
  const [dataset] = yield* nameDatasets(q, language, yield* findDatasets(q, query));
  if (dataset === undefined) return null;
  const card = yield* nameCard(q, language, dataset.id, yield* readDatasetCard(q, dataset.id, RELEASES_SHOWN));
  const newest = card.releases[0]?.publishedAt;
  const code = {provider: dataset.provider, dataset: dataset.code};
  return {dataset, card, waiting: newest === undefined ? null : yield* readWaitingReleases(q, code, dayText(newest))};
}

/** The names of indicators, of mentioned classes and of related datasets in the language of the visitor. */
function* nameCard(
  q: Queries,
  language: Language,
  datasetId: number,
  card: DatasetCard,
): Script<InLanguage<DatasetCard>> {
  const related = yield* nameRows(q, language, card.related);
  const labels = card.indicators.slice(0, INDICATORS_SHOWN).map(({label}) => label);
  const classes = [...card.classNames.values()].flatMap(partsOfName);
  const own = (yield* readOwn(q, language, [{datasetId, names: [...labels, ...classes]}])).get(datasetId);
  if (own === undefined) return {...card, related, published: card};
  return {
    ...card,
    related,
    indicators: card.indicators.map((one) => ({...one, label: own.of(one.label)})),
    classNames: new Map([...card.classNames].map(([code, name]) => [code, own.of(name)])),
    published: card,
  };
}

interface ShownData extends Pick<DatasetCard, "notes"> {
  readonly offset: number;
  readonly map: Html | false;
  readonly free: boolean;
}

function* drawData(
  visit: Visit,
  dataset: DatasetRecord,
  picked: PickedPage,
  {offset, map, free, notes}: ShownData,
  words: DatasetPageWords,
): Steps<Html> {
  const pickers = drawPickers(visit, dataset, picked, words);
  yield;
  return html`<h2 id="data">${words.data}</h2>
${pickers}
${
  picked.positions.length === 0
    ? html`<p class="notice">${words.nothingPicked}</p>`
    : html`${yield* drawLeading(visit, picked, notes, words)}${map}
<h3>${words.latestValues}</h3>
${picked.rows.length > 1 && drawColumnChoice(visit)}${yield* drawSeriesTable(visit, picked, offset, words)}
${drawFileLinks(visit, dataset, picked, free)}`
}`;
}

interface DatasetFacts {
  readonly release: NextRelease;
  readonly next: ExpectedRelease | null;
  /** null: the dataset was loaded a moment ago. */
  readonly judged: DatedState | null;
  readonly notes: number;
}

function facts(
  visit: Visit,
  dataset: DatasetRecord,
  {next, release, judged, notes}: DatasetFacts,
  words: DatasetPageWords,
): Html {
  const {language, site} = visit;
  const rows: readonly FactRow[] = [
    [words.code, html`<code>${breakable(`${dataset.provider}/${dataset.code}`)}</code>`, "phone-row"],
    [
      words.status,
      judged === null
        ? null
        : html`${stateBadge(judged, language)}${judged.state !== "fresh" && html` <span class="quiet">${stateSentence(judged, language)} <a href="${visit.link("/methodology")}#status">${words.stateRule}</a></span>`}`,
      judged?.state === "fresh" ? "phone-row" : "whole-row",
    ],
    [words.span, lines(spanTexts(dataset, language)), "phone-row"],
    [words.frequency, frequencyWords(dataset, language)],
    [words.series, numberText(dataset.seriesCount, language)],
    [words.territories, numberText(dataset.territoryCount, language)],
    [words.revised, dataset.revised ? words.yes : words.no],
    [
      next !== null && next.day < site.today() ? words.wasExpected : words.next,
      next === null
        ? null
        : html`${expectedDayWords(next, language)}${!next.isAnnounced && html` <a class="quiet" href="${visit.link("/calendar")}">${words.estimate}</a>`}`,
    ],
    followRow(visit, dataset, release),
    [words.notes, notes === 0 ? null : html`<a href="#notes">${numberText(notes, language)}</a>`],
    [words.source, dataset.sourceUrl === null ? null : outsideLink(dataset.sourceUrl), "phone-row"],
  ];
  return factList(rows);
}

function lines(texts: readonly string[]): Html {
  return html`${texts.map((text, at) => html`${at > 0 && html`<br>`}${text}`)}`;
}

/** For search engines of data. */
function datasetBlock(visit: Visit, dataset: DatasetRecord, card: DatasetCard, files: WholeFiles | null): object {
  const {spans} = dataset;
  const covered =
    spans.length === 0
      ? undefined
      : `${dayText(Math.min(...spans.map(({first}) => first)))}/${dayText(Math.max(...spans.map(({last}) => last)))}`;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: dataset.name,
    description: [dataset.name, card.methodology.coverage, card.methodology.text]
      .filter((part) => part !== null)
      .join(". "),
    url: visit.absolute(datasetPath(dataset)),
    identifier: `${dataset.provider}/${dataset.code}`,
    inLanguage: "ru",
    creator: {"@type": "Organization", name: providerName(dataset.provider, visit.language)},
    temporalCoverage: covered,
    dateModified: dataset.changedAt.slice(0, 10),
    variableMeasured: card.indicators.slice(0, INDICATORS_SHOWN).map(({label}) => label),
    isBasedOn: dataset.sourceUrl ?? undefined,
    isAccessibleForFree: true,
    ...schemaOrgDownloads(
      visit.origin,
      files?.manifest.licence ?? readProviders().get(dataset.provider)?.licence ?? null,
      files?.manifest.files ?? [],
    ),
  };
}
