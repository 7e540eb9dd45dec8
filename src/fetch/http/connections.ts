// The connections of one run: its proxy, its certificate authority, and the hosts that it may reach.
//
// The authority of a source is added to those that the machine trusts, and counts for this source alone. A name is judged by
// what it resolves to when connecting; behind a proxy, which resolves names itself, by what it resolves to here, before the request.
import {lookup} from "node:dns/promises";
import {readFileSync} from "node:fs";
import {getCACertificates} from "node:tls";
import {Agent, type Dispatcher, ProxyAgent} from "undici";
import {isPrivateAddress, judgingLookup, literalAddress} from "../../service/private-address.ts";
import {Refusal} from "../../service/refusal.ts";

export interface ConnectOptions {
  /** Address of a proxy; null: none. */
  readonly proxy: string | null;
  /** Path of a PEM file; null: the machine's own authorities. */
  readonly ca: string | null;
  /** Addresses that the operator wrote: their hosts may be private. */
  readonly written: readonly string[];
  /** Of the whole request. */
  readonly seconds: number;
}

export interface Connections {
  readonly dispatcher: Dispatcher;
  /** Whether the address leads where a redirect or a link may not. */
  isForbidden(url: URL): Promise<boolean>;
  close(): Promise<void>;
}

/** @throws Refusal if the file of certificates can't be read */
export function openConnections({proxy, ca, written, seconds}: ConnectOptions): Connections {
  const hosts = new Set(written.flatMap((address) => URL.parse(address)?.hostname ?? []));
  const mayBePrivate = (hostname: string): boolean => hosts.has(hostname);
  const authorities = ca === null ? {} : {ca: [...getCACertificates("default"), readCertificates(ca)]};
  const timeouts = {headersTimeout: seconds * 1000, bodyTimeout: seconds * 1000};
  const connect = {...authorities, timeout: Math.min(seconds, CONNECT_SECONDS) * 1000};
  const dispatcher =
    proxy === null
      ? new Agent({...timeouts, allowH2: true, connect: {...connect, lookup: judgingLookup(mayBePrivate)}})
      : new ProxyAgent({...timeouts, uri: proxy, proxyTls: connect, requestTls: connect});
  return {
    dispatcher,
    async isForbidden(url) {
      if (mayBePrivate(url.hostname)) return false;
      const address = literalAddress(url);
      if (address !== null) return isPrivateAddress(address);
      // A name that only the proxy knows is of its network or of none: it can't be judged.
      const found = proxy === null ? [] : await lookup(url.hostname, {all: true}).catch(() => []);
      return found.some((one) => isPrivateAddress(one.address));
    },
    close: () => dispatcher.destroy(),
  };
}

const CONNECT_SECONDS = 30;

function readCertificates(path: string): string {
  const text = readFileSync(path, "utf8");
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new Refusal(`${path} has no certificate in PEM form`, "convert it: openssl x509 -in FILE -out FILE.pem");
}
