// The two ways of sending a token that only the OData channel takes: HTTP Basic, and the query parameter api_key.
//
// Neither leaves this file but as the token: no log, no link and no message ever holds them.
import type {FastifyRequest} from "fastify";
import {KEY_PARAMETER, type QueryString} from "../http/parameters.ts";

/** The password, or the user where the password is empty; null where there is no Basic or it holds neither. */
export function readBasicToken(authorization: string): string | null {
  const encoded = /^\s*basic\s+([A-Za-z0-9+/_-]+={0,2})\s*$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  const [user, password] = colon === -1 ? [pair, ""] : [pair.slice(0, colon), pair.slice(colon + 1)];
  const token = password.trim() === "" ? user.trim() : password.trim();
  return token === "" ? null : token;
}

/** A key given twice is one; two different ones are none that anybody has. */
export function readQueryToken(request: FastifyRequest): string | null {
  const given = (request.query as Partial<QueryString> | undefined)?.values?.get(KEY_PARAMETER) ?? [];
  const keys = new Set(given.map((key) => key.trim()).filter((key) => key !== ""));
  return keys.size === 0 ? null : [...keys].join(",");
}
