// The two sets as the OpenAPI document tells of them: their options as parameters, and their rows in JSON with minimal metadata.
import {type TProperties, Type} from "typebox";
import {type EntitySet, OBSERVATIONS, type Property, SERIES} from "../../formats/odata/entity-model.ts";
import {closedObject, dayField, nullable, text} from "../http/field-schemas.ts";

const WORDS: Readonly<Record<string, string>> = {
  series_key: "identifier of the series",
  series_ref: "readable address: provider, dataset, values of the dimensions",
  title: "title for display: class (its code where it has no name), indicator, territory",
  provider_code: "provider of the dataset",
  dataset_code: "dataset the series belongs to",
  indicator: "indicator code within the dataset",
  classification: "class code; null when the dataset has no classes",
  class_label: "class name; null when there is none",
  measure: "measure code; null when the dataset lacks this dimension",
  transformation: "transformation code; null when the dataset lacks this dimension",
  unit: "unit code; null when the dataset has no units",
  freq: "frequency: D, W, M, Q or A",
  geo: "territory code in the source's own classifier (OKATO)",
  geo_canonical: "normalised territory code, `RU-nn` in Russia, elsewhere a code of the country or of the package",
  geo_level: "level of the territory",
  geo_label: "name of the territory",
  last_period: "last period with a value",
  status: "active or stalled",
  period: "first day of the period",
  value: "the value",
  as_of: "day on which this estimate was published",
};

const option = (description: string) =>
  Type.Optional(Type.String({description: `${description} Nothing when omitted.`}));

function parametersOf(filter: string, more: TProperties) {
  return Type.Object({
    $filter: option(filter),
    $select: Type.Optional(Type.String({description: "Names of properties, separated by commas. All when omitted."})),
    $orderby: Type.Optional(
      Type.String({
        description: "Expressions, separated by commas, each with `asc` or `desc` behind it. By key when omitted.",
      }),
    ),
    $top: Type.Optional(Type.String({description: "The most rows to be given, over all pages. All when omitted."})),
    $skip: option("Rows to be passed over, where the selection is small enough."),
    $count: Type.Optional(
      Type.String({
        enum: ["true", "false"],
        default: "false",
        description: "`true` adds `@odata.count`, the number of rows over all pages.",
      }),
    ),
    ...more,
    $skiptoken: option("Where the page begins: an opaque word of `@odata.nextLink`."),
    $format: Type.Optional(
      Type.String({
        description:
          "`json`, or a media type with `odata.metadata`; beats `Accept`. The `Accept` header holds when omitted.",
      }),
    ),
    api_key: option("The token, for clients that can send no header."),
  });
}

export const ROW_PARAMETERS = {
  series: parametersOf("A condition on series, such as `geo eq '45000000000' and freq eq 'M'`.", {
    $search: option("Words to be found, as in the search of series."),
  }),
  observations: parametersOf(
    "A condition on observations; it has to name a dataset or series unless `$top` is at most 1,000, such as `dataset_code eq '31452' and period ge 2024-01-01`.",
    {},
  ),
} as const;

export const ENTITY_SCHEMAS = {series: pageOf(SERIES), observations: pageOf(OBSERVATIONS)} as const;

function pageOf(set: EntitySet) {
  const row = closedObject(Object.fromEntries(set.properties.map((property) => [property.name, fieldOf(property)])));
  return closedObject({
    "@odata.context": Type.Optional(text("what the answer is, as an address in $metadata")),
    "@odata.count": Type.Optional(Type.Integer({minimum: 0, description: "rows over all pages, with `$count=true`"})),
    value: Type.Array(row, {description: "the rows of this page"}),
    "@odata.nextLink": Type.Optional(text("address of the next page; absent on the last one")),
  });
}

/** With $select only the properties named are there. */
function fieldOf({name, type, nullable: isNullable}: Property) {
  const words = WORDS[name]!;
  if (type === "Edm.Date") return Type.Optional(dayField(words));
  const plain = type === "Edm.Double" ? Type.Number() : Type.String();
  return Type.Optional(isNullable ? nullable(plain, words) : text(words));
}
