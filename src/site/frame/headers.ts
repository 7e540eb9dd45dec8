// The security headers of every page and file of the site.
//
// There is no 'unsafe-inline': styles and scripts are files, and SVG drawings use attributes instead of styles. The referrer is
// limited to the site but not removed: without it, browsers send no Origin with a form, and a forged form would look the same.

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
} as const;

const UNFRAMED = {
  ...COMMON,
  "content-security-policy": `${POLICY}; frame-ancestors 'none'`,
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
} as const;

const FRAMED = {
  ...COMMON,
  "content-security-policy": `${POLICY}; frame-ancestors *`,
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** Of a script or a stylesheet, which is no document: the other rules are those of its page, and sixteen files repeat each of them. */
export const ASSET_HEADERS = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** The request headers on which an answer depends. */
export const VARY = "Accept-Language, Cookie, Accept-Encoding";

/** @param framed other sites may show the page in a frame */
export function securityHeaders(framed: boolean): Readonly<Record<string, string>> {
  return framed ? FRAMED : UNFRAMED;
}
