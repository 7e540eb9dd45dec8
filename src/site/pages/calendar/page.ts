// /calendar: the next release of each dataset, announced by its publisher or estimated from the rhythm of past releases.
import {type Day, dayText} from "../../../statistics/time/day.ts";
import {type ExpectedRelease, expectedReleases} from "../../../store/overview/expected-release.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable, pageWays, readOffset} from "../../widgets/data-table.ts";
import {inPairs, type Language} from "../../words/language.ts";
import {nameKnown} from "../../words/own-names.ts";
import {providerName, shortDayWords} from "../../words/wording.ts";
import {datasetLink, frequencyWords} from "../datasets/rows.ts";

const PAGE_ROWS = 50;

const WORDS = inPairs({
  title: ["Календарь выпусков", "Release calendar"],
  description: [
    "Какие выпуски ожидаются: объявленные источниками и оценённые по ритму прошлых.",
    "Expected releases: announced by their sources, or estimated from the interval of past ones.",
  ],
  lead: [
    "Дата — из календаря источника; если его нет, оценена по тому, как набор выходил раньше.",
    "Dates come from the publisher where announced. Others are estimated from the days of past releases.",
  ],
  without: [
    "Не показаны наборы, которые выходят нерегулярно или давно не обновлялись.",
    "Datasets with irregular releases, and those long overdue, are not shown.",
  ],
  none: ["Даты следующих выпусков не известны.", "No release dates are known."],
  back: ["Обновления", "Updates"],
  day: ["День", "Day"],
  dataset: ["Набор", "Dataset"],
  frequency: ["Частота", "Frequency"],
  basis: ["Источник даты", "Source of the date"],
  about: ["около", "about"],
  passed: ["ожидался", "was expected"],
  estimate: ["оценка по ритму выпусков", "estimated from past releases"],
  announced: ["объявлено источником", "announced by the source"],
});

export const calendarPage: Page = {
  path: "/calendar",
  async draw(visit) {
    const {language, site} = visit;
    const words = WORDS[language];
    const offset = readOffset(visit);
    const all = expectedReleases(await site.store.overview.read(), site.today());
    return page({
      title: words.title,
      description: words.description,
      canonical: ["offset"],
      main: html`<p class="over"><a href="${visit.link("/updates")}">${words.back}</a></p>
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${
  all.length === 0
    ? html`<p>${words.none}</p>`
    : drawExpected(visit, await nameExpected(visit, all.slice(offset, offset + PAGE_ROWS)), words.title)
}
<p class="quiet">${words.without}</p>
${pageWays(visit, offset, PAGE_ROWS, all.length)}`,
    });
  },
};

/** The releases with the names of their datasets in the language of the visitor. */
export async function nameExpected<R extends Pick<ExpectedRelease, "dataset">>(
  visit: Visit,
  releases: readonly R[],
): Promise<readonly R[]> {
  const named = await nameKnown(
    visit,
    releases.map(({dataset}) => dataset),
  );
  return releases.map((one, at) => ({...one, dataset: named[at]!}));
}

/** The table; /updates shows the first rows of it. */
export function drawExpected(visit: Visit, shown: readonly ExpectedRelease[], caption: string): Html {
  const {language} = visit;
  const words = WORDS[language];
  return dataTable({
    caption,
    narrow: "stacked",
    columns: [{head: words.day}, {head: words.dataset}, {head: words.frequency}, {head: words.basis}],
    rows: shown.map((one) => [
      html`<time datetime="${dayText(one.day)}">${listedDayWords(one, visit.site.today(), language)}</time>`,
      html`${datasetLink(visit, one.dataset)}<br><span class="quiet">${providerName(one.dataset.provider, language)}</span>`,
      frequencyWords(one.dataset, language),
      basisOf(one, language),
    ]),
  });
}

/** "15 дек. 2026" or "около 15 дек. 2026": an estimate never looks like an announcement. */
export function expectedDayWords({day, isAnnounced}: ExpectedRelease, language: Language): string {
  const text = shortDayWords(day, language);
  return isAnnounced ? text : `${WORDS[language].about} ${text}`;
}

/** The same in a list of what is to come: "ожидался около 15 дек. 2026" from the day after on. */
export function listedDayWords(one: ExpectedRelease, today: Day, language: Language): string {
  const text = expectedDayWords(one, language);
  return one.day < today ? `${WORDS[language].passed} ${text}` : text;
}

function basisOf({isAnnounced}: ExpectedRelease, language: Language): Html {
  const words = WORDS[language];
  return html`<span class="badge${isAnnounced && " fresh"}">${isAnnounced ? words.announced : words.estimate}</span>`;
}
