// Which addresses are private: of this machine, of its network, or of no host at all. A redirect or a link of a page may not lead there.
//
// The list is that of the IANA registries of special addresses, RFC 6890. A name is judged by what it resolves to at the moment of
// connecting: judged before that it could resolve to something else a second time.
import {lookup as lookUp} from "node:dns";
import {BlockList, isIP, type LookupFunction} from "node:net";

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  ["2001:db8::", 32],
] as const)
  PRIVATE.addSubnet(net, bits, "ipv6");

/** Of an IPv4 or IPv6 address; an IPv4 address inside of an IPv6 one counts as itself. */
export function isPrivateAddress(address: string): boolean {
  const inside = /^(?:::ffff:|64:ff9b::)(.+)$/i.exec(address)?.[1];
  if (inside !== undefined) return isPrivateAddress(isIP(inside) === 4 ? inside : dotted(inside));
  return PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** `7f00:1` as 127.0.0.1. */
function dotted(groups: string): string {
  const [high = 0, low = 0] = groups.split(":").map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** The address of a literal in a URL; null: it is a name. */
export function literalAddress({hostname}: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? null : bare;
}

/** The code of the error of a lookup that is refused. */
export const PRIVATE_CODE = "ERR_PRIVATE_ADDRESS";

/** A lookup for `net.connect` that refuses names of private addresses, except those of hosts that may be private. */
export function judgingLookup(mayBePrivate: (hostname: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, {...options, all: true}, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const found = addresses.find(({address}) => isPrivateAddress(address));
      if (found !== undefined && !mayBePrivate(hostname)) {
        const refused = new Error(`${hostname} is ${found.address}, a private address`);
        return callback(Object.assign(refused, {code: PRIVATE_CODE}), "", 0);
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
