// /updates: the loads of each day with their new and revised values, and the next expected releases.
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {type ExpectedRelease, expectedReleases} from "../../../store/overview/expected-release.ts";
import {listReleasesOfDays} from "../../../store/releases/published-release.ts";
import {type DayOfUpdates, readUpdates} from "../../../store/releases/update.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {pageWays, readOffset} from "../../widgets/data-table.ts";
import {factLine, factsText} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {inPairs} from "../../words/language.ts";
import {onOneLine} from "../../words/line-breaks.ts";
import {nameRows} from "../../words/own-names.ts";
import {countText, dayWords, numberText, providerName, shortDayWords} from "../../words/wording.ts";
import {drawExpected, nameExpected} from "../calendar/page.ts";
import {releasePath, releasesFeedPath} from "../datasets/release-link.ts";
import {listRow, reachedWords, updatedDataset} from "../datasets/rows.ts";
import {RELEASE_WORDS} from "../release/words.ts";

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
  releases: ["Лента выпусков", "Feed of releases"],
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
    const {feed, ...found} = await site.store.statistics.read((q) => readDays(q, offset, language));
    const all = expectedReleases(await site.store.overview.read(), site.today());
    const coming = offset > 0 ? [] : await nameExpected(visit, all.slice(0, EXPECTED_SHOWN));
    return page({
      title: words.title,
      description: words.description,
      canonical: ["offset"],
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<p class="quiet"><a href="${visit.link("/updates.atom", {lang: language})}">${words.feed}</a> · <a href="${visit.link(releasesFeedPath, {lang: language})}">${words.releases}</a> · ${all.length > 0 && html`<a href="${visit.link("/calendar.ics", {lang: language})}">${words.calendar}</a> · `}<a href="${visit.link("/silence")}">${words.silence}</a> · ${words.program}: <code>GET /api/v1/updates</code></p>
${expected(visit, coming, all.length, words)}
${feed.total === 0 && html`<p>${words.none}</p>`}
${[...Map.groupBy(feed.days, ({day}) => day)].map(([day, rows]) => dayRows(visit, day, rows, found, words))}
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
  const ofDays = yield* listReleasesOfDays(q, [...new Set(feed.days.map(({day}) => day))]);
  const cards = new Map(ofDays.map(({day, provider, dataset, id}) => [`${day} ${provider}/${dataset}`, id]));
  return {feed: {...feed, days: yield* nameRows(q, language, feed.days)}, known, cards};
}

interface Found {
  /** By full code. */
  readonly known: ReadonlyMap<string, DatasetRecord>;
  /** The numbers of the latest releases in force that were loaded on a day, by `DAY PROVIDER/CODE`. */
  readonly cards: ReadonlyMap<string, number>;
}

function dayRows(visit: Visit, day: string, rows: readonly DayOfUpdates[], found: Found, words: Words): Html {
  return html`<h2 id="${day}"><time datetime="${day}">${dayWords(day, visit.language)}</time></h2>
<ul class="rows">
${rows.map((row) => updateRow(visit, row, found, words))}</ul>\n`;
}

function updateRow(visit: Visit, row: DayOfUpdates, {known: datasets, cards}: Found, words: Words): Html {
  const {language} = visit;
  const code = `${row.provider}/${row.dataset}`;
  const known = datasets.get(code);
  const card = cards.get(`${row.day} ${code}`);
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
  return listRow(updatedDataset(visit, row, known), factLine([factsText(facts), cardLink(visit, card)]), end);
}

/** false: every release of that day was withdrawn. */
function cardLink({language, link}: Visit, id: number | undefined): Html | false {
  return (
    id !== undefined && html`<a class="unbroken" href="${link(releasePath(id))}">${RELEASE_WORDS[language].card}</a>`
  );
}

function expected(visit: Visit, coming: readonly ExpectedRelease[], total: number, words: Words): Html | false {
  if (coming.length === 0) return false;
  return html`<h2 id="expected">${words.expected}</h2>
${drawExpected(visit, coming, words.expected)}${
  total > coming.length && html`<p><a href="${visit.link("/calendar")}">${words.allExpected}</a></p>`
}`;
}
