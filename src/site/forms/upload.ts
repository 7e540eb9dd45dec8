// A form with a file: multipart/form-data as fields. The file becomes two fields, its name and its bytes in base64, which a later form of the
// same table sends back, so nothing of it is kept by the server.
//
// Only a page that takes files accepts this form, and only from a signed-in owner: the check comes before the body is read.
import type {FastifyRequest} from "fastify";

/** Of the whole form; a file grows by a third in base64. */
export const MAX_UPLOAD_BYTES = 12 * 2 ** 20;
export const MAX_TABLE_BYTES = 8 * 2 ** 20;

export const FILE_NAME_FIELD = "name";
export const FILE_BYTES_FIELD = "bytes";

/** The platform's own reader of multipart forms. Throws if the body is none. */
export async function readUpload(request: FastifyRequest, body: Buffer): Promise<URLSearchParams> {
  const headers = {"content-type": request.headers["content-type"] ?? ""};
  const form = await new Response(new Uint8Array(body), {headers}).formData().catch(() => null);
  if (form === null) throw Object.assign(new Error("the form cannot be read"), {statusCode: 415});
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === "string") fields.append(name, value);
    else if (value.size > 0) {
      fields.set(FILE_NAME_FIELD, value.name);
      fields.set(FILE_BYTES_FIELD, Buffer.from(await value.arrayBuffer()).toString("base64"));
    }
  }
  return fields;
}
