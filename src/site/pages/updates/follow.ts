// The links by which a reader is told of the next release of a dataset: a feed for readers of feeds, a calendar for calendars.
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";
import {inBoth} from "../../words/language.ts";

const WORDS = inBoth({
  ru: {follow: "Узнать о выпуске:", feed: "лента Atom", calendar: "календарь .ics"},
  en: {follow: "Follow it:", feed: "Atom feed", calendar: "calendar (.ics)"},
});

/** Of a dataset for which the calendar has an event. */
export function followLinks({language, link}: Visit, {provider, code}: Pick<DatasetRecord, "provider" | "code">): Html {
  const words = WORDS[language];
  const query = {dataset: `${provider}/${code}`, lang: language};
  return html`<span class="quiet">${words.follow} <a href="${link("/updates.atom", query)}">${words.feed}</a>, <a href="${link("/updates/expected.ics", query)}">${words.calendar}</a></span>`;
}
