// Schemas of fields that occur in several answers; each place adds a description of the field there.
//
// Every object is closed: an undeclared member is a bug, and tests check every answer for it.
import {type TProperties, type TSchema, Type} from "typebox";
import {LEVELS} from "../../statistics/territory.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";

export function closedObject<T extends TProperties>(properties: T, description?: string) {
  return Type.Object(properties, {additionalProperties: false, ...(description === undefined ? {} : {description})});
}

export function nullable<T extends TSchema>(schema: T, description: string) {
  return Type.Union([schema, Type.Null()], {description});
}

export const text = (description: string) => Type.String({description});
export const yesNo = (description: string) => Type.Boolean({description});
export const count = (description: string) => Type.Integer({minimum: 0, description});

export const dayField = (description: string) => Type.String({pattern: "^\\d{4}-\\d{2}-\\d{2}$", description});
export const monthField = (description: string) => Type.String({pattern: "^\\d{4}-\\d{2}$", description});
export const momentField = (description: string) =>
  Type.String({pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$", description});
export const seriesKeyField = (description: string) => Type.String({pattern: "^[0-9a-z]{16}$", description});
export const frequencyField = (description: string) => Type.Enum([...FREQUENCIES], {description});
export const levelField = (description: string) => Type.Enum([...LEVELS], {description});

/** No pattern: the code of another country's territory is an ISO 3166 code, or the code that its package gives. */
export const canonicalField = (more = "") =>
  text(`normalised territory code: ISO 3166 or another code of its country, else the code of the package${more}`);

/** The path parameter of the routes of one series. */
export const SERIES_PATH = Type.Object({
  series_key: Type.String({
    description: "key of the series, 16 characters of 0-9 and a-z, as in the slice; an invalid key gives 404",
  }),
});
