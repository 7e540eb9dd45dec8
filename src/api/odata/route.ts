// /api/v1/odata: the channel for spreadsheets, OData 4.0 in JSON over two flat sets. One handler for every address below the root.
//
// The two sets have their own routes, which the OpenAPI document describes. All other addresses (keys, properties, counts, too many
// slashes) come through the wildcard, and formats/odata/resource-path.ts parses the path. /odata.pbids is the file that Power BI opens to
// connect. It has the address of the service and nothing secret, so it needs no token.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {ENTITY_SETS, METADATA_XML} from "../../formats/odata/entity-model.ts";
import {jsonType} from "../../formats/odata/media-type.ts";
import {ApiError, ENVELOPE_SCHEMA, ERROR_RESPONSES} from "../errors.ts";
import {clientHasIt, ODATA_ROOT, REVALIDATED_PRIVATELY, weakEtag} from "../http/headers.ts";
import {METHODS} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {answerCollection} from "./answer-collection.ts";
import {answerEntity} from "./answer-entity.ts";
import {createDatasetFinder} from "./dataset-finder.ts";
import {ENTITY_SCHEMAS, ROW_OPERATIONS, ROW_PARAMETERS} from "./document-schemas.ts";
import {absoluteBase, asApiError, type ODataRequest, readODataRequest} from "./request.ts";
import type {ODataContext} from "./set-reader.ts";

const {422: _, ...SHARED_ERRORS} = ERROR_RESPONSES;
const ERRORS_HERE = {...SHARED_ERRORS, 406: ENVELOPE_SCHEMA, 501: ENVELOPE_SCHEMA};

export function routeOData(server: FastifyInstance, routeContext: RouteContext): void {
  const context: ODataContext = {
    ...routeContext,
    finder: createDatasetFinder(),
    search: routeContext.store.search,
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await answer(context, request, reply);
    } catch (error) {
      throw asApiError(error);
    }
  };
  const config = {needsToken: true, takesOptions: true};
  for (const {name} of ENTITY_SETS) {
    const schema = {querystring: ROW_PARAMETERS[name], response: {200: ENTITY_SCHEMAS[name], ...ERRORS_HERE}};
    const operation = ROW_OPERATIONS[name];
    server.route({method: METHODS, url: `${ODATA_ROOT}/${name}`, config: {...config, operation}, schema, handler});
  }
  for (const url of [ODATA_ROOT, `${ODATA_ROOT}/*`]) {
    server.route({method: METHODS, url, config: {...config, undocumented: true}, handler});
  }
  routeConnectionFile(server, routeContext.settings.publicUrl);
}

/** The stages of every answer; a set's own are in answer-collection.ts and answer-entity.ts. */
async function answer(context: ODataContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // who: the token and the minute were checked on arrival (access.ts)
  // what
  const odata = readODataRequest(request, context.settings.publicUrl);
  const {resource, form, root} = odata;
  switch (resource.kind) {
    case "metadata":
      return sendConstant(request, reply, METADATA_XML, "application/xml; charset=utf-8");
    case "service":
      return sendConstant(request, reply, serviceDocument(odata), jsonType(form));
    case "collection":
    case "count":
      return answerCollection(context, request, reply, {...odata, resource});
    case "entity":
    case "property":
    case "value":
      return answerEntity(context, request, reply, {...odata, resource});
    default:
      resource satisfies never;
      throw new ApiError("NOT_FOUND", `there is no such resource under ${root}`);
  }
}

/** Changes only with the program or its address. */
function sendConstant(request: FastifyRequest, reply: FastifyReply, body: string, type: string): FastifyReply {
  const etag = weakEtag(["odata", type, body]);
  if (clientHasIt(request, reply, etag, REVALIDATED_PRIVATELY)) return reply.code(304).send();
  return reply.type(type).send(body);
}

function serviceDocument({form, root}: ODataRequest): string {
  const context = form.level === "none" ? {} : {"@odata.context": `${root}$metadata`};
  const value = ENTITY_SETS.map(({name}) => ({name, kind: "EntitySet", url: name}));
  return JSON.stringify({...context, value});
}

function routeConnectionFile(server: FastifyInstance, publicUrl: string | null): void {
  server.route({
    method: ["GET", "HEAD"],
    url: "/odata.pbids",
    handler: async (request, reply) => {
      const url = `${absoluteBase(publicUrl, request)}${ODATA_ROOT}`;
      const file = {version: "0.1", connections: [{details: {protocol: "odata", address: {url}}, mode: "Import"}]};
      return reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", 'attachment; filename="ryad.pbids"')
        .send(`${JSON.stringify(file, null, 2)}\n`);
    },
  });
}
