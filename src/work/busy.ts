// What many ask for at once and has no place left now: the same request may be answered a little later.
export class Busy extends Error {
  override readonly name = "Busy";
  /** Whole seconds. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}
