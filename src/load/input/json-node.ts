// JSON with the place of every value in the text, which JSON.parse does not give.
//
// JSON.parse reads the text first and reports its errors, so the reader here can rely on the grammar.
import {Refusal} from "../../service/refusal.ts";
import {firstWhere} from "../../statistics/order/binary-search.ts";

export const MAX_DEPTH = 64;
/** Elements of lists and members of records: one takes a hundred times its bytes. */
const MAX_ELEMENTS = 2_000_000;

export interface JsonNode {
  /** Offset of its first character, and of the character after its last. */
  readonly start: number;
  readonly end: number;
  /** The value of a string, number, boolean or null; undefined for arrays and objects. */
  readonly scalar: string | number | boolean | null | undefined;
  readonly items: readonly JsonNode[];
  readonly members: ReadonlyMap<string, JsonNode>;
}

/** @throws Refusal if the text is not JSON, or is nested deeper than MAX_DEPTH */
export function parseJsonNode(file: string, text: string): JsonNode {
  limitJson(file, text, MAX_NODES);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${file} is not JSON: ${(error as Error).message}`, "it was probably cut off; download it again");
  }
  return readNode(file, text, skipBlanks(text, 0), 0);
}

/** Line and column of offsets, both from 1. The text is read once: once for each row would take hours. */
export function positionsIn(text: string): (offset: number) => {line: number; column: number} {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = firstWhere(starts.length, (nth) => starts[nth]! > offset);
    return {line, column: offset - starts[line - 1]! + 1};
  };
}

/** A node takes some 700 bytes. */
const MAX_NODES = 500_000;
const NO_ITEMS: readonly JsonNode[] = [];
const NO_MEMBERS: ReadonlyMap<string, JsonNode> = new Map();
const SCALAR = /"(?:[^"\\]|\\.)*"|[-+.\w]+/y;

function readNode(file: string, text: string, start: number, depth: number): JsonNode {
  if (depth > MAX_DEPTH) throw new Refusal(`${file} is nested more than ${MAX_DEPTH} deep`, null);
  if (text[start] === "[") return readList(file, text, start, depth);
  if (text[start] === "{") return readRecord(file, text, start, depth);
  const end = scalarEnd(text, start);
  return {start, end, scalar: JSON.parse(text.slice(start, end)), items: NO_ITEMS, members: NO_MEMBERS};
}

function readList(file: string, text: string, start: number, depth: number): JsonNode {
  const items: JsonNode[] = [];
  let at = skipBlanks(text, start + 1);
  while (text[at] !== "]") {
    const item = readNode(file, text, at, depth + 1);
    items.push(item);
    at = skipBlanks(text, item.end);
    if (text[at] === ",") at = skipBlanks(text, at + 1);
  }
  return {start, end: at + 1, scalar: undefined, items, members: NO_MEMBERS};
}

function readRecord(file: string, text: string, start: number, depth: number): JsonNode {
  const members = new Map<string, JsonNode>();
  let at = skipBlanks(text, start + 1);
  while (text[at] !== "}") {
    const nameEnd = scalarEnd(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const value = readNode(file, text, skipBlanks(text, skipBlanks(text, nameEnd) + 1), depth + 1);
    if (members.has(name)) {
      const {line, column} = positionsIn(text)(at);
      throw new Refusal(`${file}, line ${line}, column ${column}: gives ${JSON.stringify(name)} twice`, null);
    }
    members.set(name, value);
    at = skipBlanks(text, value.end);
    if (text[at] === ",") at = skipBlanks(text, at + 1);
  }
  return {start, end: at + 1, scalar: undefined, items: NO_ITEMS, members};
}

function scalarEnd(text: string, start: number): number {
  SCALAR.lastIndex = start;
  SCALAR.test(text);
  return SCALAR.lastIndex;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return at;
}

/** Before JSON.parse, which has no limit. Commas inside texts count too. @throws Refusal */
export function limitJson(file: string, text: string, most = MAX_ELEMENTS): void {
  let elements = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code === COMMA || code === LIST || code === RECORD) && ++elements > most)
      refuseStructure(file, `has more than ${most} elements`);
  }
}

const [COMMA, LIST, RECORD] = [44, 91, 123];

export function refuseStructure(file: string, reason: string): never {
  throw new Refusal(`${file} ${reason}`, "no file of its kind does: it is damaged, or made to fill the memory");
}
