// A publisher's calendar that was fetched: the days of its releases, as announced days of the datasets that the source names.
//
// Only days to come are taken, so what was announced for a past day stays, and tells whether the publisher kept it.
import {readFileSync} from "node:fs";
import {Refusal} from "../../service/refusal.ts";
import {type Day, parseDay} from "../../statistics/time/day.ts";
import type {Store} from "../../store/open.ts";
import {type Announcement, announceReleases, listAnnounced} from "../../store/overview/announced.ts";
import {counted} from "../../text/counted.ts";
import {dayIn} from "../sources/due.ts";
import type {FetchSource} from "../sources/source.ts";
import {readCalendarEvents} from "./ics-events.ts";

/** How far ahead a recurring event is followed. */
const DAYS_AHEAD = 550;

export interface AnnouncedCalendar {
  readonly isChanged: boolean;
  readonly words: string;
}

/**
 * Announces what the calendar says of the datasets of the source.
 * @param address of the calendar, which is named as who announced the days
 * @throws Refusal for a file that is no calendar, and for a dataset of which no event tells, once the others are announced
 */
export async function announceCalendar(
  store: Store,
  {announces = {}, when}: FetchSource,
  {path, address, now}: {readonly path: string; readonly address: string; readonly now: Date},
): Promise<AnnouncedCalendar> {
  const zone = when?.zone ?? "UTC";
  const today = parseDay(dayIn(zone, now))!;
  const events = readCalendarEvents(readFileSync(path, "utf8"), zone, today + DAYS_AHEAD);
  const known = await store.statistics.read((q) => listAnnounced(q));
  const toCome = (days: readonly Day[]) => [...new Set(days.filter((day) => day >= today))].sort((a, b) => a - b);
  const silent: string[] = [];
  const read: Announcement[] = [];
  for (const [name, expression] of Object.entries(announces)) {
    const title = new RegExp(expression, "iu");
    const own = events.filter((event) => title.test(event.title));
    if (own.length === 0) silent.push(name);
    const [provider, dataset] = name.split("/") as [string, string];
    const days = toCome(own.map(({day}) => day));
    if (days.length > 0) read.push({provider, dataset, days});
  }
  const changed = read.filter(({provider, dataset, days}) => {
    const before = toCome((known.get(`${provider}/${dataset}`) ?? []).map(({day}) => day));
    return before.join() !== days.join();
  });
  if (changed.length > 0)
    await store.statistics.write((q) => announceReleases(q, changed, address, {now: now.toISOString(), today}));
  if (silent.length > 0)
    throw new Refusal(
      `the calendar has no event of ${silent.join(", ")}`,
      "compare the expressions of `announces` with its titles",
    );
  const days = read.reduce((sum, one) => sum + one.days.length, 0);
  const words = `${counted(days, "announced day")} to come of ${counted(read.length, "dataset")}`;
  return {isChanged: changed.length > 0, words};
}
