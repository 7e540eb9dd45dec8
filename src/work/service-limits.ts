// Limits of a service that several workers answer for. What has one count is kept by the parent, in the object that is named; everything
// else is divided, so that the workers together have what one process has.
//
// docs/scaling.md has the same table for operators; a test compares them.

export interface ServiceLimit {
  /** Of the whole service; null: a setting says it. */
  readonly whole: number | null;
  /** Of each worker at least; null: the parent keeps one count for all workers. */
  readonly least: number | null;
}

export const SERVICE_LIMITS = {
  "requests of an account in a minute": {whole: null, least: null},
  "values of an account in a month": {whole: null, least: null},
  "wrong tokens of an address in a minute": {whole: 120, least: null},
  "files of series for an address in a minute": {whole: 30, least: null},
  "whole histories for an address in a minute": {whole: 60, least: null},
  "cells for an address in a minute": {whole: 30, least: null},
  "pages drawn for an address in a minute": {whole: 120, least: null},
  "releases read again at a time": {whole: 1, least: null},
  "questions that wait for a release": {whole: 8, least: null},
  "large answers written at a time": {whole: 4, least: 1},
  "megabytes of answers that clients have not read": {whole: null, least: 8},
  "costly pages drawn at a time": {whole: 2, least: 1},
  "costly pages that wait": {whole: 60, least: 8},
  "costly pages of one visitor": {whole: 8, least: 4},
  "whole datasets written at a time": {whole: 1, least: 1},
  "megabytes of catalogues in memory": {whole: null, least: 16},
  "megabytes of the search index in memory": {whole: null, least: 16},
  "connections to the database": {whole: null, least: 2},
} as const satisfies Readonly<Record<string, ServiceLimit>>;

type Name = keyof typeof SERVICE_LIMITS;
export type DividedLimit = {[N in Name]: (typeof SERVICE_LIMITS)[N]["least"] extends number ? N : never}[Name];

/** The part of one of `workers` workers. @param whole of the service, where a setting says it */
export function shareOf(
  name: DividedLimit,
  workers: number,
  whole: number | null = SERVICE_LIMITS[name].whole,
): number {
  if (whole === null) throw new RangeError(`a setting says the ${name}`);
  return workers === 1 ? whole : Math.max(SERVICE_LIMITS[name].least, Math.floor(whole / workers));
}
