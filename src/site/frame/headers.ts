// The headers that every answer of the site bears: what its pages may load, who may frame them, what they tell others.
//
// There is no 'unsafe-inline': styles and scripts come as files, and drawings bear attributes, never a style. The referrer stays within the
// site but is not taken away: without it browsers send no Origin with a form, and the form could not be told from a forged one.

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

/** What an answer depends on beside its address. */
export const VARY = "Accept-Language, Cookie, Accept-Encoding";

/** @param framed other sites may show it */
export function securityHeaders(framed: boolean): Readonly<Record<string, string>> {
  return framed ? FRAMED : UNFRAMED;
}
