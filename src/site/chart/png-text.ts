// A text in a PNG file, beside the picture: the address of its latest value, for those who have the file alone.
import {crc32} from "node:zlib";

/** Bytes of the signature and of the first chunk, which must stay first. */
const HEAD_BYTES = 8 + 25;

/** The picture with a tEXt chunk. @param keyword one of those that the format registers, such as "Source" @param text Latin letters */
export function withText(png: Buffer, keyword: string, text: string): Buffer {
  const content = Buffer.from(`tEXt${keyword}\0${text}`, "latin1");
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, HEAD_BYTES), chunk, png.subarray(HEAD_BYTES)]);
}
