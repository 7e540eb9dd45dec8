// GET /api/docs: a browser of the OpenAPI document, from files that come with the program.
//
// The page sends requests only to its own server, which its policy states. The address of each file contains the hash of all files, so
// that browsers may keep them without a limit; the page itself is requested again each time.
import {hash} from "node:crypto";
import {readFile} from "node:fs/promises";
import {stripTypeScriptTypes} from "node:module";
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {ApiError} from "../errors.ts";
import {clientHasIt, weakEtag} from "../http/headers.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const CSS = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

const FILES = [
  {name: "swagger-ui.css", type: CSS, from: import.meta.resolve("swagger-ui-dist/swagger-ui.css")},
  {name: "swagger-ui-bundle.js", type: SCRIPT, from: import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js")},
  {name: "docs.css", type: CSS, from: import.meta.resolve("./docs.css")},
  {name: "start.js", type: SCRIPT, from: import.meta.resolve("./start.ts")},
] as const;

interface Assets {
  /** Hash of all files; part of their addresses. */
  readonly contentHash: string;
  readonly files: ReadonlyMap<string, {readonly type: string; readonly body: Buffer}>;
}

export function routeDocs(server: FastifyInstance): void {
  let assets: Promise<Assets> | null = null;
  const opened = (): Promise<Assets> => (assets ??= readAssets());

  server.route({
    method: ["GET", "HEAD", "OPTIONS"],
    url: "/api/docs",
    handler: async (request, reply) => {
      const {contentHash} = await opened();
      return send(request, reply, {type: "text/html; charset=utf-8", body: page(contentHash)}, "no-cache");
    },
  });
  server.route({
    method: ["GET", "HEAD", "OPTIONS"],
    url: "/api/docs/:hash/:name",
    handler: async (request, reply) => {
      const path = request.params as {readonly hash: string; readonly name: string};
      const {contentHash, files} = await opened();
      const file = files.get(path.name);
      if (file === undefined || path.hash !== contentHash) throw new ApiError("NOT_FOUND", "there is no such file");
      return send(request, reply, file, "public, max-age=31536000, immutable");
    },
  });
}

async function readAssets(): Promise<Assets> {
  const read = FILES.map(async ({name, type, from}) => [name, {type, body: await readAsset(from)}] as const);
  const files = new Map(await Promise.all(read));
  const contentHash = hash("sha256", Buffer.concat([...files.values()].map(({body}) => body)), "hex").slice(0, 16);
  return {contentHash, files};
}

/** Our own module is TypeScript: the page gets it without its types. */
async function readAsset(from: string): Promise<Buffer> {
  const bytes = await readFile(new URL(from));
  return from.endsWith(".ts") ? Buffer.from(stripTypeScriptTypes(bytes.toString("utf8"))) : bytes;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  {type, body}: {readonly type: string; readonly body: Buffer | string},
  cacheControl: string,
): FastifyReply {
  const etag = weakEtag([type, hash("sha256", body, "hex")]);
  reply.header("content-security-policy", POLICY).header("x-content-type-options", "nosniff");
  if (clientHasIt(request, reply, etag, cacheControl)) return reply.code(304).send();
  return reply.type(type).send(body);
}

/** The sections of the site. */
const WAYS = [
  ["datasets", "Datasets"],
  ["topics", "Topics"],
  ["territories", "Territories"],
  ["compare", "Compare"],
  ["verify", "Verify"],
  ["updates", "Updates"],
  ["quick-start", "Quick start"],
  ["account", "Account"],
] as const;

/** Addresses are relative, so that the page works under any path prefix of a proxy. */
function page(contentHash: string): string {
  const at = (name: (typeof FILES)[number]["name"]): string => `docs/${contentHash}/${name}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Ryad: the interface</title>
<link rel="icon" href="data:,">
<link rel="service-desc" href="openapi.json" type="application/json">
<link rel="stylesheet" href="${at("swagger-ui.css")}">
<link rel="stylesheet" href="${at("docs.css")}">
<script src="${at("swagger-ui-bundle.js")}" defer></script>
<script src="${at("start.js")}" defer></script>
</head>
<body>
<header class="bar"><div class="bar-inner">
<a class="brand" href="../">Ryad</a>
<nav aria-label="Sections">${WAYS.map(([path, name]) => `<a href="../${path}">${name}</a>`).join("\n")}</nav>
</div></header>
<noscript><p>This page needs JavaScript. The interface is described in <a href="openapi.json">openapi.json</a>.</p></noscript>
<div id="browser"></div>
</body>
</html>
`;
}
