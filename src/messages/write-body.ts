// The body of a message about an event, before it has an id: what a webhook sends, and what letters are written from.
import type {MessageBody, MessageKind} from "../service/message-body.ts";
import type {NotedEvent} from "../store/messages/event.ts";

/** The same in all messages about an event. */
export interface OfAllMessages extends Pick<MessageBody, "findings"> {
  /** The start of links, without a slash at the end. */
  readonly base: string;
}

/** @param series null: the message is about the dataset */
export function bodyOf(
  event: NotedEvent,
  kind: MessageKind,
  {base, findings}: OfAllMessages,
  series: MessageBody["series"],
): MessageBody {
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
