// Datasets that fall silent, become overdue, or come back, as events.
//
// The state of the store and the day decide, so that any number of servers note the same events: one for a silence after one release, one
// for a term after one latest period. What began long ago is noted, for the page of silence, but not told: nobody wants a hundred letters
// when a service begins.
import {datasetStatus} from "../statistics/status.ts";
import {type Day, dayText} from "../statistics/time/day.ts";
import {type EventKind, lastSilences, NO_FACTS, type NotedEvent, noteEvent} from "../store/messages/event.ts";
import {type DatasetInOverview, silenceOfDataset} from "../store/overview/dataset-overview.ts";
import type {Engine} from "../store/script.ts";

/** Days after which a silence is old. */
const NEWS_DAYS = 31;
/** Months beyond the term, as far as they count. */
const NEWS_MONTHS = 1;

/** Notes what has changed. @param now ISO 8601, UTC */
export async function noteSilences(
  statistics: Engine,
  overview: readonly DatasetInOverview[],
  today: Day,
  now: string,
): Promise<void> {
  const last = await statistics.read((q) => lastSilences(q));
  const events = overview.flatMap((one) => {
    const found = silenceEvent(one, last.get(`${one.dataset.provider}/${one.dataset.code}`), today);
    return found === null ? [] : [{...found, event: {...found.event, happenedAt: now}}];
  });
  if (events.length === 0) return;
  await statistics.write(function* (q) {
    for (const {event, isOld} of events) yield* noteEvent(q, event, isOld);
  });
}

interface FoundSilence {
  readonly event: Omit<NotedEvent, "happenedAt">;
  readonly isOld: boolean;
}

/** null: nothing has changed since the last event. */
function silenceEvent(one: DatasetInOverview, last: NotedEvent | undefined, today: Day): FoundSilence | null {
  const {dataset, published, rhythm} = one;
  const {provider, code, name, spans, archival} = dataset;
  const silence = silenceOfDataset(one, today);
  const {latestPeriod, overdueBy} = datasetStatus(spans, archival, today);
  const event = (kind: EventKind, since: string, day: Day | null, reason: string | null = null) => {
    const id = `${kind} ${provider}/${code} ${since}`;
    const facts = {...NO_FACTS, latestPeriod, reason, day: day === null ? null : dayText(day)};
    return id === last?.id ? null : {...facts, id, kind, provider, dataset: code, name};
  };
  const noted = (found: ReturnType<typeof event>, isOld: boolean) => found && {event: found, isOld};
  if (silence === "ended" || silence === "overdue")
    return noted(event("overdue", latestPeriod!, rhythm?.expected ?? null), overdueBy > NEWS_MONTHS);
  if (silence === "silent") {
    const missed = one.announced.findLast(({day}) => day < today && (published === null || day > published))?.day;
    const [expected, from] = missed === undefined ? [rhythm!.expected, rhythm!.silentFrom] : [missed, missed];
    return noted(event("silent", published === null ? "" : dayText(published), expected), today - from > NEWS_DAYS);
  }
  const isBack = last !== undefined && last.kind !== "back" && !archival && dataset.changedAt > last.happenedAt;
  return isBack && published !== null ? noted(event("back", dayText(published), published), false) : null;
}
