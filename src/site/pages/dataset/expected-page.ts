// /updates/expected: which releases are expected next, of every dataset of which that can be told, and on what it rests.

import {dayText} from "../../../statistics/time/day.ts";
import {type Page, page} from "../../frame/page.ts";
import {todayOf} from "../../frame/today.ts";
import type {Visit} from "../../frame/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {type Html, html} from "../../widgets/html.ts";
import {pageWays, readOffset} from "../../widgets/pagination.ts";
import {inBoth} from "../../words/language.ts";
import {drawnName} from "../../words/line-breaks.ts";
import {providerName} from "../../words/wording.ts";
import {basisOf, type ExpectedRelease, expectedDayWords, expectedReleases} from "./expected-releases.ts";
import {datasetPath, frequencyWords} from "./rows.ts";

const PAGE_ROWS = 50;

const WORDS = inBoth({
  ru: {
    title: "Ожидаемые выпуски",
    description: "Какие выпуски ожидаются: объявленные источниками и оценённые по ритму прошлых.",
    lead: "День назван источником там, где он его объявил. Иначе это оценка: последний выпуск плюс обычный промежуток между последними двенадцатью.",
    without: "Сюда не входят наборы без заметного ритма и те, чей оценённый день давно прошёл.",
    none: "День следующего выпуска ни для одного набора не известен.",
    back: "Обновления",
    day: "День",
    dataset: "Набор",
    frequency: "Частота",
    basis: "Откуда день",
  },
  en: {
    title: "Expected releases",
    description: "Which releases are expected: announced by their sources, or estimated from the rhythm of past ones.",
    lead: "The day is the source's own where it announces one. Otherwise it is an estimate: the last release plus the usual interval between the last twelve.",
    without: "Left out are datasets whose releases show no rhythm, and those whose estimated day has long passed.",
    none: "No day of a next release is known.",
    back: "Updates",
    day: "Day",
    dataset: "Dataset",
    frequency: "Frequency",
    basis: "Where the day comes from",
  },
});

export const expectedPage: Page = {
  path: "/updates/expected",
  tries: ["/updates/expected"],
  async draw(visit) {
    const {language, site} = visit;
    const words = WORDS[language];
    const offset = readOffset(visit);
    const all = expectedReleases(await site.overview.read(), todayOf(site));
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
    : drawExpected(visit, all.slice(offset, offset + PAGE_ROWS), words.title)
}
<p class="quiet">${words.without}</p>
${pageWays(visit, offset, PAGE_ROWS, all.length)}`,
    });
  },
};

/** A table of them, also for pages that show a few. */
export function drawExpected(visit: Visit, shown: readonly ExpectedRelease[], caption: string): Html {
  const {language} = visit;
  const words = WORDS[language];
  return dataTable({
    caption,
    isStacked: true,
    columns: [{head: words.day}, {head: words.dataset}, {head: words.frequency}, {head: words.basis}],
    rows: shown.map((one) => [
      html`<time datetime="${dayText(one.day)}">${expectedDayWords(one, language)}</time>`,
      html`<a href="${visit.link(datasetPath(one.dataset))}" lang="ru">${drawnName(one.dataset.name)}</a><br><span class="quiet">${providerName(one.dataset.provider, language)}</span>`,
      frequencyWords(one.dataset, language),
      basisOf(one, language),
    ]),
  });
}
