// The body of an answer of the service, up to a most number of bytes: whatever is at the address, it does not fill the memory.
import {Refusal} from "../../service/refusal.ts";

const MOST_BYTES = 64 * 2 ** 20;

/** A text as JSON; undefined: it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As UTF-8. Throws as readBoundedBytes. */
export async function readBounded(response: Response): Promise<string> {
  return (await readBoundedBytes(response)).toString("utf8");
}

/** Throws Refusal for a body that is too large, and what fetch throws of one that ends early. */
export async function readBoundedBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new Refusal(
        `an answer of ${response.url} has more than ${MOST_BYTES} bytes`,
        "URL has to be a Ryad service",
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
