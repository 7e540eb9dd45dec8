// The way from a search to /silence: a reader who asks for what was discontinued means no name of a series.
//
// The words must tell of series that stopped: "прекращение деятельности" is a subject of statistics. The line stands above the hits, and leaves
// them as they are.
import {type Html, html} from "../../html/html.ts";
import type {SuggestedSubject} from "../../visit/suggested.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {SILENCE_WORDS} from "../silence/words.ts";

const PATH = "/silence";
/** More than an indicator, less than a topic. */
const WEIGHT = 11;

const WORDS = inPairs({
  ask: ["Ищете, что больше не выходит?", "Looking for what is no longer published?"],
  names: [
    ["Что перестало выходить", "Прекращённые ряды и наборы", "Остановленные, закрытые, больше не выходят"],
    ["What has stopped", "Discontinued series and datasets", "No longer published or updated"],
  ],
});

/** As a suggestion while a reader types. */
export function silenceSubject(): SuggestedSubject {
  return {
    names: [...WORDS.ru.names, ...WORDS.en.names],
    ...{group: 0, weight: WEIGHT, path: PATH, query: {ru: {}, en: {}}},
    texts: {ru: SILENCE_WORDS.ru.title, en: SILENCE_WORDS.en.title},
    note: () => "",
  };
}

/** false: the question is about something else. */
export function drawSilenceWay({language, link}: Visit, question: string): Html | false {
  return (
    asksForSilence(question) &&
    html`<p class="notice">${WORDS[language].ask} <a href="${link(PATH)}">${SILENCE_WORDS[language].title}</a></p>\n`
  );
}

function asksForSilence(question: string): boolean {
  const text = question.toLowerCase().replaceAll("ё", "е").replace(/\s+/g, " ");
  return RUSSIAN.test(text) || ENGLISH.test(text);
}

const RUSSIAN =
  /прекращен(?!и)|прекратил|перестал|остановлен(?!и)|остановивш|больше не (?:выход|публик|обновл)|не (?:выходит|публикуется|обновляется)(?![а-я])/;
const ENGLISH = /\b(?:discontinued|stopped|no longer (?:published|updated|available))\b/;
