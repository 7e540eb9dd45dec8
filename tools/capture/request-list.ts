// Lists of requests: a tab-separated table that people can read and edit, one request a line.
//
// Columns: account, method, address, headers ("Name: value | Name: value"). Addresses are not encoded; they may have blanks and Russian
// letters. {token} is the token of the account, which is then not sent in the usual header; {basic} is the same as a password of HTTP
// Basic; {etag} is the tag of the answer to the previous line.

export interface ListedRequest {
  readonly account: string;
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The name of the request in tables and messages. */
export function requestName({account, method, address}: ListedRequest): string {
  return `${account} ${method} ${address}`;
}

/** Throws on a line with other columns than the header, and on a repeated line. */
export function parseRequests(text: string): ListedRequest[] {
  const lines = text.split("\n").slice(1, -1);
  if (new Set(lines).size < lines.length) {
    throw new Error(`requests come twice: ${lines.filter((line, at) => lines.indexOf(line) < at).join("; ")}`);
  }
  return lines.map((line) => {
    const [account = "", method = "", address = "", headers, ...more] = line.split("\t");
    if (!/^[A-Z]+$/.test(method) || !address.startsWith("/") || headers === undefined || more.length > 0) {
      throw new Error(`a request is account, method, address and headers, not "${line}"`);
    }
    return {account, method, address, headers: parseHeaders(headers)};
  });
}

function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(" | ").filter((pair) => pair !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf(":");
      if (at < 1) throw new Error(`a header is a name, a colon and a value, not "${pair}"`);
      return [pair.slice(0, at).toLowerCase(), pair.slice(at + 1).trim()];
    }),
  );
}

/**
 * The request as it is sent.
 * @param token null: the account has no token, and the request sends none
 * @param etag of the answer to the previous line
 */
export function wireRequest(
  {address, headers, account}: ListedRequest,
  token: string | null,
  etag: string,
): {readonly address: string; readonly headers: Record<string, string>} {
  const basic = Buffer.from(`${account}:${token}`).toString("base64");
  const fill = (text: string): string =>
    text
      .replaceAll("{token}", token ?? "")
      .replaceAll("{basic}", basic)
      .replaceAll("{etag}", etag);
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
  const namesToken = /\{(?:token|basic)\}/.test(address + Object.values(headers).join(" "));
  return {
    address: fill(address).replace(/[^\x21-\x7e]+|"/gu, encodeURIComponent),
    headers: namesToken || token === null ? filled : {"x-api-key": token, ...filled},
  };
}
