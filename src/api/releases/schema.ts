// The parameters, the answers and the examples of /api/v1/releases, as the OpenAPI document describes them.
import {Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {closedObject, count, dayField, nullable, seriesKeyField, text, yesNo} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";
import {dayParameter, limitParameter, offsetParameter} from "../http/parameters.ts";
import {VALUE_ADDRESS_TEMPLATE} from "../http/value-address.ts";
import {LANG} from "../language/language.ts";

export const RELEASES_PATH = "/api/v1/releases";
const MOST_HEADLINES = ANSWER_LIMITS.releaseHeadlines.maximum;

export const RELEASES_PARAMETERS = Type.Object({
  provider: Type.Optional(Type.String({description: "provider code; every provider when omitted"})),
  dataset: Type.Optional(
    Type.String({
      description:
        "`provider/dataset`, or the dataset code alone, of any provider; unknown: no rows; every dataset when omitted",
    }),
  ),
  since: dayParameter("first day of publication, YYYY-MM-DD, included; from the beginning when omitted"),
  limit: limitParameter(ANSWER_LIMITS.releaseRows, "releases on a page"),
  offset: offsetParameter("releases before the page"),
});

export const RELEASE_PATH_PARAMETERS = Type.Object({
  release_id: Type.String({pattern: "^[1-9][0-9]{0,9}$", description: "number of the release, as in the list"}),
});
export const CARD_PARAMETERS = Type.Object({
  offset: offsetParameter("headlines left out"),
  from_series: offsetParameter(
    "series that are not looked at, in the order of the card; `offset` counts headlines behind them. `next` of a card gives it",
  ),
  lang: LANG,
});

const RELEASE = {
  release_id: Type.Integer({minimum: 1, description: "number of the release in this installation"}),
  provider_code: text("provider of the dataset"),
  dataset_code: text("code of the dataset"),
  name: text("name of the dataset"),
  published_at: dayField("day of publication"),
  source_file: nullable(Type.String(), "name of the file at the source"),
  fingerprint: Type.String({
    pattern: "^sha256:[0-9a-f]{64}$",
    description: "SHA-256 of the file, or of a package's sorted list of (name, SHA-256)",
  }),
  new_values: count("periods whose first value it added, over all series"),
  revised_values: count("values that it changed, over all series"),
  withdrawn_values: count(
    "periods that it covers without a value, though an earlier release gave one, over all series; also those that a later release gave again",
  ),
};

const ROW = closedObject(RELEASE);

export const RELEASES_SCHEMA = closedObject({
  items: Type.Array(ROW, {description: "the newest publication first"}),
  total: count("releases in all"),
  has_more: yesNo("more releases follow"),
  next_offset: nullable(Type.Integer({minimum: 1}), "offset of the next page; null when none"),
});

const HEADLINE = closedObject({
  series_key: seriesKeyField("series of the value"),
  title: text("class, indicator and territory, for display"),
  unit: text("unit code; empty when the series has none"),
  period: dayField("first day of the latest period that the release gave or changed"),
  value: Type.Number({description: "its value in this release"}),
  known_before: nullable(
    Type.Number(),
    "the value of that period before the day of the release; null: the release is its first print",
  ),
  previous: nullable(
    closedObject({
      period: dayField("first day of the period with a value before it"),
      known_before: nullable(Type.Number(), "its value before the day of the release; null if it had none"),
      now: Type.Number({description: "its value with the release"}),
      withdrawn: yesNo("the publisher no longer gives a value for that period, and `now` is the last one that it gave"),
    }),
    "what the release made of the period before; null if there is none",
  ),
  year_before: nullable(Type.Number(), "value of the same period a year before, as known with the release"),
  evidence: text("address of the cell that the value was taken from"),
});

export const CARD_SCHEMA = closedObject({
  ...RELEASE,
  headlines: Type.Array(HEADLINE, {
    description: `series of the country level first, then the others, of each the active ones before the stalled ones, in the order of a slice: at most ${MOST_HEADLINES}`,
  }),
  cut: yesNo(
    "the page ends early, since looking through the series of the dataset takes longer than one request may; `next` goes on there",
  ),
  has_more: yesNo("more headlines follow, or may follow where the page is cut"),
  next_offset: nullable(
    Type.Integer({minimum: 1}),
    "`offset` of the next headlines, with the same `from_series`; null when none, and where only `next` leads on",
  ),
  next: nullable(Type.String(), "address of the next headlines; null when none"),
  claim_template: VALUE_ADDRESS_TEMPLATE,
});

export const RELEASES_OPERATION: Operation = {
  operationId: "listReleases",
  tag: "Updates",
  summary: "Releases, newest first",
  description: "The releases of all datasets by their day of publication, newest first. Charges nothing.",
  answers: {200: "The page; empty after the last release."},
  headers: ["Link"],
  answer: "Releases",
  item: "Release",
  examples: [
    {name: "page", summary: "The newest release of one provider", path: `${RELEASES_PATH}?provider=cbr&limit=1`},
    {name: "noDay", summary: "A `since` that is not a day", status: 422, path: `${RELEASES_PATH}?since=yesterday`},
  ],
};

export const CARD_OPERATION: Operation = {
  operationId: "getRelease",
  tag: "Updates",
  summary: "One release with its headlines",
  description:
    "The card of a release: its counts, and of its series the latest value that it gave, what it made of the period before, and the value of a year before, all as known with this release. Charged are the values shown. `next` is the address of the headlines that follow; in a dataset of very many series a card may have few or none and still a `next`.",
  answers: {200: "The card.", 404: "`NOT_FOUND`: there is no release of this number, or not any more."},
  headers: ["X-Values", "Link"],
  answer: "ReleaseCard",
  item: null,
  components: new Map<object, string>([[HEADLINE, "ReleaseHeadline"]]),
  examples: [
    {name: "noRelease", summary: "A release that there is not", status: 404, path: `${RELEASES_PATH}/999999999`},
  ],
};
