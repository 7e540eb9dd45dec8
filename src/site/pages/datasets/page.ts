// /datasets: the datasets of all providers, of one provider, or of one status.
import type {DatasetStatus} from "../../../statistics/status.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {countDatasetsByProvider, listDatasetsOf} from "../../../store/datasets/dataset-pages.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {datasetsOfStatus} from "../../../store/overview/dataset-overview.ts";
import type {Script} from "../../../store/script.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {pageWays, readOffset} from "../../widgets/data-table.ts";
import type {Language} from "../../words/language.ts";
import {inPairs} from "../../words/language.ts";
import {nameDatasets, nameKnown} from "../../words/own-names.ts";
import {countText, providerName, STATUS_WORDS} from "../../words/wording.ts";
import {datasetRows, providerSection} from "./rows.ts";

/** Of each provider on the page of all providers. */
const SHOWN_TOGETHER = 20;
const PAGE_ROWS = 100;
const STATUSES: readonly DatasetStatus["status"][] = ["fresh", "overdue", "archival", "unknown"];

const WORDS = inPairs({
  title: ["Наборы данных", "Datasets"],
  description: [
    "Все наборы данных по источникам: что охватывают, за какие годы и насколько свежи.",
    "All datasets by provider: what they cover, for which years, and how fresh they are.",
  ],
  lead: ["по источникам, с охватом и свежестью на сегодня.", "by provider, with coverage and freshness as of today."],
  none: ["Пока ничего не загружено.", "Nothing is loaded yet."],
  all: ["Все наборы данных", "All datasets"],
  list: ["Все наборы для программ", "All datasets for programs"],
});

interface OfProvider {
  readonly provider: string;
  /** Their number. */
  readonly datasets: number;
  readonly shown: readonly DatasetRecord[];
}

export const datasetsPage: Page = {
  path: "/datasets",
  async draw(visit) {
    const status = visit.query.get("status");
    if (status !== null) return drawOfStatus(visit, status);
    const only = visit.query.get("provider");
    const offset = only === null ? 0 : readOffset(visit);
    const {language} = visit;
    const most = only === null ? SHOWN_TOGETHER : PAGE_ROWS;
    const providers = await visit.site.store.statistics.read((q) => readProviders(q, {only, language}, offset, most));
    if (only !== null && providers.length === 0) throw new PageFault(404, "there is no such provider");
    return only === null ? drawAll(visit, providers) : drawOne(visit, providers[0]!, offset);
  },
};

/** @param only null: all providers. @param offset datasets of each provider that come before */
function* readProviders(
  q: Queries,
  {only, language}: {readonly only: string | null; readonly language: Language},
  offset: number,
  most: number,
): Script<OfProvider[]> {
  const found: OfProvider[] = [];
  for (const {provider, datasets} of yield* countDatasetsByProvider(q)) {
    if (only !== null && provider !== only) continue;
    found.push({provider, datasets, shown: yield* listDatasetsOf(q, provider, offset, most)});
  }
  const named = yield* nameDatasets(
    q,
    language,
    found.flatMap(({shown}) => shown),
  );
  const byProvider = Map.groupBy(named, (dataset) => dataset.provider);
  return found.map((one) => ({...one, shown: byProvider.get(one.provider) ?? []}));
}

function drawAll(visit: Visit, providers: readonly OfProvider[]) {
  const {language} = visit;
  const words = WORDS[language];
  const total = providers.reduce((sum, {datasets}) => sum + datasets, 0);
  return page({
    title: words.title,
    description: words.description,
    main: html`<h1>${words.title}</h1>
${
  total === 0
    ? html`<p class="lead">${words.none} <a href="${visit.link("/adding-data")}">ryad load</a></p>`
    : html`<p class="lead">${countText(total, "dataset", language)} ${words.lead}</p>`
}
${providers.map(({provider, datasets, shown}) => providerSection(visit, provider, shown, datasets))}
${forPrograms(words)}`,
  });
}

function drawOne(visit: Visit, {provider, datasets, shown}: OfProvider, offset: number) {
  const {language} = visit;
  const words = WORDS[language];
  const name = providerName(provider, language);
  return page({
    title: `${words.title}: ${name}`,
    description: words.description,
    canonical: ["provider", "offset"],
    main: html`<p class="over"><a href="${visit.link("/datasets")}">${words.all}</a></p>
<h1>${name}</h1>
<p class="lead">${countText(datasets, "dataset", language)}</p>
${datasetRows(visit, shown, visit.site.today())}
${pageWays(visit, offset, PAGE_ROWS, datasets)}
${forPrograms(words)}`,
  });
}

async function drawOfStatus(visit: Visit, query: string) {
  const {language, site} = visit;
  const words = WORDS[language];
  const status = STATUSES.find((one) => one === query);
  if (status === undefined) throw new PageFault(404, "there is no such status");
  const [offset, today] = [readOffset(visit), site.today()];
  const found = datasetsOfStatus(await site.store.overview.read(), status, today).map(({dataset}) => dataset);
  const shown = await nameKnown(visit, found.slice(offset, offset + PAGE_ROWS));
  const title = `${words.title}: ${STATUS_WORDS[language][status]}`;
  return page({
    title,
    description: words.description,
    canonical: ["status", "offset"],
    main: html`<p class="over"><a href="${visit.link("/datasets")}">${words.all}</a></p>
<h1>${title}</h1>
<p class="lead">${countText(found.length, "dataset", language)}</p>
${found.length > 0 && datasetRows(visit, shown, today)}
${pageWays(visit, offset, PAGE_ROWS, found.length)}`,
  });
}

function forPrograms(words: (typeof WORDS)["ru"]): Html {
  return html`<p class="quiet">${words.list}: <code class="whole">GET /api/v1/reference/datasets</code></p>`;
}
