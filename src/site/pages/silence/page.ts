// /silence: what does not come any more: datasets that are late or ended, series that stopped while their dataset goes on, and what was
// withdrawn or came back lately. `?dataset=PROVIDER/CODE` lists the stopped series of one dataset.
//
// A silent dataset is not overdue yet: it is later than its own rhythm. The api calls an ended one overdue.
import type {DatedState, FreshnessState} from "../../../statistics/silence.ts";
import {datasetStatus} from "../../../statistics/status.ts";
import {dayText} from "../../../statistics/time/day.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {listEvents, type NotedEvent} from "../../../store/messages/event.ts";
import {type DatasetInOverview, stateOfDataset} from "../../../store/overview/dataset-overview.ts";
import {countStopped, readLastValue, type StoppedSeries} from "../../../store/overview/stopped-series.ts";
import type {Script} from "../../../store/script.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable, pageWays, readOffset} from "../../widgets/data-table.ts";
import type {Language} from "../../words/language.ts";
import {breakable} from "../../words/line-breaks.ts";
import {nameWords} from "../../words/names.ts";
import {nameKnown, nameRows, nameSeries} from "../../words/own-names.ts";
import {countText, numberText, providerName, shortDayWords} from "../../words/wording.ts";
import {datasetLink, datasetPath, listRow, reachedWords, stateBadge} from "../datasets/rows.ts";
import {titleWords} from "../series/link.ts";
import {drawStopped} from "./stopped.ts";
import {SILENCE_WORDS} from "./words.ts";

const PAGE_ROWS = 50;
const EVENTS_SHOWN = 30;
const EVENT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Datasets whose series are looked at between two rests. */
const DATASETS_AT_ONCE = 40;

const ORDER: readonly FreshnessState[] = ["silent", "overdue", "ended"];

interface LateDataset extends DatasetInOverview {
  readonly judged: DatedState;
}

