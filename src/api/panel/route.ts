// GET /api/v1/panel: series as they were known on each of several days, for models that may not see what came later [panel.*].
//
// The number of cells is known before the values are tabulated, that of derived ones only behind it; both are bounded, so a refusal is cheap.
import type {FastifyInstance} from "fastify";
import {digestQuantities} from "../../reference/reference.ts";
import {type Day, NO_DAY} from "../../statistics/time/day.ts";
import {createPace, type Pace, withRests} from "../../work/pace.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {clientHasIt, REVALIDATED, weakEtag} from "../http/headers.ts";
import {addRoute, JSON_TYPE, PARQUET_TYPE} from "../http/route.ts";
import {languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {writePanel} from "./body.ts";
import {daysOf, publicationDays} from "./days.ts";
import {deriveDays} from "./derived-days.ts";
import {countValues, PANEL_PATH, refuseTooManyCells} from "./fitting.ts";
import {type FoundPanel, readPanelInputs, type UnpackedPanel, unpackPanel} from "./read.ts";
import {PANEL_PARAMETERS, type PanelRequest, readPanel} from "./request.ts";
import {PANEL_OPERATION, PANEL_SCHEMA} from "./schema.ts";
import {dayOfPeriod, frequencyOf, knownPeriods, type PanelSeries, tabulatePublished} from "./series-table.ts";

/** Part of the ETag: raise it when the same state would be written differently. */
const PANEL_VERSION = 2;

const TYPES = {json: JSON_TYPE, csv: "text/csv; charset=utf-8", parquet: PARQUET_TYPE} as const;

export function routePanel(server: FastifyInstance, context: RouteContext): void {
  addRoute(server, {
    url: PANEL_PATH,
    operation: PANEL_OPERATION,
    query: PANEL_PARAMETERS,
    answer: PANEL_SCHEMA,
    handler: async (request, reply) => {
      const wanted = readPanel(request, context);
      request.stages?.end("what");
      const found = await context.store.statistics.readWithRests((q) => readPanelInputs(q, context, wanted));
      request.stages?.end("read");
      if (clientHasIt(request, reply, etagOf(wanted, found, context.settings.publicUrl), REVALIDATED))
        return reply.code(304).send();
      const pace = createPace();
      const unpacked = await unpackPanel(found, pace);
      const histories = [...unpacked.series, ...unpacked.others.values()].map(({history}) => history);
      const days = daysOf(wanted, await withRests(publicationDays(histories), pace));
      const series = await tabulate(wanted, {...found, ...unpacked}, days, pace);
      const values = series.reduce((sum, {table}) => sum + countOf(table.values), 0);
      const partToSend = await reserveAndCharge(context, request, reply, values);
      if (partToSend === null) return reply;
      const panel = {series, days, values, datasetJson: found.datasetJson};
      const body = partToSend === "body" ? await writePanel(context, wanted, panel, pace) : undefined;
      request.stages?.end("write");
      return reply.type(TYPES[wanted.format]).send(body);
    },
  });
}

/** Throws SLICE_TOO_BIG, and InvalidParameters for a step that is wrong for a series. */
async function tabulate(
  request: PanelRequest,
  unpacked: UnpackedPanel & Pick<FoundPanel, "declared" | "relations">,
  days: readonly Day[],
  pace: Pace,
): Promise<PanelSeries[]> {
  const {inputs} = request;
  const bounds = inputs.query.slice;
  const isDerived = inputs.steps.length > 0;
  const known = await knownPeriods(unpacked, isDerived ? null : bounds, days.at(-1) ?? NO_DAY, pace);
  const {source} = unpacked.series[0]!;
  const size = {
    counts: known.map(({periods}) => periods.length),
    values: await withRests(countValues(known, days), pace),
    dayAt: (index: number) => dayOfPeriod(source, frequencyOf(source), known[0]!.periods[index]!),
  };
  refuseTooManyCells(request, days, size, isDerived ? "inputs" : "cells");
  if (!isDerived) return await tabulatePublished(unpacked, bounds, days, pace);
  const series = await deriveDays(inputs, unpacked, days, pace);
  const [{table, frequency}] = series as [PanelSeries];
  const derived = {
    counts: series.map((one) => one.table.periods.length),
    values: series.reduce((sum, one) => sum + countOf(one.table.values), 0),
    dayAt: (index: number) => dayOfPeriod(source, frequency, table.periods[index]!),
  };
  refuseTooManyCells(request, days, derived, "cells");
  return series;
}

function countOf(values: Float64Array): number {
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) count++;
  return count;
}

function etagOf(
  {inputs: {keys, derive, query}, days, every, knownFrom, knownTo, format, isWide}: PanelRequest,
  {states, datasetJson}: FoundPanel,
  publicUrl: string | null,
): string {
  const {from, to, labels, language, bom, decimal} = query.slice;
  const isJson = format === "json";
  return weakEtag([
    ...[
      "panel",
      PANEL_VERSION,
      derive === "" ? null : digestQuantities(),
      keys.join(),
      derive,
      states.join(),
      days?.join() ?? null,
      every,
      knownFrom,
      knownTo,
    ],
    ...[from, to, format, isWide, labels, isJson ? null : bom, isJson ? null : decimal],
    ...[isJson ? datasetJson : null, isJson ? publicUrl : null],
    ...languageTag(language),
  ]);
}
