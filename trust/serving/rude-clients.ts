// Clients that are slow, silent or half-closed, each by a socket of its own. None of them may keep memory or a descriptor of the server.
import {connect, type Socket} from "node:net";

interface Address {
  readonly origin: string;
  /** Of a large answer. */
  readonly path: string;
  readonly token: string;
}

/** Each leaves its socket in a state of its own until it is destroyed. */
const MANNERS: Readonly<Record<string, (socket: Socket, request: string) => void>> = {
  silent: () => {},
  "half a request": (socket, request) => socket.write(request.slice(0, request.length / 2)),
  "closes its side behind the request": (socket, request) => socket.end(request),
  "never reads": (socket, request) => socket.pause().write(request),
  "reads a little and hangs up": (socket, request) => {
    socket.once("data", () => socket.resetAndDestroy());
    socket.write(request);
  },
  "many requests, no reading": (socket, request) => socket.pause().write(request.repeat(8)),
};

/** Opens `count` clients, of all manners in turn; the result destroys them. */
export async function openRudeClients({origin, path, token}: Address, count: number): Promise<() => void> {
  const {hostname, port} = new URL(origin);
  const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${token}\r\n\r\n`;
  const manners = Object.values(MANNERS);
  const sockets = await Promise.all(
    Array.from({length: count}, async (_, at) => {
      const socket = connect(Number(port), hostname).on("error", () => {});
      await new Promise<void>((resolve) => {
        socket.once("connect", resolve).once("close", () => resolve());
      });
      manners[at % manners.length]!(socket, request);
      return socket;
    }),
  );
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
