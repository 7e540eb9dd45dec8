// A finished body that leaves in the parts that it was made in (formats/body-parts.ts).
import {Readable} from "node:stream";

/** Sends a finished body part after part, as fast as its reader takes them. A class of its own, so that the way out can pack it. */
export class BodyStream extends Readable {
  private readonly parts: Iterator<Buffer>;

  constructor(parts: readonly Buffer[]) {
    super();
    this.parts = parts.values();
  }

  override _read(): void {
    this.push(this.parts.next().value ?? null);
  }
}
