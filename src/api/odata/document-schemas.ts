// The two sets in the OpenAPI document: their options as parameters, and their rows in JSON with minimal metadata.

import {type TProperties, Type} from "typebox";
import {
  AS_OF_OPTION,
  AS_OF_WORDS,
  DERIVE_OPTION,
  type EntitySet,
  LANGUAGE_OPTION,
  OBSERVATIONS,
  type Property,
  SERIES,
} from "../../formats/odata/entity-model.ts";
import {closedObject, dayField, nullable, text} from "../http/field-schemas.ts";
import {ODATA_ROOT} from "../http/headers.ts";
import type {Operation} from "../http/operation.ts";
import {dayParameter} from "../http/parameters.ts";
import {LANG} from "../language/language.ts";
import {SERIES_SCHEMA} from "../slice/schema.ts";

const OF_SLICE = SERIES_SCHEMA.properties as unknown as Readonly<Record<string, {readonly description: string}>>;

/** Descriptions of properties that the slice describes in other words, or does not have. */
const WORDS: Readonly<Record<string, string>> = {
  classification: "class code; null when the dataset has no classes",
  class_label: "class name; null when there is none",
  unit: "unit code; null when the dataset has no units",
  freq: "frequency: D, W, M, Q or A",
  last_period: "last period with a value",
  status: "active or stalled",
  period: "first day of the period",
  value: "the value",
  as_of: "day on which this estimate was published",
  withdrawn_at: "day on which its publisher took the value back; null: it is in force",
};

const option = (description: string, example?: string) =>
  Type.Optional(
    Type.String({
      description: `${description} Nothing when omitted.`,
      ...(example === undefined ? {} : {examples: [example]}),
    }),
  );

const number = (description: string) =>
  Type.Optional(Type.Integer({minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description}));

/** Narrower than what is taken: small and large letters, and parameters that say nothing here, are passed over. */
const FORMAT_PATTERN =
  "^(json|application/json(;(odata[.]metadata=(none|minimal|full)|odata[.]streaming=(true|false)|IEEE754Compatible=(true|false)|charset=utf-8))*)$";

function parametersOf(set: EntitySet, filter: string, example: string, more: TProperties) {
  const names = set.properties.map(({name}) => name).join("|");
  return Type.Object({
    $filter: option(`${filter}, such as \`${example}\`.`, example),
    $select: Type.Optional(
      Type.String({
        pattern: `^([*]|${names})(,([*]|${names}))*$`,
        description: "Names of properties, separated by commas. All when omitted.",
      }),
    ),
    $orderby: Type.Optional(
      Type.String({
        examples: [`${set.properties[0]!.name} desc`],
        description: "Expressions, separated by commas, each with an optional `asc` or `desc`. By key when omitted.",
      }),
    ),
    $top: number("The maximum number of rows over all pages. All when omitted."),
    $skip: number("Rows to skip, if the selection is small enough. None when omitted."),
    $count: Type.Optional(
      Type.String({
        enum: ["true", "false"],
        default: "false",
        description: "`true` adds `@odata.count`, the number of rows over all pages.",
      }),
    ),
    ...more,
    [AS_OF_OPTION]: dayParameter(`${AS_OF_WORDS[set.name]} What is known now when omitted.`),
    [LANGUAGE_OPTION]: LANG,
    $skiptoken: option("Start of the page: an opaque value from `@odata.nextLink`."),
    $format: Type.Optional(
      Type.String({
        pattern: FORMAT_PATTERN,
        description:
          "`json`, or a media type with `odata.metadata`; overrides `Accept`. The `Accept` header applies when omitted.",
      }),
    ),
    api_key: option("The token, for clients that cannot send headers."),
  });
}

export const ROW_PARAMETERS = {
  series: parametersOf(SERIES, "A condition on series", "geo eq '45000000000' and freq eq 'M'", {
    $search: option("Words to find, as in the search of series.", "index"),
  }),
  observations: parametersOf(
    OBSERVATIONS,
    "A condition on observations; it has to name a dataset or series unless `$top` is at most 1,000",
    "dataset_code eq '31452' and period ge 2024-01-01",
    {
      [DERIVE_OPTION]: option(
        "Steps that values are derived by, as in `/api/v1/derived`, without those that need a second series. Rows have the unit and the frequency of the result. Published values when omitted.",
        "change",
      ),
    },
  ),
} as const;

export const ENTITY_SCHEMAS = {series: pageOf(SERIES), observations: pageOf(OBSERVATIONS)} as const;

function pageOf(set: EntitySet) {
  const row = closedObject(Object.fromEntries(set.properties.map((property) => [property.name, fieldOf(property)])));
  return closedObject({
    "@odata.context": Type.Optional(text("the type of the answer, as an address in $metadata")),
    "@odata.count": Type.Optional(Type.Integer({minimum: 0, description: "rows over all pages, with `$count=true`"})),
    ...(set.name === "observations" && {
      "@Ryad.derived": Type.Optional(text("the steps, with `derive`: the values are computed here")),
    }),
    value: Type.Array(row, {description: "the rows of this page"}),
    "@odata.nextLink": Type.Optional(text("address of the next page; absent on the last one")),
  });
}

