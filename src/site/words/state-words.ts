// The state of a dataset in words: the same ones on every page, and one sentence that says what they mean.
//
// Nobody here knows that a publisher has stopped. "Ended" says that nothing newer has come for long: by the publisher, or into this store.
import type {FreshnessState, JudgedState} from "../../statistics/silence.ts";
import {inPairs, type Language} from "./language.ts";
import {countText, dayWords} from "./wording.ts";

/** Said of data, so that a subject may stand before them. */
export const STATE_WORDS = inPairs({
  fresh: ["свежие", "up to date"],
  silent: ["молчат дольше обычного", "silent for longer than usual"],
  overdue: ["запаздывают", "overdue"],
  ended: ["больше не выходят", "ended"],
  archival: ["архив", "archival"],
  unknown: ["срок неизвестен", "term unknown"],
} satisfies Record<FreshnessState, [string, string]>);

const WORDS = inPairs({
  by: ["на", "by"],
  since: ["С", "Since"],
  expected: ["Ожидались", "Expected on"],
});

const MEANINGS = inPairs({
  fresh: ["", ""],
  silent: [
    "новый выпуск не загружен, хотя по календарю источника или по его обычному ритму ему пора, а срок набора ещё не вышел.",
    "no new release is loaded, though by the publisher's calendar or usual rhythm it is due; the term of the dataset has not passed yet.",
  ],
  overdue: [
    "срок набора прошёл, а следующий период не загружен.",
    "the term of the dataset has passed and its next period is not loaded.",
  ],
  ended: [
    "срок набора прошёл больше чем на три его периода и три месяца; источник перестал публиковать, или новее сюда не загрузили.",
    "the term of the dataset has passed by more than three of its periods and three months; the publisher has stopped, or nothing newer was loaded here.",
  ],
  archival: [
    "источник закрыл набор: новых значений не будет.",
    "the publisher has closed the dataset: no new values will come.",
  ],
  unknown: ["в наборе нет значений.", "the dataset has no values."],
} satisfies Record<FreshnessState, [string, string]>);

/** "запаздывают на 3 месяца"; months are only said of what is awaited. */
export function stateText({state, overdueBy}: JudgedState, language: Language): string {
  const by = state === "overdue" ? ` ${WORDS[language].by} ${countText(overdueBy, "month", language)}` : "";
  return `${STATE_WORDS[language][state]}${by}`;
}

/** "Since 1 July 2026: the term …"; "" of fresh data, which need no word. */
export function stateSentence({state, since}: JudgedState, language: Language): string {
  const meaning = MEANINGS[language][state];
  if (since === null) return meaning.charAt(0).toUpperCase() + meaning.slice(1);
  const words = WORDS[language];
  return `${state === "silent" ? words.expected : words.since} ${dayWords(since, language)}: ${meaning}`;
}
