// Stops a server without cutting an answer: requests that had reached the machine are answered, also to slow clients.
//
// Closing the listener at once would reset the connections that wait to be accepted: Node accepts one in each turn of the event loop, so a
// busy server has many of them, with requests already sent. And Node's own server.close() counts a connection as idle as soon as its answer
// was handed to the system, and cuts the part that a slow client has not fetched. So this file keeps track of the connections.
import type {Server, ServerResponse} from "node:http";
import {connect, Server as NetServer, type Socket} from "node:net";
import {setTimeout as delay, setImmediate as turn} from "node:timers/promises";

export interface GracefulStop {
  /** Each answer from now on is the last of its connection. Nothing else ends. */
  callLast(): void;
  /** Resolves when no connection is open, or after `milliseconds`. */
  untilEmpty(milliseconds: number): Promise<void>;
  /**
   * Accepts the connections made so far, then no more, and waits for the answers in flight; after `milliseconds` it cuts the rest. Resolves
   * with the number of answers cut.
   */
  stop(milliseconds: number): Promise<number>;
}

/** Clients that do not know of the end yet are answered too, until none came for this long … */
const QUIET_MILLISECONDS = 100;
/** … but not for longer than this. */
const LAST_CALL_MILLISECONDS = 3000;
/** Time for a connection without an answer in flight to see that we have closed it; the system delivers what it still holds. */
const IDLE_MILLISECONDS = 1500;

/** Watches a server from before its first connection. */
export function watchConnections(server: Server): GracefulStop {
  /** Connection → its unfinished answers, in their order. */
  const open = new Map<Socket, ServerResponse[]>();
  /** Connections and requests so far. */
  let arrivals = 0;
  let [isLastCall, isClosed] = [false, false];
  let whenEmpty: () => void = () => {};

  const endWhenIdle = (socket: Socket): void => {
    if (open.get(socket)?.length !== 0) return;
    socket.end();
    setTimeout(() => socket.destroy(), IDLE_MILLISECONDS).unref();
  };
  server.on("connection", (socket: Socket) => {
    arrivals++;
    open.set(socket, []);
    socket.once("close", () => {
      open.delete(socket);
      if (open.size === 0) whenEmpty();
    });
    if (isClosed) endWhenIdle(socket);
  });
  server.prependListener("request", ({socket}, response: ServerResponse) => {
    arrivals++;
    const answers = open.get(socket) ?? [];
    answers.push(response);
    if (isLastCall) sayLast(answers);
    // Emitted once; `once` would cost more than the rest of this watch.
    response.on("close", () => {
      answers.splice(answers.indexOf(response), 1);
      if (isLastCall && open.has(socket)) endWhenIdle(socket);
    });
  });

  async function takeIn(): Promise<void> {
    const begun = performance.now();
    await untilAccepted(server);
    callLast();
    await untilQuiet(() => arrivals, begun);
  }

  function callLast(): void {
    isLastCall = true;
    for (const answers of open.values()) sayLast(answers);
  }

  async function untilEmpty(milliseconds: number): Promise<void> {
    const {promise: ended, resolve: end} = Promise.withResolvers<void>();
    const limit = setTimeout(end, milliseconds);
    whenEmpty = end;
    if (open.size === 0) end();
    await ended;
    clearTimeout(limit);
  }

  return {
    callLast,
    untilEmpty,
    async stop(milliseconds) {
      const {promise: ended, resolve: end} = Promise.withResolvers<void>();
      const limit = setTimeout(end, milliseconds);
      await Promise.race([takeIn(), ended]);
      [isLastCall, isClosed] = [true, true];
      NetServer.prototype.close.call(server);
      whenEmpty = end;
      for (const socket of open.keys()) endWhenIdle(socket);
      if (open.size === 0) end();
      await ended;
      clearTimeout(limit);
      const cut = [...open.values()].filter((answers) => answers.length > 0).length;
      for (const socket of open.keys()) socket.destroy();
      return cut;
    },
  };
}

/** Accepts the connections that were made before the call, and those that come until it is quiet; then no more. */
export async function closeWhenQuiet(server: NetServer): Promise<void> {
  const begun = performance.now();
  let arrivals = 0;
  server.on("connection", () => {
    arrivals++;
  });
  await untilAccepted(server);
  await untilQuiet(() => arrivals, begun);
  server.close();
}

/** Until no client comes any more; a busy loop first looks for clients that came meanwhile. */
async function untilQuiet(countArrivals: () => number, begun: number): Promise<void> {
  for (let before = -1; before !== countArrivals() && performance.now() - begun < LAST_CALL_MILLISECONDS; ) {
    before = countArrivals();
    await delay(QUIET_MILLISECONDS, undefined, {ref: false});
    await everythingReadable();
  }
}

/** Of several answers on a connection only the last may have `Connection: close`: Node drops the requests after it. */
function sayLast(answers: readonly ServerResponse[]): void {
  for (const answer of answers) {
    if (answer.headersSent) continue;
    if (answer === answers.at(-1)) answer.setHeader("connection", "close");
    else answer.removeHeader("connection");
  }
}

/** The address at which this process reaches a server that listens on all addresses. */
const OWN_ADDRESSES: Readonly<Record<string, string>> = {"0.0.0.0": "127.0.0.1", "::": "::1"};

/** Resolves when all connections made before the call are accepted, and their requests are read. */
async function untilAccepted(server: NetServer): Promise<void> {
  const address = server.address();
  if (address === null || typeof address === "string") return;
  const host = OWN_ADDRESSES[address.address] ?? address.address;
  // Connections are accepted in the order in which they were made: ours comes after all that wait.
  const own = connect({host, port: address.port});
  const {promise: accepted, resolve} = Promise.withResolvers<void>();
  const ofThisMachine = new Set<number | undefined>();
  const look = (): void => {
    if (own.localPort !== undefined && ofThisMachine.has(own.localPort)) resolve();
  };
  const note = (socket: Socket): void => {
    if (socket.remoteAddress === socket.localAddress) ofThisMachine.add(socket.remotePort);
    look();
  };
  // Before the listener that may pass the connection on.
  server.prependListener("connection", note);
  own.once("connect", look).once("error", () => resolve());
  await accepted;
  server.off("connection", note);
  own.destroy();
  await everythingReadable();
}

/** The first turn ends the present one; in the second every connection with data is read. */
async function everythingReadable(): Promise<void> {
  await turn();
  await turn();
}
