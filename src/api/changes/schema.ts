// What GET /api/v1/changes takes and gives, and its words in the document [changes.*].
import {Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {WITHDRAWAL_REASONS} from "../../statistics/history/withdrawal.ts";
import {
  canonicalField,
  closedObject,
  dayField,
  frequencyField,
  levelField,
  momentField,
  nullable,
  seriesKeyField,
  text,
  yesNo,
} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";
import {limitParameter} from "../http/parameters.ts";

export const CHANGES_PARAMETERS = Type.Object({
  cursor: Type.Optional(
    Type.String({
      description:
        "`cursor` of the page before, or `start` for everything; when omitted, the answer has no items and the cursor of now",
    }),
  ),
  provider: Type.Optional(Type.String({description: "provider code; every provider when omitted"})),
  dataset: Type.Optional(
    Type.String({
      description:
        "`provider/dataset`, or the dataset code alone, of any provider; unknown: no items; every dataset when omitted",
    }),
  ),
  limit: limitParameter(ANSWER_LIMITS.changeItems, "items on a page"),
});

const KINDS = [
  ...["new", "revised", "withdrawn", "restored"],
  ...["series_added", "series_renamed", "series_gone", "dataset_dropped"],
] as const;

const FOLLOWED_SERIES = closedObject(
  {
    title: text("title, as in the slice"),
    indicator: text("indicator code"),
    indicator_label: text("name of the indicator; its code if it has none"),
    classification: nullable(Type.String(), "class code; null: the series has none"),
    class_label: text("name of the class; empty if it has none"),
    measure: nullable(Type.String(), "measure code; null: the series has none"),
    transformation: nullable(Type.String(), "transformation code; null: the series has none"),
    unit: nullable(Type.String(), "unit code; null: the series has none"),
    freq: frequencyField("frequency"),
    geo: text("territory code of the dataset"),
    geo_canonical: canonicalField(),
    geo_label: text("name of the territory"),
    geo_level: levelField("level of the territory"),
  },
  "of `series_added` and `series_renamed`: the series as an export describes it",
);

export const CHANGES_SCHEMA = closedObject({
  items: Type.Array(
    closedObject({
      kind: Type.Enum([...KINDS], {description: "what happened"}),
      dataset: text("`provider/dataset`"),
      series_key: nullable(seriesKeyField("key of the series"), "null: of a dataset that was dropped"),
      period: nullable(dayField("first day of the period"), "null: of a series or a dataset"),
      value: nullable(Type.Number(), "value as of `as_of`; null: withdrawn, or of a series or a dataset"),
      as_of: nullable(
        dayField("day of publication"),
        "null: the releases that gave the period were taken back, or of a series or a dataset",
      ),
      at: momentField("moment of the load that is told, UTC; with `cursor=start` of the last load of the dataset"),
      sequence: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: "place of its release among those of the day `as_of`; absent: 0, the first of that day",
        }),
      ),
      whole: Type.Optional(
        yesNo(
          "true: forget what you have of this period, or of this series, before you take this item and the next ones",
        ),
      ),
      reason: Type.Optional(
        Type.Enum([...WITHDRAWAL_REASONS], {description: "of `withdrawn`: the reason of the publisher"}),
      ),
      estimate: Type.Optional(
        yesNo(
          "of `restored`: whether the value differs from the one that was withdrawn, so that it is an estimate of its own",
        ),
      ),
      series: Type.Optional(FOLLOWED_SERIES),
    }),
    {description: "in the order in which they are applied"},
  ),
  cursor: text("where the next page begins; opaque"),
  has_more: yesNo("more follows; false: whoever has applied every page has exactly what an export gives now"),
  version: nullable(
    Type.String(),
    "with a full `dataset`, when nothing more follows: the version of its files that has this state, whose manifest has the digest of a copy; else null",
  ),
});

export const CHANGES_OPERATION: Operation = {
  operationId: "listChanges",
  tag: "Updates",
  summary: "Every change of the values, to follow them exactly",
  description: [
    "Apply the items in their order, keep `cursor`, and ask again with it: you have exactly what an export gives whenever `has_more` is false.",
    "`new`, `revised` and `restored` set the value of a series, period and `as_of`; `withdrawn` says from when the publisher gives none; so an item may come twice.",
    "`series_added` comes with everything of the series, `series_renamed` with other names. What comes of a series that you do not have is told again by its `series_added`: ignore it.",
    "Begin with `cursor=start`, which gives everything, or with the cursor of now. A page may have fewer items than `limit`, or none, although more follows.",
    "Charged are the items with a value.",
  ].join(" "),
  answers: {
    200: "The page.",
    410: "The changes since the cursor are not kept any more (`CURSOR_GONE`). The hint says how to go on.",
  },
  headers: ["X-Values"],
  answer: "Changes",
  item: "Change",
  components: new Map([[FOLLOWED_SERIES, "FollowedSeries"]]),
  examples: [
    {name: "now", summary: "The cursor of now", path: "/api/v1/changes"},
    {
      name: "everything",
      summary: "The first items of everything",
      path: "/api/v1/changes?cursor=start&dataset=cbr/key_rate&limit=2",
    },
    {name: "noCursor", summary: "A cursor that is none", status: 422, path: "/api/v1/changes?cursor=yesterday"},
  ],
};
