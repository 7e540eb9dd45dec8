// What an error of a connection means for an operator: the host is not there now, does not want this program, or is not to be trusted.
//
// A server that closes the connection during the handshake may be down, or may know programs by their handshake; nobody can tell from
// here, so the words name both.

import {PRIVATE_CODE} from "../../service/private-address.ts";
import {BY_COMMAND, FetchProblem} from "../fetch-problem.ts";

const UNTRUSTED =
  /^(?:UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/;

/** @param seconds of the limit. @returns a problem for any error of undici, of a socket or of a decompressor */
export function connectionProblem(url: URL, error: unknown, seconds: number): FetchProblem {
  const {code, message} = rootOf(error);
  const host = url.host;
  if (code === PRIVATE_CODE)
    return new FetchProblem("refused", `${url.href}: ${message}, to which neither a redirect nor a link may lead`, {
      hint: "if it is a server of your own network, write its address in sources.yaml",
    });
  if (UNTRUSTED.test(code))
    return new FetchProblem(
      "blocked",
      `${host} has a certificate of an authority that this machine does not know (${code})`,
      {
        hint: "get the authority's certificate from the publisher, check it, and name its file in `through: {ca: FILE.pem}`",
      },
    );
  if (code === "CERT_HAS_EXPIRED" || code.startsWith("ERR_TLS_CERT"))
    return new FetchProblem("blocked", `the certificate of ${host} does not hold: ${message}`, {
      hint: "tell the publisher; nothing is fetched until it is right",
    });
  if (code.startsWith("Z_") || code.startsWith("ERR_BROTLI") || code.startsWith("ERR__ERROR_FORMAT"))
    return new FetchProblem("unreachable", `${host} sent an answer that can't be unpacked: it was probably cut off`, {
      mayPass: true,
    });
  if (/TIMEOUT|ETIMEDOUT/.test(code) || (error as Error).name === "TimeoutError")
    return new FetchProblem("unreachable", `${host} did not answer within ${seconds} seconds`, {
      hint: `raise \`limits: {seconds: …}\` if it is slow; ${BY_COMMAND}`,
      mayPass: true,
    });
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new FetchProblem("unreachable", `the name ${url.hostname} is not known (${code})`, {
      hint: "check the address, and the name server of this machine",
      mayPass: true,
    });
  return new FetchProblem("unreachable", `${host} closed or refused the connection (${code === "" ? message : code})`, {
    hint: `it may be down, or may know programs by their handshake: ${BY_COMMAND}`,
    mayPass: true,
  });
}

function rootOf(error: unknown): {readonly code: string; readonly message: string} {
  let root = error as Error & {code?: string; errors?: unknown[]};
  for (let depth = 0; depth < 5; depth++) {
    const inner =
      root.errors?.[0] ?? (root.code === undefined || root.code === "UND_ERR_SOCKET" ? root.cause : undefined);
    if (!(inner instanceof Error)) break;
    root = inner;
  }
  return {code: String(root.code ?? ""), message: root.message};
}
