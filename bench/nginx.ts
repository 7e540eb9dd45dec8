// nginx (Debian's package) serving the same bytes as files, one worker: what the machine can do at best.
import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {createServer} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";

export interface StaticServer {
  /** sendfile on, and off with 512 kB buffers: which is faster depends on the size of the file */
  readonly origins: Readonly<Record<"sendfile" | "buffers", string>>;
  stop(): Promise<void>;
}

/** @param files bytes by name */
export async function startNginx(files: Readonly<Record<string, Uint8Array>>): Promise<StaticServer> {
  const folder = await mkdtemp(join(tmpdir(), "ryad-bench-nginx-"));
  await mkdir(join(folder, "files"), {mode: 0o755});
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, "files", name), bytes);
  const [sendfile, buffers] = [await freePort(), await freePort()];
  await writeFile(join(folder, "nginx.conf"), configuration(folder, sendfile, buffers));
  const server = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await answering(`http://127.0.0.1:${buffers}/${Object.keys(files)[0]}`, server);
  return {
    origins: {sendfile: `http://127.0.0.1:${sendfile}`, buffers: `http://127.0.0.1:${buffers}`},
    async stop() {
      server.kill("SIGTERM");
      await once(server, "exit");
      await rm(folder, {recursive: true});
    },
  };
}

function configuration(folder: string, sendfile: number, buffers: number): string {
  const site = (port: number, rules: string) =>
    `server { listen 127.0.0.1:${port}; root ${folder}/files; default_type application/json; ${rules} }`;
  return `user root; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 10000000; open_file_cache max=100; tcp_nopush on;
${site(sendfile, "sendfile on;")}
${site(buffers, "sendfile off; output_buffers 2 512k;")} }
`;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const {port} = server.address() as {port: number};
  server.close();
  await once(server, "close");
  return port;
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
