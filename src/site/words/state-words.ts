// The state of a dataset in words: the same ones on every page, and one sentence that says what they mean.
//
// Nobody here knows that a publisher has stopped. The state `ended` says that nothing newer has come for long: by the publisher, or into this store.
import type {DatedState, FreshnessState} from "../../statistics/silence.ts";
import {inPairs, type Language} from "./language.ts";
import {countText, dayWords} from "./wording.ts";

/** Of one dataset. */
export const STATE_WORDS = inPairs({
  fresh: ["свежий", "up to date"],
  silent: ["молчит дольше обычного", "silent for longer than usual"],
  overdue: ["запаздывает", "overdue"],
  ended: ["новых данных здесь нет", "no newer values here"],
  archival: ["архив", "archival"],
  unknown: ["срок неизвестен", "term unknown"],
} satisfies Record<FreshnessState, [string, string]>);

/** Of several datasets, or after the subject "data". */
export const PLURAL_STATE_WORDS = inPairs({
  fresh: ["свежие", "up to date"],
  silent: ["молчат дольше обычного", "silent for longer than usual"],
  overdue: ["запаздывают", "overdue"],
  ended: ["новых данных здесь нет", "no newer values here"],
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
    "с этого дня по календарю источника или по его обычному ритму пора быть новому выпуску, но он не загружен. Запаздывающим набор считается позже: когда пройдёт срок, общий для его частоты.",
    "a release has been due since that day, by the publisher's calendar or usual rhythm, and none is loaded. The dataset is called overdue only later, when the term of its frequency has passed.",
  ],
  overdue: [
    "следующий период уже должен был выйти, но не загружен.",
    "the next period should have come out by now, but is not loaded.",
  ],
  ended: [
    "новые значения опаздывают больше чем на три периода и три месяца; источник перестал публиковать, или новее сюда не загрузили.",
    "new values are late by more than three periods and three months; the publisher has stopped, or nothing newer was loaded here.",
  ],
  archival: [
    "эта копия набора архивная: новых значений здесь не будет.",
    "this copy of the dataset is archival: no new values come here.",
  ],
  unknown: ["в наборе нет значений.", "the dataset has no values."],
} satisfies Record<FreshnessState, [string, string]>);

/** "запаздывает на 3 месяца"; months are only said of what is awaited. @param stateWords of one dataset, or of several */
export function stateText({state, overdueBy}: DatedState, language: Language, stateWords = STATE_WORDS): string {
  const by = state === "overdue" ? ` ${WORDS[language].by} ${countText(overdueBy, "month", language)}` : "";
  return `${stateWords[language][state]}${by}`;
}

/** "Since 1 July 2026: the term …"; "" of fresh data, which need no word. */
export function stateSentence({state, since}: DatedState, language: Language): string {
  const meaning = MEANINGS[language][state];
  if (since === null) return meaning.charAt(0).toUpperCase() + meaning.slice(1);
  const words = WORDS[language];
  return `${state === "silent" ? words.expected : words.since} ${dayWords(since, language)}: ${meaning}`;
}
