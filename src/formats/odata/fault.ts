// An invalid OData request: `bad` in itself, or `unsupported`, a part of the protocol that this service does not have.
//
// The protocol distinguishes the two (400 and 501), because a client may do the work itself after a 501.

export class ODataFault extends Error {
  override readonly name = "ODataFault";
  readonly kind: "bad" | "unsupported";
  /** What to do instead; null if the message says it. */
  readonly hint: string | null;

  constructor(kind: "bad" | "unsupported", message: string, hint: string | null = null) {
    super(message);
    this.kind = kind;
    this.hint = hint;
  }
}

export function bad(message: string, hint: string | null = null): ODataFault {
  return new ODataFault("bad", message, hint);
}

export function unsupported(message: string, hint: string | null = null): ODataFault {
  return new ODataFault("unsupported", message, hint);
}

/** A piece of a request for a message: quoted, and cut to a short length. */
export function quoted(text: string): string {
  const characters = [...text];
  return `"${characters.length > 60 ? `${characters.slice(0, 60).join("")}…` : text}"`;
}
