// /silence?dataset=PROVIDER/CODE: the series of a dataset that stopped while it goes on, with their last value, its day and its file.
import {periodText} from "../../../statistics/time/week.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {countStopped, listStopped} from "../../../store/overview/stopped-series.ts";
import {type Drawn, PageFault, page} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable, pageWays, readOffset} from "../../widgets/data-table.ts";
import type {Language} from "../../words/language.ts";
import {breakable} from "../../words/line-breaks.ts";
import {nameText} from "../../words/names.ts";
import {nameDatasets, nameSeries} from "../../words/own-names.ts";
import {fewDigitsText, periodWords, shortDayWords} from "../../words/wording.ts";
import {datasetLink, findDatasetOf} from "../datasets/rows.ts";
import {seriesPath, titleWords} from "../series/link.ts";
import {SILENCE_WORDS} from "./words.ts";

const PAGE_ROWS = 50;

export async function drawStopped(visit: Visit, code: string): Promise<Drawn> {
  const {language, site} = visit;
  const words = SILENCE_WORDS[language];
  const offset = readOffset(visit);
  const found = await site.store.statistics.read((q) => readStopped(q, code, {offset, language}));
  if (found === null) throw new PageFault(404, "there is no such dataset");
  const {dataset, series, total} = found;
  const title = `${words.stopped}: ${nameText(dataset.name, language)}`;
  return page({
    title,
    description: words.lead,
    canonical: ["dataset", "offset"],
    main: html`<p class="over"><a href="${visit.link("/silence")}">${words.title}</a> · ${datasetLink(visit, dataset)}</p>
<h1>${words.stopped}</h1>
<p class="lead">${nameText(dataset.name, language)}</p>
${
  total === 0
    ? html`<p class="quiet">${words.noneStopped}</p>`
    : dataTable({
        caption: words.stopped,
        narrow: "stacked",
        columns: [
          {head: words.series},
          {head: words.last},
          {head: words.value, number: true},
          {head: words.published},
          {head: words.file},
        ],
        rows: series.map(({series: one, period, value, day, sourceFile}) => {
          const first = periodText(one.frequency, period);
          return [
            html`<a href="${visit.link(seriesPath(one.key))}">${titleWords(one, language)}</a>`,
            first.includes("W") ? first : periodWords(first, one.frequency, language),
            fewDigitsText(value, language),
            shortDayWords(day, language),
            breakable(sourceFile ?? words.unknown),
          ];
        }),
      })
}
${pageWays(visit, offset, PAGE_ROWS, total)}`,
  });
}

/** null: there is no such dataset. */
function* readStopped(
  q: Queries,
  code: string,
  {offset, language}: {readonly offset: number; readonly language: Language},
) {
  const dataset = yield* findDatasetOf(q, code);
  if (dataset === null) return null;
  const total = yield* countStopped(q, dataset);
  const stopped = yield* listStopped(q, dataset, offset, PAGE_ROWS);
  const series = yield* nameSeries(
    q,
    language,
    stopped.map((one) => one.series),
    () => dataset.id,
  );
  return {
    dataset: (yield* nameDatasets(q, language, [dataset]))[0]!,
    total,
    series: stopped.map((one, at) => ({...one, series: series[at]!})),
  };
}
