// What a load stores of a dataset for search: the content of its part of the index, in pieces, beside a digest of all that it was made of.
//
// A server opens it if the digest is that of the dataset as it is; else (an older program loaded, a piece is damaged) it makes the part
// itself. Only pieces that differ are written.
import {hash} from "node:crypto";
import {atOnce} from "../../budget.ts";
import {once, readNameEnglish, readProviders} from "../../reference.ts";
import type {IndexedDataset, PartContent} from "../../search/index/dataset-part.ts";
import {makeContent} from "../../search/index/index-dataset.ts";
import {decodePart, encodePart, PART_VERSION} from "../../search/index/part-code.ts";
import type {WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueDigest, digestCatalogue, readHead} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import {upsertRow} from "../rows.ts";
import {all, inBinary, one, run, type Script, statement, type Take} from "../script.ts";
import {readWholeCatalogue} from "./catalogue.ts";
import {readStoredDataset, type StoredDataset} from "./indexed-dataset.ts";

/** The stored content of a part can't be read; the part can be made without it. */
export class DamagedPart extends Error {
  override name = "DamagedPart";
}

/** The state of all that a part is made of. `shape` includes all words; see digestCatalogue. */
export function digestOf(stored: StoredDataset): CatalogueDigest {
  const {columns, changedBy: _, ...words} = stored;
  const {shape, periods} = digestCatalogue(readHead(columns));
  return {shape: shape + hash("sha256", JSON.stringify([words, wordsOfProvider(stored)])), periods};
}

/** The dataset as it is indexed. */
export function indexedDataset(stored: StoredDataset, catalogue: WholeCatalogue): IndexedDataset {
  const english = (name: string): string | null => readNameEnglish().get(name) ?? null;
  return {...stored, providerWords: wordsOfProvider(stored), english, catalogue};
}

function wordsOfProvider({provider}: StoredDataset): string {
  return readProviders().get(provider)?.searchWords ?? "";
}

/** What a program gives to a part beside the dataset: its rules, and the words that readers ask for in English. */
const maker = once(() => hash("sha256", JSON.stringify([PART_VERSION, ...readNameEnglish()])));

/** Piece 0: what made the others and of what, and the SHA-256 of each. */
interface PartHead extends CatalogueDigest {
  readonly maker: string;
  readonly bytes: number;
  readonly pieces: readonly string[];
}

const PIECE_BYTES = 2 ** 20;

/** The content of a part if it was made of this; null: there is none. */
export function* readSearchPart(
  q: Queries,
  id: number,
  digest: CatalogueDigest,
): Script<PartContent | DamagedPart | null> {
  const head = yield* readPartHead(q, id);
  if (head === null || head instanceof DamagedPart) return head;
  if (!isMadeOf(head, digest)) return null;
  const bytes = yield* readBytes(q, id, head);
  return bytes instanceof DamagedPart ? bytes : decodePart(bytes.buffer);
}

/**
 * Says that the stored content is that of the dataset as it is now: with the same series and words, each active or stalled as before.
 * Damage of its pieces is not looked for. @returns false: it was not made of the earlier state, or the words are others
 */
export function* renewPartDigest(q: Queries, id: number, earlier: CatalogueDigest): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  const head = yield* readPartHead(q, id);
  if (stored === null || head === null || head instanceof DamagedPart || !isMadeOf(head, earlier)) return false;
  const digest = digestOf(stored);
  if (digest.shape !== earlier.shape) return false;
  if (digest.periods !== earlier.periods)
    yield* run(upsert(q, {dataset_id: id, number: 0, bytes: encodePartHead({...head, ...digest})}));
  return true;
}

/** Writes the content of the part of a dataset, which has this catalogue now, if it is not there. */
export function* writeSearchPart(q: Queries, id: number, catalogue: WholeCatalogue): Script<void> {
  const stored = yield* readStoredDataset(q, id);
  if (stored === null) return;
  const digest = digestOf(stored);
  const read = yield* readPartHead(q, id);
  const older = read instanceof DamagedPart ? null : read;
  if (older !== null && isMadeOf(older, digest) && !((yield* readBytes(q, id, older)) instanceof DamagedPart)) return;
  const bytes = encodePart(atOnce(makeContent(indexedDataset(stored, catalogue))));
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const piece = bytes.subarray(from, from + PIECE_BYTES);
    const number = pieces.push(hash("sha256", piece));
    const present = older?.pieces[number - 1] === pieces[number - 1] ? yield* readPiece(q, id, number) : null;
    if (present === null || Buffer.compare(present, piece) !== 0)
      yield* run(upsert(q, {dataset_id: id, number, bytes: piece}));
  }
  yield* run(
    upsert(q, {
      dataset_id: id,
      number: 0,
      bytes: encodePartHead({...digest, maker: maker(), bytes: bytes.length, pieces}),
    }),
  );
  yield* run(deleteBehind(q, {id, last: pieces.length}));
}

