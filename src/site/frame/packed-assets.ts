// Assets as small as they get: packed once, when they are first asked for, by what is too slow for anything that changes.
//
// Whoever takes neither coding gets the plain file, which the server packs as it packs any answer.
import {promisify} from "node:util";
import {brotliCompress, constants, gzip} from "node:zlib";
import type {Asset, Assets} from "./assets.ts";

export interface PackedAsset extends Asset {
  /** Content-Encoding; null: as it is. */
  readonly coding: Coding | null;
}

export interface PackedAssets {
  /** null: there is no such file. @param accepted the Accept-Encoding of the request */
  find(name: string, accepted: string | undefined): Promise<PackedAsset | null>;
}

const CODINGS = ["br", "gzip"] as const;
type Coding = (typeof CODINGS)[number];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const PACKERS: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, {params: {[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY}}),
  gzip: (body) => gzipped(body, {level: constants.Z_BEST_COMPRESSION}),
};

export function createPackedAssets({files}: Assets): PackedAssets {
  const packed = new Map<string, Promise<PackedAsset>>();
  return {
    async find(name, accepted) {
      const asset = files.get(name);
      if (asset === undefined) return null;
      const coding = CODINGS.find((one) => takes(accepted, one));
      if (coding === undefined) return {...asset, coding: null};
      const key = `${coding} ${name}`;
      const known = packed.get(key) ?? pack(asset, coding);
      packed.set(key, known);
      return known;
    },
  };
}

/** What packing makes no smaller stays plain. */
async function pack(asset: Asset, coding: Coding): Promise<PackedAsset> {
  const body = await PACKERS[coding](asset.body);
  if (body.length >= asset.body.length) return {...asset, coding: null};
  return {...asset, body, coding, etag: asset.etag.replace(/"$/, `-${coding}"`)};
}

/** Named and not refused; a star names nothing here. */
function takes(accepted: string | undefined, coding: Coding): boolean {
  return (accepted ?? "").split(",").some((part) => {
    const [name = "", ...options] = part.split(";").map((text) => text.trim().toLowerCase());
    return name === coding && !options.some((option) => /^q\s*=\s*0(\.0*)?$/.test(option));
  });
}
