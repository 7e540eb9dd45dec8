// A connection to the database that a test can read, and cut at a word.

import type {AddressInfo} from "node:net";
import {createServer, connect as dial, type Socket} from "node:net";
import type {TestContext} from "node:test";

export interface Connection {
  readonly client: Socket;
  readonly server: Socket;
}

export interface ListeningLine {
  /** The address of the database by way of the proxy. */
  readonly databaseUrl: string;
  /** Gets every piece on its way to the database; its result is passed on, null keeps the piece back. */
  onAsked: (chunk: Buffer, line: Connection) => Buffer | null;
  /** The same for every piece on its way back. */
  onAnswered: (chunk: Buffer, line: Connection) => Buffer | null;
}

/** @param databaseUrl of a cluster of a test's own, which has a socket in the folder of its `host` */
export async function openProxy(t: TestContext, databaseUrl: string): Promise<ListeningLine> {
  const address = new URL(databaseUrl);
  const socketPath = `${address.searchParams.get("host")}/.s.PGSQL.5432`;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = dial(socketPath);
    const line = {client, server: upstream};
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.on("data", (chunk: Buffer) => {
      const passed = proxy.onAsked(chunk, line);
      if (passed !== null) upstream.write(passed);
    });
    upstream.on("data", (chunk: Buffer) => {
      const passed = proxy.onAnswered(chunk, line);
      if (passed !== null) client.write(passed);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const {port} = server.address() as AddressInfo;
  const proxy: ListeningLine = {
    databaseUrl: `postgres://postgres@127.0.0.1:${port}${address.pathname}`,
    onAsked: (chunk) => chunk,
    onAnswered: (chunk) => chunk,
  };
  return proxy;
}
