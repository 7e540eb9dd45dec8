// GET /api/v1/files and /api/v1/files/{provider}/{dataset}/{version}/{file}: files of whole datasets, sent from the disk as they were
// written [files.*].
//
// Their writer is another process (cli/files). An address with a version never changes a byte, so its answers may be kept for ever. A file is
// read and sent chunk by chunk, so one of any size takes little memory, and none of the room for answers that clients have not read.
import type {FileHandle} from "node:fs/promises";
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {FILE_NAMES} from "../../formats/dataset-file/columns.ts";
import type {FilesReader} from "../../store/dataset-files/files-folder.ts";
import {type FilesOf, MANIFEST_NAME, type ManifestFile, versionAddress} from "../../store/dataset-files/manifest.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {ApiError, ENVELOPE_SCHEMA, ERROR_RESPONSES} from "../errors.ts";
import {chooseCoding, packedStream} from "../http/compression.ts";
import {clientHasIt, namesAnyAnswer, namesEtag, REVALIDATED, weakEtag} from "../http/headers.ts";
import {publicBase} from "../http/links.ts";
import {addRoute, JSON_TYPE, METHODS} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {routeCatalogue} from "./catalogue.ts";
import {allowsRange, readByteRange, valuesOfPart} from "./range.ts";
import {FILES_OPERATION, FILES_SCHEMA, MANIFEST_OPERATION, MANIFEST_SCHEMA, VERSION_PATH} from "./schema.ts";
import {hasClientLeft, sendPart} from "./send-part.ts";

const FILES_PATH = "/api/v1/files";
/** In the place of a version. */
const NEWEST_WORD = "latest";

export function routeFiles(server: FastifyInstance, context: RouteContext): void {
  const isOpen = context.settings.files === "open";
  routeCatalogue(server, context);
  addRoute(server, {
    url: FILES_PATH,
    isOpen,
    operation: FILES_OPERATION,
    answer: FILES_SCHEMA,
    handler: (request, reply) => sendList(offered(context), request, reply),
  });
  addRoute(server, {
    url: `${FILES_PATH}/:provider/:dataset/:version/${MANIFEST_NAME}`,
    isOpen,
    operation: MANIFEST_OPERATION,
    params: VERSION_PATH,
    answer: MANIFEST_SCHEMA,
    handler: (request, reply) => answerOf(context, MANIFEST_NAME, request, reply),
  });
  // Bytes of other formats, which no schema of the document describes: the words of the manifest do.
  server.route({
    method: METHODS,
    url: `${FILES_PATH}/:provider/:dataset/:version/:file`,
    config: {needsToken: !isOpen, undocumented: true},
    schema: {response: {...ERROR_RESPONSES, 416: ENVELOPE_SCHEMA}},
    handler: async (request, reply) => {
      const {file} = request.params as {readonly file: string};
      if (!FILE_NAMES.includes(file)) throw noFile(`no dataset has a file ${file}`);
      return answerOf(context, file, request, reply);
    },
  });
}

/** A file of a version, or its manifest; for `latest` the way to the newest. */
async function answerOf(
  context: RouteContext,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const files = offered(context);
  const {provider, dataset, version} = request.params as {readonly version: string} & FilesOf;
  const of = {provider, dataset};
  if (version === NEWEST_WORD) return sendNewest(context, files, {of, file}, request, reply);
  const found = await files.manifest(of, version);
  if (found === null) throw noFile(`there is no version ${version} of ${provider}/${dataset} here`);
  request.stages?.end("read");
  const reach = context.settings.files === "open" ? "public" : "private";
  const cached = {...context, cacheControl: `${reach}, max-age=31536000, immutable`};
  if (file === MANIFEST_NAME) return sendManifest(found.text, cached.cacheControl, request, reply);
  const entry = found.manifest.files.find(({name}) => name === file)!;
  return sendFile(cached, {files, of, version, entry}, request, reply);
}

/** @throws ApiError if this server offers none */
function offered({files, settings}: RouteContext): FilesReader {
  if (files !== null && settings.files !== "off") return files;
  throw new ApiError("NOT_FOUND", "this service offers no files of whole datasets", {
    hint: "take slices: /api/v1/data, page by page",
  });
}

