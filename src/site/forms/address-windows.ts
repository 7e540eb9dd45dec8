// How often an address may take something without a token: counted in memory, in windows that open with its first request.
//
// Only what is given away for nothing is guarded so. With more than one server each counts for itself.
import {addressBlock} from "./address-block.ts";

export interface AddressWindows {
  /** Counts one; null when it is within the limit, else the seconds until the window ends, at least 1. */
  count(ip: string, nowMs: number): number | null;
}

/** Addresses remembered; of more the oldest is forgotten. */
const MOST_ADDRESSES = 20_000;

export function createAddressWindows(limit: number, windowMs: number): AddressWindows {
  const windows = new Map<string, {readonly openedAt: number; used: number}>();
  return {
    count(ip, nowMs) {
      const address = addressBlock(ip);
      let window = windows.get(address);
      if (window === undefined || Math.abs(nowMs - window.openedAt) >= windowMs) {
        windows.delete(address);
        window = {openedAt: nowMs, used: 0};
        windows.set(address, window);
        if (windows.size > MOST_ADDRESSES) windows.delete(windows.keys().next().value!);
      }
      window.used++;
      return window.used <= limit ? null : Math.max(1, Math.ceil((window.openedAt + windowMs - nowMs) / 1000));
    },
  };
}
