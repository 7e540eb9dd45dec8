// deploy/Dockerfile without Docker: its steps, from the files that .dockerignore lets through, in a folder in place of the image's root.
//
// A path of the image becomes one in that folder, its user node becomes this user, and its Node is this one. What remains untried is the base
// image.
import assert from "node:assert/strict";
import {execFileSync, spawn, spawnSync} from "node:child_process";
import {once} from "node:events";
import {cpSync, existsSync, mkdirSync, readFileSync} from "node:fs";
import {basename, delimiter, dirname, join, resolve} from "node:path";
import {createInterface} from "node:readline";
import {type TestContext, test} from "node:test";
import {heldFetch} from "./held-fetch.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const skip = process.platform === "win32" ? "the image is one of Linux" : false;

interface Image {
  readonly root: string;
  readonly environment: Record<string, string>;
  folder: string;
  readonly words: Record<"ENTRYPOINT" | "CMD" | "HEALTHCHECK", string[]>;
}

test("the steps of the Dockerfile give a service that starts, is found healthy at whatever port it has, and knows the sample [deploy.image]", {
  skip,
}, async (t) => {
  const image = await buildImage(t);
  assert.ok(!existsSync(join(image.root, "ryad/node_modules/typescript")), "only what runs is installed");
  const environment = {...image.environment, RYAD_HOST: "127.0.0.1", RYAD_PORT: "0", RYAD_LOG: "error"};
  const [program = "", ...words] = image.words.ENTRYPOINT;
  const child = spawn(program, [...words, ...image.words.CMD], {
    cwd: image.folder,
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  t.after(() => child.kill("SIGKILL"));
  const ended = once(child, "exit");
  let origin = "";
  for await (const line of createInterface(child.stdout)) {
    origin = /listening on (http:\/\/\S+)/.exec(line)?.[1] ?? "";
    if (origin !== "") break;
  }
  assert.equal((await heldFetch(`${origin}/ready`)).status, 200);
  assert.ok(existsSync(join(image.root, "data/statistics.db")), "the store is in the volume");
  const port = new URL(origin).port;
  assert.equal(isHealthy(image, port), true);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  assert.equal(isHealthy(image, port), false);
  // `start` takes the samples from the program, and puts its store into ./data
  assert.ok(existsSync(join(image.root, "ryad/samples")) && image.folder === join(image.root, "/"));
});

function isHealthy({words, environment, folder}: Image, port: string): boolean {
  const [program = "", ...rest] = words.HEALTHCHECK;
  return spawnSync(program, rest, {cwd: folder, env: {...environment, RYAD_PORT: port}}).status === 0;
}

async function buildImage(t: TestContext): Promise<Image> {
  const text = readFileSync(join(PROJECT, "deploy/Dockerfile"), "utf8");
  const ignore = readFileSync(join(PROJECT, "deploy/Dockerfile.dockerignore"), "utf8");
  const sent = [...ignore.matchAll(/^!(\S+)$/gm)].map(([, name]) => name);
  const stages = new Map<string, Image>();
  let image: Image | null = null;
  const steps = text.replace(/^#.*\n/gm, "").replaceAll(/\\\n\s*/g, "");
  for (const [, step = "", rest = ""] of steps.matchAll(/^([A-Z]+) (.+)$/gm)) {
    if (step === "FROM") {
      image = await newStage(t);
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? "", image);
      continue;
    }
    const {root} = image!;
    const inside = (path: string): string => (path.startsWith("/") ? join(root, path) : resolve(image!.folder, path));
    if (step === "WORKDIR") {
      image!.folder = inside(rest);
      mkdirSync(image!.folder, {recursive: true});
    } else if (step === "ENV") {
      for (const [, name = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g))
        image!.environment[name] = value.startsWith("/") ? inside(value) : value;
    } else if (step === "COPY") {
      const [, from, names = ""] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? [];
      const paths = names.split(" ");
      const to = inside(paths.pop()!);
      for (const path of paths) {
        if (from === undefined) assert.ok(sent.includes(path), `${path} is not sent to the builder`);
        const source = from === undefined ? join(PROJECT, path) : join(stages.get(from)!.root, path);
        cpSync(source, existsSync(to) && paths.length > 1 ? join(to, basename(path)) : to, {recursive: true});
      }
    } else if (step === "RUN") {
      const {uid, gid} = {uid: process.getuid!(), gid: process.getgid!()};
      const command = rest.replaceAll(/(?<= )\/\w+/g, inside).replace("node:node", `${uid}:${gid}`);
      execFileSync("sh", ["-ec", command], {cwd: image!.folder, env: image!.environment, stdio: "pipe"});
    } else if (step === "ENTRYPOINT" || step === "CMD" || step === "HEALTHCHECK") {
      const words = JSON.parse(rest.slice(rest.indexOf("["))) as string[];
      image!.words[step] = words.map((word) => (/^\/\w/.test(word) ? inside(word) : word));
    } else assert.ok(["USER", "EXPOSE", "STOPSIGNAL"].includes(step), step);
  }
  return image!;
}

async function newStage(t: TestContext): Promise<Image> {
  const root = await temporaryFolder(t);
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`;
  const environment = {PATH, HOME: process.env["HOME"] ?? root, npm_config_prefer_offline: "true"};
  return {root, folder: root, environment, words: {ENTRYPOINT: [], CMD: [], HEALTHCHECK: []}};
}
