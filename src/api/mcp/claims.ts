// A value as a model gets it: the digits as text, for models round numbers, and the address at which this estimate can be checked for ever.
import {claimAddress} from "../http/claims.ts";
import type {ToolContext} from "./tool.ts";

/** A published estimate, as the API gives it. */
export interface GivenValue {
  /** YYYY-MM-DD: the first day. */
  readonly period: string;
  readonly value: number;
  /** YYYY-MM-DD. */
  readonly publishedAt: string;
}

/** CONTRACT 6.13. */
export interface ClaimedValue {
  readonly period: string;
  readonly value: string;
  readonly published_at: string;
  readonly claim: string;
}

export function claimed({base}: ToolContext, seriesKey: string, given: GivenValue): ClaimedValue {
  const {period, publishedAt} = given;
  return {
    period,
    value: String(given.value),
    published_at: publishedAt,
    claim: claimAddress(base, {seriesKey, period, publishedAt}),
  };
}

export function claimLine({period, value, published_at, claim}: ClaimedValue): string {
  return `${period}: ${value} (published ${published_at}) ${claim}`;
}

export function seriesPage({base}: ToolContext, seriesKey: string): string {
  return `${base}/series/${seriesKey}`;
}
