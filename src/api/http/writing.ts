// A body that is written with pauses: between two of them is one synchronous stretch, and at each of them others are answered.

/** Gives at each pause what was written since the last, or null where the body comes whole; at the end the rest. */
export type Writing = Generator<Buffer | null, Buffer>;

/** Writes a body that comes whole, and lets others be answered at each pause. */
export async function finishWriting(writing: Writing): Promise<Buffer> {
  let step = writing.next();
  while (!step.done) {
    await new Promise((resolve) => setImmediate(resolve));
    step = writing.next();
  }
  return step.value;
}
