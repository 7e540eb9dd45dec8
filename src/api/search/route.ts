// GET /api/v1/series/search: the first series that match words and filters, in search order, and their number.
//
// Searching is free. The tag is a hash of the text, because an answer depends on many datasets.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {describedIn} from "../../country/described-series.ts";
import {type ChosenNames, namesIn} from "../../country/names.ts";
import {seriesRef, seriesTitle} from "../../statistics/catalogue/catalogue.ts";
import {dayText} from "../../statistics/time/day.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {FoundPage} from "../../store/search/search.ts";
import {listProviders} from "../../store/search/stored-dataset.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import type {FoundSeries} from "../../store/series/named-series.ts";
import type {NameChoice} from "../../text/language.ts";
import {closedObject, count, dayField} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";
import type {QueryString} from "../http/parameters.ts";
import {addRoute, sendJson} from "../http/route.ts";
import {readNames} from "../language/catalogue-names.ts";
import type {RouteContext} from "../server-context.ts";
import {SERIES_SCHEMA} from "../slice/schema.ts";
import {namesOnlyKnownProviders, readSearch, refuseUnknownProviders, SEARCH_PARAMETERS} from "./search-parameters.ts";

const {series_key, series_ref, title, provider_code, dataset_code, ...others} = SERIES_SCHEMA.properties;
const {title_raw: _raw, class_label: _label, continues_as: _next, continues_from: _before, ...dimensions} = others;
const FOUND = {series_key, series_ref, title, provider_code, dataset_code, ...dimensions};

const COVERAGE = {
  first_period: dayField("first period with a value"),
  last_period: dayField("last period with a value"),
};

const SEARCH_SCHEMA = closedObject({
  items: Type.Array(closedObject({...FOUND, ...COVERAGE}), {
    description: "the series that match, best first: `limit` of them from `offset` on",
  }),
  total: count("series that match in all"),
  hint: Type.Optional(
    Type.String({
      description: "only if nothing is found: the value of a filter that no series has, and the nearest code",
    }),
  ),
});

const SEARCH_OPERATION: Operation = {
  operationId: "searchSeries",
  tag: "Search",
  summary: "Series by words and by filters",
  description: [
    "All words of `q` must be found, each in the names and codes of the series' family (class, indicator, dataset, unit, frequency) or in its territory, in any form, Russian or English; synonyms of the field count, and codes as they are. If no series has all of them, the series with most of them are found. If nothing else matches, a word of five letters or more may have one wrong letter, and text typed in the wrong keyboard layout is converted.",
    "The order is: active series before stalled ones, national ones before all others, then by the quality of the match, of which the age of the last period takes up to 15 % (none if `q` names a year) and to which a finer frequency adds a little, then districts, macroregions, regions and cities, then by title. Without `q` the filters alone select, in the same order.",
    "A series matches a filter if it has any of its values; it must match all filters. A value that equals a whole code is not split at its commas.",
  ].join("\n\n"),
  answers: {200: "The first series that match; an empty list if none do."},
  answer: "FoundSeries",
  item: "FoundSeriesItem",
  examples: [
    {
      name: "words",
      summary: "Words for an indicator and a territory",
      path: "/api/v1/series/search?q=%D0%B3%D0%BE%D0%B4%D0%BE%D0%B2%D0%B0%D1%8F%20%D0%B8%D0%BD%D1%84%D0%BB%D1%8F%D1%86%D0%B8%D1%8F&limit=1",
    },
    {
      name: "filters",
      summary: "Filters alone",
      path: "/api/v1/series/search?dataset=fedstat/31452&geo=RU-77&limit=1",
    },
    {
      name: "english",
      summary: "English names",
      path: "/api/v1/series/search?q=gdp&geo=country&limit=1&lang=en",
    },
    {name: "nothingAsked", summary: "Neither words nor a filter", status: 422, path: "/api/v1/series/search"},
  ],
};

/** In the ETag: raise the version when the same series would be written differently. */
const TAGGED = ["search", 1];

export function routeSearch(server: FastifyInstance, context: RouteContext): void {
  const {store, catalogues, settings} = context;
  const {search} = store;
  addRoute(server, {
    url: "/api/v1/series/search",
    operation: SEARCH_OPERATION,
    query: SEARCH_PARAMETERS,
    answer: SEARCH_SCHEMA,
    handler: async (request, reply) => {
      // what
      const query = readSearch(request.query as QueryString, settings);
      if (!namesOnlyKnownProviders(query)) refuseUnknownProviders(query, await store.statistics.readOne(listProviders));
      request.stages?.end("what");

      // which series
      const {total, series, withClasses, unknown} = await search.findSeries(query);
      const named =
        query.language === "published"
          ? series
          : await store.statistics.readWithRests((q) => nameFound(q, catalogues, series, query.language));
      request.stages?.end("read");

      return sendJson(request, reply, TAGGED, {
        items: named.map((one) => describeFound(one, withClasses.has(one.datasetId))),
        total,
        ...(unknown !== null && {hint: hintOf(unknown)}),
      });
    },
  });
}

/** A dataset that is dropped meanwhile has no names of its own. */
function* nameFound(
  q: Queries,
  catalogues: CatalogueCache,
  series: readonly FoundSeries[],
  language: NameChoice,
): Script<FoundSeries[]> {
  const names = new Map<number, ChosenNames>();
  for (const {datasetId: id, provider, dataset} of series) {
    if (names.has(id)) continue;
    const [record] = yield* findDatasets(q, {provider, dataset});
    names.set(id, record === undefined ? namesIn(language) : yield* readNames(q, catalogues, record, language));
    yield;
  }
  return series.map((one) => describedIn(one, names.get(one.datasetId)!));
}

/** Parameters by the names of their filters. */
const PARAMETER_OF = {
  provider: "provider",
  dataset: "dataset",
  territory: "geo",
  frequency: "freq",
  classification: "class",
  measure: "measure",
  transformation: "transformation",
  unit: "unit",
} as const;

function hintOf(unknown: NonNullable<FoundPage["unknown"]>): string {
  const value = unknown.value.length > 100 ? `${unknown.value.slice(0, 100)}…` : unknown.value;
  const nearest = unknown.nearest === null ? "" : `; the nearest code is ${unknown.nearest}`;
  return `no series has ${PARAMETER_OF[unknown.filter]}=${value}${nearest}`;
}

function describeFound(series: FoundSeries, hasClasses: boolean): object {
  const {provider, dataset, className, indicatorLabel, fullTerritory: territory, classification} = series;
  return {
    series_key: series.key,
    series_ref: seriesRef(provider, dataset, series),
    title: seriesTitle({classification, className, indicatorLabel, territoryName: territory.name}),
    provider_code: provider,
    dataset_code: dataset,
    indicator: series.indicator,
    ...(hasClasses ? {classification} : {}),
    measure: series.measure,
    transformation: series.transformation,
    unit: series.unit ?? "",
    freq: series.frequency,
    geo: territory.code,
    geo_canonical: territory.canonical,
    geo_level: territory.level,
    geo_label: territory.name,
    first_period: dayText(series.firstPeriod),
    last_period: dayText(series.lastPeriod),
    status: series.status,
  };
}
