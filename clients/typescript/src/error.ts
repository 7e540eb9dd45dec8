// Refusals in the words of the service.
//
// A network that fails, or a request that its caller ends, is no refusal: the error of fetch is passed on as it is.

/** A refusal of the service: `message` has its words and its hint. */
export class RyadError extends Error {
  override readonly name = "RyadError";
  /** The status of HTTP; 200 if an answer is no JSON. */
  readonly status: number;
  /** The code of the service (NOT_FOUND, RATE_LIMITED, …); empty if the answer came from something else, as a proxy. */
  readonly code: string;
  readonly hint: string | null;

  constructor(status: number, code: string, message: string, hint: string | null = null) {
    super(hint === null ? message : `${message} (${hint})`);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

interface Body {
  readonly error?: {readonly code?: string; readonly message?: string; readonly hint?: string | null};
  readonly detail?: readonly {readonly loc: readonly (string | number)[]; readonly msg: string}[];
}

/** Reads a refusal; an answer of a proxy has no words for us. */
export async function readRefusal(response: Response): Promise<RyadError> {
  const body = (await response.json().catch(() => null)) as Body | null;
  if (Array.isArray(body?.detail)) {
    const words = body.detail.map(({loc, msg}) => `${loc.at(-1)}: ${msg}`).join("; ");
    return new RyadError(response.status, "INVALID_PARAMETERS", words);
  }
  const {code = "", message = `HTTP ${response.status}`, hint = null} = body?.error ?? {};
  return new RyadError(response.status, code, message, hint);
}
