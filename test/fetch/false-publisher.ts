// A publisher's server that does what servers of publishers do: each address has a behaviour that a test sets, and every request is counted.
//
// It listens on 127.0.0.1 with HTTP, and with TLS under an authority of its own, which openssl makes for the test.
import {execFileSync} from "node:child_process";
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse} from "node:http";
import {createSecureServer} from "node:http2";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Scope} from "../warehouse.ts";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Milliseconds since 1970-01-01. */
  readonly at: number;
}

export type Behaviour = (response: ServerResponse, request: SeenRequest, socket: IncomingMessage["socket"]) => void;

export interface FalsePublisher {
  /** http://127.0.0.1:PORT */
  readonly origin: string;
  /** https://127.0.0.1:PORT, HTTP/2 and HTTP/1.1; null: the machine has no openssl. */
  readonly secureOrigin: string | null;
  /** PEM file of the authority. */
  readonly ca: string | null;
  readonly requests: SeenRequest[];
  /** The behaviour of a path, without its query; another path is 404. */
  on(path: string, behaviour: Behaviour): void;
}

/** Answers with bytes; headers as given. */
export function gives(content: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (response) => {
    response.writeHead(200, headers);
    response.end(content);
  };
}

export function status(code: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (response) => {
    response.writeHead(code, headers);
    response.end("no");
  };
}

export async function startFalsePublisher(t: Scope): Promise<FalsePublisher> {
  const behaviours = new Map<string, Behaviour>();
  const requests: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const {method = "", url = "", headers, socket} = request;
      const seen = {method, path: url, headers, body, at: Date.now()};
      requests.push(seen);
      (behaviours.get(url.split("?")[0]!) ?? status(404))(response, seen, socket);
    });
  };
  const plain = createServer(listener);
  const keys = makeAuthority(t);
  const secure = keys === null ? null : createSecureServer({...keys.server, allowHTTP1: true}, listener as never);
  const origin = `http://127.0.0.1:${await opened(plain, t)}`;
  const secureOrigin = secure === null ? null : `https://127.0.0.1:${await opened(secure as never, t)}`;
  return {
    origin,
    secureOrigin,
    ca: keys?.ca ?? null,
    requests,
    on: (path, behaviour) => behaviours.set(path, behaviour),
  };
}

async function opened(server: Server, t: Scope): Promise<number> {
  const sockets = new Set<{destroy(): void}>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** Keys for 127.0.0.1 and the authority that signed them; null: there is no openssl. */
export function makeAuthority(t: Scope): {ca: string; server: {key: Buffer; cert: Buffer}} | null {
  const folder = mkdtempSync(join(tmpdir(), "ryad-ca-"));
  t.after(async () => rmSync(folder, {recursive: true, force: true}));
  const at = (name: string): string => join(folder, name);
  const openssl = (...words: string[]): void => void execFileSync("openssl", words, {cwd: folder, stdio: "ignore"});
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  try {
    openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Authority of a test");
    openssl(
      ...["req", "-x509", ...key, "-keyout", "own.key", "-out", "own.pem", "-subj", "/CN=127.0.0.1"],
      ...["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "subjectAltName=IP:127.0.0.1"],
    );
  } catch {
    return null;
  }
  if (!existsSync(at("own.pem"))) return null;
  return {ca: at("ca.pem"), server: {key: readFileSync(at("own.key")), cert: readFileSync(at("own.pem"))}};
}
