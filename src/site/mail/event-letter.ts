// The letter about an event to a subscriber or the operator, in the language of the subscription.
//
// The first line says all that matters, because many readers see no more of a letter. The last line ends the subscription without sign-in.
import type {MessageKind} from "../../service/message-body.ts";
import {findingsText} from "../words/finding-words.ts";
import {inPairs, type Language} from "../words/language.ts";
import {nameText} from "../words/names.ts";
import {monthWords, numberText, shortDayWords} from "../words/wording.ts";
import type {LetterBody} from "./letter-names.ts";
import {entryTexts, type LetterEntry, periodInLetter} from "./list-letter.ts";

/** What happened, in a few words. */
export const EVENT_WORDS = inPairs({
  release: ["новый выпуск", "new release"],
  revision: ["пересмотр", "revised"],
  withdrawn: ["выпуск отозван", "release withdrawn"],
  held: ["выпуск ждёт проверки", "release held for a check"],
  silent: ["ждали, но не вышло", "expected, but not there"],
  overdue: ["просрочено", "overdue"],
  back: ["снова выходит", "back"],
  fault: ["источник не загружен", "a source was not loaded"],
});

const WORDS = inPairs({
  published: ["День публикации", "Published"],
  expected: ["Ожидалось", "Expected"],
  added: ["Новых значений", "New values"],
  revised: ["Пересмотрено значений", "Revised values"],
  reaches: ["Данные по", "Data up to"],
  last: ["Последнее значение", "Latest value"],
  largest: ["Самый большой пересмотр", "Largest revision"],
  stopped: [
    "Ряд остановился, хотя его набор продолжает выходить.",
    "The series has stopped, although its dataset goes on.",
  ],
  why: ["Причина", "Reason"],
  card: ["Карточка выпуска", "Card of the release"],
  end: ["Отписаться одним нажатием:", "Unsubscribe with one press:"],
  wasZero: ["от нуля", "from zero"],
  list: ["Мой список", "My list"],
});

export interface LetterText {
  readonly subject: string;
  readonly text: string;
}

/**
 * @param unsubscribe the address that ends the subscription; null: the letter is to the operator
 * @param entries of a letter about a list
 */
export function letterText(
  body: LetterBody,
  language: Language,
  unsubscribe: string | null,
  entries: readonly LetterEntry[] = [],
): LetterText {
  const words = WORDS[language];
  const {series, list} = body;
  const isWhole = list === undefined || list.has_whole;
  const name = series?.title ?? nameText(body.name, language);
  const number = (value: number): string => numberText(value, language);
  const count = series ?? body;
  const day = body.day === null ? null : shortDayWords(body.day, language);
  // a message that an older program wrote has no findings
  const why = body.findings ? findingsText(body.findings, language) : body.reason;
  const lines: (string | false | null)[] = [
    series !== null && nameText(body.name, language),
    series !== null && body.kind === "silent" && body.day !== null && body.release_id !== null && words.stopped,
    day !== null && `${IS_EXPECTED.has(body.kind) ? words.expected : words.published}: ${day}`,
    isWhole && count.new_values > 0 && `${words.added}: ${number(count.new_values)}`,
    isWhole && count.revised_values > 0 && `${words.revised}: ${number(count.revised_values)}`,
    largestText(body, language),
    lastText(body, language),
    body.latest_period !== null && `${words.reaches}: ${monthWords(body.latest_period, language)}`,
    why !== null && `${words.why}: ${why}`,
  ];
  const about = lines.filter((line) => typeof line === "string").join("\n");
  const end = unsubscribe === null ? [] : [`${words.end}\n${unsubscribe}`];
  const happened = EVENT_WORDS[language][body.kind];
  const subject =
    list === undefined ? `${name === "" ? "Ryad" : name}: ${happened}` : `${words.list}: ${name}, ${happened}`;
  // blanks that keep a line together are for pages
  const card = body.card ? [`${words.card}: ${body.card}`] : [];
  const text = [subject, about, ...entryTexts(entries, language), body.page, ...card, ...end]
    .join("\n\n")
    .replaceAll("\u00A0", " ");
  return {subject: subject.replace(/\s+/g, " "), text};
}

const IS_EXPECTED: ReadonlySet<MessageKind> = new Set(["silent", "overdue"]);

function largestText({series}: LetterBody, language: Language): string | false {
  const largest = series?.largest_revision;
  if (!largest) return false;
  const words = WORDS[language];
  const [before, after] = [largest.before, largest.after].map((value) => numberText(value, language));
  const share = largest.percent === null ? words.wasZero : `${numberText(largest.percent, language)} %`;
  return `${words.largest}: ${periodInLetter(largest.period, series.frequency, language)}, ${before} → ${after} (${share})`;
}

function lastText({series}: LetterBody, language: Language): string | false {
  if (!series || series.last_period === null || series.last_value === null) return false;
  const unit = series.unit === null ? "" : ` (${series.unit})`;
  return `${WORDS[language].last}: ${numberText(series.last_value, language)}${unit}, ${periodInLetter(series.last_period, series.frequency, language)}`;
}
