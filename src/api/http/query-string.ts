// The text after the question mark as parameters: strict about bad escapes, where the usual parsers let anything through.
//
// A router's parser may not throw, so an unreadable text gives `readable: false` and the request is answered 404.
export interface QueryString {
  readonly readable: boolean;
  /** Values by name in the order given, one per occurrence. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const NOTHING: QueryString = {readable: true, values: new Map()};
const UNREADABLE: QueryString = {readable: false, values: new Map()};

/** Reads `a=1&b=x+y&b=%C2%A0`; letters that are not escaped never come so far (unreadable.ts). A bad escape, bytes that are no UTF-8 and a zero byte make the whole text unreadable. */
export function parseQueryString(text: string): QueryString {
  if (text === "") return NOTHING;
  const values = new Map<string, string[]>();
  try {
    for (const piece of text.split("&")) {
      if (piece === "") continue;
      const equals = piece.indexOf("=");
      const name = decoded(equals === -1 ? piece : piece.slice(0, equals));
      const value = equals === -1 ? "" : decoded(piece.slice(equals + 1));
      const sofar = values.get(name);
      if (sofar === undefined) values.set(name, [value]);
      else sofar.push(value);
    }
  } catch {
    return UNREADABLE;
  }
  return {readable: true, values};
}

function decoded(text: string): string {
  const plain = text.includes("+") ? text.replaceAll("+", " ") : text;
  const whole = plain.includes("%") ? decodeURIComponent(plain) : plain;
  // PostgreSQL cannot hold it in a text, and no code has it.
  if (whole.includes("\0")) throw new URIError("a zero byte");
  return whole;
}
