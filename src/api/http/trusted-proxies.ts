// Whose word counts about the client's address and host: the proxies that RYAD_TRUST_PROXY lists.
import {isIP} from "node:net";
import {Refusal} from "../../refusal.ts";

/** Addresses and networks whose X-Forwarded-* count; false: none. Throws Refusal for what is neither. */
export function trustedProxies(given: readonly string[]): string[] | false {
  for (const proxy of given) {
    const [address = "", bits] = proxy.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new Refusal(`RYAD_TRUST_PROXY: "${proxy}" is no address and no network, such as 10.0.0.0/8`);
    }
  }
  return given.length === 0 ? false : [...given];
}
