// /calendar.ics: the expected releases as a calendar (RFC 5545) that a reader's calendar asks for again; `?dataset=PROVIDER/CODE` has those
// of one dataset (`?dataset=CODE` if only one provider has it), `?provider=PROVIDER` those of one publisher.
//
// An estimated day is a tentative event, and its name says so: a calendar shows nothing else of it.

import {createHash} from "node:crypto";
import {dayText, LAST_DAY} from "../../../statistics/time/day.ts";
import {type ExpectedRelease, releaseCalendar} from "../../../store/overview/expected-release.ts";
import {file, type Page, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {inBoth} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {nameText} from "../../words/names.ts";
import {datasetPath} from "../datasets/rows.ts";
import {nameExpected} from "./page.ts";

const WORDS = inBoth({
  ru: {name: "Ряд: календарь выпусков", release: "Выпуск", estimated: "Выпуск, около этого дня (оценка)"},
  en: {name: "Ryad: release calendar", release: "Release", estimated: "Release, about this day (an estimate)"},
});

export const calendarFile: Page = {
  path: "/calendar.ics",
  async draw(visit) {
    const {language, query, site} = visit;
    const [dataset, provider] = [query.get("dataset"), query.get("provider")];
    const wanted = (await site.store.overview.read()).filter(
      ({dataset: one}) =>
        (dataset === null || dataset === `${one.provider}/${one.code}` || dataset === one.code) &&
        (provider === null || provider === one.provider),
    );
    const isUnclear = dataset !== null && wanted.length > 1;
    if (isUnclear || (wanted.length === 0 && (dataset ?? provider) !== null))
      throw new PageFault(404, "there is no such dataset");
    const today = site.today();
    const stamp = `${site.now().toISOString().slice(0, 10).replaceAll("-", "")}T000000Z`;
    const releases = await nameExpected(visit, releaseCalendar(wanted, {from: today, to: LAST_DAY, today}));
    const lines = [
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ryad//Release calendar//EN", "CALSCALE:GREGORIAN"],
      `X-WR-CALNAME:${escaped(WORDS[language].name)}`,
      ...releases.flatMap((one) => event(visit, one, stamp)),
      "END:VCALENDAR",
    ];
    const body = lines.map((line) => `${foldedLine(line)}\r\n`).join("");
    return file({type: "text/calendar; charset=utf-8", body, kept: "public, max-age=3600"});
  },
};

/** The identifier of an estimate stays when its day moves, so that the calendar moves it too. */
function event(visit: Visit, {dataset, day, isAnnounced}: ExpectedRelease, stamp: string): string[] {
  const words = WORDS[visit.language];
  const code = `${dataset.provider}/${dataset.code}${isAnnounced ? ` ${dayText(day)}` : ""}`;
  const basic = (one: number): string => dayText(one).replaceAll("-", "");
  return [
    "BEGIN:VEVENT",
    `UID:${createHash("sha256").update(code).digest("hex").slice(0, 32)}@ryad`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${basic(day)}`,
    `DTEND;VALUE=DATE:${basic(day + 1)}`,
    `SUMMARY:${escaped(`${isAnnounced ? words.release : words.estimated}: ${copied(nameText(dataset.name, visit.language))}`)}`,
    `STATUS:${isAnnounced ? "CONFIRMED" : "TENTATIVE"}`,
    "TRANSP:TRANSPARENT",
    `URL:${visit.absolute(datasetPath(dataset))}`,
    "END:VEVENT",
  ];
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

const MOST_OCTETS = 75;

/** Lines of at most 75 octets; a letter is never cut. */
export function foldedLine(line: string): string {
  const texts: string[] = [];
  let [text, octets] = ["", 0];
  for (const letter of line) {
    const own = Buffer.byteLength(letter);
    if (octets + own > MOST_OCTETS) {
      texts.push(text);
      // the blank that begins a further line is one of its octets
      [text, octets] = ["", 1];
    }
    text += letter;
    octets += own;
  }
  return [...texts, text].join("\r\n ");
}