/** Whether the content is there that this program makes of the dataset as it is. */
export function* hasSearchPart(q: Queries, id: number): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  if (stored === null) return false;
  const head = yield* readPartHead(q, id);
  return head !== null && !(head instanceof DamagedPart) && isMadeOf(head, digestOf(stored));
}

/** What is wrong with the stored content; null: nothing, or it is of another program and no server opens it. */
export function* findPartFault(q: Queries, id: number): Script<string | null> {
  const numbers = yield* all(numbersOf(q, {id}));
  const stored = yield* readStoredDataset(q, id);
  if (stored === null || numbers.length === 0) return null;
  const head = yield* readPartHead(q, id);
  if (head === null) return "piece 0 of what is stored for search is missing";
  if (head instanceof DamagedPart) return head.message;
  if (head.maker !== maker()) return null;
  if (!isMadeOf(head, digestOf(stored))) return "what is stored for search was made of another state of the dataset";
  if (numbers.length !== head.pieces.length + 1) return "what is stored for search has a piece too many or too few";
  const bytes = yield* readBytes(q, id, head);
  if (bytes instanceof DamagedPart) return bytes.message;
  const catalogue = (yield* readWholeCatalogue(q, id))!;
  const content = atOnce(makeContent(indexedDataset(stored, catalogue)));
  return Buffer.compare(encodePart(content), bytes) === 0
    ? null
    : "what is stored for search differs from its series and their names";
}

function isMadeOf(head: PartHead, {shape, periods}: CatalogueDigest): boolean {
  return head.maker === maker() && head.shape === shape && head.periods === periods;
}

/** The SHA-256 of the rest comes first. */
function encodePartHead(head: PartHead): Uint8Array {
  const json = JSON.stringify(head);
  return Buffer.from(hash("sha256", json) + json);
}

const SEAL_LENGTH = 64;

/** null: there is none. */
function* readPartHead(q: Queries, id: number): Script<PartHead | DamagedPart | null> {
  const bytes = yield* readPiece(q, id, 0);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  const json = text.slice(SEAL_LENGTH);
  if (hash("sha256", json) !== text.slice(0, SEAL_LENGTH))
    return new DamagedPart("piece 0 of what is stored for search is damaged");
  return JSON.parse(json) as PartHead;
}

function* readBytes(q: Queries, id: number, head: PartHead): Script<Uint8Array<ArrayBuffer> | DamagedPart> {
  const bytes = new Uint8Array(head.bytes);
  for (const [place, own] of head.pieces.entries()) {
    const piece = yield* readPiece(q, id, place + 1);
    if (piece === null || hash("sha256", piece) !== own)
      return new DamagedPart(`piece ${place + 1} of what is stored for search is damaged`);
    bytes.set(piece, place * PIECE_BYTES);
  }
  return bytes;
}

function* readPiece(q: Queries, id: number, number: number): Script<Uint8Array | null> {
  return (yield* one(inBinary(pieceOf(q, {id, number}), {bytes: "bytes"})))?.bytes ?? null;
}

const numbersOf = statement((q, take: Take<{id: number}>) =>
  q.db.selectFrom("search_piece").select("number").where("dataset_id", "=", take("id")),
);

const pieceOf = statement((q, take: Take<{id: number; number: number}>) =>
  q.db
    .selectFrom("search_piece")
    .select("bytes")
    .where("dataset_id", "=", take("id"))
    .where("number", "=", take("number")),
);

const upsert = upsertRow("search_piece", ["dataset_id", "number"], ["bytes"]);

const deleteBehind = statement((q, take: Take<{id: number; last: number}>) =>
  q.db.deleteFrom("search_piece").where("dataset_id", "=", take("id")).where("number", ">", take("last")),
);
