// The scheme and host under which a client reached this server, for links of the api and of the site.
//
// The client writes the Host header, so only a plain name or address with a port is copied into a link.
// X-Forwarded-* headers count only from trusted proxies (RYAD_TRUST_PROXY), which the server has checked before.

/** Without a slash at the end; empty if the host is not plain: links are then relative. */
export function requestOrigin({host, protocol}: {readonly host: unknown; readonly protocol: string}): string {
  return typeof host === "string" &&
    /^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(host) &&
    /^https?$/.test(protocol)
    ? `${protocol}://${host}`
    : "";
}
