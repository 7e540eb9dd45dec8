// nginx (Debian's package) with one worker serves the same bytes as files: the upper limit of the machine.
//
// It runs without a master process, so no worker can remain after it.
import type {ChildProcess} from "node:child_process";
import {once} from "node:events";
import {mkdirSync, mkdtempSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {freePort, type WorkFolder} from "./work-folder.ts";

export interface StaticServer {
  /** sendfile on, and off with 512 kB buffers: the faster one depends on the size of the file; `gzip` compresses every answer again. */
  readonly origins: Readonly<Record<"sendfile" | "buffers" | "gzip", string>>;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The path of the file under each origin. */
export const FILE_PATH = "/slice";

export async function startNginx(work: WorkFolder, bytes: Uint8Array): Promise<StaticServer> {
  const folder = mkdtempSync(join(work.path, "nginx-"));
  mkdirSync(join(folder, "files"), {mode: 0o755});
  writeFileSync(join(folder, "files", FILE_PATH), bytes);
  const ports = {sendfile: await freePort(), buffers: await freePort(), gzip: await freePort()};
  const path = join(folder, "nginx.conf");
  writeFileSync(path, configuration(folder, ports));
  const words = ["-p", folder, "-c", path, "-e", join(folder, "error.log"), "-g", "daemon off;"];
  const server = work.spawn("nginx", words, {stdio: ["ignore", "ignore", "inherit"]});
  await answering(`http://127.0.0.1:${ports.gzip}${FILE_PATH}`, server);
  const origin = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    origins: {sendfile: origin(ports.sendfile), buffers: origin(ports.buffers), gzip: origin(ports.gzip)},
    pid: server.pid!,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

function configuration(folder: string, ports: Readonly<Record<keyof StaticServer["origins"], number>>): string {
  const site = (port: number, rules: string): string =>
    `server { listen 127.0.0.1:${port}; root ${folder}/files; default_type application/json; ${rules} }`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
  return `${process.getuid?.() === 0 ? "user root;" : ""} master_process off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 10000000; open_file_cache max=100; tcp_nopush on;
${temporary.join("\n")}
${site(ports.sendfile, "sendfile on;")}
${site(ports.buffers, "sendfile off; output_buffers 2 512k;")}
${site(ports.gzip, "gzip on; gzip_comp_level 1; gzip_types application/json;")} }
`;
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (server.exitCode !== null) throw new Error(`nginx ended with ${server.exitCode}`);
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`nginx does not answer at ${url}`);
}
