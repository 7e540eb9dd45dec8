// What a message tells about an event: the body of a webhook, and what letters are written from.
//
// Names are those of the wire. A field that a kind does not have is null, so that every body has every field.

import type {Finding} from "../text/finding.ts";

/** `revision`: a release that changed values by more than the subscriber's threshold; `fault`: to the operator only. */
export type MessageKind = "release" | "revision" | "withdrawn" | "held" | "silent" | "overdue" | "back" | "fault";

export interface MessageBody {
  readonly kind: MessageKind;
  /** ISO 8601, UTC. */
  readonly happened_at: string;
  readonly provider_code: string;
  readonly dataset_code: string;
  readonly name: string;
  /** YYYY-MM-DD, of the publication, or on which one was expected. */
  readonly day: string | null;
  readonly release_id: number | null;
  readonly new_values: number;
  readonly revised_values: number;
  /** YYYY-MM, of the dataset. */
  readonly latest_period: string | null;
  /** In English: why a release is held, or a source was not loaded. */
  readonly reason: string | null;
  /** Why a release is held, as codes with values; null: another kind. */
  readonly findings: readonly Finding[] | null;
  /** null: the message is about a dataset. */
  readonly series: SeriesInMessage | null;
  /** The address of its page. */
  readonly page: string;
  /** The address of the card of the release; null: another kind, absent: an older program wrote the message. */
  readonly card?: string | null;
  /** In letters about the list of a reader; absent: the message is about one dataset or one series. */
  readonly list?: ListInMessage;
}

/** What of a list a load run changed. */
export interface ListInMessage {
  /** Whether the dataset, or the release that was withdrawn, is in the list itself. */
  readonly has_whole: boolean;
  readonly series: readonly ListedNews[];
}

export interface ListedNews extends SeriesInMessage {
  /** The address of the page of the series. */
  readonly page: string;
}

export interface SeriesInMessage {
  readonly series_key: string;
  readonly title: string;
  readonly unit: string | null;
  /** First day of the period, as in observations; null, as the value: there is none. */
  readonly last_period: string | null;
  readonly last_value: number | null;
  readonly new_values: number;
  readonly revised_values: number;
  /** null: none was revised; `percent` null: of zero. */
  readonly largest_revision: {
    readonly period: string;
    readonly before: number;
    readonly after: number;
    readonly percent: number | null;
  } | null;
}
