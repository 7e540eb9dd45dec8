// How a dataset or a series is followed, as a row of facts: by letters or a webhook, by a feed, by a calendar.
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {FactRow} from "../../widgets/fact-list.ts";
import {inPairs} from "../../words/language.ts";

const WORDS = inPairs({
  follow: ["Следить", "Follow"],
  mail: ["по почте или webhook", "by email or webhook"],
  feed: ["лента Atom", "Atom feed"],
  calendar: ["календарь .ics", "calendar (.ics)"],
});

/** @param series the key; null: the dataset as a whole */
export function followRow(
  {language, link}: Visit,
  {provider, code}: {readonly provider: string; readonly code: string},
  series: string | null = null,
): FactRow {
  const words = WORDS[language];
  const dataset = `${provider}/${code}`;
  const what = series === null ? {dataset} : {series};
  return [
    words.follow,
    html`<a href="${link("/account/following", what)}#follow" rel="nofollow">${words.mail}</a>, <a href="${link("/updates.atom", {...what, lang: language})}">${words.feed}</a>, <a href="${link("/calendar.ics", {dataset, lang: language})}">${words.calendar}</a>`,
    "phone-row",
  ];
}
