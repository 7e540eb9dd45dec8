// search: series by words, each with its codes, unit, coverage and latest period, so that the next call can be the one for its values.
//
// `results` with id, title and url is also the form of a search that research assistants ask for with a single text.
import {Type} from "typebox";
import {type AnswerRow, rowsThatFit} from "../answer-budget.ts";
import {ask} from "../api-call.ts";
import {seriesPage} from "../given-value.ts";
import {defineTool, type ToolContext} from "../tool.ts";

interface FoundItem {
  readonly series_key: string;
  readonly title: string;
  readonly provider_code: string;
  readonly dataset_code: string;
  readonly classification?: string | null;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly unit: string | null;
  readonly freq: string;
  readonly geo: string;
  readonly first_period: string;
  readonly last_period: string;
  readonly status: string;
}

interface SearchArguments {
  readonly query: string;
  readonly dataset?: string;
  readonly geo?: string;
  readonly freq?: string;
  readonly limit?: number;
}

const [USUAL, MOST] = [8, 20];

export const SEARCH_TOOL = defineTool<SearchArguments>({
  name: "search",
  title: "Search series",
  description:
    "Finds statistical series by words in Russian or English, with the id for `data`, codes, unit, first and last period. Filters: dataset, geo (a code, or country, region, district), freq (D, W, M, Q, A).",
  input: Type.Object({
    query: Type.String({minLength: 1, maxLength: 400, description: "such as: inflation Moscow"}),
    dataset: Type.Optional(Type.String({description: "code of a dataset"})),
    geo: Type.Optional(Type.String()),
    freq: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({minimum: 1, maximum: MOST, description: `results, ${USUAL} if not given`})),
  }),
  async run(context, {query, dataset, geo, freq, limit = USUAL}) {
    const found = await ask<{items: readonly FoundItem[]; total: number}>(context.call, "/api/v1/series/search", {
      q: query,
      ...{dataset, geo, freq, limit},
    });
    const rows = found.items.map((item) => describe(context, item));
    const shown = rowsThatFit(rows, {text: headOf(found.total, MOST), data: {total: found.total}});
    return {
      text: [headOf(found.total, shown.length), ...shown.map(({text}) => text)].join("\n"),
      data: {total: found.total, results: shown.map(({data}) => data)},
    };
  },
});

function headOf(total: number, shown: number): string {
  if (total === 0) return "0 series. Fewer or other words may find some.";
  return shown < total
    ? `${total} series; the first ${shown}. More words or a filter narrow it.`
    : `${total} series, all shown.`;
}

function describe(context: ToolContext, item: FoundItem): AnswerRow {
  const {series_key: id, title, classification, measure, transformation, unit, freq, geo, status} = item;
  const {first_period, last_period} = item;
  const [url, dataset] = [seriesPage(context, id), `${item.provider_code}/${item.dataset_code}`];
  const codes = {class: classification ?? null, measure, transformation, unit, freq, geo};
  return {
    text: `${id} | ${title} | ${dataset} | ${codesText(codes)} | ${first_period} to ${last_period} | ${status} | ${url}`,
    data: {id, title, url, dataset, ...codes, first_period, last_period, status},
  };
}

function codesText(codes: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(codes).filter(([, code]) => code !== null);
  return given.map(([name, code]) => `${name}=${code}`).join(" ");
}
