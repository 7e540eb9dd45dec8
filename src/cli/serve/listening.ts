// Listening on an address: refusals in words, and the address that was taken.
import {once} from "node:events";
import type {AddressInfo, Server} from "node:net";
import {Refusal} from "../../service/refusal.ts";

export interface ListenAddress {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
}

/**
 * Returns http://HOST:PORT once the server listens there.
 * @param listenAt makes the server listen; rejects if it cannot
 * @param setting names the setting of the port, for the refusal
 * @throws Refusal if the address is in use, forbidden or not of this machine
 */
export async function listen(
  server: Server,
  {host, port}: ListenAddress,
  setting: string,
  listenAt: (address: ListenAddress) => Promise<unknown> = (address) => listenPlainly(server, address),
): Promise<string> {
  try {
    await listenAt({host, port});
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new Refusal(`port ${port} of ${host} is taken`, `choose another with ${setting}`);
    if (code === "EACCES")
      throw new Refusal(`port ${port} may not be used by this user`, `choose one above 1023 with ${setting}`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new Refusal(`${host} is not an address of this machine`);
    throw error;
  }
  const bound = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound.port}`;
}

async function listenPlainly(server: Server, address: ListenAddress): Promise<void> {
  server.listen(address);
  await once(server, "listening");
}
