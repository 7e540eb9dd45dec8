// Ending a server without cutting an answer: nothing new is taken, what is in flight is finished, slow readers included.
//
// Node's own server.close() takes a connection for idle as soon as its answer was handed over, and cuts the part that a slow
// reader has not fetched. So connections are kept in a book here, and each is ended only after its answers were written out.
import type {Server, ServerResponse} from "node:http";
import {Server as NetServer, type Socket} from "node:net";

export interface GracefulStop {
  /**
   * Takes no more connections and waits for the answers in flight; after `milliseconds` it cuts what is left.
   * Resolves with the number of answers cut.
   */
  stop(milliseconds: number): Promise<number>;
}

/** How long a connection without an answer in flight may take to see that we have ended it; the system delivers what it still holds. */
const IDLE_MILLISECONDS = 1500;

/** Watches a server from before its first connection. */
export function watchConnections(server: Server): GracefulStop {
  /** Connection → answers not written out yet. */
  const open = new Map<Socket, number>();
  let stopping = false;
  let whenEmpty: () => void = () => {};

  const endWhenIdle = (socket: Socket): void => {
    if (stopping && open.get(socket) === 0) socket.end();
  };
  server.on("connection", (socket: Socket) => {
    open.set(socket, 0);
    socket.once("close", () => {
      open.delete(socket);
      if (open.size === 0) whenEmpty();
    });
    endWhenIdle(socket);
  });
  server.prependListener("request", ({socket}, response: ServerResponse) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    if (stopping) response.setHeader("connection", "close");
    response.once("close", () => {
      const answers = open.get(socket);
      if (answers === undefined) return;
      open.set(socket, answers - 1);
      endWhenIdle(socket);
    });
  });

  return {
    async stop(milliseconds) {
      stopping = true;
      NetServer.prototype.close.call(server);
      const idle = [...open].filter(([, answers]) => answers === 0).map(([socket]) => socket);
      for (const socket of idle) socket.end();
      await new Promise<void>((resolve) => {
        const impatience = setTimeout(
          () => {
            for (const socket of idle) if (open.get(socket) === 0) socket.destroy();
          },
          Math.min(IDLE_MILLISECONDS, milliseconds),
        );
        const limit = setTimeout(() => whenEmpty(), milliseconds);
        whenEmpty = () => {
          clearTimeout(impatience);
          clearTimeout(limit);
          resolve();
        };
        if (open.size === 0) whenEmpty();
      });
      const cut = [...open.values()].filter((answers) => answers > 0).length;
      for (const socket of open.keys()) socket.destroy();
      return cut;
    },
  };
}
