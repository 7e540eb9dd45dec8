// Entities as JSON of OData: the members of a row in the order of the set, and the members that full metadata adds.

import type {EntitySet, Property} from "../../formats/odata/entity-model.ts";
import {NAMESPACE} from "../../formats/odata/entity-model.ts";
import type {Value} from "../../formats/odata/expression.ts";
import type {MetadataLevel} from "../../formats/odata/media-type.ts";
import type {RowField, RowFragment} from "../../formats/odata/row-writer.ts";
import {keyAt} from "../../statistics/catalogue/catalogue.ts";
import {dayText} from "../../statistics/time/day.ts";
import {
  type EntityRow,
  type EntitySeries,
  PROPERTY_ROWS,
  type PropertyRow,
  readProperty,
  seriesRow,
} from "./row-properties.ts";

/** The form of an answer's rows. */
export interface EntityForm {
  readonly set: EntitySet;
  readonly properties: readonly Property[];
  readonly level: MetadataLevel;
  /** Address of the service, with a slash at the end. */
  readonly root: string;
}

/**
 * Writes series one after the other, each without its opening brace. Neighbouring members that hang on one column of codes are turned into
 * JSON together, and once for each code.
 */
export function createSeriesWriter(form: EntityForm): (series: EntitySeries) => string {
  const parts: {source: PropertyRow["source"]; members: Property[]}[] = [];
  for (const property of form.properties) {
    const {source} = PROPERTY_ROWS[property.name]!;
    const last = parts.at(-1);
    if (last?.source === source) last.members.push(property);
    else parts.push({source, members: [property]});
  }
  const bySource = new Map<EntitySeries["source"], string[][]>();
  return ({source, position}) => {
    const known = bySource.get(source) ?? parts.map((): string[] => []);
    bySource.set(source, known);
    const {catalogue} = source;
    const row = seriesRow(source, position);
    let text = form.level === "full" ? fullAnnotations(form, keyPredicate(keyAt(catalogue, position))) : "";
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!;
      if (at > 0) text += ",";
      if (part.source === "series" || part.source === "value") text += membersJson(form, part.members, row);
      else {
        const code = part.source === "dataset" ? 0 : catalogue[part.source].index[position]!;
        text += known[at]![code] ??= membersJson(form, part.members, row);
      }
    }
    return `${text}}`;
  };
}

function membersJson(form: EntityForm, properties: readonly Property[], row: EntityRow): string {
  return properties.map((property) => typeAnnotation(form, property) + member(property, row)).join(",");
}

/** @param before members before the entity's own, each followed by a comma */
export function seriesJson(form: EntityForm, series: EntitySeries, before: string): string {
  return `{${before}${createSeriesWriter(form)(series)}`;
}

/** The row of an observation, with gaps for its own fields. */
export function observationChunks(form: EntityForm, {source, position}: EntitySeries, before = ""): RowFragment[] {
  const row = seriesRow(source, position);
  const fragments: RowFragment[] = [`{${before}`];
  if (form.level === "full") {
    const key = `(series_key='${keyAt(source.catalogue, position)}',period=`;
    const [start = "", end = ""] = fullAnnotations(form, `${key}\0)`).split("\0");
    fragments.push(start, {field: "period"}, end);
  }
  form.properties.forEach((property, index) => {
    if (index > 0) fragments.push(",");
    fragments.push(typeAnnotation(form, property));
    const field = FIELDS[property.name];
    if (field === undefined) fragments.push(member(property, row));
    else if (field === "value" || field === "withdrawn") fragments.push(`"${property.name}":`, {field});
    else fragments.push(`"${property.name}":"`, {field}, '"');
  });
  return [...fragments, "}"];
}

/** The value of a property as JSON. */
export function propertyJson(property: Property, row: EntityRow): string {
  return JSON.stringify(propertyValue(property, row));
}

function propertyValue({name, type}: Property, row: EntityRow): Value {
  const value = readProperty(name)(row);
  return type === "Edm.Date" && value !== null ? dayText(value as number) : value;
}

export function keyPredicate(seriesKey: string, period: string | null = null): string {
  return period === null ? `('${seriesKey}')` : `(series_key='${seriesKey}',period=${period})`;
}

/** `#series`, or `#series(series_key,title)` where not all properties are given. */
export function contextOf({root, set, properties}: EntityForm, ending = ""): string {
  const selected = properties.length < set.properties.length ? `(${properties.map(({name}) => name).join(",")})` : "";
  return `${root}$metadata#${set.name}${selected}${ending}`;
}

const FIELDS: Readonly<Record<string, RowField | undefined>> = {
  period: "period",
  value: "value",
  as_of: "asOf",
  withdrawn_at: "withdrawn",
};

function member(property: Property, row: EntityRow): string {
  return `"${property.name}":${propertyJson(property, row)}`;
}

function fullAnnotations({set, root}: EntityForm, predicate: string): string {
  return `"@odata.type":"#${NAMESPACE}.${set.type}","@odata.id":"${root}${set.name}${predicate}",`;
}

/** The JSON form shows that a value is text; full metadata names the type of the others. */
function typeAnnotation({level}: EntityForm, {name, type}: Property): string {
  return level !== "full" || type === "Edm.String" ? "" : `"${name}@odata.type":"#${type.slice(4)}",`;
}
