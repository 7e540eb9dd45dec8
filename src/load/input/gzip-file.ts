// A file packed with gzip, as the file that it holds: unpacked while it is read, under its name without ".gz".
//
// Its identity is that of its content, as with a zip: the same table packed once more is the same release. A file that unpacks to hundreds
// of times its size is refused while it is read.
import {Readable} from "node:stream";
import {createGunzip} from "node:zlib";
import {Refusal} from "../../service/refusal.ts";
import type {SourceFile} from "../source.ts";
import {ZIP_LIMITS} from "./zip-files.ts";

const FREE_BYTES = 16 * 2 ** 20;

/** @throws Refusal if the file can't be unpacked: it is read once, to know its size */
export async function gzipFile(packed: SourceFile): Promise<SourceFile> {
  const name = packed.name.replace(/\.gz$/i, "");
  let size = 0;
  for await (const chunk of unpacked(packed)) size += chunk.length;
  return {name, size, open: () => unpacked(packed)};
}

async function* unpacked(packed: SourceFile): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const source = Readable.from(packed.open());
  source.on("error", (error) => gunzip.destroy(error));
  let size = 0;
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > FREE_BYTES && size > packed.size * ZIP_LIMITS.ratio)
        throw new Refusal(
          `${packed.name} unpacks to more than ${ZIP_LIMITS.ratio} times its size`,
          "if that is true, load it unpacked",
        );
      yield chunk;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith("Z_")) throw error;
    throw new Refusal(`${packed.name} can't be unpacked`, "it was probably cut off; download it again");
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
