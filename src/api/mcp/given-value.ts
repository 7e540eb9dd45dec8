// A value as a model gets it: the digits as text, for models round numbers, and the address at which this estimate can be checked for ever.
import {valueAddress} from "../http/value-address.ts";
import type {ToolContext} from "./tool.ts";

/** A published estimate, as the API gives it. */
export interface GivenValue {
  /** YYYY-MM-DD: the first day. */
  readonly period: string;
  readonly value: number;
  /** YYYY-MM-DD. */
  readonly publishedAt: string;
}

/** Its address is for ever [claims.*]. */
export interface AddressedValue {
  readonly period: string;
  readonly value: string;
  readonly published_at: string;
  readonly claim: string;
}

export function addressed({base}: ToolContext, seriesKey: string, given: GivenValue): AddressedValue {
  const {period, publishedAt} = given;
  return {
    period,
    value: String(given.value),
    published_at: publishedAt,
    claim: valueAddress(base, {seriesKey, period, publishedAt}),
  };
}

export function addressedLine({period, value, published_at, claim}: AddressedValue): string {
  return `${period}: ${value} (published ${published_at}) ${claim}`;
}

/** A value that was computed from published ones: it has no address, since no publisher has printed it. */
export interface DerivedValue {
  readonly period: string;
  readonly value: string;
  /** The latest publication of its inputs. */
  readonly inputs_published_by: string;
}

export function derivedValue({period, value, publishedAt}: GivenValue): DerivedValue {
  return {period, value: String(value), inputs_published_by: publishedAt};
}

export function derivedLine({period, value, inputs_published_by}: DerivedValue): string {
  return `${period}: ${value} (computed; inputs published by ${inputs_published_by})`;
}

export function seriesPage({base}: ToolContext, seriesKey: string): string {
  return `${base}/series/${seriesKey}`;
}
