// Requests that offer another protocol (`Upgrade: h2c`), which this service has none of: they are answered as if they did not.
//
// Node's parser stops at such a request, and drops what came in the same packet behind it: the next request would never be answered. So the
// connection is read again from that request on, without the offer. One with a body is left to Node, which answers it.
import type {IncomingMessage, Server, ServerResponse} from "node:http";
import type {Socket} from "node:net";

/** A field of a socket that Node keeps for itself: the answer that is due. */
type AnsweredSocket = Socket & {readonly _httpMessage?: ServerResponse | null};

export function declineUpgrades(server: Server): void {
  server.on("upgrade", (request: IncomingMessage, socket: AnsweredSocket, behind: Buffer) => {
    // Until a parser reads the connection again nobody else hears its faults.
    const drop = (): void => void socket.destroy();
    socket.on("error", drop);
    const readAgain = (): void => {
      if (socket.destroyed || !socket.writable) {
        drop();
        return;
      }
      const due = socket._httpMessage;
      if (due) {
        due.once("close", () => setImmediate(readAgain));
        return;
      }
      socket.removeListener("error", drop);
      socket.unshift(Buffer.concat([headWithoutOffer(request), behind]));
      server.emit("connection", socket);
    };
    readAgain();
  });
}

/** Whether the offer is declined here. */
export function hasNoBody({headers}: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
}

function headWithoutOffer({method, url, httpVersion, rawHeaders}: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!];
    const field = name.toLowerCase();
    if (field === "upgrade") continue;
    const kept =
      field === "connection" ? value.split(",").filter((one) => one.trim().toLowerCase() !== "upgrade") : [value];
    if (kept.length > 0) lines.push(`${name}: ${kept.join(",")}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}
