// The two ways of sending a token that only the OData channel accepts: HTTP Basic, and the query parameter api_key.
//
// Only the token leaves this file: no log, link or message contains these texts.
import type {FastifyRequest} from "fastify";
import {KEY_PARAMETER, type QueryString} from "../http/parameters.ts";

/** The password, or the user if the password is empty; null without Basic, or if both are empty. */
export function readBasicToken(authorization: string): string | null {
  const encoded = /^\s*basic\s+([A-Za-z0-9+/_-]+={0,2})\s*$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  const [user, password] = colon === -1 ? [pair, ""] : [pair.slice(0, colon), pair.slice(colon + 1)];
  const token = password.trim() === "" ? user.trim() : password.trim();
  return token === "" ? null : token;
}

/** A key given twice counts as one; two different keys are read as a token that does not exist. */
export function readQueryToken(request: FastifyRequest): string | null {
  const given = (request.query as Partial<QueryString> | undefined)?.values?.get(KEY_PARAMETER) ?? [];
  const keys = new Set(given.map((key) => key.trim()).filter((key) => key !== ""));
  return keys.size === 0 ? null : [...keys].join(",");
}
