// Limits by address for things that are free and need no token, counted in memory.
//
// A window begins with the first request of an address.
import {createWindows} from "./account.ts";

export interface AddressWindows {
  /**
   * Counts one request; null if it is within the limit, else the seconds until the window ends, at least 1. More than one are counted only if
   * all of them are within it.
   * @param most in place of the limit
   */
  count(ip: string, nowMs: number, amount?: number, most?: number): number | null;
  /** The same for one request more, which is not counted. */
  wouldRefuse(ip: string, nowMs: number): number | null;
}

/** With more addresses the oldest window is dropped. */
const MOST_ADDRESSES = 20_000;

export function createAddressWindows(limit: number, windowMs: number): AddressWindows {
  const windows = createWindows<string>(windowMs, MOST_ADDRESSES);
  const secondsLeft = (openedAt: number, nowMs: number): number =>
    Math.max(1, Math.ceil((openedAt + windowMs - nowMs) / 1000));
  return {
    count(ip, nowMs, amount = 1, most = limit) {
      const block = addressBlock(ip);
      const before = windows.find(block, nowMs);
      if (amount > 1 && (before?.used ?? 0) + amount > most) return secondsLeft(before?.openedAt ?? nowMs, nowMs);
      const {openedAt, used} = windows.count(block, nowMs, amount);
      return used <= most ? null : secondsLeft(openedAt, nowMs);
    },
    wouldRefuse(ip, nowMs) {
      const window = windows.find(addressBlock(ip), nowMs);
      return window === null || window.used < limit ? null : secondsLeft(window.openedAt, nowMs);
    },
  };
}

/** The addresses that count as one: an IPv4 address, or the 64-bit network of an IPv6 customer. */
export function addressBlock(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("%")[0]!.toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined
      ? front
      : [...front, ...new Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
