// GET /api/v1/concepts/search and /api/v1/concepts/{concept_id}: indicators across datasets, found by words, and the description of one.
//
// A concept is listed if a series has it; its name is that of the newest release. Free.

import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {type ChosenNames, namesIn} from "../../country/names.ts";
import {LEVELS} from "../../statistics/territory.ts";
import {dayText} from "../../statistics/time/day.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import {readEnglishLabels} from "../../store/datasets/english-names.ts";
import type {DatedConcept} from "../../store/search/search.ts";
import type {NameChoice} from "../../text/language.ts";
import {ApiError} from "../errors.ts";
import {closedObject, count, dayField, nullable, text} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";
import {limitParameter, type QueryString, readRequest} from "../http/parameters.ts";
import {addRoute, sendJson} from "../http/route.ts";
import {LANG, languageOf} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";

const CONCEPT_PARAMETERS = Type.Object({
  q: Type.Optional(
    Type.String({description: "words of the label, the id or the description; every concept when omitted"}),
  ),
  limit: limitParameter(ANSWER_LIMITS.foundConcepts, "concepts in the answer"),
  lang: LANG,
});

const CARD_PARAMETERS = Type.Object({lang: LANG});

const CONCEPT_PATH = Type.Object({
  concept_id: Type.String({description: "identifier of the concept, as in the search"}),
});

const ITEM = {
  concept_id: text("identifier of the concept"),
  label: text("name of the concept"),
  description: nullable(Type.String(), "description from the package; null if there is none"),
  series_count: count("series of the concept, over all datasets"),
};

const CONCEPTS_SCHEMA = closedObject({
  items: Type.Array(closedObject(ITEM), {description: "the first `limit` concepts that match, best first"}),
  total: count("concepts that match in all"),
});

const codes = (description: string) => Type.Array(Type.String(), {description});

const CONCEPT_SCHEMA = closedObject({
  ...ITEM,
  geo_count: count("territories that have a series of it"),
  datasets: codes("datasets that have it, as `provider/dataset`"),
  transformations: codes("transformation codes of its series"),
  measures: codes("measure codes of its series"),
  freqs: Type.Array(Type.Enum([...FREQUENCIES]), {description: "frequencies of its series, finest first"}),
  units: codes("unit codes of its series"),
  geo_levels: closedObject(
    Object.fromEntries(LEVELS.map((level) => [level, Type.Optional(count(`territories of the level ${level}`))])),
    "number of its territories on each level; a level without territories is absent",
  ),
  first_period: dayField("first period with a value, over all its series"),
  last_period: dayField("last period with a value, over all its series"),
});

const CONCEPTS_OPERATION: Operation = {
  operationId: "searchConcepts",
  tag: "Search",
  summary: "Concepts by words",
  description:
    "Indicators across datasets, by label, identifier, description and other names in packages. Words are read as in the search of series.",
  answers: {200: "The first concepts that match; an empty list if none do."},
  answer: "ConceptList",
  item: "ConceptItem",
  examples: [
    {
      name: "words",
      summary: "A word in any form",
      path: "/api/v1/concepts/search?q=%D1%81%D1%82%D0%B0%D0%B2%D0%BA%D0%B8&limit=1",
    },
    {
      name: "tooMany",
      summary: "A limit above the maximum",
      status: 422,
      path: "/api/v1/concepts/search?limit=201",
    },
  ],
};

const CONCEPT_OPERATION: Operation = {
  operationId: "getConcept",
  tag: "Search",
  summary: "One concept: its datasets and its series",
  description:
    "The datasets that have the concept, the number of its series and territories, the dimensions they have, and the periods they span.",
  answers: {200: "The concept.", 404: "`NOT_FOUND`: no series has a concept with this identifier."},
  answer: "Concept",
  examples: [
    {name: "card", summary: "The key rate", path: "/api/v1/concepts/key-rate"},
    {name: "noConcept", summary: "An identifier that no concept has", status: 404, path: "/api/v1/concepts/none"},
  ],
};

/** In the ETag: raise the version when the same concepts would be written differently. */
const TAGGED = ["concepts", 1];

export function routeConcepts(server: FastifyInstance, {store, settings}: RouteContext): void {
  const {search} = store;
  addRoute(server, {
    url: "/api/v1/concepts/search",
    operation: CONCEPTS_OPERATION,
    query: CONCEPT_PARAMETERS,
    answer: CONCEPTS_SCHEMA,
    handler: async (request, reply) => {
      const given = readRequest(CONCEPT_PARAMETERS, request.query as QueryString, (checked) => checked);
      request.stages?.end("what");
      const {total, items} = await search.findConcepts(given.q?.trim() || null, given.limit!);
      const labels = items.map(({label}) => label);
      const names = await labelNames(store, languageOf(given.lang, settings), labels);
      request.stages?.end("read");
      return sendJson(request, reply, TAGGED, {
        items: items.map(({id, label, description, seriesCount}) => ({
          concept_id: id,
          label: names.of(label),
          description,
          series_count: seriesCount,
        })),
        total,
      });
    },
  });
  addRoute(server, {
    url: "/api/v1/concepts/:concept_id",
    operation: CONCEPT_OPERATION,
    params: CONCEPT_PATH,
    query: CARD_PARAMETERS,
    answer: CONCEPT_SCHEMA,
    handler: async (request, reply) => {
      const {concept_id: id} = request.params as {concept_id: string};
      const {lang} = readRequest(CARD_PARAMETERS, request.query as QueryString, (checked) => checked);
      const concept = await search.findConcept(id);
      if (concept === null) {
        throw new ApiError("NOT_FOUND", `there is no concept ${id.length > 100 ? `${id.slice(0, 100)}…` : id}`, {
          hint: "take the `concept_id` from an answer of /api/v1/concepts/search",
        });
      }
      const names = await labelNames(store, languageOf(lang, settings), [concept.label]);
      request.stages?.end("read");
      return sendJson(request, reply, TAGGED, describeCard(concept, names));
    },
  });
}

/** The names of labels of any datasets. Reads nothing for published names. */
async function labelNames(
  store: RouteContext["store"],
  language: NameChoice,
  labels: readonly string[],
): Promise<ChosenNames> {
  if (language !== "en") return namesIn(language);
  return namesIn(language, await store.statistics.readOne((q) => readEnglishLabels(q, labels)));
}

function describeCard(concept: DatedConcept, names: ChosenNames): object {
  return {
    concept_id: concept.id,
    label: names.of(concept.label),
    description: concept.description,
    series_count: concept.seriesCount,
    geo_count: concept.territoryCount,
    datasets: concept.datasets.map(({code}) => code),
    transformations: concept.transformations,
    measures: concept.measures,
    freqs: concept.frequencies,
    units: concept.units,
    geo_levels: concept.levels,
    first_period: dayText(concept.firstPeriod),
    last_period: dayText(concept.lastPeriod),
  };
}
