// /updates: the loads of each day with their new and revised values, and the next expected releases.
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {type ExpectedRelease, expectedReleases} from "../../../store/overview/expected-release.ts";
import {type DayOfUpdates, readUpdates} from "../../../store/releases/update.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {pageWays, readOffset} from "../../widgets/data-table.ts";
import {factsText} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {inPairs} from "../../words/language.ts";
import {onOneLine} from "../../words/line-breaks.ts";
import {nameRows} from "../../words/own-names.ts";
import {countText, dayWords, numberText, providerName, shortDayWords} from "../../words/wording.ts";
import {drawExpected, nameExpected} from "../calendar/page.ts";
import {listRow, reachedWords, updatedDataset} from "../datasets/rows.ts";

const PAGE_ROWS = 50;
const EXPECTED_SHOWN = 6;

const WORDS = inPairs({
  silence: ["что не вышло", "what did not come"],
  title: ["Обновления", "Updates"],
  description: [
    "Что загружено, сколько значений прибавилось и пересмотрено, что ожидается.",
    "What was loaded, how many values are new or revised, and what is expected.",
  ],
  lead: [
    "Что загружено по дням: сколько значений прибавилось и сколько пересмотрено.",
    "What was loaded, by day: how many values are new and how many revised.",
  ],
  calendar: ["Календарь выпусков", "Calendar of releases"],
  feed: ["Лента Atom", "Atom feed"],
  program: ["для программ", "for programs"],
  none: ["Пока ничего не загружалось.", "Nothing has been loaded yet."],
  revised: ["пересмотрено", "revised"],
  reaches: ["данные по", "data up to"],
  published: ["опубликовано", "published"],
  back: ["отозвано", "taken back"],
  expected: ["Ожидаются", "Expected"],
  allExpected: ["Все ожидаемые выпуски", "All expected releases"],
});

type Words = (typeof WORDS)["ru"];

export const updatesPage: Page = {
  path: "/updates",
  async draw(visit) {
    const {language, site} = visit;
    const words = WORDS[language];
    const offset = readOffset(visit);
    const {feed, known} = await site.store.statistics.read((q) => readDays(q, offset, language));
    const all = offset > 0 ? [] : expectedReleases(await site.store.overview.read(), site.today());
    const coming = await nameExpected(visit, all.slice(0, EXPECTED_SHOWN));
    return page({
      title: words.title,
      description: words.description,
      canonical: ["offset"],
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<p class="quiet"><a href="${visit.link("/updates.atom", {lang: language})}">${words.feed}</a> · <a href="${visit.link("/calendar.ics", {lang: language})}">${words.calendar}</a> · <a href="${visit.link("/silence")}">${words.silence}</a> · ${words.program}: <code>GET /api/v1/updates</code></p>
${expected(visit, coming, all.length, words)}
${feed.total === 0 && html`<p>${words.none}</p>`}
${[...Map.groupBy(feed.days, ({day}) => day)].map(([day, rows]) => dayRows(visit, day, rows, known, words))}
${pageWays(visit, offset, PAGE_ROWS, feed.total)}`,
    });
  },
};

/** Days of updates, and the datasets that are still there by their full codes. */
function* readDays(q: Queries, offset: number, language: Language) {
  const feed = yield* readUpdates(q, {since: null, provider: null, dataset: null}, offset, PAGE_ROWS);
  const known = new Map<string, DatasetRecord>();
  for (const {provider, dataset} of feed.days) {
    const [found] = yield* findDatasets(q, {provider, dataset});
    if (found !== undefined) known.set(`${provider}/${dataset}`, found);
  }
  return {feed: {...feed, days: yield* nameRows(q, language, feed.days)}, known};
}

function dayRows(
  visit: Visit,
  day: string,
  rows: readonly DayOfUpdates[],
  known: ReadonlyMap<string, DatasetRecord>,
  words: Words,
): Html {
  return html`<h2 id="${day}"><time datetime="${day}">${dayWords(day, visit.language)}</time></h2>
<ul class="rows">
${rows.map((row) => updateRow(visit, row, known.get(`${row.provider}/${row.dataset}`), words))}</ul>\n`;
}

function updateRow(visit: Visit, row: DayOfUpdates, known: DatasetRecord | undefined, words: Words): Html {
  const {language} = visit;
  const facts = [
    providerName(row.provider, language),
    row.releases === 0 ? words.back : countText(row.releases, "release", language),
    ...(row.latestPeriod === null
      ? []
      : [`${words.reaches} ${reachedWords(row.latestPeriod, known?.spans ?? [], language)}`]),
    ...(row.latestPublishedAt === null ? [] : [`${words.published} ${shortDayWords(row.latestPublishedAt, language)}`]),
  ];
  const revised = onOneLine(`${words.revised} ${numberText(row.revisedValues, language)}`);
  const end = html`+${countText(row.newValues, "value", language)}${row.revisedValues > 0 && html` <span class="badge overdue">${revised}</span>`}`;
  return listRow(updatedDataset(visit, row, known), factsText(facts), end);
}

function expected(visit: Visit, coming: readonly ExpectedRelease[], total: number, words: Words): Html | false {
  if (coming.length === 0) return false;
  return html`<h2 id="expected">${words.expected}</h2>
${drawExpected(visit, coming, words.expected)}${
  total > coming.length && html`<p><a href="${visit.link("/calendar")}">${words.allExpected}</a></p>`
}`;
}
