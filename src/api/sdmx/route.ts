// /sdmx/2.1 and /sdmx/v2: the channel for clients of SDMX. Structures need no token and have a limit by address; data need one, also as the
// password of HTTP Basic, and are charged as their values.
//
// The two routes of each version differ only in that; request.ts reads the address. Everything is read and unpacked before the charge, so
// that nothing can fail behind it, and then written while it is sent.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import type {DataHead, DataWriter} from "../../formats/sdmx/data.ts";
import {csvMessage} from "../../formats/sdmx/data-csv.ts";
import {jsonWriter} from "../../formats/sdmx/data-json.ts";
import {genericMl, specificMl} from "../../formats/sdmx/data-ml.ts";
import {codeOfId} from "../../formats/sdmx/ids.ts";
import type {SdmxDimension} from "../../formats/sdmx/structure.ts";
import {structureJson} from "../../formats/sdmx/structure-json.ts";
import {structureMl} from "../../formats/sdmx/structure-ml.ts";
import {readVersion} from "../../reference/reference.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import type {Language} from "../../text/language.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {ApiError} from "../errors.ts";
import {clientHasIt, namesEtag, REVALIDATED, VARY, weakEtag} from "../http/headers.ts";
import {METHODS} from "../http/route.ts";
import {sendCsv, sendTexts} from "../http/sending.ts";
import {languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {readSliceOptions} from "../slice/request.ts";
import {readAvailable} from "./availability.ts";
import {type FoundData, readData} from "./data.ts";
import {findFlow, flowOf} from "./flow.ts";
import {contentType, type DataFormat, dataFormat, structureFormat} from "./media-type.ts";
import {type DataRequest, readLanguage, readSdmxRequest, SDMX_ROOT} from "./request.ts";
import {codeNames, readStructureState, readStructures} from "./structures.ts";

/** Part of each tag: raise it when the same state would be written differently. */
const WRITTEN = 1;

export function routeSdmx(server: FastifyInstance, context: RouteContext): void {
  const config = {ownParameters: true};
  for (const root of [`${SDMX_ROOT}/2.1`, `${SDMX_ROOT}/v2`]) {
    server.route({
      method: METHODS,
      url: `${root}/data/*`,
      config: {...config, needsToken: true},
      handler: (request, reply) => answerData(context, request, reply),
    });
    server.route({
      method: METHODS,
      url: `${root}/*`,
      config,
      handler: (request, reply) => answerStructures(context, request, reply),
    });
  }
}

/** Structures, and the codes that data have. */
async function answerStructures(
  context: RouteContext,
  given: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const {store, catalogues, settings, now} = context;
  const {version, request} = readSdmxRequest(given, settings.sdmxAgency);
  if (request.kind === "data")
    throw new ApiError("NOT_FOUND", "the address names no dataflow", {hint: "/data/FLOW/KEY"});
  const format = structureFormat(given, version);
  const seconds = await store.addresses.count("drawings", given.ip, now().getTime());
  if (seconds !== null)
    throw new ApiError("RATE_LIMITED", "this address has asked for too many structures", {retryAfter: seconds});
  const state = await store.statistics.read((q) => readStructureState(q, request));
  const language = readLanguage(given, settings);
  setVary(reply);
  const meant = [given.raw.url ?? "", format, settings.sdmxAgency, language, readVersion()];
  const etag = weakEtag(["sdmx", WRITTEN, ...meant, state]);
  if (clientHasIt(given, reply, etag, REVALIDATED)) return reply.code(304).send();
  const found = await store.statistics.readWithRests((q) =>
    request.kind === "structure" ? readStructures(q, catalogues, request) : readAvailable(q, catalogues, request),
  );
  const message = {
    ...found,
    language,
    agency: settings.sdmxAgency,
    id: messageId(given),
    prepared: now().toISOString(),
  };
  reply.type(contentType(format, "structure"));
  return sendTexts(given, reply, (format === "ml" ? structureMl : structureJson)(message));
}

function setVary(reply: FastifyReply): void {
  reply.header("vary", `${VARY}, Accept, Accept-Language`);
}

/** Identifiers of messages begin with a letter. */
function messageId({id}: FastifyRequest): string {
  return `M${id.replaceAll(/[^\w-]/g, "")}`;
}

async function answerData(context: RouteContext, given: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const {store, catalogues, settings, now} = context;
  const {version, request} = readSdmxRequest(given, settings.sdmxAgency);
  if (request.kind !== "data") throw new ApiError("NOT_FOUND", "the address names no data", {hint: "/data/FLOW/KEY"});
  const format = dataFormat(given, version);
  if (request.hasHistory && format === "csv1")
    throw new ApiError("NOT_ACCEPTABLE", "SDMX-CSV 1.0 has no history", {hint: "take version=2.0.0"});
  const options = readSliceOptions(given, context);
  given.stages?.end("what");
  const language = readLanguage(given, settings);
  setVary(reply);
  // only one format has names; those of Russian are the published ones
  const named = format === "json" ? language : null;
  const inLanguage = named === "en" ? languageTag(named) : [];
  const tagged = ["sdmx", WRITTEN, given.raw.url ?? "", format, settings.sdmxAgency, ...inLanguage];
  const found = await store.statistics.readWithRests((q) => findData(q, catalogues, request, {options, tagged, named}));
  given.stages?.end("read");
  reply.header("etag", found.etag).header("cache-control", REVALIDATED);
  if (found.data === null) return reply.code(304).send();
  const {groups, values, withdrawn} = found.data;
  const partToSend = await reserveAndCharge(context, given, reply, values);
  if (partToSend === null) return reply;
  if (withdrawn > 0) reply.header("x-withdrawn-values", String(withdrawn));
  reply.type(contentType(format, "data"));
  if (partToSend === "head") return reply.send();
  const head = headOf(found.data, request, {
    agency: settings.sdmxAgency,
    id: messageId(given),
    prepared: now().toISOString(),
  });
  if (format === "csv1" || format === "csv2")
    return sendCsv(context.memory, given, reply, values, (atOnce) =>
      csvMessage(context.memory, format === "csv1" ? 1 : 2, head, groups, atOnce),
    );
  return sendTexts(given, reply, writerOf(format, found.names)(head, groups));
}

interface DataOptions {
  readonly options: ReturnType<typeof readSliceOptions>;
  /** What the tag is made of, besides the state of the dataset. */
  readonly tagged: readonly (string | number)[];
  /** The language of names of codes; null: the format has none. */
  readonly named: Language | null;
}

/** No data if the client has the answer. */
function* findData(
  q: Queries,
  catalogues: CatalogueCache,
  request: DataRequest,
  {options, tagged, named}: DataOptions,
) {
  const dataset = yield* findFlow(q, request.flow);
  const etag = weakEtag([...tagged, dataset.changedBy]);
  if (namesEtag(options.ifNoneMatch, etag)) return {etag, data: null, names: null};
  const data = yield* readData(q, catalogues, request, options);
  return {etag, data, names: named === null ? null : yield* codeNames(q, catalogues, dataset, data.keys, named)};
}

function headOf(
  {dataset, dimensions}: FoundData,
  {detail, hasHistory}: DataRequest,
  message: Pick<DataHead, "agency" | "id" | "prepared">,
): DataHead {
  const {id: flow, structure} = flowOf(dataset, dataset.name);
  return {...message, flow, structure, dimensions, detail, hasHistory};
}

type CodeNames = ReadonlyMap<SdmxDimension, ReadonlyMap<string, string>>;

function writerOf(format: Exclude<DataFormat, "csv1" | "csv2">, names: CodeNames | null): DataWriter {
  switch (format) {
    case "generic":
      return genericMl;
    case "specific":
      return specificMl;
    case "json":
      return jsonWriter((dimension, id) => names!.get(dimension as SdmxDimension)?.get(id) ?? codeOfId(id) ?? id);
  }
}
