// The store is unreachable for now: restarting, failing over, overloaded or cut off. Waiting helps.
//
// A write whose COMMIT was sent but not answered may have landed: `landed` shows it when the store is back.
export class StoreOutage extends Error {
  override readonly name = "StoreOutage";
  readonly code = "STORE_OUT";
  /** Waits until the store can show whether the write landed. null: it did not, or there was nothing to write. */
  readonly landed: (() => Promise<boolean>) | null;

  /** Its disk is full: waiting alone does not help. */
  readonly isFull: boolean;

  constructor(cause: unknown, landed: (() => Promise<boolean>) | null = null, isFull = false) {
    const reason = isFull ? "can't be written, because its disk is full" : "can't be reached";
    super(`the store ${reason}: ${cause instanceof Error ? cause.message : String(cause)}`, {cause});
    this.landed = landed;
    this.isFull = isFull;
  }
}
