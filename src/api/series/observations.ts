// GET /api/v1/series/{series_key}/observations: the values of one series, with what must be known to read them.
//
// Ascending by period, and when there are more than asked for the latest ones: `has_more` speaks of older values left out.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {giveBackBody} from "../../formats/body-bytes.ts";
import {writeObservationsJson} from "../../formats/observations-json.ts";
import {createObservations, openWindow, readWindow} from "../../statistics/history/window.ts";
import type {Note} from "../../statistics/release/release.ts";
import {dayText} from "../../statistics/time/day.ts";
import {periodWindow} from "../../statistics/time/period.ts";
import {readNotes} from "../../store/datasets/note.ts";
import {type RelatedDataset, readRelatedDatasets} from "../../store/datasets/relation.ts";
import type {DescribedSeries} from "../../store/series/described-series.ts";
import {readHistory, readPeriods, type SeriesOfKey, statusOf, titleOf} from "../../store/series/series-of-key.ts";
import {settleValues} from "../auth/charge.ts";
import type {RouteParts} from "../context.ts";
import {ERROR_RESPONSES} from "../errors.ts";
import {
  closedObject,
  count,
  dayField,
  frequencyField,
  levelField,
  nullable,
  SERIES_PATH,
  seriesKeyField,
  text,
  yesNo,
} from "../http/field-schemas.ts";
import {namesAnyAnswer, namesEtag, REUSED_FOR_AN_HOUR, weakEtag} from "../http/headers.ts";
import type {QueryString} from "../http/parameters.ts";
import {OBSERVATIONS_PARAMETERS, type ObservationsRequest, readObservationsRequest} from "./observations-parameters.ts";
import {findSeries} from "./series-lookup.ts";

export const OBSERVATIONS_SCHEMA = closedObject({
  items: Type.Array(
    closedObject({
      period: dayField("first day of the period"),
      value: Type.Number({description: "the value, in the unit of the series"}),
      as_of: dayField("day on which this estimate was published"),
    }),
    {description: "the values, ascending by period"},
  ),
  count: count("values in `items`"),
  has_more: yesNo(
    "older values of what was asked for were left out: raise `limit`, or ask with `end` for what is older",
  ),
  series: closedObject(
    {
      series_key: seriesKeyField("key of the series"),
      title: text("class, indicator and territory, for display"),
      unit: text("unit code; empty when the series has none"),
      unit_name: nullable(Type.String(), "name of the unit; the code where it has no name"),
      freq: frequencyField("frequency"),
      geo: text("territory code in the source's own classifier (OKATO)"),
      geo_label: text("name of the territory"),
      geo_level: levelField("level of the territory"),
      mult: nullable(
        Type.Number({exclusiveMinimum: 0}),
        "how many of the plain unit one unit is: 1000 for thousands; null where the source does not describe the unit",
      ),
      revised: yesNo("whether the source revises values of the dataset"),
      status: Type.Enum(["active", "stalled"], {
        description:
          "`stalled` when the series trails the latest period of its dataset by more than its frequency allows",
      }),
      last_period: dayField("last period with a value, over the whole history as known now"),
      provider_code: text("provider of the dataset"),
      dataset_code: text("dataset the series belongs to"),
    },
    "the series that the values belong to",
  ),
  notes: Type.Array(
    closedObject({
      scope: Type.Enum(["series", "class", "dataset"], {description: "what the note is about"}),
      text: text("the note"),
    }),
    {description: "what must be known of the series, its class and its dataset"},
  ),
  related: Type.Array(
    closedObject({
      provider_code: text("provider of the related dataset"),
      dataset_code: text("code of the related dataset"),
      name: text("its name; its code where it is not loaded"),
      relation: Type.Enum(["era", "neighbour"], {
        description: "another era of the same data, or a neighbouring dataset",
      }),
      splice: yesNo("false: the two must not be joined, because the methodology changed"),
      note: nullable(Type.String(), "what the source says about the relation"),
    }),
    {description: "datasets that the series' own dataset declares as related"},
  ),
});

/** Goes into the ETag: raise it when the same state would be written in another way. */
const OBSERVATIONS_VERSION = 3;

const observations = createObservations();

