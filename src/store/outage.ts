// A store that is out of reach for now: restarting, failing over, overloaded or cut off. Waiting helps, and nothing is wrong here.
//
// A write whose COMMIT was sent and never answered may have landed all the same: then `landed` tells, once the store is back.
export class StoreOutage extends Error {
  override readonly name = "StoreOutage";
  readonly code = "STORE_OUT";
  /** Waits until the store can tell whether the write landed. null: it did not, or there was nothing to write. */
  readonly landed: (() => Promise<boolean>) | null;

  constructor(cause: unknown, landed: (() => Promise<boolean>) | null = null) {
    super(`the store is out of reach: ${cause instanceof Error ? cause.message : String(cause)}`, {cause});
    this.landed = landed;
  }
}
