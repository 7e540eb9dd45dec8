// evidence: where the values of a series come from: of a period the cell, else the releases and their files.
import {Type} from "typebox";
import {rowsThatFit} from "../answer-budget.ts";
import {ask} from "../api-call.ts";
import {seriesPage} from "../given-value.ts";
import {defineTool} from "../tool.ts";

interface EvidenceArguments {
  readonly series: string;
  /** YYYY-MM-DD. */
  readonly period?: string;
  readonly as_of?: string;
}

interface ReleaseItem {
  readonly published_at: string;
  readonly source_file: string;
  readonly source_url: string | null;
  readonly fingerprint: string;
}

export const EVIDENCE_TOOL = defineTool<EvidenceArguments>({
  name: "evidence",
  title: "Proof of a value",
  description:
    "Where a value stands in the publisher's file: with `period` the file, cell and text behind it; without it the releases of the series with file, address and SHA-256.",
  input: Type.Object({
    series: Type.String({description: "id from search"}),
    period: Type.Optional(Type.String({description: "YYYY-MM-DD, its first day"})),
    as_of: Type.Optional(Type.String({description: "known on that day"})),
  }),
  async run(context, {series, period, as_of}) {
    const path = `/api/v1/series/${encodeURIComponent(series)}/evidence`;
    const read = await ask<{releases?: readonly ReleaseItem[]}>(context.call, path, {period, as_of});
    const url = seriesPage(context, series);
    if (read.releases === undefined || period !== undefined)
      return {text: `${JSON.stringify(read, null, 1)}\n${url}`, data: {...read, url}};
    const rows = read.releases.map((release) => ({
      text: `${release.published_at} | ${release.source_file} | ${release.source_url ?? "no address"} | ${release.fingerprint}`,
      data: release,
    }));
    const head = `${rows.length} releases, the latest first | ${url}`;
    const shown = rowsThatFit(rows, {text: head, data: {url, releases_total: rows.length}});
    return {
      text: [head, ...shown.map(({text}) => text)].join("\n"),
      data: {url, releases_total: rows.length, releases: shown.map(({data}) => data)},
    };
  },
});
