// Cookies, read and written by hand: ours hold plain letters and digits only, and a request to nowhere passes no hook that reads them.

/** How a cookie lives. It is always HttpOnly and SameSite=Lax, and for the whole site. */
export interface CookieLife {
  /** In seconds; null until the browser closes; 0 takes it away. */
  readonly maxAge: number | null;
  readonly secure: boolean;
  /** Where the site begins, with a slash at the end. */
  readonly path: string;
}

const VALUE = /^[\w.~-]*$/;

/** The cookies of a Cookie header by name; the first of a name counts, as browsers send the nearest first. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const place = part.indexOf("=");
    const name = part.slice(0, place).trim();
    if (place !== -1 && !cookies.has(name)) cookies.set(name, part.slice(place + 1).trim());
  }
  return cookies;
}

/** A Set-Cookie header. RangeError for a value that would need quoting. */
export function cookieHeader(name: string, value: string, {maxAge, secure, path}: CookieLife): string {
  if (!VALUE.test(value)) throw new RangeError(`the value of the cookie ${name} holds what a cookie cannot`);
  const age = maxAge === null ? "" : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
