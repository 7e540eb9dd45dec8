// Where the last whole character of UTF-8 ends: behind it stands a part of one, of a piece that goes on or of a file that was cut off.
import {isUtf8} from "node:buffer";

/** How many bytes from the start make whole characters: at most the last three belong to one that goes on behind them. */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Whether the bytes are UTF-8 but for a last character of which the end is missing. */
export function endsInCharacter(bytes: Uint8Array): boolean {
  const whole = wholeCharacters(bytes);
  return whole < bytes.length && isUtf8(bytes.subarray(0, whole));
}
