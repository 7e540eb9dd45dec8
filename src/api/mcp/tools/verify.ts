// verify: whether figures are what was published: one verdict for each, as /api/v1/verify gives it.
import {Type} from "typebox";
import {type AnswerRow, rowsThatFit} from "../answer-budget.ts";
import {ask, ToolRefusal} from "../api-call.ts";
import {addressed} from "../given-value.ts";
import {defineTool, type ToolContext, textOrNumber} from "../tool.ts";

interface StatedFigure {
  readonly value?: string | number;
  readonly text?: string;
  readonly query?: string;
  readonly series?: string;
  readonly period?: string | number;
  readonly geo?: string;
  readonly on?: string;
}

interface NamedSeries {
  readonly series_key: string;
  readonly title: string;
  readonly unit: string | null;
  readonly verdict?: string;
}

interface VerifyAnswer {
  readonly verdict: string;
  readonly series: NamedSeries | null;
  readonly period: string | null;
  readonly estimates: readonly {readonly value: number; readonly from: string; readonly until: string | null}[];
  readonly evidence: {readonly source_file: string; readonly locator?: object | null} | null;
  readonly candidates: readonly NamedSeries[];
  readonly computed: {readonly text: string} | null;
}

const MOST_CLAIMS = 10;
const MOST_CANDIDATES = 4;

export const VERIFY_TOOL = defineTool<{readonly claims: readonly StatedFigure[]}>({
  name: "verify",
  title: "Check figures",
  description:
    "Whether figures were published: match, rounded, was_true (an older estimate), other_form, other_unit, other_period, other_territory, no_match, not_published, or ambiguous.",
  input: Type.Object({
    claims: Type.Array(
      Type.Object({
        value: Type.Optional(textOrNumber("as written: 98.8 or 5,6 %")),
        text: Type.Optional(Type.String({description: "a sentence, instead of value"})),
        query: Type.Optional(Type.String({description: "its subject, instead of series"})),
        series: Type.Optional(Type.String({description: "id from search"})),
        period: Type.Optional(textOrNumber("2024, 2024-05, 2024-Q2")),
        geo: Type.Optional(Type.String()),
        on: Type.Optional(Type.String({description: "YYYY-MM-DD: day of the claim"})),
      }),
      {minItems: 1, maxItems: MOST_CLAIMS},
    ),
  }),
  async run(context, {claims}) {
    const rows: AnswerRow[] = [];
    for (const claim of claims) rows.push(await judge(context, claim));
    const head = `${claims.length} ${claims.length === 1 ? "figure" : "figures"} checked`;
    const shown = rowsThatFit(rows, {text: head, data: {checked: claims.length}});
    return {
      text: [
        shown.length < rows.length ? `${head}; the first ${shown.length} here` : head,
        ...shown.map(({text}) => text),
      ].join("\n"),
      data: {checked: claims.length, results: shown.map(({data}) => data)},
    };
  },
});

async function judge(context: ToolContext, {query, ...claim}: StatedFigure): Promise<AnswerRow> {
  const said = String(claim.value ?? claim.text ?? "");
  try {
    return rowOf(context, said, await ask<VerifyAnswer>(context.call, "/api/v1/verify", {...claim, q: query}));
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    return {
      text: `${said}: not judged: ${error.message}`,
      data: {value: said, verdict: null, problem: error.message},
    };
  }
}

function rowOf(context: ToolContext, value: string, judged: VerifyAnswer): AnswerRow {
  const {verdict, series, period, estimates, evidence, computed} = judged;
  const published = estimates.map((one) => ({
    ...addressed(context, series!.series_key, {period: period!, value: one.value, publishedAt: one.from}),
    superseded_at: one.until,
  }));
  const candidates = judged.candidates.slice(0, MOST_CANDIDATES).map((one) => ({
    id: one.series_key,
    title: one.title,
    unit: one.unit,
    ...(one.verdict !== undefined && {verdict: one.verdict}),
  }));
  const lines = [
    `${value}: ${verdict}${series === null ? "" : ` | ${series.title} | unit ${series.unit ?? "unknown"} | ${series.series_key}`}`,
    ...published.map((one) => `  ${one.period}: ${one.value} (published ${one.published_at}) ${one.claim}`),
    ...(computed === null ? [] : [`  ${computed.text}`]),
    ...(evidence === null
      ? []
      : [`  source file: ${evidence.source_file} ${JSON.stringify(evidence.locator ?? null)}`]),
    ...candidates.map(({id, title, unit}) => `  may mean: ${title} | unit ${unit ?? "unknown"} | ${id}`),
  ];
  return {
    text: lines.join("\n"),
    data: {
      value,
      verdict,
      series: series === null ? null : {id: series.series_key, title: series.title, unit: series.unit},
      period,
      published,
      source: evidence,
      ...(computed !== null && {computed}),
      candidates,
    },
  };
}
