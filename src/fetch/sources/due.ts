// When a source is due: the words of cron in their zone, as moments that every server computes alike.
//
// A run belongs to its moment and not to the clock that noticed it, so servers with different clocks know that they mean the same run.
// Several missed moments are one run: it fetches what is there now. At a change of summer time no moment is run twice.
import {Cron} from "croner";
import {createBoundedCache} from "../../work/bounded-cache.ts";
import {type FetchSource, sourceKind} from "./source.ts";

/** Hourly, at a minute that few others choose. */
const HOURLY = "17 * * * *";

/** The words of cron by which the source is looked at; null: only by command. */
export function cronOf({when}: FetchSource): {readonly words: string; readonly zone: string} | null {
  if (when === undefined) return null;
  return {words: when.cron ?? HOURLY, zone: when.zone ?? "UTC"};
}

/** Why these are no words of cron in this zone; null: they are. */
export function cronProblem({words, zone}: {readonly words: string; readonly zone: string}): string | null {
  if (words.trim().split(/\s+/).length !== 5) return "has to be five words: minute, hour, day, month, day of the week";
  try {
    return new Cron(words, {timezone: zone}).nextRun(new Date("2026-01-01T00:00:00Z")) === null ? "never comes" : null;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The last moment, not after `now`, at which the source was due.
 * @returns null: none within the last 400 days
 */
export function lastDue(source: FetchSource, now: Date): Date | null {
  const cron = cronOf(source);
  return cron === null ? null : latestOf(new Cron(cron.words, {timezone: cron.zone}), now);
}

/** The next moment after `now`; null: the source has no schedule. */
export function nextDue(source: FetchSource, now: Date): Date | null {
  const cron = cronOf(source);
  return cron === null ? null : new Cron(cron.words, {timezone: cron.zone}).nextRun(now);
}

const DAY_MS = 86_400_000;

/** A moment that belongs to the minute of `now` counts. The library looks back from before the given moment. */
function latestOf(schedule: Cron, now: Date): Date | null {
  const [moment] = schedule.previousRuns(1, new Date(now.getTime() + 1000));
  if (moment === undefined) return null;
  return moment <= now && now.getTime() - moment.getTime() <= 400 * DAY_MS ? moment : null;
}

/** The day in the zone, YYYY-MM-DD. */
export function dayIn(zone: string, moment: Date): string {
  const known = FORMS.find(zone);
  const form = known ?? new Intl.DateTimeFormat("sv-SE", {timeZone: zone});
  if (known === undefined) FORMS.keep(zone, form, 1);
  return form.format(moment);
}

/** By zone: making one costs a hundred times what using it does. */
const FORMS = createBoundedCache<Intl.DateTimeFormat>(100);

/** For a list: the source's schedule in words. */
export function scheduleText(source: FetchSource): string {
  const cron = cronOf(source);
  if (cron === null) return "by command";
  if (source.when?.after !== undefined) return `after the calendar, ${cron.zone}`;
  return `${cron.words} ${cron.zone}`;
}

/** A folder is read in the order of its names; every other source has one address or one program. */
export function isOfOneFile(source: FetchSource): boolean {
  return sourceKind(source) !== "folder" && source.each === undefined;
}

/**
 * The clock of fetches. With a setting of the day, for tests and demos, it begins at noon in UTC, so that a publisher of any time zone has
 * that day, whenever the program is started.
 * @param today YYYY-MM-DD; null: no setting
 */
export function fetchClock(today: string | null): () => Date {
  if (today === null) return () => new Date();
  const ahead = Date.parse(`${today}T12:00:00Z`) - Date.now();
  return () => new Date(Date.now() + ahead);
}
