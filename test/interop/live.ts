// A started server over the sample warehouse, its document as a file, and copies of the document with a fault planted in them.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {TestContext} from "node:test";
import {startSample} from "../sample.ts";
import {temporaryFolder} from "../warehouse.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into and damaged at many places
export type Json = any;

export interface Live {
  readonly origin: string;
  readonly token: string;
  readonly document: Json;
  /** A folder of the test's own. */
  readonly folder: string;
  /** The document as it was served, in a file of the folder. */
  readonly file: string;
  /** A copy of the document with a fault in it, in a file of its own. */
  damaged(name: string, damage: (document: Json) => void): Promise<string>;
  get(path: string, token?: string | null): Promise<Response>;
}

export async function startLive(t: TestContext): Promise<Live> {
  const folder = await temporaryFolder(t);
  const {origin, token} = await startSample(t, folder);
  const text = await (await fetch(`${origin}/api/openapi.json`)).text();
  const file = join(folder, "openapi.json");
  await writeFile(file, text);
  return {
    origin,
    token,
    folder,
    file,
    document: JSON.parse(text),
    async damaged(name, damage) {
      const copy = JSON.parse(text);
      damage(copy);
      const path = join(folder, `${name}.json`);
      await writeFile(path, JSON.stringify(copy));
      return path;
    },
    get: (path, key = token) => fetch(`${origin}${path}`, {headers: key === null ? {} : {"X-API-Key": key}}),
  };
}