/** With $select a row has only the named properties. */
function fieldOf({name, type, nullable: isNullable}: Property) {
  const words = WORDS[name] ?? OF_SLICE[name]!.description;
  if (type === "Edm.Date") return Type.Optional(isNullable ? nullable(dayField(words), words) : dayField(words));
  const plain = type === "Edm.Double" ? Type.Number() : Type.String();
  return Type.Optional(isNullable ? nullable(plain, words) : text(words));
}

/** The meaning of each status on the OData channel. Other routes do not share these answers: each has the OData-Version header. */
const ODATA_ANSWERS: Readonly<Record<number, string>> = {
  200: "The page. It has `@odata.nextLink` if there are further rows.",
  304: "Nothing has changed since the answer that `If-None-Match` names. Charges nothing.",
  401: "`UNAUTHENTICATED`: no token. `INVALID_TOKEN`: an unknown or revoked one.",
  404: "`NOT_FOUND`: the query cannot be read.",
  406: "`NOT_ACCEPTABLE`: the client does not accept JSON.",
  429: "`RATE_LIMITED`: the requests of this minute are used up, or the page exceeds the values left of the month. Charges nothing.",
  500: "`INTERNAL`: the service failed. The charge of the answer is given back.",
  501: "`NOT_IMPLEMENTED`: a part of OData that is not supported, such as `$expand` and `$apply`.",
};

const ODATA_FORM =
  "If `Accept` has `odata.metadata=`, an error has the strict form of OData: `{error: {code, message, innererror: {request_id, hint}}}`. The page has 10,000 rows; `Prefer: odata.maxpagesize=N` changes that, up to 60,000. Keys (`series('…')`), properties (`/title`, `/title/$value`) and counts (`/$count`) have addresses below that of the set.";

export const ROW_OPERATIONS: Readonly<Record<"series" | "observations", Operation>> = {
  series: {
    operationId: "querySeries",
    tag: "OData",
    summary: "Series, for spreadsheets",
    description: [
      "The series of all datasets as one flat table, in the order of `series_key` unless `$orderby` asks for another. Charges nothing.",
      ODATA_FORM,
    ].join("\n\n"),
    answers: {
      ...ODATA_ANSWERS,
      400: "`BAD_REQUEST`: an option that cannot be read, or a request that would have to look at too many series.",
    },
    headers: ["X-Values"],
    answer: "ODataSeries",
    isOData: true,
    isFree: true,
    examples: [
      {
        name: "some",
        summary: "Two series of one dataset, with the number of all",
        path: `${ODATA_ROOT}/series?$filter=dataset_code%20eq%20'gdp'&$select=series_key,title,freq,last_period&$top=2&$count=true`,
      },
      {
        name: "unknownProperty",
        summary: "A property that does not exist",
        status: 400,
        path: `${ODATA_ROOT}/series?$filter=region%20eq%20'RU-77'`,
      },
      {
        name: "notBuilt",
        summary: "A part of OData that is not supported",
        status: 501,
        path: `${ODATA_ROOT}/series?$apply=aggregate($count%20as%20n)`,
      },
    ],
  },
  observations: {
    operationId: "queryObservations",
    tag: "OData",
    summary: "Observations, for spreadsheets",
    description: [
      "The latest estimates as one flat table with the description of their series in the same row, in the order of `series_key` and `period` unless `$orderby` asks for another. `$filter` has to name a dataset (`dataset_code eq '31452'`) or series (`series_key eq '…'`); without it `$top` of at most 1,000 gives a preview: the first rows by provider, dataset, series and period, in one page. The rows of the page are charged to the month's quota; `$top=0`, `/$count`, 304 and HEAD charge nothing.",
      "Conditions on `value`, `as_of` and `withdrawn_at`, an order by them, and `$skip` work for selections of at most 60,000 values. The next page continues after the last row, so that a load between two pages neither repeats nor skips a row.",
      ODATA_FORM,
    ].join("\n\n"),
    answers: {
      ...ODATA_ANSWERS,
      400: "`BAD_REQUEST`: an option that cannot be read, a request that names no dataset and no series and is no preview, or one that is too large for what it asks.",
    },
    headers: ["X-Values"],
    answer: "ODataObservations",
    isOData: true,
    examples: [
      {
        name: "latest",
        summary: "The latest two growth rates of a year",
        path: `${ODATA_ROOT}/observations?$filter=dataset_code%20eq%20'gdp'%20and%20freq%20eq%20'A'%20and%20transformation%20eq%20'pct_yoy'&$orderby=period%20desc&$top=2`,
      },
      {
        name: "known",
        summary: "Two growth rates as they were known on a past day",
        path: `${ODATA_ROOT}/observations?$filter=dataset_code%20eq%20'gdp'%20and%20freq%20eq%20'A'%20and%20transformation%20eq%20'pct_yoy'&$orderby=period%20desc&$top=2&asOf=2016-04-30`,
      },
      {name: "preview", summary: "The first rows of all datasets", path: `${ODATA_ROOT}/observations?$top=2`},
      {
        name: "notNarrowed",
        summary: "No dataset and no series is named, and the request is larger than a preview",
        status: 400,
        path: `${ODATA_ROOT}/observations?$top=1001`,
      },
    ],
  },
};
