// The days of a publisher's calendar in iCalendar form (RFC 5545): each occurrence of each event with its day and its title.
//
// A day is the one that the publisher writes: of an all-day event its date, of a time in a zone the date in that zone; only a time in UTC is
// moved to the publisher's zone. Cancelled events and occurrences are none, and a moved occurrence has its new day.
import ICAL from "ical.js";
import {Refusal} from "../../service/refusal.ts";
import {type Day, dayOf, parseDay} from "../../statistics/time/day.ts";
import {dayIn} from "../sources/due.ts";

export interface CalendarEvent {
  readonly title: string;
  readonly day: Day;
}

/** Of one event: more than a year of days, and an end for a rule that has none. */
const MOST_OCCURRENCES = 2000;

/**
 * @param zone of the publisher
 * @param until occurrences of a recurring event after this day are left out
 * @throws Refusal for a text that is no calendar
 */
export function readCalendarEvents(text: string, zone: string, until: Day): readonly CalendarEvent[] {
  const events = componentsOf(text).map((component) => new ICAL.Event(component, {exceptions: []}));
  const masters = new Set(events.filter((event) => !event.isRecurrenceException()).map(({uid}) => uid));
  const exceptions = Map.groupBy(
    events.filter((event) => event.isRecurrenceException() && masters.has(event.uid)),
    ({uid}) => uid,
  );
  const moved = new Set([...exceptions.values()].flat());
  const found: CalendarEvent[] = [];
  const add = (event: ICAL.Event, start: ICAL.Time): void => {
    const isCancelled = String(event.component.getFirstPropertyValue("status")).toUpperCase() === "CANCELLED";
    if (!isCancelled) found.push({title: event.summary ?? "", day: dayOfTime(start, zone)});
  };
  for (const event of events) {
    if (moved.has(event) || event.startDate === null) continue;
    for (const one of exceptions.get(event.uid) ?? []) event.relateException(one);
    if (!event.isRecurring()) {
      add(event, event.startDate);
      continue;
    }
    const iterator = event.iterator();
    for (let count = 0; count < MOST_OCCURRENCES; count++) {
      const next = iterator.next();
      if (next === undefined || next === null || dayOfTime(next, zone) > until) break;
      const {item, startDate} = event.getOccurrenceDetails(next);
      add(item, startDate);
    }
  }
  return found;
}

function componentsOf(text: string): readonly ICAL.Component[] {
  try {
    // One calendar, or a list of them.
    const parsed = ICAL.parse(text.replace(/^\uFEFF/, ""));
    const calendars: readonly unknown[][] = typeof parsed[0] === "string" ? [parsed] : parsed;
    const all = calendars.map((one) => new ICAL.Component(one));
    if (all.length === 0 || all.some(({name}) => name !== "vcalendar")) throw new Error("it has no VCALENDAR");
    return all.flatMap((one) => one.getAllSubcomponents("vevent"));
  } catch (error) {
    throw new Refusal(`the file is no calendar in iCalendar form: ${(error as Error).message}`);
  }
}

function dayOfTime(time: ICAL.Time, zone: string): Day {
  if (time.isDate || time.zone !== ICAL.Timezone.utcTimezone) return dayOf(time.year, time.month, time.day);
  return parseDay(dayIn(zone, time.toJSDate()))!;
}
