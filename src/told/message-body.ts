// The body of a message about an event, before it has an id: what a webhook sends, and what letters are written from.
import type {ToldBody, ToldKind} from "../service/told-body.ts";
import type {ToldEvent} from "../store/told/event.ts";

/** The same in all messages about an event. */
export interface OfAllMessages extends Pick<ToldBody, "findings"> {
  /** The start of links, without a slash at the end. */
  readonly base: string;
}

/** @param series null: the message is about the dataset */
export function bodyOf(
  event: ToldEvent,
  kind: ToldKind,
  {base, findings}: OfAllMessages,
  series: ToldBody["series"],
): ToldBody {
  const {provider, dataset, name, day, reason} = event;
  const path =
    series === null
      ? `/datasets/${encodeURIComponent(provider)}/${encodeURIComponent(dataset)}`
      : `/series/${series.series_key}`;
  return {
    kind,
    happened_at: event.happenedAt,
    ...{provider_code: provider, dataset_code: dataset, name, day},
    ...{release_id: event.releaseId, new_values: event.newValues, revised_values: event.revisedValues},
    ...{latest_period: event.latestPeriod, reason, findings, series},
    page: base + (provider === "" ? "/" : path),
    card: event.kind === "release" && event.releaseId !== null ? `${base}/releases/${event.releaseId}` : null,
  };
}
