// The notes of the source, which are its footnotes: as a list, as marks beside the values that they are about, and as links from the head.
//
// A note keeps the mark with which its text begins ("2) Recalculated …"); another one has its place in the list. Marks are links, so that they are
// read without a pointer too.
import type {Note} from "../../../statistics/release/release.ts";
import {type Day, daysOfSpan} from "../../../statistics/time/day.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {languageOfText, noteText, noteWords} from "../../words/names.ts";
import {numberText} from "../../words/wording.ts";
import {notesOf, type SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

export interface SourceNote {
  readonly text: string;
  /** As the source has it, or by its index: "2)". */
  readonly mark: string;
  /** Of its item on the page. */
  readonly id: string;
  /** The mark is part of the text. */
  readonly isMarked: boolean;
  /** The first periods of the event that it tells of; absent: it is about the whole series. */
  readonly span?: Note["span"];
}

/** A footnote's own mark: a number with a bracket, stars, or a raised number. */
const OWN_MARK = /^(?:\d{1,2}\)|\*{1,3}|[\u00b9\u00b2\u00b3])/;

export function sourceNotes(view: Pick<SeriesView, "series" | "notes">): readonly SourceNote[] {
  return notesOf(view).map(({text, span}, at) => {
    const own = OWN_MARK.exec(text)?.[0];
    return {text, mark: own ?? `${at + 1}`, id: `note-${at + 1}`, isMarked: own !== undefined, ...(span && {span})};
  });
}

/** The section of a page. false: the source has none. */
export function drawNotes({language}: Visit, view: SeriesView): Html | false {
  const words = SERIES_WORDS[language];
  const notes = sourceNotes(view);
  return (
    notes.length > 0 &&
    html`<h2 id="notes">${words.sourceNotes}</h2>
${onlyInRussian(notes, language)}<ul class="notes">${notes.map(({text, mark, id, isMarked}) => html`<li id="${id}">${!isMarked && html`<sup>${mark}</sup> `}${noteWords(text, language)}</li>\n`)}</ul>\n`
  );
}

/** Said once above notes; false: all are in the language of the page. */
export function onlyInRussian(notes: readonly {readonly text: string}[], language: Language): Html | false {
  const isForeign = language !== "ru" && notes.some(({text}) => languageOfText(noteText(text, language)) === "ru");
  return isForeign && html`<p class="quiet">${SERIES_WORDS[language].notesInRussian}</p>\n`;
}

/** In the head: that there are notes, and where. */
export function notesLink({language}: Visit, view: SeriesView): Html | false {
  const count = notesOf(view).length;
  const words = SERIES_WORDS[language];
  return count > 0 && html` · <a href="#notes">${words.notesLink}:\u00a0${numberText(count, language)}</a>`;
}

/** The marks of a period, by its first day: of the notes that tell of this time. */
export function noteMarks({language}: Visit, view: SeriesView): (first: Day) => Html | false {
  const dated = sourceNotes(view).flatMap((note) =>
    note.span === undefined ? [] : [{...note, ...daysOfSpan(note.span)}],
  );
  if (dated.length === 0) return () => false;
  return (first) => {
    const own = dated.filter((one) => one.first <= first && first <= one.last);
    return (
      own.length > 0 &&
      html`${own.map((note) => markLink(note, noteText(note.text, language), SERIES_WORDS[language].note))}`
    );
  };
}

function markLink({id, mark}: SourceNote, text: string, word: string): Html {
  return html`\u00a0<sup><a href="#${id}" title="${text}" aria-label="${word} ${mark}">${mark}</a></sup>`;
}

/** The address of the note with the mark that a text names ("the footnote mark 2) dropped"); else that of all notes. */
export function noteAddress(notes: readonly SourceNote[], said: string): string {
  const mark = /\d{1,2}\)|\*+/.exec(said)?.[0];
  return `#${notes.find((one) => one.isMarked && one.mark === mark)?.id ?? "notes"}`;
}
