// Events of reference/events.csv on a chart: vertical lines, and the same in words with sources below it. Off until the address asks for them:
// `events=tax,rate`.
//
// Only events of the country of a series, and of its subject where an event is about one. Breaks of the series itself are drawn always
// (pages/series/events.ts).
import {COUNTRIES, ownerOf} from "../../../country/countries.ts";
import {type DeclaredEvent, EVENT_KINDS, type MarkedKind, readEvents} from "../../../reference/events.ts";
import {once} from "../../../reference/reference.ts";
import {type Day, parseDay} from "../../../statistics/time/day.ts";
import {createTopicFinder} from "../../../statistics/topic.ts";
import type {ChartMark} from "../../chart/line-chart.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs, type Language} from "../../words/language.ts";
import {asPublished} from "../../words/own-names.ts";
import {dayWords} from "../../words/wording.ts";
import {subjectNames} from "./link.ts";
import type {SeriesView} from "./read-series.ts";

const WORDS = inPairs({
  show: ["Отметить события", "Mark events"],
  kinds: {
    tax: ["налоги", "taxes"],
    method: ["методика", "methods"],
    base: ["базисный год", "base year"],
    decision: ["решения властей", "decisions of authorities"],
    rate: ["решения по ключевой ставке", "decisions on the key rate"],
  },
  hide: ["убрать", "hide"],
  source: ["источник", "source"],
  listed: ["Отмеченных событий:", "Events marked:"],
});

/** More events than this are folded. */
const MOST_OPEN = 8;

function kindsChosen({query}: Pick<Visit, "query">): readonly MarkedKind[] {
  const wanted = (query.get("events") ?? "").split(",");
  return EVENT_KINDS.filter((kind) => wanted.includes(kind));
}

/** For addresses of pictures and frames; null: no events. */
export function eventsQuery(visit: Pick<Visit, "query">): string | null {
  return kindsChosen(visit).join(",") || null;
}

const subjectFinder = once(() =>
  createTopicFinder(readEvents().map(({phrases}, at) => ({code: String(at), parent: null, phrases, datasets: []}))),
);

/** What can be marked among the values of the series: ascending by day. */
function eventsOf(views: readonly Pick<SeriesView, "series" | "dataset" | "values">[]): readonly DeclaredEvent[] {
  const all = readEvents();
  const found = new Set<DeclaredEvent>();
  for (const {series, dataset, values} of views) {
    const owner =
      ownerOf(series.fullTerritory.canonical) ?? COUNTRIES.find(({code}) => code === series.fullTerritory.canonical);
    const [first, last] = [values.at(0)?.first, values.at(-1)?.first];
    if (!owner || first === undefined || last === undefined) continue;
    const {provider, code, name} = asPublished(dataset);
    const named = subjectFinder()({provider, code, name: [...subjectNames(asPublished(series)), name].join(", ")});
    for (const [at, event] of all.entries()) {
      const isOfSubject = event.phrases.length === 0 || named.includes(String(at));
      const day = dayOfEvent(event);
      if (event.country === owner.code && isOfSubject && day > first && day <= last) found.add(event);
    }
  }
  return all.filter((event) => found.has(event));
}

function dayOfEvent({day}: DeclaredEvent): Day {
  const found = parseDay(day);
  if (found === null) throw new RangeError(`reference/events.csv: ${day} is no day`);
  return found;
}

/** The lines of the events that the address asks for. */
export function eventMarks(visit: Pick<Visit, "query">, views: readonly SeriesView[], language: Language): ChartMark[] {
  return chosenOf(visit, views).map((event) => ({day: dayOfEvent(event), text: event.short[language] ?? ""}));
}

function chosenOf(visit: Pick<Visit, "query">, views: readonly SeriesView[]): readonly DeclaredEvent[] {
  const kinds = kindsChosen(visit);
  return kinds.length === 0 ? [] : eventsOf(views).filter(({kind}) => kinds.includes(kind));
}

/** In a frame, below its chart: the marked events in words. */
export function drawEventsMarked(visit: Visit, views: readonly SeriesView[]): Html | false {
  return drawMarked(visit, chosenOf(visit, views));
}

/**
 * Below a chart: links that mark the events of a kind or leave them out, and the marked ones in words. false: there are none to mark.
 * @param changes of the address, in each link
 */
export function drawEventChoice(
  visit: Visit,
  views: readonly SeriesView[],
  changes: Readonly<Record<string, string | null>> = {},
): Html | false {
  const {language} = visit;
  const words = WORDS[language];
  const known = new Set(eventsOf(views).map(({kind}) => kind));
  const chosen = kindsChosen(visit);
  const toggled = (kind: MarkedKind): string | null =>
    EVENT_KINDS.filter((one) => chosen.includes(one) !== (one === kind)).join(",") || null;
  return (
    known.size > 0 &&
    html`<p class="event-kinds">${words.show}: ${EVENT_KINDS.filter((kind) => known.has(kind)).map(
      (kind, at) =>
        html`${at > 0 && ", "}<a href="${visit.here({...changes, events: toggled(kind)})}" rel="nofollow"${chosen.includes(kind) && html` aria-current="true"`}>${words.kinds[kind]}${chosen.includes(kind) && ` (${words.hide})`}</a>`,
    )}</p>\n${drawMarked(visit, chosenOf(visit, views))}`
  );
}

function drawMarked({language}: Visit, marked: readonly DeclaredEvent[]): Html | false {
  const words = WORDS[language];
  const list = html`<ul class="chart-events quiet">
${marked.map((event) => html`<li>${dayWords(event.day, language)}: ${event.names[language]} (<a href="${event.source}" target="_blank" rel="noopener">${words.source}</a>)</li>\n`)}</ul>\n`;
  if (marked.length === 0) return false;
  return marked.length <= MOST_OPEN
    ? list
    : html`<details><summary>${words.listed} ${marked.length}</summary>\n${list}</details>\n`;
}
