// deploy/haproxy.cfg as it is, but for addresses, in a folder of a test.
import {readFileSync, writeFileSync} from "node:fs";
import {connect, createServer} from "node:net";
import {join} from "node:path";
import {PROJECT} from "./warehouse.ts";

/** Writes the settings; gives the words of the call. `socket` in the folder answers questions about its state. */
export function prepareHaproxy(folder: string, port: number, servers: readonly string[]): string[] {
  const shipped = readFileSync(join(PROJECT, "deploy/haproxy.cfg"), "utf8");
  const moved = shipped
    .replace("maxconn 20000", `maxconn 100\n  stats socket ${folder}/socket`)
    .replace("bind :8080", `bind 127.0.0.1:${port}`)
    .replace("ryad-1:8080", servers[0]!)
    .replace("ryad-2:8080", servers[1]!);
  const path = join(folder, "haproxy.cfg");
  writeFileSync(path, moved);
  return ["-db", "-f", path];
}

/** How many of its servers take requests. */
export function serversUp(folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(join(folder, "socket"), () => socket.end("show servers state\n"));
    socket.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    socket.on("error", reject);
    // number and name of the backend, then of the server, its address and its state: 2 is running
    socket.on("close", () => resolve([...said.matchAll(/^\d+ servers \d+ \S+ \S+ 2 /gm)].length));
  });
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const {port} = server.address() as {port: number};
  await new Promise((resolve) => server.close(resolve));
  return port;
}
