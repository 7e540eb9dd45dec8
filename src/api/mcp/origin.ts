// Which pages may call /mcp. A page of another site must not use a reader's browser to reach a server in his network, also under a name that
// its owner lets point there; so a request that a browser sends names a host of this service, or one of the machine itself.
import type {FastifyRequest} from "fastify";

/** Why the request is refused; null: it is not. A client that is no browser sends no Origin. */
export function judgeOrigin(
  {headers: {origin, host = ""}}: Pick<FastifyRequest, "headers">,
  publicUrl: string | null,
): string | null {
  if (publicUrl !== null && !isOwnHost(host, publicUrl)) return `this service is not ${host}`;
  if (origin === undefined || isAllowedOrigin(origin, publicUrl)) return null;
  return `pages of ${origin} may not call this service; RYAD_PUBLIC_URL names its own address`;
}

function isAllowedOrigin(origin: string, publicUrl: string | null): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  const hostname = URL.canParse(origin) ? new URL(origin).hostname : "";
  return isLoopback(hostname);
}

function isOwnHost(host: string, publicUrl: string): boolean {
  if (host === new URL(publicUrl).host) return true;
  const hostname = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  return isLoopback(hostname) || /^[\d.]+$|^\[/.test(hostname);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
