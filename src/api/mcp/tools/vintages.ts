// vintages: what was published for the periods of a series, estimate after estimate.
import {Type} from "typebox";
import {type AnswerRow, rowsThatFit, valuesThatFit} from "../answer-budget.ts";
import {apiAddress, ask, askPrice, ToolRefusal} from "../api-call.ts";
import {addressed, addressedLine} from "../given-value.ts";
import {defineTool, type ToolContext, textOrNumber} from "../tool.ts";

interface VintageArguments {
  readonly series: string;
  readonly start?: string | number;
  readonly end?: string | number;
}

interface EstimateItem {
  readonly period: string;
  readonly value: number;
  readonly published_at: string;
  readonly superseded_at: string | null;
  readonly withdrawn_at?: string | null;
}

interface EstimatesAnswer {
  readonly series: readonly {readonly title: string; readonly unit: string | null}[];
  readonly estimates: readonly EstimateItem[];
}

export const VINTAGES_TOOL = defineTool<VintageArguments>({
  name: "vintages",
  title: "What was published when",
  description:
    "How a figure was revised: every published estimate of a series for some periods, with the days on which it came and was replaced.",
  input: Type.Object({
    series: Type.String({description: "id from search"}),
    start: Type.Optional(textOrNumber("first period")),
    end: Type.Optional(textOrNumber("last period")),
  }),
  async run(context, {series, start, end}) {
    const path = `/api/v1/series/${encodeURIComponent(series)}/estimates`;
    const rest_url = context.base + apiAddress(path, {start, end});
    const {values} = await askPrice(context.call, path, {start, end});
    const most = valuesThatFit(1);
    if (values > most)
      throw new ToolRefusal(
        `${values} estimates; an answer has at most ${most}: bring start and end closer. All of them: ${rest_url}`,
      );
    const read = await ask<EstimatesAnswer>(context.call, path, {start, end});
    const {title = series, unit = null} = read.series[0] ?? {};
    const rows = read.estimates.map((estimate) => rowOf(context, series, estimate));
    const head = (shown: number): string =>
      `${title}, unit ${unit ?? "unknown"}: ${rows.length} estimates${shown < rows.length ? `, the latest ${shown} here. All: ${rest_url}` : ""}`;
    const about = {id: series, title, unit, estimates_total: rows.length, rest_url};
    const latest = rowsThatFit(rows.toReversed(), {text: head(0), data: about}).toReversed();
    return {
      text: [head(latest.length), ...latest.map(({text}) => text)].join("\n"),
      data: {
        ...about,
        rest_url: latest.length < rows.length ? rest_url : null,
        estimates: latest.map(({data}) => data),
      },
    };
  },
});

function rowOf(context: ToolContext, key: string, estimate: EstimateItem): AnswerRow {
  const {period, value, published_at, superseded_at, withdrawn_at = null} = estimate;
  const own = addressed(context, key, {period, value, publishedAt: published_at});
  const after = superseded_at === null ? "stands" : `replaced ${superseded_at}`;
  const end = withdrawn_at === null ? after : `withdrawn ${withdrawn_at}`;
  return {text: `${addressedLine(own)}, ${end}`, data: {...own, superseded_at, withdrawn_at}};
}
