// From which bytes something was read and by which parser: what a run or a catalogue keeps of it in its own row, so that they can be
// read again.
import {filesJson, parseFiles, type ReleaseFile} from "./release-file.ts";

export interface KeptSource {
  readonly fingerprint: string;
  readonly sourceFile: string;
  /** name@version */
  readonly parser: string;
  readonly files: readonly ReleaseFile[];
}

interface SourceRow {
  readonly fingerprint: string;
  readonly source_file: string;
  readonly parser: string;
  readonly files: string;
}

export function keptSource({fingerprint, source_file: sourceFile, parser, files}: SourceRow): KeptSource {
  return {fingerprint, sourceFile, parser, files: parseFiles(files)};
}

export function sourceRow({fingerprint, sourceFile, parser, files}: KeptSource): SourceRow {
  return {fingerprint, source_file: sourceFile, parser, files: filesJson(files)};
}

/** What the command said where a file did not: the archive is parsed with it again. */
export interface ReleaseHints {
  readonly provider: string | null;
  readonly dataset: string | null;
  /** YYYY-MM-DD */
  readonly publishedAt: string | null;
}

export function parseHints(json: string): ReleaseHints {
  return JSON.parse(json) as ReleaseHints;
}