export const silencePage: Page = {
  path: "/silence",
  costly: "shared",
  async draw(visit) {
    const {language, site, query} = visit;
    const words = SILENCE_WORDS[language];
    const only = query.get("dataset");
    if (only !== null) return drawStopped(visit, only);
    const [offset, today] = [readOffset(visit), site.today()];
    const overview = await site.store.overview.read();
    const late = overview
      .flatMap((one) => {
        const judged = stateOfDataset(one, today);
        return ORDER.includes(judged.state) ? [{...one, judged}] : [];
      })
      .sort((one, other) => ORDER.indexOf(one.judged.state) - ORDER.indexOf(other.judged.state));
    const shown = await nameLate(visit, late.slice(offset, offset + PAGE_ROWS));
    const values = await site.store.statistics.readWithRests((q) => readLastValues(q, shown, language));
    const since = new Date(site.now().getTime() - EVENT_DAYS * DAY_MS).toISOString();
    const lately = await site.store.statistics.read((q) => readLately(q, since, language));
    const stopped = offset > 0 ? [] : await countAll(visit, overview);
    return page({
      title: words.title,
      description: words.lead,
      canonical: ["offset"],
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<h2 id="late">${words.late}</h2>
${late.length === 0 ? html`<p class="quiet">${words.noneLate}</p>` : html`${late.some(({judged}) => judged.state === "ended") && html`<p>${words.copyIsOld}</p>\n`}${lateTable(visit, shown, values)}`}
${pageWays(visit, offset, PAGE_ROWS, late.length)}
${
  offset === 0 &&
  html`<h2 id="stopped">${words.stopped}</h2>
${stopped.length === 0 ? html`<p class="quiet">${words.noneStopped}</p>` : stoppedRows(visit, stopped)}
<h2 id="withdrawn">${words.withdrawn}</h2>
${eventRows(visit, lately.withdrawn, overview)}
<h2 id="back">${words.back}</h2>
${eventRows(visit, lately.back, overview)}`
}`,
    });
  },
};

/** By the number of each dataset its last value, which tells how far it came. */
function* readLastValues(
  q: Queries,
  late: readonly LateDataset[],
  language: Language,
): Script<ReadonlyMap<number, StoppedSeries>> {
  const values = new Map<number, StoppedSeries>();
  for (const {dataset} of late) {
    const last = yield* readLastValue(q, dataset);
    if (last !== null) values.set(dataset.id, last);
    yield;
  }
  const found = [...values];
  const ids = new Map(found.map(([id, {series}]) => [series.key, id]));
  const named = yield* nameSeries(
    q,
    language,
    found.map(([, {series}]) => series),
    ({key}) => ids.get(key)!,
  );
  return new Map(found.map(([id, last], at) => [id, {...last, series: named[at]!}]));
}

async function nameLate(visit: Visit, late: readonly LateDataset[]): Promise<readonly LateDataset[]> {
  const named = await nameKnown(
    visit,
    late.map(({dataset}) => dataset),
  );
  return late.map((one, at) => ({...one, dataset: named[at]!}));
}

function* readLately(q: Queries, since: string, language: Language) {
  const every = {provider: null, dataset: null, since};
  return {
    withdrawn: yield* nameRows(q, language, yield* listEvents(q, {...every, kinds: ["withdrawn"]}, EVENTS_SHOWN)),
    back: yield* nameRows(q, language, yield* listEvents(q, {...every, kinds: ["back"]}, EVENTS_SHOWN)),
  };
}

interface StoppedCount {
  readonly dataset: DatasetRecord;
  readonly series: number;
}

/** Datasets that go on without some of their series, those with most first, as many as the page shows. */
async function countAll(visit: Visit, overview: readonly DatasetInOverview[]): Promise<readonly StoppedCount[]> {
  const {site} = visit;
  const counts: StoppedCount[] = [];
  for (let at = 0; at < overview.length; at += DATASETS_AT_ONCE)
    counts.push(
      ...(await site.store.statistics.readWithRests((q) => readCounts(q, overview.slice(at, at + DATASETS_AT_ONCE)))),
    );
  counts.sort((one, other) => other.series - one.series);
  const shown = counts.slice(0, PAGE_ROWS);
  const named = await nameKnown(
    visit,
    shown.map(({dataset}) => dataset),
  );
  return shown.map((one, at) => ({...one, dataset: named[at]!}));
}

function* readCounts(q: Queries, some: readonly DatasetInOverview[]): Script<StoppedCount[]> {
  const counts: StoppedCount[] = [];
  for (const {dataset} of some) {
    const series = dataset.archival ? 0 : yield* countStopped(q, dataset);
    if (series > 0) counts.push({dataset, series});
  }
  return counts;
}

function lateTable(visit: Visit, shown: readonly LateDataset[], values: ReadonlyMap<number, StoppedSeries>): Html {
  const {language, site} = visit;
  const words = SILENCE_WORDS[language];
  return dataTable({
    caption: words.late,
    narrow: "stacked",
    columns: [words.dataset, words.state, words.expected, words.last, words.value, words.published, words.file].map(
      (head) => ({head, below: head === words.value || head === words.file}),
    ),
    rows: shown.map((one) => {
      const {dataset, judged, published} = one;
      const {latestPeriod} = datasetStatus(dataset.spans, dataset.archival, site.today());
      const expected = expectedOf(one);
      const last = values.get(dataset.id);
      return [
        html`${datasetLink(visit, dataset)}<br><span class="quiet">${providerName(dataset.provider, language)}</span>`,
        stateBadge(judged, language),
        expected === null
          ? words.unknown
          : html`<time datetime="${expected}">${shortDayWords(expected, language)}</time>`,
        latestPeriod === null ? "" : reachedWords(latestPeriod, dataset.spans, language),
        // of several series any one would look like the figure of the dataset
        last === undefined || dataset.seriesCount > 1
          ? ""
          : html`<a href="${visit.link(`/series/${last.series.key}`)}">${numberText(last.value, language)}</a><br><span class="quiet">${titleWords(last.series, language)}</span>`,
        published === null ? "" : shortDayWords(published, language),
        breakable(last?.sourceFile ?? words.unknown),
      ];
    }),
  });
}

/** The day on which it should have come, where one is known: YYYY-MM-DD. */
function expectedOf({announced, published, rhythm}: DatasetInOverview): string | null {
  const missed = announced.find(({day}) => published === null || day > published)?.day ?? rhythm?.expected;
  return missed === undefined ? null : dayText(missed);
}

function stoppedRows(visit: Visit, stopped: readonly StoppedCount[]): Html {
  const {language} = visit;
  return html`<ul class="rows">
${stopped.map(({dataset, series}) => {
  const address = visit.link("/silence", {dataset: `${dataset.provider}/${dataset.code}`});
  return listRow(
    html`<a class="row-name" href="${address}">${nameWords(dataset.name, language)}</a>`,
    providerName(dataset.provider, language),
    countText(series, "series", language),
  );
})}</ul>\n`;
}

/** A dataset that was dropped has no link. */
function eventRows(visit: Visit, events: readonly NotedEvent[], overview: readonly DatasetInOverview[]): Html {
  const {language} = visit;
  const words = SILENCE_WORDS[language];
  if (events.length === 0) return html`<p class="quiet">${words.noneLately}</p>`;
  const known = new Set(overview.map(({dataset}) => `${dataset.provider}/${dataset.code}`));
  return html`<ul class="rows">
${events.map(({provider, dataset, name, happenedAt, day, latestPeriod}) => {
  const shown = nameWords(name, language);
  const path = datasetPath({provider, code: dataset});
  const isThere = known.has(`${provider}/${dataset}`);
  const facts = [
    providerName(provider, language),
    shortDayWords(happenedAt.slice(0, 10), language),
    ...(day === null ? [] : [`${words.release} ${shortDayWords(day, language)}`]),
    ...(latestPeriod === null ? [] : [`${words.last}: ${latestPeriod}`]),
    ...(isThere ? [] : [words.dropped]),
  ];
  return listRow(
    isThere
      ? html`<a class="row-name" href="${visit.link(path)}">${shown}</a>`
      : html`<span class="row-name">${shown}</span>`,
    facts.join(" · "),
  );
})}</ul>\n`;
}
