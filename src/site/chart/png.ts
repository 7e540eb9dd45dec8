// A PNG of points that are indexes into a palette (ISO/IEC 15948, colour type 3): the only image format made here.
import {promisify} from "node:util";
import {crc32, deflate} from "node:zlib";
import type {Colour} from "./raster.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const INDEXED = 3;
/** No filter: plain backgrounds compress well without one. */
const NO_FILTER = 0;

const packed = promisify(deflate);

/** @param points row by row, each an index into the palette of at most 256 colours */
export async function encodePng(
  {width, height, points}: {readonly width: number; readonly height: number; readonly points: Uint8Array},
  palette: readonly Colour[],
): Promise<Buffer> {
  const rows = Buffer.alloc(height * (width + 1), NO_FILTER);
  for (let y = 0; y < height; y++) rows.set(points.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, INDEXED, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", await packed(rows, {level: 4})),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
