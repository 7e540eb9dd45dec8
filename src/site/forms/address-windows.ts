// How often an address may take something without a token: counted in memory, in windows that open with its first request.
//
// Only what is given away for nothing is guarded so. With more than one server each counts for itself.
import {createWindows} from "../../access/account.ts";
import {addressBlock} from "./address-block.ts";

export interface AddressWindows {
  /** Counts one; null when it is within the limit, else the seconds until the window ends, at least 1. */
  count(ip: string, nowMs: number): number | null;
}

/** Addresses remembered; of more the oldest is forgotten. */
const MOST_ADDRESSES = 20_000;

export function createAddressWindows(limit: number, windowMs: number): AddressWindows {
  const windows = createWindows<string>(windowMs, MOST_ADDRESSES);
  return {
    count(ip, nowMs) {
      const {openedAt, used} = windows.count(addressBlock(ip), nowMs);
      return used <= limit ? null : Math.max(1, Math.ceil((openedAt + windowMs - nowMs) / 1000));
    },
  };
}
