// What must be known before the lines of a comparison are read: what is missing, what cannot be shown, and what must not be spliced.

import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";
import {drawnName} from "../../words/line-breaks.ts";
import type {SeriesView} from "../series/read-series.ts";
import type {Compared} from "./asked.ts";
import {whyNotRebased} from "./base-period.ts";
import {COMPARE_WORDS} from "./words.ts";

/** @param hasNoBase per cent of a common period were wanted and are not shown */
export function drawNotices(visit: Visit, {views, unknown, isCut}: Compared, hasNoBase: boolean): Html {
  const words = COMPARE_WORDS[visit.language];
  const why = whyNotRebased(views);
  return html`${views.length === 0 && html`<p class="notice">${words.empty}</p>`}${unknown.length > 0 && html`<p class="notice warn">${words.unknown} ${unknown.map((key, at) => html`${at > 0 && ", "}<code>${key}</code>`)}</p>`}${isCut && html`<p class="notice warn">${words.full}</p>`}${hasNoBase && views.length > 0 && html`<p class="notice">${why === null ? words.noCommon : words.noRebasing[why]}</p>`}${noSplicing(visit, views)}`;
}

/** For each two datasets of which one declares that the other must not be spliced to it: two lines in one chart look like one history. */
function noSplicing({language}: Visit, views: readonly SeriesView[]): Html {
  const words = COMPARE_WORDS[language];
  const datasets = [...new Map(views.map((view) => [view.dataset.id, view])).values()];
  const told = new Set<string>();
  return html`${datasets.flatMap(({dataset, related}) =>
    related.flatMap(({provider, dataset: code, splice, note}) => {
      const other = datasets.find((one) => one.dataset.provider === provider && one.dataset.code === code)?.dataset;
      if (splice || other === undefined || other.id === dataset.id) return [];
      const pair = [dataset.id, other.id].sort((one, another) => one - another).join();
      if (told.has(pair)) return [];
      told.add(pair);
      return html`<p class="notice warn">${words.noSplicing} <cite lang="ru">${drawnName(dataset.name)}</cite> ${words.and} <cite lang="ru">${drawnName(other.name)}</cite>.${note !== null && html`<br><span class="quiet" lang="ru">${note}</span>`}</p>`;
    }),
  )}`;
}
