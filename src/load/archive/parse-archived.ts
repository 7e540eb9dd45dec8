// Parses an archived release again: for a replay, a verification, or a file of the whole dataset.
//
// Its parser may be newer than the load. A replay refuses another number of values; a verification counts them.
import {Refusal} from "../../service/refusal.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {Store} from "../../store/open.ts";
import type {BareRelease} from "../../store/releases/release.ts";
import {type OtherCount, otherCountText} from "../../text/finding.ts";
import {type BufferedRelease, createObservationBuffer} from "../buffer/observation-buffer.ts";
import type {Mismatch} from "../evidence/explained-value.ts";
import type {LoadHints, Parser, SourceFile} from "../source.ts";
import {parserNamed} from "../sources/sources.ts";
import {archivedFiles} from "./archive.ts";

export interface ParserOptions {
  /** If given, the cell of every value is also looked up independently of the parser; called for each that differs. */
  readonly onMismatch?: ((mismatch: Mismatch) => void) | null;
  /** If given, another number of values than at the load is not a Refusal; called instead. */
  readonly onOtherCount?: ((count: OtherCount) => void) | null;
}

export interface ParsedRelease {
  readonly metadata: ReleaseMetadata;
  readonly buffered: BufferedRelease;
  /** Number of values whose cells were looked up. */
  readonly cells: number;
}

/**
 * Parses an archived release again, with the hints it was loaded with. Rows refused then (--skip-bad-rows) are refused again.
 * @throws Refusal if the number of values differs from the load: a newer parser or newer reference lists read the bytes differently, and a
 * replay would silently lose or add values
 */
export async function parseArchived(
  store: Store,
  release: BareRelease,
  memoryLimit: number,
  {onMismatch = null, onOtherCount = null}: ParserOptions = {},
): Promise<ParsedRelease> {
  const parser = parserNamed(release.parser);
  if (parser === null)
    throw new Refusal(
      `release ${release.id} was read by ${release.parser}, which this program does not have`,
      "use the program that loaded it, or a newer one",
    );
  const files = archivedFiles(store, release);
  const read = await parseFiles(parser, files, release.hints, memoryLimit, onMismatch !== null);
  const {metadata, buffered, cells} = read;
  for (const mismatch of read.mismatches) onMismatch?.(mismatch);
  if (buffered.count === release.valueCount) return {metadata, buffered, cells};
  const otherCount = {release: release.id, had: release.valueCount, reads: buffered.count};
  if (!onOtherCount) {
    buffered.discard();
    throw new Refusal(otherCountText(otherCount), "drop the dataset (ryad dataset drop) and load its releases again");
  }
  onOtherCount(otherCount);
  return {metadata, buffered, cells};
}

interface VerifiedRelease extends ParsedRelease {
  readonly mismatches: readonly Mismatch[];
}

async function parseFiles(
  parser: Parser,
  files: readonly SourceFile[],
  hints: LoadHints,
  memoryLimit: number,
  looks: boolean,
): Promise<VerifiedRelease> {
  const buffer = createObservationBuffer({memoryLimit});
  const mismatches: Mismatch[] = [];
  try {
    // Imported only where cells are looked up: a load does not need it.
    const witness = looks
      ? (await import("../evidence/cell-verifier.ts")).createCellWitness(files, (mismatch) => mismatches.push(mismatch))
      : null;
    const sink = witness ? witness.watch(buffer.sink) : buffer.sink;
    const {metadata} = await parser.parse(witness?.files ?? files, hints, sink);
    const cells = (await witness?.finish()) ?? 0;
    return {metadata, buffered: buffer.finish(), cells, mismatches};
  } catch (error) {
    buffer.discard();
    throw error;
  }
}
