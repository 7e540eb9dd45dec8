// sources.yaml as a list of sources, or all of its faults with line and column.
//
// The file is read anew at each use, so a change of it counts at once; an unchanged text is not parsed again for who passes what it read
// before. A file that is not there is a list without sources; a file with
// one fault has none, because a source that is left out in silence would be a gap.
import {readFileSync} from "node:fs";
import {dirname} from "node:path";
import {Errors} from "typebox/value";
import {isAlias, LineCounter, parseDocument} from "yaml";
import {Refusal} from "../../service/refusal.ts";
import {otherOwner} from "../../store/files/file-owner.ts";
import {type FetchSource, SOURCES_SCHEMA} from "./source.ts";
import {faultsOf, type SourceFault} from "./source-faults.ts";

export interface SourcesFile {
  readonly path: string;
  /** The folder from which the paths of a source count. */
  readonly folder: string;
  readonly sources: readonly FetchSource[];
  /** null: there is no file. */
  readonly text: string | null;
}

/** @param before what the caller read of this path last. @throws Refusal with a line for each fault: path:line:column: what */
export function readSourcesFile(path: string, before: SourcesFile | null = null): SourcesFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    if (code !== "ENOENT")
      throw new Refusal(
        `${path} can't be read: ${otherOwner(path) ?? message}`,
        "give it to the user of the service (chown), or make it readable for that user",
      );
    return {path, folder: dirname(path), sources: [], text: null};
  }
  if (before?.path === path && before.text === text) return before;
  return {path, folder: dirname(path), sources: parseSources(text, path), text};
}

/** @param path for messages. @throws Refusal */
export function parseSources(text: string, path: string): FetchSource[] {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, prettyErrors: false});
  const at = (offset: number): string => {
    const {line, col} = lines.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  if (document.errors.length > 0) throw refused(document.errors.map(({pos, message}) => `${at(pos[0])}: ${message}`));
  const value: unknown = document.toJS();
  // An empty file, one of comments alone, or a list that nothing is in yet.
  if (value === null || value === undefined || (value as {sources?: unknown}).sources === null) return [];
  const faults = schemaFaults(value);
  const sources = faults.length > 0 ? [] : (value as {sources: FetchSource[]}).sources;
  faults.push(...faultsOf(sources).map((fault) => ({...fault, path: ["sources", ...fault.path]})));
  if (faults.length === 0) return sources;
  throw refused(
    faults
      .map((fault) => ({...fault, offset: offsetOf(document, fault.path)}))
      .sort((a, b) => a.offset - b.offset)
      .map(({path: nodePath, message, offset}) => {
        const shown = nodePath.length === 0 ? "the file" : nodePath.join(".");
        return `${at(offset)}: ${shown}: ${message}`;
      }),
  );
}

function refused(faults: readonly string[]): Refusal {
  return new Refusal(
    faults.join("\n"),
    "docs/operating.md describes the file; ryad source recipes lists blocks that work",
  );
}

/** The reason inside a choice is said by what the choice allows. */
function schemaFaults(value: unknown): SourceFault[] {
  const faults = new Map<string, SourceFault>();
  for (const error of Errors(SOURCES_SCHEMA, value)) {
    if (error.keyword === "boolean" || error.schemaPath.includes("/anyOf/")) continue;
    const path = error.instancePath.split("/").slice(1).map(nodeName);
    const unknown = (error.params as {additionalProperties?: string[]}).additionalProperties;
    const found = unknown?.map((name) => ({path: [...path, name], message: "is no word of this file"})) ?? [
      {path, message: error.keyword === "anyOf" ? "is none of what is allowed here" : error.message},
    ];
    for (const fault of found) if (!faults.has(fault.path.join("/"))) faults.set(fault.path.join("/"), fault);
  }
  return [...faults.values()];
}

function nodeName(part: string): string | number {
  const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
  return /^\d+$/.test(name) ? Number(name) : name;
}

/** Where the node is, or the nearest one around it that is there. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const range = (node as {range?: [number, number, number]} | undefined)?.range;
    if (range && !isAlias(node)) return range[0];
  }
  return 0;
}