export function routeObservations(server: FastifyInstance, parts: RouteParts): void {
  const {store, catalogues} = parts;
  server.route({
    method: ["GET", "HEAD", "OPTIONS"],
    url: "/api/v1/series/:series_key/observations",
    config: {needsToken: true},
    schema: {
      params: SERIES_PATH,
      querystring: OBSERVATIONS_PARAMETERS,
      response: {200: OBSERVATIONS_SCHEMA, ...ERROR_RESPONSES},
    },
    handler: async (request, reply) => {
      // who: the token and the minute were judged on arrival (access.ts)
      const {series_key: key} = request.params as {series_key: string};
      const ifNoneMatch = request.headers["if-none-match"];

      // what
      const asked = readObservationsRequest(request.query as QueryString);
      request.stages?.end("what");

      // unchanged? which series? its history
      const found = await store.statistics.read(function* (q) {
        const series = yield* findSeries(q, key);
        const related = yield* readRelatedDatasets(q, series.dataset.id);
        const etag = observationsEtag(asked, series, related);
        if (namesEtag(ifNoneMatch, etag)) return {etag, series: null};
        const notes = yield* readNotes(q, series.dataset.id);
        const history = yield* readHistory(q, series);
        return {etag, series, related, notes, history, periods: yield* readPeriods(q, catalogues, series)};
      });
      request.stages?.end("read");
      reply.header("etag", found.etag).header("cache-control", REUSED_FOR_AN_HOUR);
      if (found.series === null) return reply.code(304).send();
      const {series, related, notes, history, periods} = found;

      // how much
      const within = periodWindow(asked, series.series.frequency, periods);
      const window = openWindow(history, {...within, asOf: asked.asOf});
      const total = window.count;
      const values = Math.min(total, asked.limit);

      // refuse or charge
      await settleValues(parts, request, reply, values);

      // write the body
      readWindow(window, periods, observations);
      const body = writeObservationsJson(observations, total - values, {
        count: values,
        has_more: total > values,
        series: describeSeries(series),
        notes: describeNotes(series.series, notes),
        related: related.map(describeRelated),
      });
      reply.raw.once("finish", () => giveBackBody(body));
      request.stages?.end("write");
      if (namesAnyAnswer(ifNoneMatch)) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(body);
    },
  });
}

/** Everything the body depends on; the name of a related dataset is not of this dataset's version. */
function observationsEtag(
  {from, to, asOf, limit}: ObservationsRequest,
  {dataset, series}: SeriesOfKey,
  related: readonly RelatedDataset[],
): string {
  const names = JSON.stringify(related.map(({name}) => name));
  return weakEtag(["observations", OBSERVATIONS_VERSION, series.key, dataset.changedBy, names, from, to, asOf, limit]);
}

function describeSeries(found: SeriesOfKey): object {
  const {dataset, series} = found;
  return {
    series_key: series.key,
    title: titleOf(series),
    unit: series.unit ?? "",
    unit_name: series.unitLabel?.name ?? series.unit,
    freq: series.frequency,
    geo: series.territory,
    geo_label: series.place.name,
    geo_level: series.place.level,
    mult: series.unit === null ? 1 : (series.unitLabel?.mult ?? null),
    revised: dataset.revised,
    status: statusOf(found),
    last_period: dayText(series.lastPeriod),
    provider_code: dataset.provider,
    dataset_code: dataset.code,
  };
}

/** From the narrowest to the widest: of the class first what its own entry says. */
function describeNotes(series: DescribedSeries, notes: readonly Note[]): object[] {
  const ofClass = notes.filter(
    ({classification}) => classification !== null && classification === series.classification,
  );
  const ofDataset = notes.filter(({classification}) => classification === null);
  return [
    ...(series.classNote === null ? [] : [{scope: "class", text: series.classNote}]),
    ...ofClass.map((note) => ({scope: "class", text: note.text})),
    ...ofDataset.map((note) => ({scope: "dataset", text: note.text})),
  ];
}

function describeRelated({provider, dataset, name, relation, splice, note}: RelatedDataset): object {
  return {provider_code: provider, dataset_code: dataset, name: name ?? dataset, relation, splice, note};
}