function noFile(message: string): ApiError {
  return new ApiError("NOT_FOUND", message, {
    hint: `${FILES_PATH} lists the files; \`${NEWEST_WORD}\` in the place of the version leads to the newest ones`,
  });
}

async function sendList(files: FilesReader, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const handle = await files.openList();
  if (handle === null) {
    if (clientHasIt(request, reply, weakEtag(["files", 0]))) return reply.code(304).send();
    return reply.type(JSON_TYPE).send('{"datasets":[]}');
  }
  const {size, mtimeNs, ino} = await handle.stat({bigint: true});
  const isKnown = clientHasIt(request, reply, weakEtag(["files", String(size), String(mtimeNs), String(ino)]));
  request.stages?.end("read");
  if (isKnown || request.method === "HEAD") {
    await handle.close();
    return isKnown ? reply.code(304).send() : reply.type(JSON_TYPE).send();
  }
  const plain = handle.createReadStream();
  const {coding} = chooseCoding(request.headers["accept-encoding"]);
  reply.type(JSON_TYPE);
  if (coding === null) return reply.header("content-length", String(size)).send(plain);
  return reply.header("content-encoding", coding).send(packedStream(plain, coding));
}

async function sendNewest(
  {settings}: RouteContext,
  files: FilesReader,
  {of, file}: {readonly of: FilesOf; readonly file: string},
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const newest = await files.newest(of);
  if (newest === null) throw noFile(`there are no files of ${of.provider}/${of.dataset} here yet`);
  const address = `${publicBase(settings.publicUrl, request)}${versionAddress(of, newest)}/${file}`;
  return reply.code(302).header("location", address).header("cache-control", REVALIDATED).send();
}

function sendManifest(text: string, cacheControl: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (clientHasIt(request, reply, weakEtag(["manifest", text]), cacheControl)) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(text);
}

interface WantedFile {
  readonly files: FilesReader;
  readonly of: FilesOf;
  readonly version: string;
  readonly entry: ManifestFile;
}

async function sendFile(
  context: RouteContext & {readonly cacheControl: string},
  {files, of, version, entry}: WantedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const {bytes, rows} = entry;
  // Strong: the bytes of an address never change, so a client may put ranges of it together.
  const etag = `"${entry.sha256}"`;
  reply.header("etag", etag).header("cache-control", context.cacheControl).header("accept-ranges", "bytes");
  const ifNoneMatch = request.headers["if-none-match"];
  if (namesEtag(ifNoneMatch, `W/${etag}`) || namesAnyAnswer(ifNoneMatch)) return reply.code(304).send();
  const isHead = request.method === "HEAD";
  const {range: wanted} = request.headers;
  const isRanged = !isHead && allowsRange(request.headers["if-range"] as string | undefined, etag);
  const range = isRanged ? readByteRange(wanted, bytes) : null;
  if (range === "refused") {
    reply.header("content-range", `bytes */${bytes}`);
    throw new ApiError("RANGE_NOT_SATISFIABLE", `the file has ${bytes} bytes, and the range is "${wanted}"`);
  }
  const part = range ?? {from: 0, to: bytes};
  const length = part.to - part.from;
  const handle = isHead ? null : await openFile(files, of, version, entry.name);
  try {
    if (handle !== null && hasClientLeft(request, reply)) {
      await handle.close();
      return reply.send();
    }
    if (request.reader !== null)
      await chargeAnswer(context, request, reply, valuesOfPart(rows, length, bytes), {
        what: range === null ? "the file" : "the range of the file",
        hint: "read less of it by ranges, take a slice, or wait until the quota is renewed on the first of next month (UTC)",
      });
  } catch (error) {
    await handle?.close();
    throw error;
  }
  reply.type(entry.media_type).header("content-length", String(length));
  reply.header("content-disposition", `attachment; filename="${of.provider}_${of.dataset}_${version}_${entry.name}"`);
  if (range !== null) reply.code(206).header("content-range", `bytes ${part.from}-${part.to - 1}/${bytes}`);
  return handle === null ? reply.send() : sendPart(context, request, reply, handle, part);
}

async function openFile(files: FilesReader, of: FilesOf, version: string, name: string): Promise<FileHandle> {
  const handle = await files.open(of, version, name);
  // Deleted since its manifest was read.
  if (handle === null) throw noFile(`there is no version ${version} of ${of.provider}/${of.dataset} here`);
  return handle;
}
