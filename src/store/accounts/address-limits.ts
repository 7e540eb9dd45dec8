// Limits by address for things that are free and need no token: one count for each, over all processes of the service.
import {createAddressWindows} from "../../access/address-windows.ts";

/** The most of one address in a minute; of `modelValues` in an hour. */
export const ADDRESS_LIMITS = {
  /** Wrong tokens; with more, only tokens that are remembered are answered. */
  wrongTokens: 120,
  /** Files of series. */
  downloads: 30,
  /** Whole histories: the file behind a chart, a table with all rows. */
  histories: 60,
  /** Values with their cells: for each, archived files are read again. */
  rereadings: 30,
  /** Costly pages that are drawn. */
  drawings: 120,
  /** Suggestions while somebody types: five in a second by two people at one address. */
  suggestions: 600,
  /** Calls of language models without a token, where no setting says how many. */
  modelCalls: 20,
  /** Values that such calls give. */
  modelValues: 500,
} as const;

export type AddressLimit = keyof typeof ADDRESS_LIMITS;

const WINDOW_MS = 60_000;
const HOUR_MS = 60 * WINDOW_MS;

export interface AddressLimits {
  /**
   * Counts one; null if it is within the limit, else the seconds until the window ends, at least 1. More than one are counted only if all of them
   * are within it.
   * @param most in place of the limit
   */
  count(limit: AddressLimit, ip: string, nowMs: number, amount?: number, most?: number): Promise<number | null>;
  /** The same for one more, which is not counted. */
  wouldRefuse(limit: AddressLimit, ip: string, nowMs: number): Promise<number | null>;
}

export function createAddressLimits(): AddressLimits {
  const windows = Object.fromEntries(
    Object.entries(ADDRESS_LIMITS).map(([name, most]) => [
      name,
      createAddressWindows(most, name === "modelValues" ? HOUR_MS : WINDOW_MS),
    ]),
  ) as Record<AddressLimit, ReturnType<typeof createAddressWindows>>;
  return {
    count: async (limit, ip, nowMs, amount, most) => windows[limit].count(ip, nowMs, amount, most),
    wouldRefuse: async (limit, ip, nowMs) => windows[limit].wouldRefuse(ip, nowMs),
  };
}
